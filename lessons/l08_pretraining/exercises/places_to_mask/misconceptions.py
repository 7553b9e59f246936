"""The misconceptions about ``places_to_mask``, each a wrong function with advice."""

import random
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from workbook.exercises import Misconception

Draw = Callable[[Any, Any, int], Any]  # (generator, how many places or which, number)


def _chosen(generator: Any, pool: Any, number: int) -> Any:
    return generator.choice(pool, number, replace=False)


def _one_by_one(generator: Any, pool: Any, number: int) -> Any:
    rest = list(range(pool))
    return [rest.pop(rest.index(generator.choice(rest))) for _ in range(number)]


def _until_enough(generator: Any, pool: Any, number: int) -> Any:
    places: dict[int, None] = {}
    while len(places) < number:
        places[int(generator.choice(pool))] = None
    return list(places)


def _filled_up(generator: Any, pool: Any, number: int) -> Any:
    """Draw as many as are missing, again and again."""
    places: set[int] = set()
    while len(places) < number:
        places.update(generator.choice(pool, number - len(places)).tolist())
    return places


def _shuffled(generator: Any, pool: Any, number: int) -> Any:
    places = np.arange(pool)
    generator.shuffle(places)
    return places[:number]


def _places(
    num_tokens: int,
    number: int,
    seed: int,
    epoch: int,
    example: int,
    *,
    entropy: Callable[[int, int, int], Any] = lambda seed, epoch, example: [seed, epoch, example],
    source: Callable[[Any], Any] = np.random.default_rng,
    pool: Callable[[int], Any] = lambda num_tokens: num_tokens,
    count: Callable[[int, int], int] = lambda num_tokens, number: number,
    draw: Draw = _chosen,
    order: Callable[[list[int]], list[int]] = sorted,
) -> list[int]:
    drawn = draw(source(entropy(seed, epoch, example)), pool(num_tokens), count(num_tokens, number))
    return order([int(place) for place in drawn])


def _in_digits(seed: int, epoch: int, example: int, base: int) -> int:
    return (seed * base + epoch) * base + example


def _seeded_global(entropy: Any) -> Any:
    np.random.seed(entropy)
    return np.random


