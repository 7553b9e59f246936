"""Ways to learn from few labels, all called alike: a task, settings and a seed give a scorer.

A classifier gets a new head. A cloze gets none: ``minilm-words`` says what it expects in a gap.
"""

from lessons.l22_few_labels.adversarial import AdversarialObjective, TwoBatches
from lessons.l22_few_labels.copies import Fill, any_of, copies, likely
from lessons.l22_few_labels.task import Scorer, Settings, Task

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from random import Random
from typing import Any, NamedTuple

import torch
from jaxtyping import Float
from sklearn.linear_model import LogisticRegression
from torch import Tensor

from bertlab.finetuning.calibration import calibrate, center_at_median
from bertlab.finetuning.checks import Classifier
from bertlab.finetuning.classifier import ClassificationObjective, logits_of
from bertlab.finetuning.labelled_texts import LabelledTexts
from bertlab.finetuning.patterns import ClozeTexts, Pattern, Verbalizer
from bertlab.finetuning.prompts import ClozeClassifier, ClozeObjective
from bertlab.finetuning.sentiment import LABELS
from bertlab.model.bert import BertModel
from bertlab.model.tasks import BertForMaskedLM, BertForSequenceClassification
from bertlab.pretraining.readout import from_change
from bertlab.text.wordpiece import WordPieceTokenizer
from bertlab.training.config import TrainConfig
from bertlab.training.loop import train
from bertlab.vectors import text_vectors

Way = Callable[[Task, Settings, int], Scorer]
Encode = Callable[[Sequence[str], Sequence[int]], LabelledTexts]


class Language(NamedTuple):
    """What a cloze needs in a language.

    Attributes:
        folder: Of the tokenizer.
        words: Loads the model with a head for masked words.
        patterns: The first is the one that was fixed beforehand.
        verbalizer: Words for each label.
    """

    folder: str
    words: Callable[[], BertForMaskedLM]
    patterns: tuple[str, ...]
    verbalizer: Verbalizer


# English: the first pattern is that of Gao et al. 2021 (LM-BFF) for reviews of films; the others,
# and the words, are PET's for Yelp, as far as they fit a film. Chinese: patterns and words are
# those of Su's articles (kexue.fm 7764 and 8295), in their order.
LANGUAGES = {
    "English": Language(
        "minilm",
        partial(from_change, "minilm-words"),
        (
            "{} It was [MASK].",
            "It was [MASK]. {}",
            "Just [MASK]! {}",
            "{} All in all, it was [MASK].",
            "{} In summary, the film is [MASK].",
        ),
        dict(zip(LABELS, (("terrible", "bad"), ("great", "good")), strict=True)),
    ),
    "Chinese": Language(
        "bert-mini-zh",
        partial(BertForMaskedLM.from_pretrained, "bert-mini-zh"),
        (
            "[MASK]满意。{}",
            "{}[MASK]满意。",
            "[MASK]好。{}",
            "[MASK]理想。{}",
            "感觉如何？[MASK]满意。{}",
        ),
        dict(zip(LABELS, ("不", "很"), strict=True)),
    ),
}
PATTERNS, VERBALIZER = LANGUAGES["English"].patterns, LANGUAGES["English"].verbalizer
SLOTS, FIRST_WORDS = "{} [1] [2] [3] [4] [5] [6] [MASK].", ("all", "in", "all", ",", "it", "was")
NOTHING = ("N/A", "...", "nothing")  # texts without content
COPIES = 4  # of each labelled text, with other words


def config_of(settings: Settings, seed: int, **options: Any) -> TrainConfig:
    """Return settings as ``train`` takes them."""
    same = {name: getattr(settings, name) for name in ("steps", "batch_size", "precision")}
    options = {"learning_rate": settings.learning_rate, "log_every": 10**9, **options}
    return TrainConfig(**same, seed=seed, **options)


def scorer_of(model: Classifier, encode: Encode) -> Scorer:
    """Return what scores texts by a model."""
    return lambda texts: logits_of(model, encode(texts, [0] * len(texts)))


# --- classifiers


