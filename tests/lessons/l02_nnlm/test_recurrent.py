"""The recurrent language model: a step by hand, the carried state, its truncated gradient."""

import math

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from bertlab.predecessors.ngrams.corpus import Vocabulary
from bertlab.predecessors.nnlm.training import Training
from lessons.l02_nnlm.recurrent import (
    RecurrentLanguageModel,
    RecurrentNetwork,
    chunks,
)

VOCABULARY = Vocabulary.from_sentences([[f"w{i}" for i in range(9)]])  # V = 12


def network(seed: int = 0, size: int = 5) -> RecurrentNetwork:
    torch.manual_seed(seed)
    return RecurrentNetwork(len(VOCABULARY), size)


def test_two_steps_by_hand() -> None:
    small = RecurrentNetwork(3, 1)
    with torch.no_grad():
        small.embedding.weight.copy_(torch.tensor([[0.0], [1.0], [-0.5]]))
        small.recurrence.weight.fill_(2.0)
        small.recurrence.bias.fill_(0.1)
        small.output.weight.copy_(torch.tensor([[1.0], [-1.0], [0.0]]))
        small.output.bias.copy_(torch.tensor([0.0, 0.5, 1.0]))
    first = math.tanh(1.0 + 0.1)
    second = math.tanh(-0.5 + 2 * first + 0.1)
    scores, state = small(torch.tensor([[1, 2]]), small.first_state(1))
    assert state.item() == pytest.approx(second)
    expected = [[first, 0.5 - first, 1.0], [second, 0.5 - second, 1.0]]
    torch.testing.assert_close(scores[0], torch.tensor(expected))


def test_chunks_by_hand() -> None:
    pieces = [
        (words.tolist(), targets.tolist()) for words, targets in chunks(torch.arange(12), 2, 3)
    ]
    assert pieces == [
        ([[0, 1, 2], [5, 6, 7]], [[1, 2, 3], [6, 7, 8]]),
        ([[3, 4], [8, 9]], [[4, 5], [9, 10]]),
    ]


@given(st.integers(2, 60), st.integers(1, 5), st.integers(1, 9))
def test_rows_of_chunks_continue_each_other(length: int, streams: int, size: int) -> None:
    if (length - 1) // streams < 1:
        with pytest.raises(ValueError, match=f"longer than its {streams} streams, got {length}"):
            list(chunks(torch.arange(length), streams, size))
        return
    words, targets = (
        torch.cat(part, dim=1)
        for part in zip(*chunks(torch.arange(length), streams, size), strict=True)
    )
    assert torch.equal(targets, words + 1)
    assert torch.equal(words.flatten(), torch.arange(words.numel()))
    assert length - 1 - words.numel() < streams


def test_the_state_carries_and_the_chunk_does_not_matter_for_scores() -> None:
    net = network()
    words = torch.randint(0, 12, (3, 7))
    whole, last = net(words, net.first_state(3))
    first, state = net(words[:, :4], net.first_state(3))
    second, end = net(words[:, 4:], state)
    torch.testing.assert_close(torch.cat([first, second], dim=1), whole)
    torch.testing.assert_close(end, last)


def test_no_window_limits_how_far_back_a_word_counts() -> None:
    net = network().double()
    words = torch.randint(3, 12, (1, 30))
    other = words.clone()
    other[0, 0] = words[0, 0] - 1
    a, b = (net(text, net.first_state(1)).scores[0, -1] for text in (words, other))
    assert not torch.equal(a, b)


def test_a_sentence_is_read_after_the_sentences_before() -> None:
    model = RecurrentLanguageModel(VOCABULARY, 5)
    model.network_ = network()
    text = [[3, 4, 5], [6, 7]]
    together = model.log_probabilities(text)
    alone = model.log_probabilities([[6, 7]])
    assert together.shape == (7,)
    assert not np.allclose(together[4:], alone, atol=1e-4)
    following = model.distribution([3, 4, 5, 2, 6])  # </s> stands between the sentences
    assert np.log(following[7]) == pytest.approx(together[5], abs=1e-5)


def test_training_cuts_the_gradient_at_the_chunk_and_carries_the_value() -> None:
    model = RecurrentLanguageModel(VOCABULARY, 5, chunk_size=4, training=Training(batch_size=2))
    model.network_ = network()
    text = [[3, 4, 5, 6, 7, 8], [9, 10, 11, 3, 5, 7]]  # 14 predictions: 2 streams of 7
    losses = list(model._losses(text))
    assert len(losses) == 2
    stream = torch.tensor([2, 3, 4, 5, 6, 7, 8, 2, 9, 10, 11, 3, 5, 7, 2])
    words, targets = stream[:14].view(2, 7), stream[1:].view(2, 7)
    net = model.network_
    scores, state = net(words[:, :4], net.first_state(2))
    scores, _ = net(words[:, 4:], state.detach())
    expected = torch.nn.functional.cross_entropy(scores.flatten(0, 1), targets[:, 4:].flatten())
    torch.testing.assert_close(losses[1], expected)
    gradient = torch.autograd.grad(losses[1], net.embedding.weight, retain_graph=True)[0]
    touched = set((gradient.abs().sum(dim=1) > 0).nonzero().flatten().tolist())
    assert touched == set(words[:, 4:].flatten().tolist())  # not the words of the first chunk
    assert not touched >= set(words[:, :4].flatten().tolist())


def test_bad_sizes_are_refused() -> None:
    with pytest.raises(ValueError, match=r"got V and D = \(0, 3\)"):
        RecurrentNetwork(0, 3)
    with pytest.raises(ValueError, match="got hidden 0 and chunk 20"):
        RecurrentLanguageModel(VOCABULARY, hidden_size=0)
    with pytest.raises(ValueError, match="got hidden 4 and chunk 0"):
        RecurrentLanguageModel(VOCABULARY, 4, chunk_size=0)
    with pytest.raises(ValueError, match="got 0 streams and chunks of 3"):
        list(chunks(torch.arange(9), 0, 3))
    with pytest.raises(ValueError, match="longer than its 16 streams, got 3 tokens"):
        RecurrentLanguageModel(VOCABULARY, 4).fit([[3]])


def test_the_recurrent_network_equals_torchs() -> None:
    V, D, B = 11, 5, 6
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
