"""The neural language models in float64 against independent implementations.

The window model is held against loops in plain numpy, forward and backward; its operations against
torch's own counter; the recurrent model against ``torch.nn.RNN``.
"""

import numpy as np
import pytest
import torch
from torch.utils.flop_counter import FlopCounterMode

from bertlab.baselines.nnlm import WindowNetwork, count_operations
from bertlab.baselines.recurrent import RecurrentNetwork

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


def test_the_recurrent_network_equals_torchs() -> None:
    torch.manual_seed(4)
    network = RecurrentNetwork(V, D).double()
    oracle = torch.nn.RNN(D, D, nonlinearity="tanh", batch_first=True).double()
    with torch.no_grad():
        oracle.weight_ih_l0.copy_(torch.eye(D))
        oracle.bias_ih_l0.zero_()
        oracle.weight_hh_l0.copy_(network.recurrence.weight)
        oracle.bias_hh_l0.copy_(network.recurrence.bias)
    words, state = torch.randint(0, V, (B, 7)), torch.randn(B, D).double()
    scores, last = network(words, state)
    states, end = oracle(network.embedding(words), state[None])
    expected = torch.nn.functional.linear(states, network.output.weight, network.output.bias)
    torch.testing.assert_close(scores, expected, atol=1e-12, rtol=0)
    torch.testing.assert_close(last, end[0], atol=1e-12, rtol=0)
    weights = torch.randn_like(scores)
    ours = torch.autograd.grad((scores * weights).sum(), network.recurrence.weight)[0]
    theirs = torch.autograd.grad((expected * weights).sum(), oracle.weight_hh_l0)[0]
    torch.testing.assert_close(ours, theirs, atol=1e-12, rtol=1e-12)