def new_classifier(settings: Settings, seed: int) -> tuple[BertForSequenceClassification, Encode]:
    """Return the model of masked words with a new head for classes, and what encodes its texts."""
    language = LANGUAGES[settings.language]
    tokenizer = WordPieceTokenizer.from_folder(language.folder)
    with torch.random.fork_rng():
        torch.manual_seed(seed)
        model = BertForSequenceClassification.from_pretrained(
            language.folder, new_heads=True, labels=LABELS
        )
    # All but the pooler, which masked words never needed: that stays the folder's.
    words = language.words().bert.state_dict()
    model.bert.load_state_dict({**model.bert.state_dict(), **words})

    def encode(texts: Sequence[str], labels: Sequence[int]) -> LabelledTexts:
        return LabelledTexts(texts, labels, tokenizer, max_length=settings.max_length)

    return model, encode


def classifier(task: Task, settings: Settings, seed: int, sort: bool = True) -> Scorer:
    """Fine-tune a classifier on the labels.

    Args:
        task: See ``Task``.
        settings: Likewise.
        seed: Of the new head, order and dropout.
        sort: Whether texts of similar length share a batch. Copies of a text must not.
    """
    model, encode = new_classifier(settings, seed)
    config, data = config_of(settings, seed), encode(task.texts, task.labels)
    if not sort:
        data.bucket = 1
    train(ClassificationObjective(model), data.batch_sampler(config), config)
    return scorer_of(model, encode)


def adversarial(task: Task, settings: Settings, seed: int) -> Scorer:
    """Fine-tune a classifier that may not change its answers where a text hardly changes."""
    model, encode = new_classifier(settings, seed)
    config, unlabelled = config_of(settings, seed), task.unlabelled
    samplers = [
        encode(texts, labels).batch_sampler(config)
        for texts, labels in ((task.texts, task.labels), (unlabelled, [0] * len(unlabelled)))
    ]

    def both(*step: int) -> list[TwoBatches]:
        return [TwoBatches(*pair) for pair in zip(*(draw(*step) for draw in samplers), strict=True)]

    train(AdversarialObjective(model, settings.epsilon), both, config)
    return scorer_of(model, encode)


def pseudo_labels(task: Task, settings: Settings, seed: int) -> Scorer:
    """Let clozes, one for each pattern, label the other texts; a classifier learns from all."""
    guesses = ensemble(task, settings, seed)(task.unlabelled).argmax(dim=1).tolist()
    texts, labels = task.texts + task.unlabelled, task.labels + tuple(guesses)
    return classifier(Task(texts, labels, ()), settings, seed)


def sentence_vectors(task: Task, settings: Settings, seed: int) -> Scorer:
    """Fit a logistic regression to the sentence vectors of ``minilm``, which was made for them."""
    tokenizer = WordPieceTokenizer.from_folder("minilm")
    read = partial(
        text_vectors, BertModel.from_pretrained("minilm"), tokenizer, max_length=settings.max_length
    )
    fit = LogisticRegression(max_iter=1000).fit(read(task.texts).numpy(), task.labels)
    return lambda texts: torch.from_numpy(fit.predict_log_proba(read(texts).numpy()))


def with_copies(task: Task, fill: Fill, settings: Settings, seed: int) -> Scorer:
    """Fine-tune a classifier on the labelled texts and copies of them."""
    several = list(copies(task.texts, fill, COPIES, Random(seed)))
    labels = [label for label in task.labels for _ in range(COPIES)]
    texts = (*task.texts, *(one for some in several for one in some))
    return classifier(Task(texts, (*task.labels, *labels), ()), settings, seed, sort=False)


def words_replaced(task: Task, settings: Settings, seed: int) -> Scorer:
    """Learn also from copies in which some words are others that fit the gap."""
    tokenizer = WordPieceTokenizer.from_folder("minilm")
    return with_copies(task, likely(from_change("minilm-words"), tokenizer), settings, seed)


def words_exchanged(task: Task, settings: Settings, seed: int) -> Scorer:
    """Learn also from copies in which the same words are random ones: the control."""
    return with_copies(task, any_of(task.unlabelled), settings, seed)


