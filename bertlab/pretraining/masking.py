"""Masking: which tokens a BERT has to guess, and what it sees in their place."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from jaxtyping import Bool, Int

from bertlab.text.documents import Document

MASK_RATE = 0.15  # of the tokens that may be chosen
KEEP_RATE, RANDOM_RATE = 0.1, 0.1  # of the chosen ones; the others become [MASK]


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
        positions: Where tokens were chosen, rising, (M,).
        targets: The tokens that stood there, (M,).
    """

    input_ids: np.ndarray
    positions: np.ndarray
    targets: np.ndarray


def mask_tokens(
    ids: Int[np.ndarray, " T"],
    maskable: Bool[np.ndarray, " T"],
    mask_id: int,
    replacements: Int[np.ndarray, " R"],
    generator: np.random.Generator,
    rate: float = MASK_RATE,
) -> Masked:
    """Choose 15% of the tokens; show 80% of them as [MASK], 10% as a random piece, 10% as they are.

    Args:
        ids: The sequence, (T,).
        maskable: Where a token may be chosen: not at specials and padding.
        mask_id: The piece [MASK].
        replacements: The pieces a random one is drawn from.
        generator: Source of the choices.
        rate: The proportion to choose, where it is not 15%.

    Raises:
        ValueError: If no token may be chosen.

    Source: Devlin et al. 2019, section 3.1; the number chosen is fixed, as in the released code.
    """
    number = number_to_mask(maskable, rate)
    candidates = np.flatnonzero(maskable)
    positions = np.sort(generator.choice(candidates, number, replace=False))
    shown = ids.copy()
    which = generator.random(number)
    random_pieces = generator.choice(replacements, number)
    shown[positions[which >= KEEP_RATE + RANDOM_RATE]] = mask_id
    swapped = which < RANDOM_RATE
    shown[positions[swapped]] = random_pieces[swapped]
    return Masked(shown, positions, ids[positions])


def number_to_mask(maskable: Bool[np.ndarray, " T"], rate: float = MASK_RATE) -> int:
    """Return how many tokens are chosen: 15%, or another rate, of those that may be; one at least.

    Raises:
        ValueError: If no token may be chosen.
    """
    candidates = int(maskable.sum())
    if not candidates:
        raise ValueError(
            f"expected tokens to choose from, got {len(maskable)} that are all specials"
        )
    return max(1, round(rate * candidates))


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


def apart(units: Sequence[Unit], maskable: Bool[np.ndarray, " T"], kind: str) -> list[Unit]:
    """Return the units of a kind, in their order; a token without a word is a word by itself.

    Raises:
        ValueError: If a unit is empty, has a token that may not be chosen, or overlaps another.
    """
    free, found = maskable.copy(), sorted(unit for unit in units if unit.kind == kind)
    for start, end, _ in found:
        if not 0 <= start < end <= len(free) or not free[start:end].all():
            raise ValueError(
                f"expected units apart from each other, within the {int(maskable.sum())} tokens "
                f"that may be masked of {len(free)}, got {(start, end, kind)}"
            )
        free[start:end] = False
    if kind != "word":
        return found
    alone = [Unit(position, position + 1) for position in np.flatnonzero(free).tolist()]
    return sorted(found + alone)


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


def units_of_used_sentences(
    documents: Sequence[Document], units: Sequence[Sequence[Sequence[Unit]]]
) -> list[list[Sequence[Unit]]]:
    """Return the units of the sentences that ``PretrainingData`` makes examples from.

    Raises:
        ValueError: If their numbers of sentences differ.
    """
    numbers, got = ([len(document) for document in part] for part in (documents, units))
    if numbers != got:
        raise ValueError(f"expected units for documents of {numbers} sentences, got {got}"[:300])
    pairs = [zip(*both, strict=True) for both in zip(documents, units, strict=True)]
    kept = [[found for sentence, found in document if len(sentence)] for document in pairs]
    return [document for document in kept if len(document) >= 2]
