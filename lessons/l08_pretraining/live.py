"""What the lesson computes while it is read: languages to learn, batches, answers at gaps."""

import tempfile
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import torch
from jaxtyping import Float, Int
from torch import Tensor
from torch.nn.utils.rnn import pad_sequence

from bertlab.model.checkpoint import read_tensors
from bertlab.model.config import BertConfig
from bertlab.model.tasks import BertForPreTraining
from bertlab.pretraining.corpora import corpus
from bertlab.pretraining.trials import english_characters
from bertlab.text.documents import Document
from bertlab.text.wordpiece import SPECIALS, WordPieceTokenizer
from bertlab.training.progress import progress
from workbook.records import RUNS

Masking = Callable[..., tuple[Tensor, Tensor, Tensor]]  # as the exercise ``choose_and_mask``
Batch = tuple[Tensor, ...]  # shown, types, ids, chosen, labels
Batches = Callable[[int, int], Batch]  # of a seed and a step


# Languages
class Language(NamedTuple):
    """Text to learn from, in documents of sentences, and its pieces.

    Attributes:
        tokenizer: Cuts texts.
        documents: To learn from, as ids, of two sentences or more.
        held_out: Others.
    """

    tokenizer: WordPieceTokenizer
    documents: Sequence[Document]
    held_out: Sequence[Document]


@cache
def english() -> Language:
    """Return English articles, letter by letter, in documents of six sentences."""
    texts = corpus("wiki")
    tokenizer = english_characters()
    parts = (
        [article[i : i + 6] for article in part for i in range(0, len(article), 6)]
        for part in (texts.train, texts.validation)
    )
    ids = ([[tokenizer.text_ids(s) for s in d] for d in part if len(d) > 1] for part in parts)
    return Language(tokenizer, *ids)


AROUND = 30  # tokens that an example shows of a text, before the cut and after it


def batches(
    language: Language, sentence_pair: Callable[..., Any], mask: Masking, size: int = 32
) -> Batches:
    """Return a function that makes the batch of a seed and a step, the same whenever it is asked.

    Args:
        language: Its documents are used.
        sentence_pair: As the exercise.
        mask: As the exercise ``choose_and_mask``.
        size: B, examples in a batch.

    Returns:
        Of a seed and a step, five tensors: what the model sees (B, T), token types (B, T), the ids
        as they were (B, T), where they were chosen (B, T), and labels (B,). 0 is padding.
    """
    documents, tokenizer = language.documents, language.tokenizer
    V = len(tokenizer.vocabulary)

    def example(*key: int) -> Batch:
        generator = np.random.default_rng(key)
        index = int(generator.integers(len(documents)))
        split = int(generator.integers(1, len(documents[index])))
        first, second, label = sentence_pair(documents, index, split, *generator.random(3).tolist())
        first, second = first[-AROUND:], second[:AROUND]
        ids = torch.tensor([tokenizer.cls_id, *first, tokenizer.sep_id, *second, tokenizer.sep_id])
        types = torch.tensor([0] * (len(first) + 2) + [1] * (len(second) + 1))
        scores, draws = torch.from_numpy(generator.random((2, len(ids))))
        random_ids = torch.from_numpy(generator.integers(len(SPECIALS), V, len(ids)))
        is_word = ids >= len(SPECIALS)
        shown, positions, _ = mask(ids, is_word, tokenizer.mask_id, scores, draws, random_ids)
        chosen = torch.zeros(len(ids), dtype=torch.bool)
        chosen[positions] = True
        return shown, types, ids, chosen, torch.tensor(label)

    def batch(seed: int, step: int) -> Batch:
        *rows, labels = zip(*(example(seed, step, number) for number in range(size)), strict=True)
        return *(pad_sequence(list(row), batch_first=True) for row in rows), torch.stack(labels)

    return batch


