"""Masking: which tokens a BERT has to guess, and what it sees in their place."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from jaxtyping import Bool, Int

from bertlab.text.documents import Document

MASK_SHARE = 0.15  # of the tokens that may be chosen
KEEP_SHARE, RANDOM_SHARE = 0.1, 0.1  # of the chosen ones; the others become [MASK]


class Unit(NamedTuple):
    """Tokens that belong together: ``start`` to ``end`` (exclusive), and what they are.

    ``kind`` is ``"word"``, or a larger unit of words such as ``"name"``. Words do not overlap.
    """

    start: int
    end: int
    kind: str = "word"


Span = list[Unit]  # words next to each other, hidden together


class Masked(NamedTuple):
    """A sequence with masked tokens.

    Attributes:
        input_ids: The sequence as the model sees it, (T,).
        places: Where tokens were chosen, rising, (M,).
        targets: The tokens that stood there, (M,).
    """

    input_ids: np.ndarray
    places: np.ndarray
    targets: np.ndarray


def mask_tokens(
    ids: Int[np.ndarray, " T"],
    maskable: Bool[np.ndarray, " T"],
    mask_id: int,
    replacements: Int[np.ndarray, " R"],
    generator: np.random.Generator,
) -> Masked:
    """Choose 15% of the tokens; show 80% of them as [MASK], 10% as a random piece, 10% as they are.

    Args:
        ids: The sequence, (T,).
        maskable: Where a token may be chosen: not at specials and padding.
        mask_id: The piece [MASK].
        replacements: The pieces a random one is drawn from.
        generator: Source of the choices.

    Raises:
        ValueError: If no token may be chosen.

    Source: Devlin et al. 2019, section 3.1; the number chosen is fixed, as in the released code.
    """
    number = number_to_mask(maskable)
    candidates = np.flatnonzero(maskable)
    places = np.sort(generator.choice(candidates, number, replace=False))
    shown = ids.copy()
    fate = generator.random(number)
    random_pieces = generator.choice(replacements, number)
    shown[places[fate >= KEEP_SHARE + RANDOM_SHARE]] = mask_id
    swapped = fate < RANDOM_SHARE
    shown[places[swapped]] = random_pieces[swapped]
    return Masked(shown, places, ids[places])


def number_to_mask(maskable: Bool[np.ndarray, " T"]) -> int:
    """Return how many tokens are chosen: 15% of those that may be, but one at least.

    Raises:
        ValueError: If no token may be chosen.
    """
    candidates = int(maskable.sum())
    if not candidates:
        raise ValueError(
            f"expected tokens to choose from, got {len(maskable)} that are all specials"
        )
    return max(1, round(MASK_SHARE * candidates))


def geometric(p: float, longest: int) -> tuple[float, ...]:
    """Return the probabilities of 1, 2 ... ``longest`` trials until the first success.

    Lengths above the longest are drawn again: with p = 0.2 and at most 10 the mean is 3.8, as Joshi
    et al. 2020 print it, section 3.1. Shortened to 10, it would be 4.5.

    Raises:
        ValueError: If p is not in (0, 1], or nothing is allowed.
    """
    if not 0 < p <= 1 or longest < 1:
        raise ValueError(f"expected p in (0, 1] and a longest of 1 or more, got {p} and {longest}")
    weights = p * (1 - p) ** np.arange(longest)
    return tuple((weights / weights.sum()).tolist())


def words_of(units: Sequence[Unit], maskable: Bool[np.ndarray, " T"]) -> list[Unit]:
    """Return the words of a sequence in their order; each token without one is a word by itself.

    Raises:
        ValueError: If a unit is empty or has a token that may not be chosen, or words overlap.
    """
    free = maskable.copy()
    words = [unit for unit in units if unit.kind == "word"]
    for unit in [*(unit for unit in units if unit.kind != "word"), *words]:
        allowed = free if unit.kind == "word" else maskable
        inside = 0 <= unit.start < unit.end <= len(maskable)
        if not inside or not allowed[unit.start : unit.end].all():
            raise ValueError(
                f"expected units apart from each other, within the {int(maskable.sum())} tokens "
                f"that may be masked of {len(maskable)}, got {tuple(unit)}"
            )
        if unit.kind == "word":
            free[unit.start : unit.end] = False
    return sorted([*words, *(Unit(place, place + 1) for place in np.flatnonzero(free).tolist())])


def size_of(spans: Sequence[Span]) -> int:
    """Count the tokens of some spans."""
    return sum(unit.end - unit.start for span in spans for unit in span)


def choose_spans(
    words: Sequence[Unit], number: int, lengths: Sequence[float], generator: np.random.Generator
) -> list[Span]:
    """Choose spans of whole words that have no word in common.

    Args:
        words: In their order.
        number: Tokens to choose, at most.
        lengths: The probability of 1, 2, 3 ... words. A span is cut short by a word that was
            chosen before, by the end of the text, and where the next word no longer fits.
        generator: Draws where spans start, each word equally often, and their lengths.
    """
    chosen, spans = [False] * len(words), list[Span]()
    for start in generator.permutation(len(words)).tolist():
        if number <= 0:
            break
        span: Span = []
        most = int(generator.choice(len(lengths), p=lengths)) + 1
        for index in range(start, min(start + most, len(words))):
            word = words[index]
            apart = bool(span) and span[-1].end != word.start
            if chosen[index] or apart or word.end - word.start > number:
                break
            span.append(word)
            chosen[index] = True
            number -= word.end - word.start
        if span:
            spans.append(span)
    return spans


def units_of_kept(
    documents: Sequence[Document], units: Sequence[Sequence[Sequence[Unit]]], next_sentence: bool
) -> list[list[Sequence[Unit]]]:
    """Return the units of the sentences that examples are made from.

    That is of documents with two sentences or more; see ``PretrainingData``.

    Raises:
        ValueError: If units come with pairs, for another number of sentences, or lie outside.
    """
    if next_sentence:
        raise ValueError("expected next_sentence=False where units are given, got True")
    if len(documents) != len(units):
        raise ValueError(f"expected units for {len(documents)} documents, got {len(units)}")
    kept = []
    for document, found in zip(documents, units, strict=True):
        if len(document) != len(found):
            raise ValueError(f"expected units for {len(document)} sentences, got {len(found)}")
        pairs = [pair for pair in zip(document, found, strict=True) if len(pair[0])]
        over = [
            u for sentence, us in pairs for u in us if not 0 <= u.start < u.end <= len(sentence)
        ]
        if over:
            raise ValueError(f"expected units within their sentence, got {tuple(over[0])}")
        if len(pairs) >= 2:
            kept.append([found for _, found in pairs])
    return kept
