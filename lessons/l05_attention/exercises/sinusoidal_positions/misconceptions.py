"""The misconceptions about ``sinusoidal_positions``, each a wrong function with advice."""

import torch
from torch import Tensor

from workbook.exercises import Misconception


def _angles(num_positions: int, size: int, first: int = 0) -> Tensor:
    positions = torch.arange(first, num_positions + first)[:, None]
    return positions / 10000 ** (torch.arange(0, size, 2) / size)


def _woven(even: Tensor, odd: Tensor) -> Tensor:
    return torch.stack([even, odd], dim=-1).flatten(1)


def _waves(angles: Tensor) -> Tensor:
    return _woven(angles.sin(), angles.cos())


def _one_rate_each(num_positions: int, size: int) -> Tensor:
    angles = torch.arange(num_positions)[:, None] / 10000 ** (torch.arange(size) / size)
    return _woven(angles[:, 0::2].sin(), angles[:, 1::2].cos())


def _half_exponent(num_positions: int, size: int) -> Tensor:
    rates = 10000 ** (torch.arange(size // 2) / size)
    return _waves(torch.arange(num_positions)[:, None] / rates)


def _double_exponent(num_positions: int, size: int) -> Tensor:
    rates = 10000 ** (torch.arange(0, size, 2) / (size // 2))
    return _waves(torch.arange(num_positions)[:, None] / rates)


def _multiplied(num_positions: int, size: int) -> Tensor:
    rates = 10000 ** (torch.arange(0, size, 2) / size)
    return _waves(torch.arange(num_positions)[:, None] * rates)


MISCONCEPTIONS = (
    Misconception(
        "sine and cosine have changed places",
        "Sines stand at the even places 0, 2, 4, ... and cosines at the odd ones, so position "
        "0 is 0, 1, 0, 1, ...",
        lambda num, size: _woven(_angles(num, size).cos(), _angles(num, size).sin()),
    ),
    Misconception(
        "all sines come first, then all cosines",
        "Weave them: sine, cosine, sine, cosine. Some released code puts the halves side by "
        "side, which is the same up to the order; the paper's formula does not.",
        lambda num, size: torch.cat([_angles(num, size).sin(), _angles(num, size).cos()], 1),
    ),
    Misconception(
        "the positions start at 1",
        "The first token stands at position 0, where every sine is 0 and every cosine 1.",
        lambda num, size: _waves(_angles(num, size, first=1)),
    ),
    Misconception(
        "sine and cosine of a pair have different rates",
        "A pair shares one angle: the exponent is 2i / D for both. Only then does a shift of "
        "the position turn the pair like the hand of a clock.",
        _one_rate_each,
    ),
    Misconception(
        "the exponent is i / D",
        "Pair i has the exponent 2i / D: torch.arange(0, size, 2) / size. With half of it the "
        "slowest wave is a hundred times too fast.",
        _half_exponent,
    ),
    Misconception(
        "the exponent is 4i / D",
        "Divide 2i by D, the whole size, not by the number of pairs.",
        _double_exponent,
    ),
    Misconception(
        "the position is multiplied by the power",
        "Divide by 10000^(2i / D): later pairs have to turn more slowly, not faster.",
        _multiplied,
    ),
    Misconception(
        "there are only sines",
        "The odd places hold cosines. A sine alone does not tell an angle from its mirror image.",
        lambda num, size: _woven(_angles(num, size).sin(), _angles(num, size).sin()),
    ),
)
