"""Two tasks without grades: a step to repair, and a rank correlation. A check names the mistake."""

from lessons.l03_word2vec.rank_correlation import ranks, spearman

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np
import torch
from jaxtyping import Int
from numpy.typing import NDArray
from torch import Tensor

from bertlab.before.word2vec.model import descend
from workbook.exercises.tasks import OPEN, task

Values = NDArray[np.float64]
Agreement = Callable[[Values, Values], Any]
RATED = (  # two lists each; the second and third have equal values
    ((7.5, 1.0, 9.0, 3.5, 6.0), (0.3, -0.1, 0.9, 0.35, 0.5)),
    ((8.0, 2.0, 8.0, 1.0, 5.0, 2.0), (0.7, 0.1, 0.2, 0.3, 0.45, 0.0)),
    ((3.0, 3.0, 1.0, 9.0, 3.0, 0.5, 7.0), (0.2, 0.6, 0.1, 0.4, 0.9, -0.3, 0.3)),
)


def step(model: Any, centers: Int[Tensor, " B"], neighbors: Int[Tensor, " B"], rate: float) -> None:
    """Move the tables of a model by one step of negative sampling for a batch of pairs.

    Args:
        model: Has ``noise``, ``inputs`` and ``outputs``.
        centers: The words that are seen.
        neighbors: The words to guess.
        rate: The learning rate.
    """
    noise = torch.multinomial(model.noise, 5 * len(centers), replacement=True).view(-1, 5)
    asked = torch.cat([neighbors[:, None], noise], dim=1)
    v, u = model.inputs[centers], model.outputs[asked]
    error = torch.einsum("bkd,bd->bk", u, v).sigmoid()
    error[:, 0] -= 1
    error[:, 1:] *= noise != neighbors[:, None]
    step_of_v = torch.einsum("bk,bkd->bd", error, u)
    step_of_u = torch.einsum("bk,bd->bkd", error, v)
    descend(model.inputs, centers, step_of_v, rate)
    descend(model.outputs, asked.flatten(), step_of_u.flatten(0, 1), rate)


def toy_cosines(one_step: Callable[..., None]) -> tuple[float, float]:
    """Train eight words of two groups of four; a word's neighbors are of its own group.

    Returns:
        The mean cosine of two words of one group, and of two words of different groups.
    """
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(0)
        model = SimpleNamespace(
            noise=torch.ones(8, dtype=torch.float64) / 8,
            inputs=0.1 * torch.randn(8, 6, dtype=torch.float64),
            outputs=torch.zeros(8, 6, dtype=torch.float64),
        )
        for _ in range(200):
            centers = torch.randint(8, (64,))
            neighbors = centers // 4 * 4 + torch.randint(4, (64,))
            one_step(model, centers, neighbors, 0.5)
    unit = model.inputs / model.inputs.norm(dim=1, keepdim=True)
    cosines, group = unit @ unit.T, torch.arange(8) // 4
    same = group[:, None] == group
    other = ~torch.eye(8, dtype=torch.bool)
    return cosines[same & other].mean().item(), cosines[~same].mean().item()


def repaired(kind: type) -> type:
    """Test the step of a class, say what it does, and return the class with a right one.

    Args:
        kind: The student's class.
    """
    mended = type(kind.__name__, (kind,), {"step": step})
    return task(__name__, "SkipGram", kind, mended, _slip_in_step)


def _slip_in_step(kind: Any) -> str:
    (within, across), wanted = toy_cosines(kind.step), toy_cosines(step)
    print("Eight words of two kinds, 200 steps. Mean cosine of two words:")
    print(f"  of one kind {within:5.2f}, of different kinds {across:5.2f}")
    print(f"  it should be {wanted[0]:4.2f}, and               {wanted[1]:5.2f}")
    if np.allclose((within, across), wanted, atol=1e-6):
        return ""
    alike = "All vectors point the same way: nothing tells a neighbor from a noise word. "
    return f"{alike if across > 0.5 else ''}A line of step is still missing or wrong."


def tried(given: Agreement) -> Agreement:
    """Try a student's ``rank_agreement``, say what is wrong, and return it or, if wrong, ours.

    Args:
        given: The student's function.
    """
    return task(__name__, "rank_agreement", given, spearman, _slip_in_agreement)


def _slip_in_agreement(given: Agreement) -> str:
    """Say what is wrong with the answers to ``RATED``."""
    pairs = [(np.array(first), np.array(second)) for first, second in RATED]
    answers = [given(first.copy(), second.copy()) for first, second in pairs]
    if all(answer is None or answer is ... for answer in answers):
        return OPEN
    if any(np.ndim(answer) != 0 for answer in answers):
        return (
            "It must return one number; np.corrcoef returns a table, and its corner [0, 1] is it."
        )
    right = np.isclose(answers, [spearman(first, second) for first, second in pairs], atol=1e-6)
    if right.all():
        return ""
    if right[0]:
        return "Equal ratings must share the mean of their ranks: the lists with equal ones fail."
    for advice, slip in AGREEMENT_SLIPS.items():
        if np.isclose(answers[0], slip(*pairs[0]), atol=1e-6):
            return advice
    return "Some answers are wrong. Try [1, 2, 2] and [0.1, 0.3, 0.2]: it should be 0.87."


def _pearson(first: Values, second: Values) -> float:
    return float(np.corrcoef(first, second)[0, 1])


AGREEMENT_SLIPS: dict[str, Agreement] = {  # what they give where no values are equal
    "These are the values themselves: replace each by its rank first.": _pearson,
    "argsort says which value comes first, not which rank a value has.": (
        lambda first, second: _pearson(
            np.argsort(first).astype(float), np.argsort(second).astype(float)
        )
    ),
    "Rank both lists: one of the two still has its values.": (
        lambda first, second: _pearson(ranks(first), second)
    ),
    "Rank both lists: the ratings still have their values.": (
        lambda first, second: _pearson(first, ranks(second))
    ),
    "The order is upside down in one of the two: the same order gives 1, not -1.": (
        lambda first, second: -spearman(first, second)
    ),
}