MISCONCEPTIONS = (
    Misconception(
        "a place may be drawn twice",
        "Draw with replace=False: with repeats fewer tokens are masked than you count.",
        partial(_places, draw=lambda generator, pool, n: generator.choice(pool, n)),
        variants=(
            partial(_places, draw=lambda generator, pool, n: set(generator.choice(pool, n))),
        ),
    ),
    Misconception(
        "the places are not in rising order",
        "Sort them: what is drawn comes in random order, and the targets are read off from "
        "left to right.",
        partial(_places, order=list),
    ),
    Misconception(
        "the last place is never drawn",
        "choice(num_tokens, ...) draws from 0 to num_tokens - 1 already; with num_tokens - 1 it "
        "stops one place before.",
        partial(_places, pool=lambda num_tokens: num_tokens - 1),
    ),
    Misconception(
        "the epoch is left out, so the masks are those of the first epoch for ever",
        "Put the epoch into the seed. With one mask for all epochs the model is asked the same "
        "15% again and again, and never the rest.",
        partial(_places, entropy=lambda seed, epoch, example: [seed, example]),
        variants=(partial(_places, entropy=lambda seed, epoch, example: [seed, 0, example]),),
    ),
    Misconception(
        "the example is left out, so all examples of an epoch have the same places",
        "Put the example's number into the seed: else every text of a length is masked at the "
        "same places, and the others are never asked in that epoch.",
        partial(_places, entropy=lambda seed, epoch, example: [seed, epoch]),
        variants=(partial(_places, entropy=lambda seed, epoch, example: [seed, epoch, 0]),),
    ),
    Misconception(
        "only the seed decides",
        "Each call makes a new generator, so with the same seed it draws the same places: "
        "seed it with the epoch and the example, too.",
        partial(_places, entropy=lambda seed, epoch, example: seed),
        variants=(partial(_places, entropy=lambda seed, epoch, example: [seed]),),
    ),
    Misconception(
        "seed, epoch and example are added",
        "A sum is the same for example 3 in epoch 0 and example 2 in epoch 1, so they share "
        "their draws. Give the generator the list of the three numbers.",
        partial(_places, entropy=lambda seed, epoch, example: seed + epoch + example),
        variants=(
            partial(_places, entropy=lambda seed, epoch, example: [seed, epoch + example]),
            partial(_places, entropy=lambda seed, epoch, example: [seed + epoch, example]),
        ),
    ),
    Misconception(
        "seed, epoch and example are put into one number",
        "default_rng takes a list: [seed, epoch, example]. A product is 0 if one of them is, and "
        "digits in a row mean 1, 12 as well as 11, 2.",
        partial(_places, entropy=lambda seed, epoch, example: seed * epoch * example),
        variants=(
            partial(_places, entropy=lambda *numbers: int("".join(map(str, numbers)))),
            partial(_places, entropy=lambda *numbers: hash(numbers)),
            partial(_places, entropy=lambda *numbers: abs(hash(numbers))),
            partial(_places, entropy=lambda seed, epoch, example: seed ^ epoch ^ example),
            *(
                partial(_places, entropy=partial(_in_digits, base=base))
                for base in (100, 1000, 10_000)
            ),
        ),
    ),
    Misconception(
        "the seed of the run is left out",
        "Without it, runs with different seeds see the same masks, and their spread says less "
        "than it seems to.",
        partial(_places, entropy=lambda seed, epoch, example: [epoch, example]),
        variants=(
            partial(_places, entropy=lambda seed, epoch, example: [0, epoch, example]),
            partial(_places, entropy=lambda seed, epoch, example: epoch),
            partial(_places, entropy=lambda seed, epoch, example: example),
        ),
    ),
    Misconception(
        "epoch and example are exchanged",
        "Any order would serve the model, but all who want the same masks have to keep one: "
        "[seed, epoch, example].",
        partial(_places, entropy=lambda seed, epoch, example: [seed, example, epoch]),
    ),
    Misconception(
        "the seed does not stand first in the list",
        "Any order would serve the model, but all who want the same masks have to keep one: "
        "[seed, epoch, example].",
        partial(_places, entropy=lambda seed, epoch, example: [example, epoch, seed]),
        variants=(
            partial(_places, entropy=lambda seed, epoch, example: [epoch, seed, example]),
            partial(_places, entropy=lambda seed, epoch, example: [epoch, example, seed]),
            partial(_places, entropy=lambda seed, epoch, example: [example, seed, epoch]),
        ),
    ),
    Misconception(
        "another generator than default_rng draws",
        "Make the generator with np.random.default_rng([seed, epoch, example]) and call its "
        "choice: np.random.seed, RandomState and others draw other numbers.",
        partial(_places, source=_seeded_global),
        variants=(
            partial(_places, source=lambda entropy: np.random),
            partial(_places, source=lambda entropy: np.random.RandomState(sum(entropy))),
            partial(_places, draw=lambda generator, pool, n: random.sample(range(pool), n)),
            partial(
                _places,
                source=lambda entropy: random.Random(sum(entropy)),
                draw=lambda generator, pool, n: generator.sample(range(pool), n),
            ),
            partial(
                _places, source=lambda entropy: np.random.Generator(np.random.MT19937(entropy))
            ),
        ),
    ),
    Misconception(
        "the places are drawn with something else than one call of choice",
        "permutation, shuffle or several draws, one for each place or until there are enough, give "
        "other places from the same generator: draw all with one choice(num_tokens, number, "
        "replace=False).",
        partial(_places, draw=lambda generator, pool, n: generator.permutation(pool)[:n]),
        variants=(
            partial(_places, draw=_one_by_one),
            partial(_places, draw=_until_enough),
            partial(_places, draw=_filled_up),
            partial(_places, draw=_shuffled),
            partial(_places, draw=lambda generator, pool, n: generator.random(pool).argsort()[:n]),
        ),
    ),
    Misconception(
        "the places run from 1 to num_tokens",
        "Python counts from 0: the places are 0 to num_tokens - 1, which choice(num_tokens, ...) "
        "draws from. The place num_tokens is after the end.",
        partial(_places, pool=lambda num_tokens: np.arange(1, num_tokens + 1)),
    ),
    Misconception(
        "the first place is never drawn",
        "The places begin with 0. What may not be masked, such as [CLS], was left out before the "
        "places were counted.",
        partial(_places, pool=lambda num_tokens: np.arange(1, num_tokens)),
    ),
    Misconception(
        "the place num_tokens is among those that may be drawn",
        "It is after the end: the bound of choice, range and arange is left out, so "
        "choice(num_tokens, ...) draws up to num_tokens - 1.",
        partial(_places, pool=lambda num_tokens: num_tokens + 1),
    ),
    Misconception(
        "15% of the tokens are drawn, whatever number says",
        "How many to draw is an argument here: number.",
        partial(_places, count=lambda num_tokens, number: max(1, round(0.15 * num_tokens))),
        variants=(
            partial(_places, count=lambda num_tokens, number: max(1, int(0.15 * num_tokens))),
        ),
    ),
)
