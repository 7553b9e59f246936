"""What lesson 12 measures: reviews that fool the classifier, and a designed set of sentences."""

from lessons.l12_explanations import gradients
from lessons.l12_explanations.faithfulness import (
    Attribution,
    attention_from_cls,
    ranking,
    shap_values,
)

from collections.abc import Sequence
from itertools import product
from typing import NamedTuple

import numpy as np
import torch
from jaxtyping import Float
from torch import Tensor

from bertlab.datasets import RatedText
from bertlab.inspection.explain import Explainer
from bertlab.inspection.explanation import Explanation
from bertlab.inspection.shapley import shapley_values
from bertlab.inspection.text_game import TextGame
from bertlab.statistics import Estimate, Interval, paired_bootstrap, proportion_interval

FEWEST, MOST = 6, 16  # tokens of a text
BUDGET = 200  # inputs that SHAP may ask for, for a text


def leave_one_out(game: TextGame) -> Float[Tensor, " N"]:
    """Return what the score loses if a token alone is hidden."""
    N = len(game.tokens)
    scores = game(torch.cat([torch.ones(1, N), 1 - torch.eye(N)]).bool())
    return scores[0] - scores[1:]


METHODS: dict[str, Attribution] = {
    "SHAP": shap_values(BUDGET),
    "leave one out": leave_one_out,
    "gradient norm": gradients.norm,
    "attention": attention_from_cls,
}


def turns_more(ours: np.ndarray, theirs: np.ndarray) -> Estimate:
    """Return how many more of the same predictions one method turns than another (proportion)."""
    return paired_bootstrap(ours.astype(float), theirs.astype(float), draws=2000)


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
    def interval(self) -> Interval:
        """The 95% interval of the proportion that turns."""
        return proportion_interval(float(self.turned.mean()), len(self.turned))


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
