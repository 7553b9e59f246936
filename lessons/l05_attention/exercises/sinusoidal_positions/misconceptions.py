"""The misconceptions about ``sinusoidal_positions``, each a wrong function with advice."""

import math
from collections.abc import Callable
from functools import partial

import torch
from torch import Tensor

from workbook.exercises import Misconception


def _woven(even: Tensor, odd: Tensor) -> Tensor:
    return torch.stack([even, odd], dim=-1).flatten(1)


def _waves(angles: Tensor) -> Tensor:
    return _woven(angles.sin(), angles.cos())


def _exponents(size: int) -> Tensor:
    return torch.arange(0, size, 2) / size


def _divided(positions: Tensor, base: int, exponents: Tensor) -> Tensor:
    return positions / base**exponents


def _positions(
    num_positions: int,
    size: int,
    *,
    first: int = 0,
    base: int = 10000,
    exponents: Callable[[int], Tensor] = _exponents,
    angles: Callable[[Tensor, int, Tensor], Tensor] = _divided,
    waves: Callable[[Tensor], Tensor] = _waves,
) -> Tensor:
    positions = torch.arange(first, num_positions + first)[:, None]
    return waves(angles(positions, base, exponents(size)))


def _one_rate_each(factor: int) -> Callable[..., Tensor]:
    return partial(
        _positions,
        exponents=lambda size: factor * torch.arange(size) / size,
        waves=lambda angles: _woven(angles[:, 0::2].sin(), angles[:, 1::2].cos()),
    )


def _in_halves(angles: Tensor) -> Tensor:
    half = angles.shape[1] // 2
    return torch.cat([angles[:, :half].sin(), angles[:, half:].cos()], 1)


def _power_first(angles: Callable[[Tensor, Tensor, int], Tensor]) -> Callable[..., Tensor]:
    return lambda num, size: _waves(
        angles(torch.arange(num)[:, None], torch.arange(0, size, 2), size)
    )


