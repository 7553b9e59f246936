"""What runs beside the student's code: halves of words, texts to mask, batches, a judge."""

from lessons.l16_what_to_mask.experiments.similar_words import table_of
from lessons.l16_what_to_mask.similar_words import Pieces, as_pieces

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from random import Random
from typing import Any, NamedTuple

import numpy as np
import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor
from torch.nn.utils.rnn import pad_sequence
from torch.optim.lr_scheduler import OneCycleLR

from bertlab.datasets import peoples_daily
from bertlab.finetuning.entities import entity_scores
from bertlab.finetuning.tagging import TaggingData, predict_tags
from bertlab.model.tasks import BertForMaskedLM, BertForTokenClassification
from bertlab.pretraining.corpora import corpus, sentence_units
from bertlab.probing.names import name_finder
from bertlab.probing.news import named_lines, tokenizer
from bertlab.text.wordpiece import SPECIALS, Encoded, WordPieceTokenizer
from bertlab.training.progress import progress
from workbook.records import recorded

Word = tuple[int, int]  # its first position, and the one after its last
Mask = Callable[[list[int], list[Word], Random], tuple[list[int], list[int]]]
LONGEST = 62  # pieces of a text, without specials


# Halves of words
class HalfWord(NamedTuple):
    """A text and a word of two pieces in it that begins at ``start``."""

    ids: list[int]
    start: int


class Language(NamedTuple):
    """A small BERT that was trained with single pieces hidden, and its tokenizer."""

    name: str
    tokenizer: WordPieceTokenizer
    model: BertForMaskedLM


BERTS = {"English": "bert-mini-en", "Chinese": "bert-mini-zh"}


@cache
def language(name: str) -> Language:
    """Return what reads English or Chinese."""
    model = BertForMaskedLM.from_pretrained(BERTS[name]).eval()
    return Language(name, WordPieceTokenizer.from_folder(BERTS[name]), model)


class Halves(NamedTuple):
    """Words of two pieces.

    Attributes:
        language: Of the words.
        counts: How often each word stands in the training text, by its halves.
        words: In held-out texts, each in another one.
    """

    language: Language
    counts: dict[tuple[str, str], int]
    words: list[HalfWord]


def chinese(number: int = 500) -> Halves:
    """Return words of two characters of the news, whose words people have marked."""
    lines, known = peoples_daily(), language("Chinese")
    words = Counter(word for line in lines.train for word in line.words if len(word) == 2)
    sentences = [
        (ids, [(unit.start, unit.end) for unit in units if unit.kind == "word"])
        for line in lines.test
        for ids, units in sentence_units(line, known.tokenizer)[:1]
    ]
    counts = {(word[0], word[1]): count for word, count in words.items()}
    return Halves(known, counts, _drawn(sentences, number))


def english(word_spans: Callable[[list[str]], list[Word]], number: int = 500) -> Halves:
    """Return English words of two pieces; the exercise ``word_spans`` finds the words."""
    text, known = corpus("wiki"), language("English")
    vocabulary = known.tokenizer.vocabulary

    def cut(sentence: str) -> tuple[list[int], list[Word]]:
        ids = known.tokenizer.text_ids(sentence)
        return ids, word_spans([vocabulary[i] for i in ids])

    counts: Counter[tuple[str, str]] = Counter()
    for article in text.train:
        for ids, words in map(cut, article):
            halves = (ids[start:end] for start, end in words if end - start == 2)
            counts.update((vocabulary[a], vocabulary[b]) for a, b in halves)
    sentences = [cut(sentence) for article in text.validation for sentence in article]
    return Halves(known, dict(counts), _drawn(sentences, number))


def _drawn(sentences: Sequence[tuple[list[int], list[Word]]], number: int) -> list[HalfWord]:
    """Draw sentences of up to 40 pieces, and of each a word of two."""
    generator, found = np.random.default_rng(0), list[HalfWord]()
    for index in generator.permutation(len(sentences)):
        ids, words = sentences[index]
        pairs = [start for start, end in words if end - start == 2]
        if pairs and len(ids) <= 40:
            found.append(HalfWord(ids, pairs[generator.integers(len(pairs))]))
    return found[:number]


def second_guesses(
    halves: Halves, both: bool, model: BertForMaskedLM | None = None
) -> Bool[np.ndarray, " N"]:
    """Return at which words a model guesses the second half, with one half hidden or both.

    Args:
        halves: The words.
        both: Whether the first half is hidden, too.
        model: Guesses in place of the language's own.
    """
    language = halves.language if model is None else halves.language._replace(model=model)
    found = probabilities(language, halves.words, both).argmax(dim=1).tolist()
    wanted = [word.ids[word.start + 1] for word in halves.words]
    return np.array(found) == np.array(wanted)