# Training
def watch(
    batch_of: Batches, model: BertForPreTraining, held_out: Sequence[Batch], every: int = 50
) -> tuple[Batches, dict[int, float]]:
    """Return the same batches, and a dictionary that fills up as they are asked for.

    Returns:
        Besides the batches, the held-out loss of words after each ``every`` updates.
    """
    curve: dict[int, float] = {}

    def watched(seed: int, step: int) -> Batch:
        if step % every == 0:
            curve[step] = float(answers(model, held_out).surprisals.mean())
        return batch_of(seed, step)

    return watched, curve


def articles(tokenizer: Any) -> list[Any]:
    """Return the first 64 pieces of English articles, by a tokenizer of ``transformers``."""
    texts = (" ".join(article) for article in corpus("wiki").train)
    return [tokenizer(text, truncation=True, max_length=64) for text in texts]


def steps(number: int) -> Iterable[int]:
    """Count the updates of a training, with a bar if it takes long."""
    return progress(range(number), desc="training")


def quiet() -> dict[str, Any]:
    """Return settings of ``transformers`` for a ``Trainer`` without files and bars."""
    return {
        "output_dir": tempfile.gettempdir(),
        "save_strategy": "no",
        "report_to": "none",
        "disable_tqdm": True,
        "logging_steps": 10,
        "use_cpu": True,
    }


def held_out(
    language: Language, sentence_pair: Callable[..., Any], mask: Masking, number: int = 12
) -> list[Batch]:
    """Return batches of text that is not learned from."""
    batch_of = batches(language._replace(documents=language.held_out), sentence_pair, mask)
    return [batch_of(0, step) for step in range(number)]


def unigram_entropy(told: Language, learned: Sequence[Batch], asked: Sequence[Batch]) -> float:
    """Return the mean surprisal, in nats, of one who only knows how frequent pieces are.

    Args:
        told: The language; each of its pieces is counted once more than it occurs.
        learned: Batches whose answers are counted.
        asked: Batches whose answers are judged.
    """
    counts = torch.ones(len(told.tokenizer.vocabulary))
    for _, _, ids, chosen, _ in learned:
        counts += torch.bincount(ids[chosen], minlength=len(counts))
    surprisals = counts.sum().log() - counts.log()
    return float(torch.cat([surprisals[ids[chosen]] for _, _, ids, chosen, _ in asked]).mean())


KEPT = RUNS / "approach.safetensors"  # of the experiment ``approach``


def new_model(language: Language, seed: int, width: int = 128) -> BertForPreTraining:
    """Return a BERT of two layers for a language, randomly initialized."""
    config = BertConfig(
        vocab_size=len(language.tokenizer.vocabulary),
        hidden_size=width,
        num_layers=2,
        num_heads=4,
        intermediate_size=4 * width,
        max_positions=2 * AROUND + 3,
        hidden_dropout=0.0,
        attention_dropout=0.0,
        initializer_range=0.05,
    )
    with torch.random.fork_rng():
        torch.manual_seed(seed)
        return BertForPreTraining(config)


def left_to_right(model: BertForPreTraining) -> BertForPreTraining:
    """Let each token of a model see itself and what stands before it, and nothing else."""

    def causal(encoder: Any, inputs: tuple[Tensor, Tensor | None]) -> tuple[Tensor, Tensor]:
        hidden, mask = inputs
        earlier = torch.ones(hidden.shape[1], hidden.shape[1], dtype=torch.bool).tril()
        return hidden, earlier if mask is None else earlier & mask

    model.bert.encoder.register_forward_pre_hook(causal)
    return model


def before_the_fall(language: Language) -> BertForPreTraining:
    """Return the English model as it was shortly before its loss fell steeply."""
    model, tensors = new_model(language, seed=0), read_tensors(KEPT)
    model.load_state_dict({k: tensors[f"en.0.{k}"].float() for k in model.state_dict()})
    return model


