"""What tokens do together: means with and without another one, and over orders drawn at random."""

from collections.abc import Sequence
from textwrap import fill
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

from bertlab.inspection.explanation import Explanation
from bertlab.inspection.shapley import coalitions, shapley_values, subset_weight
from bertlab.inspection.text_game import TextGame


class Beside(NamedTuple):
    """What a token adds on average: where another one is shown, and where it is hidden."""

    shown: float
    hidden: float


def beside(game: TextGame, token: str, other: str) -> Beside:
    """Divide a token's Shapley value in two: it is the mean of both halves.

    In half of all orders the other token has come before this one, in half of them it has not.

    Args:
        game: Of a short text: all groups are asked for.
        token: Whose value it is; it stands in the text once.
        other: Another token.
    """
    N, place, with_it = len(game.tokens), game.tokens.index(token), game.tokens.index(other)
    present = coalitions(N)
    worth = game(present).double()
    without = torch.arange(len(present))[~present[:, place]]
    adds = worth[without + 2**place] - worth[without]
    sizes = present[without].sum(dim=1).tolist()
    weights = torch.tensor([subset_weight(size, N) for size in sizes], dtype=torch.float64)
    shown = present[without, with_it]
    halves = [(adds * weights)[rows].sum() / weights[rows].sum() for rows in (shown, ~shown)]
    return Beside(halves[0].item(), halves[1].item())


def as_one(game: TextGame, places: Sequence[int]) -> float:
    """Return the Shapley value of some tokens that come and go together, as one player."""
    others = [place for place in range(len(game.tokens)) if place not in places]

    def worth(present: Tensor) -> Tensor:
        shown = torch.zeros(len(present), len(game.tokens), dtype=torch.bool)
        shown[:, places], shown[:, others] = present[:, :1], present[:, 1:]
        return game(shown)

    return shapley_values(worth, 1 + len(others))[0].item()


def drawn_orders(game: TextGame, token: str, number: int, seed: int = 0) -> tuple[float, float]:
    """Estimate a Shapley value from orders drawn at random.

    Returns:
        The mean of what the token adds, and the standard error of this mean.
    """
    N, place = len(game.tokens), game.tokens.index(token)
    generator = np.random.default_rng(seed)
    present = torch.zeros(number, 2, N, dtype=torch.bool)
    for row in range(number):
        order = generator.permutation(N).tolist()
        present[row][:, order[: order.index(place)]] = True
        present[row, 1, place] = True
    worth = game(present.flatten(0, 1)).double().reshape(number, 2)
    adds = worth[:, 1] - worth[:, 0]
    return adds.mean().item(), (adds.std() / number**0.5).item()


def in_company(
    sentences: Sequence[Explanation], word: str, unfavorable: Sequence[str]
) -> list[list[float]]:
    """Return a word's values by how many of the sentence's other words are unfavorable."""
    found: list[list[float]] = [[] for _ in sentences[0].tokens]
    for one in sentences:
        bad = [token in unfavorable for token in one.tokens]
        for place, (token, value) in enumerate(zip(one.tokens, one.values.tolist(), strict=True)):
            if token == word:
                found[sum(bad) - bad[place]].append(value)
    return found


def listed(names: Sequence[str], values: Sequence[float], digits: int = 2) -> str:
    """Return names and numbers in lines that fit a phone."""
    numbers = [round(float(value), digits) + 0.0 for value in values]  # 0.0 is never below 0
    rows = zip(names, numbers, strict=True)
    items = [f"{name}\xa0{number:+.{digits}f}" for name, number in rows]  # stays on one line
    return fill("   ".join(items), 40).replace("\xa0", " ")
