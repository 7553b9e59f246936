"""The neural probabilistic language model: values by hand, laws, and bad input."""

import math

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from bertlab.predecessors.ngrams.corpus import Vocabulary
from bertlab.predecessors.nnlm.model import (
    NeuralLanguageModel,
    WindowNetwork,
    best_weight,
    count_operations,
    mix,
    windows_and_targets,
)

START, END = 1, 2


def by_hand(direct: bool) -> WindowNetwork:
    """V = 4, T = 2, m = 1, D = 1: small enough to do on paper."""
    network = WindowNetwork(4, 2, 1, 1, direct=direct)
    with torch.no_grad():
        network.embedding.weight.copy_(torch.tensor([[0.0], [1.0], [2.0], [-1.0]]))
        network.hidden.weight.copy_(torch.tensor([[0.5, -1.0]]))  # H
        network.hidden.bias.fill_(0.25)  # d
        network.output.weight.copy_(torch.tensor([[1.0], [2.0], [0.0], [-1.0]]))  # U
        network.output.bias.copy_(torch.tensor([0.0, 0.1, 0.2, 0.3]))  # b
        if network.direct is not None:
            network.direct.weight.copy_(
                torch.tensor([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0], [0.0, 0.0]])
            )
    return network


def test_equation_1_by_hand() -> None:
    # words 2, 3 have x = (2, -1); d + Hx = 0.25 + 1 + 1 = 2.25
    unit = math.tanh(2.25)
    expected = torch.tensor([[unit, 0.1 + 2 * unit, 0.2, 0.3 - unit]])
    windows = torch.tensor([[2, 3]])
    torch.testing.assert_close(by_hand(direct=False)(windows), expected)
    with_direct = expected + torch.tensor([[2.0, -1.0, 1.0, 0.0]])  # Wx
    torch.testing.assert_close(by_hand(direct=True)(windows), with_direct)


def test_the_order_of_the_window_counts() -> None:
    network = by_hand(direct=False)
    assert not torch.allclose(network(torch.tensor([[2, 3]])), network(torch.tensor([[3, 2]])))


def test_windows_by_hand() -> None:
    windows, targets = windows_and_targets([[5, 8, 6], [], [7]], 2, 9)
    assert windows.tolist() == [[1, 1], [1, 5], [5, 8], [8, 6], [1, 1], [1, 1], [1, 7]]
    assert targets.tolist() == [5, 8, 6, END, END, 7, END]


sentences = st.lists(st.lists(st.integers(3, 11), max_size=7), min_size=1, max_size=6)


@given(sentences, st.integers(1, 4))
def test_windows_are_what_the_loop_gives(text: list[list[int]], size: int) -> None:
    expected = []
    for sentence in text:
        padded = [START] * size + sentence + [END]
        expected += [(padded[i : i + size], padded[i + size]) for i in range(len(sentence) + 1)]
    windows, targets = windows_and_targets(text, size, 12)
    assert [(list(w), t) for w, t in zip(windows.tolist(), targets.tolist(), strict=True)] == (
        expected
    )


@given(sentences)
def test_a_windowed_model_sees_nothing_before_its_window(text: list[list[int]]) -> None:
    vocabulary = Vocabulary.from_sentences([[f"w{i}" for i in range(9)]])
    model = NeuralLanguageModel(vocabulary, 2, 2, 3)
    model.network_ = WindowNetwork(12, 2, 2, 3)
    together = model.log_probabilities(text)
    alone = np.concatenate([model.log_probabilities([sentence]) for sentence in text])
    np.testing.assert_allclose(together, alone, atol=1e-5)
    np.testing.assert_allclose(
        model.distribution([9, 3, 4, 5]), model.distribution([7, 7, 4, 5]), atol=1e-7
    )
    assert not np.allclose(model.distribution([4, 5]), model.distribution([5, 4]), atol=1e-7)


def test_only_the_rows_of_the_windows_get_gradient() -> None:
    torch.manual_seed(0)
    network = WindowNetwork(10, 2, 3, 4, direct=True)
    windows, targets = torch.tensor([[1, 5], [5, 7]]), torch.tensor([7, 8])
    torch.nn.functional.cross_entropy(network(windows), targets).backward()
    touched = network.embedding.weight.grad.abs().sum(dim=1) > 0
    assert touched.nonzero().flatten().tolist() == [1, 5, 7]  # 8 is a target only
    assert (network.output.weight.grad.abs().sum(dim=1) > 0).all()  # every word's output row


def test_operations_by_hand() -> None:
    plain = count_operations(WindowNetwork(10, 2, 3, 4))
    assert plain == (24, 40, 0)
    assert plain.softmax_proportion == pytest.approx(40 / 64)
    direct = count_operations(WindowNetwork(10, 2, 3, 4, direct=True))
    assert direct == (24, 40, 60)
    assert direct.softmax_proportion == pytest.approx(100 / 124)


def test_mix_by_hand() -> None:
    first, second = np.log([0.5, 0.1]), np.log([0.1, 0.3])
    np.testing.assert_allclose(np.exp(mix(first, second, 0.25)), [0.2, 0.25])
    np.testing.assert_allclose(mix(first, second, 1.0), first)
    np.testing.assert_allclose(mix(first, second, 0.0), second)
    np.testing.assert_allclose(np.exp(mix(np.log([0.5]), np.array([-np.inf]), 0.5)), [0.25])


logs = st.lists(st.floats(-12, -0.01), min_size=2, max_size=9)


@given(logs, st.data())
def test_the_best_mixture_is_no_worse_than_either(first: list[float], data: st.DataObject) -> None:
    second = data.draw(st.lists(st.floats(-12, -0.01), min_size=len(first), max_size=len(first)))
    a, b = np.array(first), np.array(second)
    weight = best_weight(a, b)
    assert mix(a, b, weight).mean() >= max(a.mean(), b.mean()) - 1e-12
    assert all(mix(a, b, weight).mean() >= mix(a, b, w).mean() - 1e-12 for w in (0.1, 0.5, 0.9))


def test_the_best_weight_of_a_symmetric_pair_is_half() -> None:
    assert best_weight(np.log([0.8, 0.2]), np.log([0.2, 0.8])) == 0.5
    assert best_weight(np.log([0.8, 0.8]), np.log([0.2, 0.2])) == 1.0


def test_bad_mixtures_are_refused() -> None:
    two, three = np.log([0.5, 0.5]), np.log([0.5, 0.5, 0.5])
    with pytest.raises(ValueError, match=r"same tokens twice, got \(2,\) and \(3,\)"):
        mix(two, three, 0.5)
    with pytest.raises(ValueError, match=r"weight must lie in \[0, 1\], got 1.5"):
        mix(two, two, 1.5)


@pytest.mark.parametrize("sizes", [(0, 2, 3, 4), (9, 0, 3, 4), (9, 2, 0, 4), (9, 2, 3, 0)])
def test_bad_sizes_are_refused(sizes: tuple[int, int, int, int]) -> None:
    with pytest.raises(ValueError, match="sizes must be at least 1, got V, T, m and D"):
        WindowNetwork(*sizes)


def test_bad_model_sizes_and_windows_are_refused() -> None:
    vocabulary = Vocabulary.from_sentences([["a"]])
    with pytest.raises(ValueError, match="got context 0, embedding 32 and hidden 64"):
        NeuralLanguageModel(vocabulary, context_size=0)
    with pytest.raises(ValueError, match="expected windows of 2, got 3"):
        WindowNetwork(9, 2, 3, 4)(torch.tensor([[3, 4, 5]]))