# What a model answers
class LetterGap(NamedTuple):
    """A sentence with one letter hidden.

    Attributes:
        ids: With [CLS], [MASK] and [SEP], (1, T).
        position: Of the gap.
        answer: What stood there.
        text: With ▢ for it.
    """

    ids: Int[Tensor, "1 T"]
    position: int
    answer: str
    text: str


def letter_gaps(language: Language, number: int = 200, length: int = 28) -> list[LetterGap]:
    """Return sentences of held-out text, cut to a length, with a letter hidden in each."""
    generator, tokenizer, found = np.random.default_rng(0), language.tokenizer, []
    sentences = [s for document in language.held_out for s in document if len(s) >= length]
    for index in generator.choice(len(sentences), number, replace=False):
        ids = [tokenizer.cls_id, *sentences[index][:length], tokenizer.sep_id]
        pieces = [tokenizer.vocabulary[i].removeprefix("##") for i in ids]
        letters = [i for i, piece in enumerate(pieces) if piece.isalpha() and 8 < i < length - 4]
        position = int(generator.choice(letters))
        answer, pieces[position] = pieces[position], "▢"
        spaces = ["" if tokenizer.vocabulary[i].startswith("##") else " " for i in ids]
        words = "".join(space + piece for space, piece in zip(spaces, pieces, strict=True))
        ids[position] = tokenizer.mask_id
        text = words.removeprefix(" [CLS] ").removesuffix(" [SEP]")
        found.append(LetterGap(torch.tensor([ids]), position, answer, text))
    return found


@torch.no_grad()
def guesses(model: Any, gaps: Sequence[LetterGap], language: Language) -> list[str]:
    """Return a model's first guess at each gap."""
    found = []
    for gap in gaps:
        scores = model(gap.ids, torch.zeros_like(gap.ids), torch.ones_like(gap.ids))[0]
        best = int(scores[0, gap.position].argmax())
        found.append(language.tokenizer.vocabulary[best].removeprefix("##"))
    return found


class Answers(NamedTuple):
    """What a model says at the chosen positions of held-out text.

    Attributes:
        shown: What it sees there, (M,).
        answers: What stood there, (M,).
        surprisals: Of each answer, in nats, (M,).
        right: Whether its first guess is the answer, (M,).
    """

    shown: Int[Tensor, " M"]
    answers: Int[Tensor, " M"]
    surprisals: Float[Tensor, " M"]
    right: Int[Tensor, " M"]


@torch.no_grad()
def neighbor_weights(
    model: BertForPreTraining, batches: Sequence[Batch], mask_id: int
) -> tuple[float, float]:
    """Return how much attention hidden positions give to the token before and to the one after.

    Returns:
        Mean weights over all hidden positions, each of the head that gives most.
    """
    found: list[list[Tensor]] = [[], []]
    for shown, types, ids, _, _ in batches:
        rows, positions = (shown == mask_id).nonzero().T  # a [SEP] stands after each
        layers = model.bert.inspect(shown, types, (ids != 0).long()).layers
        for weights, neighbors in zip(found, (positions - 1, positions + 1), strict=True):
            heads = [layer.weights[rows, :, positions, neighbors] for layer in layers]  # (M, H)
            weights.append(torch.cat(heads, dim=1))
    before, after = (float(torch.cat(weights).mean(dim=0).max()) for weights in found)
    return before, after


@torch.no_grad()
def answers(model: Any, batches: Sequence[Batch]) -> Answers:
    """Ask a model about the chosen positions of some batches."""
    found = []
    for shown, types, ids, chosen, _ in batches:
        scores = model(shown, types, (ids != 0).long())[0][chosen]
        surprisals = torch.nn.functional.cross_entropy(scores, ids[chosen], reduction="none")
        right = (scores.argmax(dim=1) == ids[chosen]).long()
        found.append((shown[chosen], ids[chosen], surprisals, right))
    return Answers(*(torch.cat(column) for column in zip(*found, strict=True)))
