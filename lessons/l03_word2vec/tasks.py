"""A task without a grade: a step to repair."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np
import torch
from jaxtyping import Int
from torch import Tensor

from bertlab.predecessors.word2vec.model import descend
from workbook.exercises.tasks import task


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
    print("Eight words of two kinds, 200 steps.")
    print("Mean cosine of two words of")
    print(f"  one kind {within:5.2f}, it should be {wanted[0]:5.2f}")
    print(f"  two kinds {across:4.2f}, it should be {wanted[1]:5.2f}")
    if np.allclose((within, across), wanted, atol=1e-6):
        return ""
    alike = "All vectors point the same way: nothing tells\na neighbor from a noise word.\n"
    return f"{alike if across > 0.5 else ''}A line of step is still missing or wrong."
