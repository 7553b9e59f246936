"""Does an explanation name what the model uses? Hide the tokens it ranks first, and look.

A *deletion* curve hides the tokens one after the other, the most important first: the score should
fall at once. An *insertion* curve shows them one after the other: the score should rise at once.
The area under a curve is one number for a text, and methods are compared on the same texts.

Source: Samek et al. 2017, Evaluating the visualization of what a deep neural network has learned;
Petsiuk et al. 2018, RISE.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
import torch
from jaxtyping import Float, Int
from torch import Tensor

from bertlab.inspection.explain import partition
from bertlab.inspection.shapley import Game
from bertlab.inspection.text_game import TextGame
from bertlab.training.progress import progress

Attribution = Callable[[TextGame], Tensor]  # a number for each token, (N,)


def shap_values(max_evals: int = 500) -> Attribution:
    """Return the method that asks shap's Partition explainer: Owen values."""
    return lambda game: torch.from_numpy(partition(game, max_evals).values)


def attention_from_cls(game: TextGame) -> Float[Tensor, " N"]:
    """Return how much [CLS] looks at each token in the last layer, averaged over the heads.

    These weights have no sign: they cannot say that a token speaks *against* the label.
    """
    device = next(game.model.parameters()).device
    with torch.no_grad():
        seen = game.model.bert.inspect(game.ids[None].to(device))
    return seen.layers[-1].weights[0, :, 0].mean(dim=0).cpu().double()[game.positions]


def chance(seed: int = 0) -> Attribution:
    """Return the method that ranks tokens by chance: what every other one has to beat."""

    def draw(game: TextGame) -> Float[Tensor, " N"]:
        key = [seed, *game.ids.tolist()]  # a text has its own draw, wherever it stands in a list
        return torch.from_numpy(np.random.default_rng(key).random(len(game.tokens)))

    return draw


def ranking(values: Float[Tensor, " N"]) -> Int[Tensor, " N"]:
    """Return the tokens by falling value; of equal ones the earlier first."""
    return values.argsort(descending=True, stable=True)


def insertion_curve(game: Game, order: Int[Tensor, " N"]) -> Float[np.ndarray, " N+1"]:
    """Return the scores with the first 0, 1, ..., N tokens of an order shown, the others hidden."""
    N = len(order)
    present = torch.zeros(N + 1, N, dtype=torch.bool)
    present[:, order] = torch.ones(N + 1, N).tril(-1).bool()
    return game(present).numpy()


def deletion_curve(game: Game, order: Int[Tensor, " N"]) -> Float[np.ndarray, " N+1"]:
    """Return the scores with the first 0, 1, ..., N tokens of an order hidden, the others shown."""
    return insertion_curve(game, order.flip(0))[::-1].copy()


def area(curve: Float[np.ndarray, " points"]) -> float:
    """Return the area under a curve by trapezoids, its points spread evenly over 0 to 1.

    So it is a mean height, in logits, and texts of different lengths can be compared.

    Raises:
        ValueError: If there are fewer than two points.
    """
    if len(curve) < 2:
        raise ValueError(f"an area needs at least two points, got {len(curve)}")
    return float((curve[1:] + curve[:-1]).mean() / 2)


class Faithfulness(NamedTuple):
    """Curves and areas of one method over many texts.

    Attributes:
        deletion: Area under each text's deletion curve: the lower, the better.
        insertion: Area under each text's insertion curve: the higher, the better.
        deletion_curves: The curves at equal shares of the tokens, to draw their mean.
        insertion_curves: Likewise.
    """

    deletion: Float[np.ndarray, " texts"]
    insertion: Float[np.ndarray, " texts"]
    deletion_curves: Float[np.ndarray, "texts points"]
    insertion_curves: Float[np.ndarray, "texts points"]


class Curves(NamedTuple):
    """What one text's score does while its tokens are hidden, and while they are shown.

    Attributes:
        deletion: With 0, 1, ..., N tokens hidden, (N + 1,).
        insertion: With 0, 1, ..., N tokens shown, (N + 1,).
    """

    deletion: Float[np.ndarray, " N"]
    insertion: Float[np.ndarray, " N"]


def curves_of(
    games: Sequence[TextGame],
    methods: Mapping[str, Attribution],
    judges: Sequence[TextGame] | None = None,
) -> dict[str, list[Curves]]:
    """Return the curves of several methods on the same texts.

    Args:
        games: The texts; the score is that of each game's label. They have at least one token.
        methods: Rankings to compare, by name.
        judges: Games that give the curves, one for each text: another masking, to see whether a
            result depends on how tokens are hidden. None is ``games``.

    Raises:
        ValueError: If there are no texts, or one has no tokens, or judges do not fit.
    """
    judges = games if judges is None else judges
    if not games or not methods:
        raise ValueError(f"expected texts and methods, got {len(games)} and {len(methods)}")
    if any(not game.tokens for game in games):
        raise ValueError("expected texts with tokens, got an empty one")
    if [(g.tokens, g.label) for g in games] != [(j.tokens, j.label) for j in judges]:
        raise ValueError("expected judges of the same texts and labels as the games")
    found: dict[str, list[Curves]] = {name: [] for name in methods}
    for game, judge in progress(list(zip(games, judges, strict=True)), desc="texts"):
        for name, method in methods.items():
            order = ranking(method(game))
            found[name].append(Curves(deletion_curve(judge, order), insertion_curve(judge, order)))
    return found


def summarize(curves: Sequence[Curves], points: int = 21) -> Faithfulness:
    """Return the areas under the curves of a method, and the curves at equal shares of tokens.

    Args:
        curves: One pair for each text.
        points: At how many shares.
    """
    sides = list(zip(*curves, strict=True))
    return Faithfulness(
        *(np.array([area(curve) for curve in side]) for side in sides),
        *(np.array([_resample(curve, points) for curve in side]) for side in sides),
    )


def _resample(curve: Float[np.ndarray, " N"], points: int) -> Float[np.ndarray, " points"]:
    return np.interp(np.linspace(0, 1, points), np.linspace(0, 1, len(curve)), curve)
