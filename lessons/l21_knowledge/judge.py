"""Which town a model holds for the home of each person: scores of all towns, and what they say.

One judge for all: in wordings that no text had, every town gets a score, whether the model fills
words in or detects exchanged names. The right town is looked for among those whose names have as
many words, for a model that fills in is told how many are hidden.
"""

from lessons.l21_knowledge.ways import Asking, Question, Reader, side_by_side, starts
from lessons.l21_knowledge.world import HELD_OUT, NAMES, TOWNS, World, like, state

from collections.abc import Callable

import numpy as np
import torch
from jaxtyping import Bool, Float
from torch import Tensor
from torch.nn.functional import logsigmoid

Judge = Callable[[Reader, Asking, World], Float[Tensor, "W P C"]]


@torch.no_grad()
def filled_in(model: Reader, asking: Asking, world: World) -> Float[Tensor, "W P C"]:
    """Score each town in each held-out wording for each person by its words, all hidden.

    Returns:
        The sum of the words' log-probabilities, in nats.
    """
    scores = torch.empty(len(HELD_OUT), len(world.people), len(TOWNS))
    for number in {len(town.split()) for town in TOWNS}:
        columns = [c for c, town in enumerate(TOWNS) if len(town.split()) == number]
        ids = torch.tensor(
            [[asking.tokenizer.ids[w.lower()] for w in TOWNS[c].split()] for c in columns]
        )  # (C, number)
        for row, wording in enumerate(HELD_OUT):
            asked = [hidden_town(asking, wording, person.name, number) for person in world.people]
            logits, _ = model.answers(side_by_side(asked, asking.tokenizer))
            found = logits.log_softmax(dim=1).view(len(asked), number, -1)  # (P, number, V)
            of_words = torch.stack([found[:, k, ids[:, k]] for k in range(number)])
            scores[row, :, columns] = of_words.sum(dim=0)  # (P, C)
    return scores


def hidden_town(asking: Asking, wording: str, person: str, number: int) -> Question:
    """Return the question for a person's town, of so many words, all of them hidden."""
    statement = state(wording, person=person, town=" ".join([TOWNS[0].split()[0]] * number))
    ids = asking.ids(statement)
    unit = next(unit for unit in statement.names if unit.kind == NAMES[1])
    positions = range(unit.start + 1, unit.end + 1)
    shown = [asking.tokenizer.mask_id if i in positions else one for i, one in enumerate(ids)]
    return Question(shown, positions)


@torch.no_grad()
def detected(model: Reader, asking: Asking, world: World) -> Float[Tensor, "W P C"]:
    """Score each town in each held-out wording for each person by how well the names fit.

    Returns:
        The log-probability that no name was exchanged, person and town taken by themselves.
    """
    scores = torch.empty(len(HELD_OUT), len(world.people), len(TOWNS))
    for row, wording in enumerate(HELD_OUT):
        for column, town in enumerate(TOWNS):
            said = [state(wording, person=person.name, town=town) for person in world.people]
            asked = [Question(asking.ids(one), names=starts(one)) for one in said]
            _, logits = model.answers(side_by_side(asked, asking.tokenizer))
            scores[row, :, column] = logsigmoid(-logits).view(len(asked), -1).sum(dim=1)
    return scores


def completed(scores: Float[np.ndarray, "*W P C"], world: World) -> Bool[np.ndarray, "*W P"]:
    """Return for each person whether the home has the highest score of all towns like it."""
    candidates = np.array([like(person.town) for person in world.people]) > 0
    best = np.where(candidates, scores, -np.inf).argmax(axis=-1)
    return best == np.array([person.town for person in world.people])


def verified(scores: Float[np.ndarray, "*W P C"], world: World) -> Float[np.ndarray, "*W P"]:
    """Return for each person 1 where the home has a higher score than the false town, else 0.

    Equal scores give 0.5, as guessing would.
    """
    rows = np.arange(len(world.people))
    right = scores[..., rows, [person.town for person in world.people]]
    return (np.sign(right - scores[..., rows, list(world.false_towns)]) + 1) / 2


def summary(scores: Float[np.ndarray, "*W P C"], world: World) -> dict[str, dict[str, float]]:
    """Return both accuracies for people of each group.

    Returns:
        ``completion`` and ``verification``, each of people with a ``stated`` and an ``unstated``
        home, and of the stated those in towns of ``one word`` and of ``two words``.
    """
    stated = np.array([person.stated for person in world.people])
    words = np.array([len(TOWNS[person.town].split()) for person in world.people])
    groups = {
        "stated": stated,
        "unstated": ~stated,
        "one word": stated & (words == 1),
        "two words": stated & (words == 2),
    }
    found = {"completion": completed(scores, world), "verification": verified(scores, world)}
    return {
        name: {group: round(float(right[..., of].mean()), 4) for group, of in groups.items()}
        for name, right in found.items()
    }
