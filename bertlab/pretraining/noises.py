"""Ways to spoil a text that a network then mends: BART's noises, and MASS's.

Each takes a list of ids and returns another one; what the network has to write is the list that
came in (for MASS the span that is hidden). The text may be of any length, also empty.

Source: Lewis et al. 2020, section 2.2; Song et al. 2019, section 3.2.
"""

from collections.abc import Callable, Sequence

import numpy as np

Noise = Callable[[Sequence[int], int, np.random.Generator], list[int]]
RATE = 0.3  # of the tokens that are hidden or deleted
SPAN_MEAN = 3.0  # of the lengths of BART's spans


def mask(ids: Sequence[int], mask_id: int, generator: np.random.Generator) -> list[int]:
    """Hide 30% of the tokens: what stood there is to be guessed, where is not."""
    hidden = set(_chosen(len(ids), generator))
    return [mask_id if place in hidden else token for place, token in enumerate(ids)]


def delete(ids: Sequence[int], mask_id: int, generator: np.random.Generator) -> list[int]:
    """Take 30% of the tokens out: also *where* something is missing has to be found."""
    gone = set(_chosen(len(ids), generator))
    return [token for place, token in enumerate(ids) if place not in gone]


def infill(ids: Sequence[int], mask_id: int, generator: np.random.Generator) -> list[int]:
    """Put one [MASK] in place of each span, about 30% of the tokens in all.

    Lengths are drawn from a Poisson distribution of mean 3. A length of 0 puts a [MASK] where
    nothing is missing: also *how many* tokens are missing has to be found.
    """
    spoiled, budget = list(ids), round(RATE * len(ids))
    while budget > 0:
        length = min(int(generator.poisson(SPAN_MEAN)), budget)
        starts = [
            start
            for start in range(len(spoiled) - length + 1)
            if mask_id not in spoiled[max(start - 1, 0) : start + length + 1]
        ]
        if not starts:
            break
        start = starts[int(generator.integers(len(starts)))]
        spoiled[start : start + length] = [mask_id]
        budget -= max(length, 1)
    return spoiled


def shuffle(ids: Sequence[int], mask_id: int, generator: np.random.Generator) -> list[int]:
    """Put the tokens in any order; BART shuffles sentences, as its texts have several."""
    return [ids[place] for place in generator.permutation(len(ids))]


def rotate(ids: Sequence[int], mask_id: int, generator: np.random.Generator) -> list[int]:
    """Begin at a token drawn at random, and put what stood before it at the end."""
    start = int(generator.integers(len(ids))) if len(ids) else 0
    return [*ids[start:], *ids[:start]]


NOISES: dict[str, Noise] = {
    "mask": mask,
    "delete": delete,
    "infill": infill,
    "shuffle": shuffle,
    "rotate": rotate,
}


def mass(
    ids: Sequence[int], mask_id: int, generator: np.random.Generator
) -> tuple[list[int], list[int]]:
    """Hide one span of half of the tokens; that span alone is to be written.

    Returns:
        What the encoder reads, and what the decoder writes: it cannot copy what the encoder sees,
        and has to understand it.
    """
    length = round(len(ids) / 2)
    start = int(generator.integers(len(ids) - length + 1))
    end = start + length
    return [*ids[:start], *[mask_id] * length, *ids[end:]], list(ids[start:end])


def _chosen(length: int, generator: np.random.Generator) -> list[int]:
    return generator.permutation(length)[: round(RATE * length)].tolist()