# --- clozes


def template_of(settings: Settings) -> str:
    """Return the pattern that the settings name."""
    return LANGUAGES[settings.language].patterns[settings.pattern]


def new_cloze(
    settings: Settings, template: str, first_words: Sequence[str] | None = None
) -> tuple[ClozeClassifier, Encode]:
    """Return the model of masked words with a pattern, and what encodes its texts."""
    language = LANGUAGES[settings.language]
    pattern = Pattern(template, WordPieceTokenizer.from_folder(language.folder))
    model = ClozeClassifier(language.words(), pattern, language.verbalizer, first_words).eval()

    def encode(texts: Sequence[str], labels: Sequence[int]) -> LabelledTexts:
        return ClozeTexts(texts, labels, pattern, max_length=settings.max_length)

    return model, encode


def zero_shot(task: Task, settings: Settings, seed: int) -> Scorer:
    """Ask a cloze that learned nothing from the task."""
    return scorer_of(*new_cloze(settings, template_of(settings)))


def calibrated(task: Task, settings: Settings, seed: int) -> Scorer:
    """Ask it, and take away what it says of texts without content."""
    scores = zero_shot(task, settings, seed)
    return lambda texts: calibrate(scores(texts), scores(NOTHING))


def at_median(task: Task, settings: Settings, seed: int) -> Scorer:
    """Ask it, with the threshold where half of the texts without a label lie above."""
    scores = zero_shot(task, settings, seed)
    others = scores(task.unlabelled)
    return lambda texts: center_at_median(scores(texts), others)


@lru_cache(maxsize=len(PATTERNS))  # an ensemble asks again for what was measured by itself
def pattern(task: Task, settings: Settings, seed: int) -> Scorer:
    """Fine-tune a cloze on the labels (PET)."""
    model, encode = new_cloze(settings, template_of(settings))
    return learn_cloze(model, encode, task, config_of(settings, seed))


def ensemble(task: Task, settings: Settings, seed: int) -> Scorer:
    """Fine-tune a cloze for each pattern; their mean log probabilities decide."""
    kinds = [settings._replace(pattern=number) for number in range(len(PATTERNS))]
    scorers = [pattern(task, one, seed) for one in kinds]

    def score(texts: Sequence[str]) -> Float[Tensor, "N C"]:
        return torch.stack([scorer(texts).log_softmax(dim=1) for scorer in scorers]).mean(dim=0)

    return score


def vectors(task: Task, settings: Settings, seed: int) -> Scorer:
    """Train the vectors of six slots, which begin as words, and nothing else."""
    model, encode = new_cloze(settings, SLOTS, FIRST_WORDS)
    model.freeze_all_but_prompts()
    config = config_of(settings, seed, learning_rate=settings.prompt_rate)
    return learn_cloze(model, encode, task, config)


def vectors_and_all(task: Task, settings: Settings, seed: int) -> Scorer:
    """Train the vectors of the slots, and all weights at their own, slower rate."""
    model, encode = new_cloze(settings, SLOTS, FIRST_WORDS)
    factor = settings.prompt_rate / settings.learning_rate
    return learn_cloze(model, encode, task, config_of(settings, seed), factor)


def learn_cloze(
    model: ClozeClassifier, encode: Encode, task: Task, config: TrainConfig, factor: float = 1.0
) -> Scorer:
    """Train a cloze on the labels."""
    sampler = encode(task.texts, task.labels).batch_sampler(config)
    train(ClozeObjective(model, factor), sampler, config)
    return scorer_of(model, encode)


WAYS: dict[str, Way] = {
    "zero-shot": zero_shot,
    "calibrated": calibrated,
    "at the median": at_median,
    "sentence vectors": sentence_vectors,
    "classifier": classifier,
    "pattern": pattern,
    "vectors": vectors,
    "vectors and all": vectors_and_all,
    "VAT": adversarial,
    "pseudo-labels": pseudo_labels,
    "words replaced": words_replaced,
    "words exchanged": words_exchanged,
}