def among_known(halves: Halves) -> Bool[np.ndarray, " N"]:
    """Return at which words a model guesses the second half, if it may only take a known one.

    Known are the second halves that follow this first half in the training text.
    """
    ids = halves.language.tokenizer.ids
    follow: dict[int, list[int]] = {}
    for word in halves.counts:
        first, second = (ids.get(half) for half in word)
        if first is not None and second is not None:
            follow.setdefault(first, []).append(second)
    found = probabilities(halves.language, halves.words, both=False)
    right = []
    for (text, start), row in zip(halves.words, found, strict=True):
        known = follow.get(text[start], [])
        right.append(bool(known) and known[int(row[known].argmax())] == text[start + 1])
    return np.array(right)


def listed(halves: Halves, second_of: Mapping[str, str]) -> Bool[np.ndarray, " N"]:
    """Return at which words a list knows the second half.

    Args:
        halves: The words.
        second_of: For each first half a second one, as the exercise ``second_halves`` returns it.
    """
    pieces = halves.language.tokenizer.vocabulary
    pairs = [word.ids[word.start : word.start + 2] for word in halves.words]
    return np.array([second_of.get(pieces[a]) == pieces[b] for a, b in pairs])


@torch.no_grad()
def probabilities(
    language: Language, words: Sequence[HalfWord], both: bool, size: int = 50
) -> Float[Tensor, "N V"]:
    """Return a model's probabilities at the second half of words, with it or both halves hidden."""
    pieces, found = language.tokenizer, []
    for begin in range(0, len(words), size):
        rows, at = [], []
        for ids, start in words[begin : begin + size]:
            hidden = (start, start + 1) if both else (start + 1,)
            shown = [pieces.mask_id if i in hidden else one for i, one in enumerate(ids)]
            rows.append(Encoded([pieces.cls_id, *shown, pieces.sep_id], [0] * (len(ids) + 2)))
            at.append(start + 2)
        logits = language.model(*pieces.pad(rows))
        found.append(logits[torch.arange(len(at)), torch.tensor(at)].softmax(dim=1))
    return torch.cat(found)


# Texts to mask
class Text(NamedTuple):
    """Ids without specials, and the words in them."""

    ids: list[int]
    words: list[Word]


@cache
def news(part: str, index: int) -> Text:
    """Return the beginning of a line of the newspaper: as many sentences as fit, one at least."""
    ids, words = list[int](), list[Word]()
    for sentence, units in sentence_units(getattr(peoples_daily(), part)[index], tokenizer()):
        if ids and len(ids) + len(sentence) > LONGEST:
            break
        inside = [unit for unit in units if unit.kind == "word" and unit.end <= LONGEST]
        words += [(len(ids) + unit.start, len(ids) + unit.end) for unit in inside]
        ids += sentence[:LONGEST]
    return Text(ids, words)


def number_to_hide(ids: Sequence[int]) -> int:
    """Return 15% of the tokens, at least one."""
    return max(1, round(0.15 * len(ids)))


def shuffled(words: Sequence[Word], random: Random) -> list[int]:
    """Return the numbers of all words in random order."""
    return random.sample(range(len(words)), len(words))


def random_ids(number: int, random: Random) -> list[int]:
    """Return random characters, none of them special."""
    return random.choices(range(len(SPECIALS), len(tokenizer().vocabulary)), k=number)


def coins(random: Random) -> Iterator[float]:
    """Return uniform numbers without end."""
    while True:
        yield random.random()


def corrupted(ids: Sequence[int], positions: Sequence[int], random: Random) -> list[int]:
    """Return what the model sees, if each position is corrupted by itself: 80, 10, 10%."""
    shown = list(ids)
    for position in positions:
        draw = random.random()
        if draw < 0.9:
            shown[position] = tokenizer().mask_id if draw < 0.8 else random_ids(1, random)[0]
    return shown


def positions_of(spans: Iterable[Word]) -> list[int]:
    """Return all positions of some spans, rising."""
    return sorted(position for span in spans for position in range(*span))


@cache
def similar() -> dict[Pieces, Pieces]:
    """Return for each known word of the news the nearest one of its length, in ids."""
    table = as_pieces(table_of(recorded("similar_words")["results"]), tokenizer())
    return {word: others[0] for word, others in table.items()}


@cache
def _words_of_length() -> dict[int, list[Pieces]]:
    found: dict[int, list[Pieces]] = {}
    for word in similar():
        found.setdefault(len(word), []).append(word)
    return found


def random_word(length: int, random: Random) -> Pieces:
    """Return a random word of so many characters, or as many random characters."""
    words = _words_of_length().get(length)
    return random.choice(words) if words else tuple(random_ids(length, random))


