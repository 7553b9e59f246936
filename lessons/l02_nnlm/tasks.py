"""The check of an ungraded task: a training step."""

from collections.abc import Callable, Sequence
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn.functional import cross_entropy

from bertlab.predecessors.nnlm.model import WindowNetwork
from workbook.exercises.tasks import OPEN, task

Step = Callable[[nn.Module, Tensor, Tensor, torch.optim.Optimizer], Any]
SMALL = 9, 2, 3, 4  # V, T, m and D of the network that the check tries


def our_step(
    network: nn.Module, windows: Tensor, targets: Tensor, optimizer: torch.optim.Optimizer
) -> float:
    """Make a step on one batch; return the loss before it."""
    loss = cross_entropy(network(windows), targets)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()


def completed_step(step: Step) -> Step:
    """Try a student's training step; return it if it is right, and ours if not."""
    right = "right: the network trains with your step."
    return task(__name__, "your_step", step, our_step, _slip_in_step, right)


def _slip_in_step(step: Step) -> str:
    """Say what is wrong with a training step, by what it does to a small network."""
    (given, theirs), (wanted, ours) = _two_steps(step), _two_steps(our_step)
    if given[0] is None:
        return OPEN
    if not isinstance(given[0], float):
        return "Return the loss as a number: loss.item(). A tensor keeps its graph in memory."
    if _close(theirs[1], theirs[0]):
        return "No weight has changed. Is there a gradient, and does the optimizer step?"
    if not torch.allclose(torch.tensor(given[0]), torch.tensor(wanted[0]), atol=1e-5):
        return "The loss is another one: cross_entropy takes the scores, and makes the softmax."
    if not _close(theirs[1], ours[1]):
        return "The first step is another than ours. In which order do the lines stand?"
    if not _close(theirs[2], ours[2]):
        return "The second step is wrong: the gradient of the first batch is still in it."
    return ""


def _two_steps(step: Step) -> tuple[list[Any], list[list[Tensor]]]:
    """Return what two steps give, and the weights before, between and after them."""
    with torch.random.fork_rng():
        torch.manual_seed(0)
        network = WindowNetwork(*SMALL)
        batches = [(torch.randint(9, (5, 2)), torch.randint(9, (5,))) for _ in range(2)]
    optimizer = torch.optim.SGD(network.parameters(), lr=0.5)
    weights, given = [_copies(network)], []
    for windows, targets in batches:
        given.append(step(network, windows, targets, optimizer))
        weights.append(_copies(network))
    return given, weights


def _copies(network: nn.Module) -> list[Tensor]:
    return [weight.detach().clone() for weight in network.parameters()]


def _close(some: Sequence[Tensor], others: Sequence[Tensor]) -> bool:
    return all(torch.allclose(one, two, atol=1e-5) for one, two in zip(some, others, strict=True))
