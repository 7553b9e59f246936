"""The neural language models in float64 against independent implementations.

The window model is held against loops in plain numpy, forward and backward; its operations against
torch's own counter; the recurrent model against ``torch.nn.RNN``.
"""

import numpy as np
import pytest
import torch
from torch.utils.flop_counter import FlopCounterMode

from bertlab.predecessors.nnlm.model import WindowNetwork, count_operations

V, T, M, D, B = 11, 3, 4, 5, 6


def numpy_loss_and_gradients(
    p: dict[str, np.ndarray], windows: np.ndarray, targets: np.ndarray
) -> tuple[float, dict[str, np.ndarray]]:
    """Write equation 1 of the paper, its log-likelihood and the chain rule, word by word."""
    gradients = {name: np.zeros_like(value) for name, value in p.items()}
    loss = 0.0
    for window, target in zip(windows, targets, strict=True):
        x = np.concatenate([p["C"][word] for word in window])
        a = np.tanh(p["d"] + p["H"] @ x)
        y = p["b"] + p["U"] @ a + (p["W"] @ x if "W" in p else 0.0)
        probabilities = np.exp(y - y.max()) / np.exp(y - y.max()).sum()
        loss -= np.log(probabilities[target]) / len(targets)
        dy = probabilities / len(targets)
        dy[target] -= 1 / len(targets)
        do = (p["U"].T @ dy) * (1 - a * a)
        dx = p["H"].T @ do
        gradients["b"] += dy
        gradients["U"] += np.outer(dy, a)
        gradients["d"] += do
        gradients["H"] += np.outer(do, x)
        if "W" in p:
            gradients["W"] += np.outer(dy, x)
            dx = dx + p["W"].T @ dy
        for place, word in enumerate(window):
            gradients["C"][word] += dx[place * M : (place + 1) * M]
    return loss, gradients


@pytest.mark.parametrize("direct", [False, True])
def test_the_window_network_equals_plain_numpy(direct: bool) -> None:
    torch.manual_seed(3)
    network = WindowNetwork(V, T, M, D, direct=direct).double()
    named = {
        "C": network.embedding.weight,
        "H": network.hidden.weight,
        "d": network.hidden.bias,
        "U": network.output.weight,
        "b": network.output.bias,
    }
    if network.direct is not None:
        named["W"] = network.direct.weight
    windows, targets = torch.randint(0, V, (B, T)), torch.randint(0, V, (B,))
    loss = torch.nn.functional.cross_entropy(network(windows), targets)
    loss.backward()
    values = {name: parameter.detach().numpy().copy() for name, parameter in named.items()}
    expected, gradients = numpy_loss_and_gradients(values, windows.numpy(), targets.numpy())
    assert loss.item() == pytest.approx(expected, abs=1e-12)
    for name, parameter in named.items():
        np.testing.assert_allclose(parameter.grad.numpy(), gradients[name], atol=1e-12)


@pytest.mark.parametrize("direct", [False, True])
@pytest.mark.parametrize("vocabulary", [7, 70, 700])
def test_operations_are_what_torch_counts(direct: bool, vocabulary: int) -> None:
    network = WindowNetwork(vocabulary, T, M, D, direct=direct)
    with FlopCounterMode(display=False) as counter:
        network(torch.randint(0, vocabulary, (B, T)))
    # torch counts a multiplication and an addition as two
    assert counter.get_total_flops() == 2 * B * sum(count_operations(network))
