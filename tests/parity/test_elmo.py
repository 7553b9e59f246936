"""ELMo's network in float64 against an LSTM written step by step, with padding in the batch."""

import pytest
import torch

from bertlab.predecessors.elmo.network import ElmoNetwork, pad, prediction_tasks

SENTENCES = [[3, 7, 5, 4], [6], [9, 8, 3, 3, 10, 4], []]


@pytest.fixture
def network():
    torch.manual_seed(3)
    return ElmoNetwork(11, 5, 2, dropout=0.4).double().eval()


def read(vectors, lstm):
    """The equations of an LSTM cell, one token after the other, from zeros."""
    state, memory = torch.zeros(2, lstm.hidden_size, dtype=torch.float64)
    states = []
    for x in vectors:
        sums = lstm.weight_ih_l0 @ x + lstm.bias_ih_l0 + lstm.weight_hh_l0 @ state + lstm.bias_hh_l0
        take, keep, new, show = sums.split(lstm.hidden_size)
        memory = memory * (1 / (1 + (-keep).exp())) + new.tanh() / (1 + (-take).exp())
        state = memory.tanh() / (1 + (-show).exp())
        states.append(state)
    return states


def by_steps(network, sentence):
    """All layers of one sentence: each direction for itself, the backward one read from behind."""
    words = [network.embedding.weight[token] for token in [1, *sentence, 2]]
    halves = []
    for layers, order in ((network.forward_layers, 1), (network.backward_layers, -1)):
        below, found = words[::order], [words]
        for number, layer in enumerate(layers):
            new = read(below, layer)
            below = [a + b for a, b in zip(new, below, strict=True)] if number else new
            found.append(below[::order])
        halves.append(found)
    return torch.stack(
        [
            torch.stack([torch.cat(pair) for pair in zip(*layer, strict=True)])
            for layer in zip(*halves, strict=True)
        ]
    )


def test_layers_equal_the_steps(network) -> None:
    padded = pad(SENTENCES)
    layers = network(*padded)
    for row, sentence in enumerate(SENTENCES):
        expected = by_steps(network, sentence)
        ours = layers[:, row, : len(sentence) + 2]
        torch.testing.assert_close(ours, expected, atol=1e-12, rtol=0)


def test_losses_and_gradients_equal_the_steps(network) -> None:
    padded = pad(SENTENCES)
    total = torch.zeros((), dtype=torch.float64)
    for states, targets, _ in prediction_tasks(network(*padded)[-1], padded):
        scores = network.output(states)
        total = total + torch.nn.functional.cross_entropy(scores, targets, reduction="sum")
    ours = torch.autograd.grad(total, list(network.parameters()))
    expected = torch.zeros((), dtype=torch.float64)
    for sentence in SENTENCES:
        row, top = [1, *sentence, 2], by_steps(network, sentence)[-1]
        for t in range(len(row)):
            if t + 1 < len(row):  # the next token, from the forward half
                scores = network.output.weight @ top[t, :5] + network.output.bias
                expected = expected - scores.log_softmax(0)[row[t + 1]]
            if t:  # the one before, from the backward half
                scores = network.output.weight @ top[t, 5:] + network.output.bias
                expected = expected - scores.log_softmax(0)[row[t - 1]]
    torch.testing.assert_close(total, expected, atol=1e-11, rtol=0)
    theirs = torch.autograd.grad(expected, list(network.parameters()))
    for ours_one, theirs_one in zip(ours, theirs, strict=True):
        torch.testing.assert_close(ours_one, theirs_one, atol=1e-11, rtol=0)
