"""What lesson 12 measures: rankings with and without a sign, reviews that fool the classifier."""

from lessons.l12_explanations import gradients

from collections.abc import Mapping, Sequence
from itertools import product
from typing import NamedTuple

import numpy as np
import torch
from jaxtyping import Float
from torch import Tensor

from bertlab.datasets import RatedText, movie_reviews
from bertlab.finetuning.sentiment import short_texts
from bertlab.inspection.explain import Explainer, partition
from bertlab.inspection.explanation import Explanation
from bertlab.inspection.faithfulness import (
    Attribution,
    area,
    attention_from_cls,
    chance,
    deletion_curve,
    paired_interval,
    ranking,
)
from bertlab.inspection.shapley import shapley_values
from bertlab.inspection.text_game import TextGame

Values = dict[str, list[Tensor]]  # by method: the values of each text's tokens
FEWEST, MOST = 6, 16  # tokens of a text
BUDGET = 200  # inputs that SHAP may ask for, for a text


def leave_one_out(game: TextGame) -> Float[Tensor, " N"]:
    """Return what the score loses if a token alone is hidden."""
    N = len(game.tokens)
    scores = game(torch.cat([torch.ones(1, N), 1 - torch.eye(N)]).bool())
    return scores[0] - scores[1:]


METHODS: dict[str, Attribution] = {
    "SHAP": lambda game: torch.from_numpy(partition(game, BUDGET).values),
    "integrated gradients": gradients.integrated,
    "leave one out": leave_one_out,
    "gradient × input": gradients.times_input,
    "gradient × difference": gradients.times_difference,
    "gradient norm": gradients.norm,
    "attention": attention_from_cls,
    "chance": chance(0),
}
COMPETING = ("SHAP", "leave one out", "gradient norm", "attention")
SIGNED = ("SHAP", "integrated gradients", "leave one out", "gradient × input")
UNSIGNED = (
    "|SHAP|",
    "|integrated gradients|",
    "|leave one out|",
    "gradient norm",
    "attention",
    "|gradient × input|",
)


def snippets(
    explainer: Explainer, number: int, fewest: int = FEWEST, most: int = MOST
) -> list[TextGame]:
    """Return held-out snippets as games, each for the label that the classifier gives it."""
    texts = short_texts(movie_reviews().test, explainer.tokenizer, number, fewest, most)
    return [explainer.game(text) for text in texts]


def values_of(games: Sequence[TextGame]) -> Values:
    """Return what each method says of each token, and the same without its sign."""
    found = {name: [method(game) for game in games] for name, method in METHODS.items()}
    sizes = {f"|{name}|": [one.abs() for one in found[name]] for name in SIGNED}
    return found | sizes


class Lead(NamedTuple):
    """How far a method is ahead of another one: the mean over texts, and its 95% interval."""

    mean: float
    low: float
    high: float


def areas(games: Sequence[TextGame], values: Values) -> dict[str, np.ndarray]:
    """Return the area under each text's deletion curve, by method."""
    for place, game in enumerate(games):
        _ask_at_once(game, [ranking(found[place]) for found in values.values()])
    return {
        name: np.array(
            [
                area(deletion_curve(game, ranking(one)))
                for game, one in zip(games, found, strict=True)
            ]
        )
        for name, found in values.items()
    }


def _ask_at_once(game: TextGame, orders: Sequence[Tensor]) -> None:
    """Ask for all groups of some deletion curves together: the game remembers them."""
    N = len(game.tokens)
    present = torch.ones(len(orders), N + 1, N, dtype=torch.bool)
    for row, order in enumerate(orders):
        present[row][:, order] = torch.ones(N + 1, N).triu().bool()
    game(present.flatten(0, 1))


def lead(found: Mapping[str, np.ndarray], name: str, over: str = "chance") -> Lead:
    """Return how much smaller a method's area is than another's, on the same texts."""
    ahead = found[over] - found[name]
    return Lead(float(ahead.mean()), *paired_interval(found[over], found[name]))


def proportion_of_sign(found: Mapping[str, np.ndarray], repeats: int = 2000) -> Lead:
    """Return how much of SHAP's lead over attention is its sign: bootstrap of the proportion."""
    sign, whole = found["|SHAP|"] - found["SHAP"], found["attention"] - found["SHAP"]
    draws = np.random.default_rng(0).integers(0, len(sign), (repeats, len(sign)))
    low, high = np.percentile(sign[draws].mean(axis=1) / whole[draws].mean(axis=1), [2.5, 97.5])
    return Lead(float(sign.mean() / whole.mean()), float(low), float(high))