# Maskers from a student's functions
def spans(
    span_length: Callable[[Iterable[float]], int],
    hide_spans: Callable[..., list[Word]],
    show_spans: Callable[..., list[int]],
) -> Mask:
    """Return a masker of SpanBERT's spans."""

    def mask(ids: list[int], words: list[Word], random: Random) -> tuple[list[int], list[int]]:
        starts = shuffled(words, random)
        lengths = [span_length(coins(random)) for _ in words]
        chosen = hide_spans(words, starts, lengths, number_to_hide(ids))
        draws, others = [random.random() for _ in ids], random_ids(len(ids), random)
        return show_spans(ids, chosen, tokenizer().mask_id, draws, others), positions_of(chosen)

    return mask


def similar_words(
    hide_spans: Callable[..., list[Word]], show_similar: Callable[..., list[int]]
) -> Mask:
    """Return a masker that shows similar words in place of whole ones."""

    def mask(ids: list[int], words: list[Word], random: Random) -> tuple[list[int], list[int]]:
        order = shuffled(words, random)
        chosen = hide_spans(words, order, [1] * len(words), number_to_hide(ids))
        draws = [random.random() for _ in chosen]
        others = [random_word(end - start, random) for start, end in chosen]
        return show_similar(ids, chosen, similar(), draws, others), positions_of(chosen)

    return mask


# Training
class Batch(NamedTuple):
    """What the model sees, what stood there, and where it is asked: (B, T) each; 0 is padding."""

    shown: Int[Tensor, "B T"]
    ids: Int[Tensor, "B T"]
    chosen: Bool[Tensor, "B T"]


def batch(mask: Mask, texts: Sequence[Text], key: str) -> Batch:
    """Mask some texts, each with random numbers of its own, and put them side by side."""
    rows = []
    for number, (ids, words) in enumerate(texts):
        shown, positions = mask(ids, words, Random(f"{key} {number}"))
        start, end = tokenizer().cls_id, tokenizer().sep_id
        chosen = torch.zeros(len(ids) + 2, dtype=torch.bool)
        chosen[[position + 1 for position in positions]] = True
        rows.append((torch.tensor([start, *shown, end]), torch.tensor([start, *ids, end]), chosen))
    return Batch(
        *(pad_sequence(list(column), batch_first=True) for column in zip(*rows, strict=True))
    )


def batches(mask: Mask, steps: int, size: int = 12, seed: int = 0) -> Iterator[Batch]:
    """Return a batch of training text for each step, the same texts for all masks, with a bar."""
    generator, number = np.random.default_rng(seed), len(peoples_daily().train)
    for step in progress(range(steps), desc="training"):
        texts = [news("train", i) for i in generator.integers(number, size=size).tolist()]
        yield batch(mask, texts, f"{seed} {step}")


def warm_up_and_decay(optimizer: torch.optim.Optimizer, steps: int) -> OneCycleLR:
    """Let the learning rate rise for a tenth of the steps, and fall for the others."""
    rates = [float(group["lr"]) for group in optimizer.param_groups]
    return OneCycleLR(
        optimizer,
        rates,
        total_steps=steps,
        pct_start=0.1,
        anneal_strategy="linear",
        cycle_momentum=False,
    )


@torch.no_grad()
def guessed(model: Any, mask: Mask, number: int = 900, size: int = 50) -> tuple[int, int]:
    """Return how many chosen pieces of validation text a model guesses, and of how many.

    Those that are shown as they are do not count: they could be copied.
    """
    right, asked = 0, 0
    for begin in range(0, number, size):
        texts = [news("validation", i) for i in range(begin, begin + size)]
        shown, ids, chosen = batch(mask, texts, f"held out {begin}")
        hidden = chosen & (shown != ids)
        logits = model(shown, torch.zeros_like(shown), (ids != 0).long())
        right += int((logits[hidden].argmax(dim=1) == ids[hidden]).sum())
        asked += int(hidden.sum())
    return right, asked


# The judge
NAMES = {"epochs": 2, "batch_size": 16, "learning_rate": 1e-3, "warmup": 0.1}
MAX_LENGTH = 128


def finder(model: BertForMaskedLM) -> BertForTokenClassification:
    """Fine-tune a copy of a model's encoder to find names, on 1,000 training lines."""
    texts = named_lines("train", 1000, MAX_LENGTH).texts
    return name_finder(model, texts, NAMES, seed=0, max_length=MAX_LENGTH)


def names_f1(tagger: BertForTokenClassification, lines: int = 500) -> float:
    """Return the F1 of the names that a tagger finds in validation lines."""
    texts = named_lines("validation", lines, MAX_LENGTH).texts
    tags = predict_tags(tagger, TaggingData(texts, tokenizer(), MAX_LENGTH))
    return entity_scores([text.tags for text in texts], tags)["all"].f1
