"""Checks of two ungraded tasks on the network: its forward pass, and the gradient of U."""

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn.functional import one_hot

from bertlab.before.nnlm.model import WindowNetwork
from workbook.exercises.tasks import OPEN, task

Forward = Callable[[Any, Tensor], Any]
Gradient = Callable[[Tensor, Tensor, Tensor], Any]
SMALL = 9, 2, 3, 4  # V, T, m and D of the networks that checks try


def our_forward(network: Any, windows: Tensor) -> Tensor:
    """Return a score for every word after each window."""
    features = network.embedding(windows).flatten(1)
    return network.output(torch.tanh(network.hidden(features)))


def completed_forward(forward: Forward) -> Forward:
    """Try a student's forward pass; return it if it is right, and ours if not."""
    right = "right: the class is a network."
    return task(__name__, "forward", forward, our_forward, _slip_in_forward, right)


def _slip_in_forward(forward: Forward) -> str:
    """Say what is wrong with a forward pass, by the scores of a small network."""
    with torch.random.fork_rng():
        torch.manual_seed(0)
        network: nn.Module = WindowNetwork(*SMALL)
        windows = torch.randint(9, (5, 2))
        said, wanted = forward(network, windows), our_forward(network, windows)
    features = network.get_submodule("embedding")(windows).flatten(1)
    flat = network.get_submodule("output")(network.get_submodule("hidden")(features))
    if said is None:
        return OPEN
    if not isinstance(said, Tensor) or said.shape != wanted.shape:
        return "Return the scores (B, V): one for every word, for each window."
    slips = {
        "These are probabilities. Return scores; the loss makes the softmax.": wanted.softmax(1),
        "These are logarithms of probabilities. Return the scores.": wanted.log_softmax(1),
        "The tanh is missing between the two layers.": flat,
    }
    if torch.allclose(said, wanted, atol=1e-5):
        return ""
    near = [slip for slip, wrong in slips.items() if torch.allclose(said, wrong, atol=1e-5)]
    return near[0] if near else "The scores are other ones: C, then H and d, tanh, then U and b."


def our_gradient(scores: Tensor, hidden: Tensor, targets: Tensor) -> Tensor:
    """Return the gradient of the mean loss with respect to U, without autograd."""
    of_scores = scores.softmax(dim=1) - one_hot(targets, scores.shape[1])
    return of_scores.T @ hidden / len(targets)


def completed_gradient(gradient_of_u: Gradient) -> Gradient:
    """Try a student's gradient of U; return it if it is right, and ours if not."""
    right = "right: it is what autograd finds."
    return task(__name__, "gradient_of_u", gradient_of_u, our_gradient, _slip_in_gradient, right)


def _slip_in_gradient(gradient_of_u: Gradient) -> str:
    """Say what is wrong with a gradient of U, on a small batch."""
    generator = torch.Generator().manual_seed(0)
    scores = torch.randn(5, 4, generator=generator)
    hidden = torch.randn(5, 3, generator=generator)
    targets = torch.tensor([2, 0, 2, 3, 1])
    said, wanted = gradient_of_u(scores, hidden, targets), our_gradient(scores, hidden, targets)
    if said is None:
        return OPEN
    if not isinstance(said, Tensor):
        return "Return a tensor."
    if said.shape == wanted.T.shape:
        return "U is (V, D), and so is its gradient. This is the transpose."
    if said.shape != wanted.shape:
        return f"U is (V, D), and so is its gradient; this is {tuple(said.shape)}."
    slips = {
        "The loss is a mean over the batch: divide by B.": 5 * wanted,
        "The sign is wrong: this direction makes the loss smaller.": -wanted,
        "The word that came has its own term: subtract 1 from its P.": (
            scores.softmax(dim=1).T @ hidden / 5
        ),
    }
    if torch.allclose(said, wanted, atol=1e-5):
        return ""
    near = [slip for slip, wrong in slips.items() if torch.allclose(said, wrong, atol=1e-5)]
    return near[0] if near else "It is another gradient. What is the derivative by one score?"
