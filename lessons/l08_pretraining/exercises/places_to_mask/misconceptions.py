"""The misconceptions about ``places_to_mask``, each a wrong function with advice."""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from workbook.exercises import Misconception


def _draw(
    num_tokens: int,
    number: int,
    seed: int,
    epoch: int,
    example: int,
    *,
    entropy: Callable[[int, int, int], Any] = lambda seed, epoch, example: [seed, epoch, example],
    replace: bool = False,
    order: Callable[[list[int]], list[int]] = sorted,
) -> list[int]:
    generator = np.random.default_rng(entropy(seed, epoch, example))
    return order(generator.choice(num_tokens, number, replace=replace).tolist())


MISCONCEPTIONS = (
    Misconception(
        "the epoch is left out, so the masks are those of the first epoch for ever",
        "Put the epoch into the seed. With one mask for all epochs the model is asked the same "
        "15% again and again, and never the rest.",
        partial(_draw, entropy=lambda seed, epoch, example: [seed, example]),
        variants=(partial(_draw, entropy=lambda seed, epoch, example: [seed, 0, example]),),
    ),
    Misconception(
        "the example is left out, so all examples of an epoch have the same places",
        "Put the example's number into the seed: else every text of a length is masked at the "
        "same places, and the others are never asked in that epoch.",
        partial(_draw, entropy=lambda seed, epoch, example: [seed, epoch]),
        variants=(partial(_draw, entropy=lambda seed, epoch, example: [seed, epoch, 0]),),
    ),
    Misconception(
        "only the seed decides",
        "Each call makes a fresh generator, so with the same seed it draws the same places: "
        "seed it with the epoch and the example, too.",
        partial(_draw, entropy=lambda seed, epoch, example: seed),
        variants=(partial(_draw, entropy=lambda seed, epoch, example: [seed]),),
    ),
    Misconception(
        "seed, epoch and example are added",
        "A sum is the same for example 3 in epoch 0 and example 2 in epoch 1, so they share "
        "their draws. Give the generator the list of the three numbers.",
        partial(_draw, entropy=lambda seed, epoch, example: seed + epoch + example),
    ),
    Misconception(
        "the seed of the run is left out",
        "Without it, runs with different seeds see the same masks, and their spread says less "
        "than it seems to.",
        partial(_draw, entropy=lambda seed, epoch, example: [epoch, example]),
    ),
    Misconception(
        "epoch and example are exchanged",
        "Any order would serve the model, but all who want the same masks have to keep one: "
        "[seed, epoch, example].",
        partial(_draw, entropy=lambda seed, epoch, example: [seed, example, epoch]),
    ),
    Misconception(
        "a place may be drawn twice",
        "Draw with replace=False: with repeats fewer tokens are masked than you count.",
        partial(_draw, replace=True),
        variants=(partial(_draw, replace=True, order=lambda places: sorted(set(places))),),
    ),
    Misconception(
        "the places are not in rising order",
        "Sort them: what is drawn comes in random order, and the targets are read off from "
        "left to right.",
        partial(_draw, order=list),
    ),
)
