"""Counting n-grams: every n-gram becomes one whole number, and counting becomes sorting.

A history of ``k`` words gets its number from the history one word shorter (its last ``k - 1``
words) and the word before it: the key is ``number of the shorter history * V + older word``, and
the number is the key's index in the sorted list of all keys. An n-gram has the key
``number of its history * V + predicted word``. So each order needs two sorted arrays, a look-up is
a binary search, and the shorter histories that smoothing needs are found on the way.

Adds: padding, counts, continuation counts, look-ups for many n-grams at once.
Leaves out: probabilities (``bertlab.predecessors.ngrams.ngram``,
``bertlab.predecessors.ngrams.kneser_ney``).
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from jaxtyping import Float, Int, Num

from bertlab.predecessors.ngrams.corpus import SPECIAL

UNKNOWN_ID, BEGIN_ID, END_ID = range(len(SPECIAL))
Rows = Int[np.ndarray, "tokens order"]  # histories, oldest word first, then the predicted token
Numbers = Int[np.ndarray, " tokens"]
Probabilities = Float[np.ndarray, " tokens"]


class Level(NamedTuple):
    """All n-grams of one order. "Number" means an index in ``histories`` or ``ngrams``.

    Attributes:
        histories: Sorted keys of the histories (order - 1 words).
        ngrams: Sorted keys of the n-grams.
        counts: How often each n-gram was seen.
        totals: How often each history was seen.
        continuations: How many different words were seen before each n-gram; empty at the highest
            order, where no longer n-gram tells.
    """

    histories: Int[np.ndarray, " histories"]
    ngrams: Int[np.ndarray, " ngrams"]
    counts: Int[np.ndarray, " ngrams"]
    totals: Int[np.ndarray, " histories"]
    continuations: Int[np.ndarray, " ngrams_or_0"]


class NgramIndices(NamedTuple):
    """Where n-grams stand in a level: a number for each, -1 for what was never seen."""

    histories: Numbers
    ngrams: Numbers


def prediction_rows(sentences: Iterable[Sequence[int]], order: int, size: int) -> Rows:
    """Lay out one row per predicted token: its ``order - 1`` tokens of history, then itself.

    Each sentence gets ``order - 1`` times ``<s>`` in front and one ``</s>`` behind; ``<s>`` is
    never predicted.

    Args:
        sentences: Sentences of ids, without ``<s>`` and ``</s>``.
        order: The n of the n-grams.
        size: Vocabulary size V; ids are below it.

    Returns:
        Array of shape (tokens, order).

    Raises:
        ValueError: If there is no sentence, or ids are not whole numbers, out of range, or ``<s>``
            or ``</s>`` themselves.
    """
    tokens: list[int] = []
    num_sentences = 0
    for sentence in sentences:
        tokens.extend([BEGIN_ID] * (order - 1))
        tokens.extend(sentence)
        tokens.append(END_ID)
        num_sentences += 1
    if num_sentences == 0:
        raise ValueError("expected at least one sentence, got none")
    flat = np.asarray(tokens)
    if flat.dtype.kind not in "iu":
        raise ValueError(f"sentences must hold ids (whole numbers), got {flat.dtype}: encode first")
    if flat.min() < 0 or flat.max() >= size:
        raise ValueError(f"expected ids from 0 to {size - 1}, got {flat.min()} to {flat.max()}")
    starts, ends = int((flat == BEGIN_ID).sum()), int((flat == END_ID).sum())
    if starts != num_sentences * (order - 1) or ends != num_sentences:
        raise ValueError(
            f"expected sentences without <s> ({BEGIN_ID}) and </s> ({END_ID}), got "
            f"{starts - num_sentences * (order - 1)} and {ends - num_sentences} of them"
        )
    rows = np.lib.stride_tricks.sliding_window_view(flat.astype(np.int64), order)
    return rows[rows[:, -1] != BEGIN_ID]


def count_levels(rows: Rows, size: int) -> tuple[Level, ...]:
    """Count the n-grams of every order from 1 to the width of the rows.

    Args:
        rows: Array of shape (tokens, order) from ``prediction_rows``.
        size: Vocabulary size V.

    Returns:
        One level per order, order 1 first.
    """
    nothing = np.zeros(0, dtype=np.int64)
    history = np.zeros(len(rows), dtype=np.int64)  # order 1: all tokens share the empty history
    shorter = nothing  # for each token, the number of its n-gram one order down
    levels: list[Level] = []
    for order in range(1, rows.shape[1] + 1):
        histories = np.zeros(1, dtype=np.int64)
        if order > 1:
            histories, history = np.unique(history * size + rows[:, -order], return_inverse=True)
        ngrams, first, number, counts = np.unique(
            history * size + rows[:, -1], return_index=True, return_inverse=True, return_counts=True
        )
        if levels:  # each different n-gram adds one predecessor to the n-gram it ends with
            levels[-1] = levels[-1]._replace(continuations=np.bincount(shorter[first]))
        levels.append(Level(histories, ngrams, counts, np.bincount(history), nothing))
        shorter = number
    return tuple(levels)


def find(levels: Sequence[Level], rows: Rows, size: int) -> tuple[NgramIndices, ...]:
    """Find the history and the n-gram of each row at every order.

    Args:
        levels: Counts from ``count_levels``.
        rows: Array of shape (tokens, number of levels).
        size: Vocabulary size V.

    Returns:
        One ``NgramIndices`` per order, order 1 first; its arrays have shape (tokens,).
    """
    history = np.zeros(len(rows), dtype=np.int64)
    found = []
    for order, level in enumerate(levels, start=1):
        if order > 1:
            history = _index_of(level.histories, history, rows[:, -order], size)
        found.append(NgramIndices(history, _index_of(level.ngrams, history, rows[:, -1], size)))
    return tuple(found)


def look_up(
    values: Num[np.ndarray, " indices"], numbers: Numbers, unseen: int
) -> Float[np.ndarray, " tokens"]:
    """Give the value at each number, and ``unseen`` where the number is -1."""
    return np.where(numbers < 0, float(unseen), values[numbers])


def _index_of(
    keys: Int[np.ndarray, " indices"], history: Numbers, word: Numbers, size: int
) -> Numbers:
    """Give the index of each pair (history, word) in the sorted keys; -1 where it is absent."""
    wanted = history * size + word  # negative, so never found, where the history was not found
    index = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
    return np.where(keys[index] == wanted, index, -1)