def turns_more(ours: np.ndarray, theirs: np.ndarray) -> Lead:
    """Return how many more of the same predictions one method turns than another (proportion)."""
    one, other = (each.astype(float) for each in (ours, theirs))
    return Lead(float((one - other).mean()), *paired_interval(one, other))


def groups(leads: Mapping[str, Lead]) -> dict[str, dict[str, Lead]]:
    """Return the methods whose values have a sign, and those that rank by size alone."""
    return {
        "with a sign": {name: leads[name] for name in SIGNED},
        "sizes, without a sign": {name: leads[name] for name in UNSIGNED},
    }


def fooled(
    explainer: Explainer, rated: Sequence[RatedText]
) -> tuple[list[TextGame], list[str], int]:
    """Return the short texts that a classifier gets wrong.

    Returns:
        Their games, for the label that the classifier gives; the texts; and how many short texts
        there are, right or wrong.
    """
    tokenizer, labels = explainer.tokenizer, explainer.model.labels
    short = [
        one for one in rated if FEWEST <= len(tokenizer.encode(one.text).input_ids) - 2 <= MOST
    ]
    answers: list[int] = []
    with torch.no_grad():
        for start in range(0, len(short), 64):
            batch = tokenizer.batch([one.text for one in short[start : start + 64]])
            answers += explainer.model(*batch).argmax(dim=-1).tolist()
    texts = [one.text for one, got in zip(short, answers, strict=True) if got != one.label]
    wrong = [got for one, got in zip(short, answers, strict=True) if got != one.label]
    games = [explainer.game(text, labels[got]) for text, got in zip(texts, wrong, strict=True)]
    return games, texts, len(short)


class Turned(NamedTuple):
    """What happens to wrong predictions when the token that a method ranks first is hidden.

    Attributes:
        first: The token of each text.
        turned: Whether the prediction turns, for each text.
    """

    first: list[str]
    turned: np.ndarray

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95% interval of the proportion that turns."""
        n, p, z = len(self.turned), self.turned.mean(), 1.96
        middle, half = p + z * z / (2 * n), z * np.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
        return (middle - half) / (1 + z * z / n), (middle + half) / (1 + z * z / n)


def ranked_first(games: Sequence[TextGame], method: Attribution) -> list[int]:
    """Return in each text the place of the token that a method ranks first."""
    return [int(ranking(method(game))[0]) for game in games]


def turned_by(games: Sequence[TextGame], places: Sequence[int]) -> Turned:
    """Hide in each text the token at one place."""
    first, turned = [], []
    for game, place in zip(games, places, strict=True):
        present = torch.ones(1, len(game.tokens), dtype=torch.bool)
        present[0, place] = False
        first.append(game.tokens[place])
        turned.append(game(present).item() < 0)
    return Turned(first, np.array(turned))


def turned_by_chance(games: Sequence[TextGame]) -> np.ndarray:
    """Return how probable it is in each text that hiding one token, drawn by chance, turns it."""
    return np.array(
        [(game(1 - torch.eye(len(game.tokens)) > 0) < 0).double().mean().item() for game in games]
    )


def examples(turned: Turned, texts: Sequence[str]) -> str:
    """List three texts whose prediction turned, and one that stayed, each with its token."""
    rows = list(zip(turned.turned, turned.first, texts, strict=True))
    shown = [row for row in rows if row[0]][:3] + [row for row in rows if not row[0]][:1]
    lines = [
        f"{'turned' if turns else 'stays '}  {token:11s} {text}" for turns, token, text in shown
    ]
    return "\n".join(["Three that turned, and one that did not:", *lines])


def designed(explainer: Explainer, template: str, words: Sequence[str]) -> list[Explanation]:
    """Explain all sentences of a template, with the words in its slots as the only players.

    Args:
        explainer: Has the classifier; the score is that of *positive*.
        template: A sentence with ``{}`` for each slot.
        words: Those that stand in a slot, each a single piece.
    """
    slots = template.count("{}")
    return [
        _of_slots(explainer.game(template.format(*chosen), "positive"), chosen)
        for chosen in product(words, repeat=slots)
    ]


def _of_slots(game: TextGame, chosen: tuple[str, ...]) -> Explanation:
    places: list[int] = []
    for word in chosen:
        places.append(game.tokens.index(word, places[-1] + 1 if places else 0))

    def worth(present: Tensor) -> Tensor:
        shown = torch.ones(len(present), len(game.tokens), dtype=torch.bool)
        shown[:, places] = present
        return game(shown)

    N = len(places)
    values = shapley_values(worth, N).numpy()
    base, prediction = worth(torch.stack([torch.zeros(N), torch.ones(N)]).bool()).tolist()
    return Explanation(chosen, values, base, prediction, game.label, "Shapley values")