def _up_to_1(size: int) -> Tensor:
    return torch.tensor([i / (size // 2 - 1) for i in range(size // 2)])  # none for one pair


MISCONCEPTIONS = (
    Misconception(
        "sine and cosine have changed places",
        "Sines stand at the even places 0, 2, 4, ... and cosines at the odd ones, so position "
        "0 is 0, 1, 0, 1, ...",
        partial(_positions, waves=lambda angles: _woven(angles.cos(), angles.sin())),
    ),
    Misconception(
        "all sines come first, then all cosines",
        "Weave them: sine, cosine, sine, cosine. Some released code puts the halves side by "
        "side, which is the same up to the order; the paper's formula does not.",
        partial(_positions, waves=lambda angles: torch.cat([angles.sin(), angles.cos()], 1)),
        variants=(
            partial(_positions, exponents=lambda size: torch.arange(size) / size, waves=_in_halves),
            partial(
                _positions,
                exponents=lambda size: torch.arange(size) // 2 * 2 / size,
                waves=_in_halves,
            ),
        ),
    ),
    Misconception(
        "the positions start at 1",
        "The first token stands at position 0, where every sine is 0 and every cosine 1.",
        partial(_positions, first=1),
    ),
    Misconception(
        "sine and cosine of a pair have different rates",
        "A pair shares one angle: the exponent is 2i / D for both. Only then does a shift of "
        "the position turn the pair like the hand of a clock.",
        _one_rate_each(1),
        variants=(_one_rate_each(2),),
    ),
    Misconception(
        "the exponent is i / D",
        "Pair i has the exponent 2i / D: torch.arange(0, size, 2) / size. With half of it the "
        "slowest wave is a hundred times too fast.",
        partial(_positions, exponents=lambda size: torch.arange(size // 2) / size),
    ),
    Misconception(
        "the exponent is 4i / D",
        "range(0, D, 2) counts 2i already, so do not double it; and 2i is divided by D, the whole "
        "size, not by the number of pairs.",
        partial(_positions, exponents=lambda size: 2 * _exponents(size)),
    ),
    Misconception(
        "the exponents run up to 1",
        "Pair i has the exponent 2i / D, and the last one stays below 1: divide by D, not by "
        "what makes the last exponent 1.",
        partial(_positions, exponents=lambda size: torch.linspace(0, 1, size // 2)),
        variants=(partial(_positions, exponents=_up_to_1),),
    ),
    Misconception(
        "the denominator is one less than D",
        "Divide 2i by D itself: torch.arange(0, size, 2) / size.",
        partial(_positions, exponents=lambda size: torch.arange(0, size, 2) / (size - 1)),
    ),
    Misconception(
        "the pairs are counted from 1",
        "The first pair has i = 0: its exponent is 0, so its angle is the position itself.",
        partial(_positions, exponents=lambda size: _exponents(size) + 2 / size),
    ),
    Misconception(
        "the exponents are those of the odd places",
        "The exponent is 2i / D for both elements of a pair: it counts 0, 2, 4, ..., not 1, 3, 5.",
        partial(_positions, exponents=lambda size: torch.arange(1, size, 2) / size),
    ),
    Misconception(
        "all pairs turn equally fast",
        "Each pair has a rate of its own, 10000^(2i / D) with i = 0, 1, 2, ... A whole-number "
        "division (2 * i // D) makes all exponents 0.",
        partial(_positions, exponents=lambda size: torch.zeros(size // 2)),
        variants=(partial(_positions, exponents=lambda size: torch.ones(size // 2)),),
    ),
    Misconception(
        "the base of the power is not 10000",
        "The paper's base is 10000, with four zeros: it sets how slow the slowest waves are.",
        partial(_positions, base=1000),
        variants=tuple(partial(_positions, base=base) for base in (100000, 1000000)),
    ),
    Misconception(
        "10000 is multiplied by 2i / D, not raised to it",
        "2i / D is an exponent: 10000 ** (2i / D), and the position is divided by that power.",
        partial(_positions, angles=lambda positions, base, e: positions / base * e),
        variants=(
            partial(_positions, angles=lambda positions, base, e: positions / (base * e)),
            partial(_positions, angles=lambda positions, base, e: positions * base * e),
        ),
    ),
    Misconception(
        "the power is taken before the division by D",
        "The exponent is the whole 2i / D: write brackets, 10000 ** (2 * i / D), for ** binds more "
        "tightly than /.",
        _power_first(lambda p, twice, size: p / (10000.0**twice / size)),
        variants=(
            _power_first(lambda p, twice, size: p / 10000.0**twice / size),
            _power_first(lambda p, twice, size: p / (10000**twice / size)),  # overflows
            _power_first(lambda p, twice, size: p / 10000**twice / size),
            _power_first(lambda p, twice, size: p / 10000**2 * twice / 2 / size),
            _power_first(lambda p, twice, size: p / (10000**2 * twice / 2 / size)),
        ),
    ),
    Misconception(
        "the quotient is raised to the power, position and all",
        "Only 10000 has the exponent; the position is divided by that power: p / 10000^(2i / D).",
        partial(_positions, angles=lambda positions, base, e: (positions / base) ** e),
    ),
    Misconception(
        "the position is multiplied by the power",
        "Divide by 10000^(2i / D): later pairs have to turn more slowly, not faster.",
        partial(_positions, angles=lambda positions, base, e: positions * base**e),
        variants=(
            lambda num, size: _waves(
                torch.arange(num)[:, None] * 10000 ** (torch.arange(0, size, 2).double() / size)
            ).float(),
            partial(
                _positions,
                angles=lambda positions, base, e: positions * torch.exp(e * math.log(base)),
            ),
            lambda num, size: _waves(
                torch.arange(num)[:, None]
                * torch.exp(torch.arange(0, size, 2) * (math.log(10000) / size))
            ),
            lambda num, size: _waves(
                torch.arange(num)[:, None]
                * torch.exp(torch.arange(0, size, 2) * math.log(10000) / size)
            ),
        ),
    ),
    Misconception(
        "there are only sines",
        "The odd places hold cosines. A sine alone does not tell an angle from its mirror image.",
        partial(_positions, waves=lambda angles: _woven(angles.sin(), angles.sin())),
    ),
    Misconception(
        "there are only cosines",
        "The even places hold sines. A cosine alone does not tell an angle from its negative.",
        partial(_positions, waves=lambda angles: _woven(angles.cos(), angles.cos())),
    ),
    Misconception(
        "the pairs are not joined to one vector",
        "Return (T, D): the axis of the pairs and the axis of sine and cosine become one, with "
        "flatten(1).",
        partial(_positions, waves=lambda angles: torch.stack([angles.sin(), angles.cos()], -1)),
        variants=(
            partial(_positions, waves=lambda angles: torch.stack([angles.sin(), angles.cos()], 1)),
        ),
    ),
    Misconception(
        "the angles are returned without sine and cosine",
        "Take the sine of each angle for the even place of a pair and the cosine for the odd one.",
        partial(_positions, waves=lambda angles: _woven(angles, angles)),
    ),
    Misconception(
        "sine or cosine is chosen by the position",
        "The element decides: even elements of every vector are sines, odd ones cosines, whatever "
        "the position.",
        partial(
            _positions,
            waves=lambda angles: torch.stack(
                [
                    (row.cos() if p % 2 else row.sin()).repeat_interleave(2)
                    for p, row in enumerate(angles)
                ]
            ),
        ),
    ),
)
