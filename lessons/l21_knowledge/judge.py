"""Which town a model holds for the home of each person: scores of all towns, and what they say.

One judge for all: in wordings that no text had, every town gets a score, whether the model fills
words in or detects exchanged names. The right town is looked for among those whose names have as
many words, for a model that fills in is told how many are hidden.
"""

from lessons.l21_knowledge.ways import MASK, Asking, Question, Reader, side_by_side
from lessons.l21_knowledge.world import HELD_OUT, TOWNS, World, like, state

from collections.abc import Callable

import numpy as np
import torch
from jaxtyping import Bool, Float, Int
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
            gaps = [hidden_town(asking, wording, person.name, number) for person in world.people]
            logits, _ = model.answers(side_by_side(gaps, asking.tokenizer))
            logs = logits.log_softmax(dim=1).view(len(gaps), number, -1)  # (P, number, V)
            of_words = torch.stack([logs[:, k, ids[:, k]] for k in range(number)])
            scores[row, :, columns] = of_words.sum(dim=0)  # (P, C)
    return scores


def hidden_town(asking: Asking, wording: str, person: str, number: int) -> Question:
    """Return the question for a person's town, of so many words, all of them hidden."""
    words = state(wording, person=person, town=" ".join([MASK] * number)).words
    positions = [i + 1 for i, word in enumerate(words) if word == MASK]
    return Question(asking.ids(words), positions)


@torch.no_grad()
def detected(model: Reader, asking: Asking, world: World) -> Float[Tensor, "W P C"]:
    """Score each town in each held-out wording for each person by how well the names fit.

    Returns:
        The log-probability that no name was exchanged, person and town taken by themselves.
    """
    scores = torch.empty(len(HELD_OUT), len(world.people), len(TOWNS))
    for row, wording in enumerate(HELD_OUT):
        for column, town in enumerate(TOWNS):
            texts = [state(wording, person=person.name, town=town) for person in world.people]
            questions = [
                Question(asking.ids(one.words), names=[unit.start + 1 for unit in one.names])
                for one in texts
            ]
            _, logits = model.answers(side_by_side(questions, asking.tokenizer))
            scores[row, :, column] = logsigmoid(-logits).view(len(texts), -1).sum(dim=1)
    return scores


def best_towns(scores: Float[np.ndarray, "*W P C"], world: World) -> Int[np.ndarray, "*W P"]:
    """Return for each person the town with the highest score of all that are like the home."""
    candidates = np.array([like(person.town) for person in world.people])
    return np.where(candidates, scores, -np.inf).argmax(axis=-1)


def are_homes(towns: Int[np.ndarray, "*W P"], world: World) -> Bool[np.ndarray, "*W P"]:
    """Return for each person whether a town is the home."""
    return towns == np.array([person.town for person in world.people])


def completed(scores: Float[np.ndarray, "*W P C"], world: World) -> Bool[np.ndarray, "*W P"]:
    """Return for each person whether the home has the highest score of all towns like it."""
    return are_homes(best_towns(scores, world), world)


def summary(right: Bool[np.ndarray, "*W P"], world: World) -> dict[str, float]:
    """Return how many homes are completed, of people of each group.

    Args:
        right: For each person whether the home was completed.
        world: The people.

    Returns:
        Proportions: of people with a ``stated`` and an ``unstated`` home, and of the stated those
        in towns of ``one word`` and of ``two words``.
    """
    stated = np.array([person.stated for person in world.people])
    words = np.array([len(TOWNS[person.town].split()) for person in world.people])
    groups = {
        "stated": stated,
        "unstated": ~stated,
        "one word": stated & (words == 1),
        "two words": stated & (words == 2),
    }
    return {group: round(float(right[..., of].mean()), 4) for group, of in groups.items()}
