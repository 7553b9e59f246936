"""Sentences to spoil, and two correctors that nothing is trained for: counts, and a BERT as it is.

Both choose among the homophones of a character and itself, and change it where the best of them is
better by more than a margin, which is chosen on validation sentences.
"""

from lessons.l16_what_to_mask.spelling.homophones import Homophones
from lessons.l16_what_to_mask.spelling.scoring import count, score
from lessons.l16_what_to_mask.spelling.training import SpellingData

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import pairwise

import numpy as np
import torch
from jaxtyping import Float, Int
from torch import Tensor

from bertlab.datasets import TaggedSentence, peoples_daily, pinyin
from bertlab.model.tasks import BertForMaskedLM
from bertlab.text.wordpiece import Encoded, WordPieceTokenizer

NAME = "bert-mini-zh"
SHORTEST, LONGEST = 8, 62  # characters of a sentence
_SENTENCE = re.compile(r"[^。！？；]+[。！？；]?[”’』」）]*")
BACKED = 1.0  # sightings that the frequency alone stands for, beside those of a pair


@cache
def tokenizer() -> WordPieceTokenizer:
    """Return the tokenizer of ``bert-mini-zh``."""
    return WordPieceTokenizer.from_folder(NAME)


@cache
def homophones() -> Homophones:
    """Return the homophones of ``bert-mini-zh``'s characters, counted in the training lines."""
    return Homophones(pinyin(), tokenizer(), (line.text for line in peoples_daily().train))


@cache
def sentences(part: str) -> tuple[str, ...]:
    """Return the different sentences of a part of the newspaper that can be spoiled.

    They have 8 to 62 characters, all of them known pieces, and at least one with a homophone.
    Held-out sentences that stand in the training lines as well are left out.

    Args:
        part: ``"train"``, ``"validation"`` or ``"test"``.
    """
    found = dict.fromkeys(_cut(getattr(peoples_daily(), part)))
    known = set() if part == "train" else set(sentences("train"))
    return tuple(one for one in found if one not in known and _can_be_spoiled(one))


def _cut(lines: Iterable[TaggedSentence]) -> Iterable[str]:
    for line in lines:
        for one in _SENTENCE.findall(line.text):
            if SHORTEST <= len(one) <= LONGEST:
                yield one


def _can_be_spoiled(sentence: str) -> bool:
    ids = tokenizer().text_ids(sentence)
    unknown = tokenizer().unk_id in ids or len(ids) > LONGEST
    return not unknown and bool(homophones().has_any[ids].any())


def data(part: str, number: int, seed: int, by_frequency: bool = True) -> SpellingData:
    """Return so many sentences of a part, drawn and spoiled by a seed.

    Raises:
        ValueError: If there are fewer.
    """
    texts = sentences(part)
    if number > len(texts):
        raise ValueError(f"expected at most {len(texts)} sentences of {part}, got {number}")
    chosen = np.random.default_rng([seed, 1]).permutation(len(texts))[:number]
    return SpellingData([texts[i] for i in chosen], homophones(), tokenizer(), seed, by_frequency)


class PairCounts:
    """How often a character stands after another one, for those who only count.

    Args:
        texts: Where they are counted.
    """

    def __init__(self, texts: Iterable[str]) -> None:
        self.pairs: Counter[tuple[int, int]] = Counter()
        self.befores: Counter[int] = Counter()
        for text in texts:
            ids = [tokenizer().cls_id, *tokenizer().text_ids(text)]
            self.pairs.update(pairwise(ids))
            self.befores.update(ids[:-1])
        frequency = homophones().frequency
        self.alone = (frequency + 0.5) / (frequency + 0.5).sum()

    def log_probabilities(self, before: int, ids: np.ndarray) -> np.ndarray:
        """Return of each character the log probability after another one, smoothed."""
        seen = np.array([self.pairs[before, int(i)] for i in ids]) + BACKED * self.alone[ids]
        return np.log(seen / (self.befores[before] + BACKED))


def choices(piece: int) -> np.ndarray:
    """Return a character, and then its homophones."""
    return np.array([piece, *homophones().of(piece)])


def best_by_counts(rows: Sequence[Sequence[int]], counts: PairCounts) -> list[np.ndarray]:
    """Return for each position the best homophone, and by how many nats it is better.

    Returns:
        For each row an array (T, 2): the id, and its difference to what is written, which is
        negative where that fits best, and -inf where nothing sounds alike.
    """
    found = []
    for row in rows:
        best = np.full((len(row), 2), -np.inf)
        for position, piece in enumerate(row):
            if homophones().has_any[piece]:
                ids = choices(piece)
                before = row[position - 1] if position else tokenizer().cls_id
                best[position] = _best(ids, counts.log_probabilities(before, ids))
        found.append(best)
    return found


@torch.no_grad()
def best_by_hiding(
    rows: Sequence[Sequence[int]],
    model: BertForMaskedLM,
    where: Sequence[np.ndarray] | None = None,
    batch_size: int = 256,
) -> list[np.ndarray]:
    """Return the same by a BERT that guesses each character in turn from the others.

    Args:
        rows: Ids without specials.
        model: The BERT.
        where: For each row which positions are asked; None asks all that sound like others.
        batch_size: Positions asked at a time.
    """
    found = [np.full((len(row), 2), -np.inf) for row in rows]
    where = where or [homophones().has_any[row] for row in rows]
    positions = [(n, at) for n, asked in enumerate(where) for at in np.flatnonzero(asked).tolist()]
    positions.sort(key=lambda position: len(rows[position[0]]))
    for start in range(0, len(positions), batch_size):
        chosen = positions[start : start + batch_size]
        scores = hidden_scores([rows[n] for n, _ in chosen], [at for _, at in chosen], model)
        for (number, position), logits in zip(chosen, scores, strict=True):
            ids = choices(rows[number][position])
            found[number][position] = _best(ids, logits[ids].numpy())
    return found


def hidden_scores(
    rows: Sequence[Sequence[int]], positions: Sequence[int], model: BertForMaskedLM
) -> Float[Tensor, "N V"]:
    """Return the logits of one hidden position of each row."""
    start, end = tokenizer().cls_id, tokenizer().sep_id
    batch = tokenizer().pad([Encoded([start, *row, end], [0] * (len(row) + 2)) for row in rows])
    ids: Int[Tensor, "N T"] = batch.input_ids
    at = torch.tensor(positions) + 1
    ids[torch.arange(len(ids)), at] = tokenizer().mask_id
    flat = torch.arange(len(ids)) * ids.shape[1] + at
    hidden = model.bert.read(flat, ids, batch.token_type_ids, batch.attention_mask)
    return model.masked_lm(hidden, model.bert.embeddings.word.weight)


def _best(ids: np.ndarray, scores: np.ndarray) -> tuple[float, float]:
    best = 1 + int(scores[1:].argmax())  # the first is what is written
    return float(ids[best]), float(scores[best] - scores[0])


def with_changes(
    rows: Sequence[Sequence[int]], best: Sequence[np.ndarray], margin: float
) -> list[list[int]]:
    """Return the rows with the best homophone where it is better by more than a margin, in nats."""
    return [
        np.where(each[:, 1] > margin, each[:, 0], row).astype(int).tolist()
        for row, each in zip(rows, best, strict=True)
    ]


def best_margin(part: SpellingData, best: Sequence[np.ndarray], margins: Sequence[float]) -> float:
    """Return the margin with the highest F1 of correction, the smallest of equal ones."""
    scores = [
        score(count(part.right, part.shown, with_changes(part.shown, best, margin))).f1
        for margin in margins
    ]
    return margins[int(np.argmax(scores))]
