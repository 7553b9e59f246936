"""The measurements of the attention lesson are right, and its pictures show what was measured."""

import pytest
import torch
from matplotlib.colors import to_hex
from torch import nn

from bertlab.model.bert import BertModel
from bertlab.model.config import BertConfig
from bertlab.text.wordpiece import Batch
from lessons.l05_attention import figures
from tests.figure_checks import title


def test_scores_of_random_vectors_by_torch_itself():
    found = figures.score_statistics(head_size=16, seed=3, num_queries=500, num_keys=8)
    query, key = torch.randn(2, 500, 16, generator=torch.Generator().manual_seed(3))
    own = torch.stack([query[i] @ key[i] for i in range(500)])
    assert found["raw"][0] == pytest.approx(own.var().item(), rel=1e-4)
    assert found["scaled"][0] == pytest.approx(own.var().item() / 16, rel=1e-4)
    largest = [torch.softmax(key[:8] @ query[i] / 4, 0).max().item() for i in range(500)]
    assert found["scaled"][1] == pytest.approx(sum(largest) / 500, rel=1e-4)
    assert found["raw"][1] > found["scaled"][1]
    weights = torch.softmax(query @ key[:8].T, 1)
    slopes = 1 - weights.square().sum(1)  # the weights of a query sum to 1
    assert found["raw"][2] == pytest.approx(slopes.mean().item(), rel=1e-4)


def test_scaling_shows_the_mean_over_seeds():
    values = torch.tensor(
        [[[4.0, 0.2, 1], [16.0, 0.4, 1]], [[6.0, 0.4, 1], [18.0, 0.6, 1]]]
    )  # 2 seeds
    left, right = figures.draw_scaling([4, 16], {"raw": values, "scaled": values / 2}).axes
    assert left.lines[0].get_ydata().tolist() == [5, 17]
    assert right.lines[1].get_ydata().tolist() == pytest.approx([0.15, 0.25])


def test_hidden_weights_stay_white():
    weights = torch.tensor([[1.0, 0.0], [0.25, 0.75]])
    mask = torch.tensor([[True, False], [True, True]])
    panel = figures.draw_masks({"one way": weights}, {"one way": mask}).axes[0]
    shown = panel.images[0].get_array()
    assert shown.mask.tolist() == [[False, True], [False, False]]
    assert [text.get_text() for text in panel.texts] == ["100", "25", "75"]


class Shift(nn.Module):
    """Token t gets the token before it times 3, plus itself."""

    def forward(self, inputs):
        return inputs + 3 * torch.roll(inputs, 1, dims=1)


def test_reach_is_the_norm_of_the_jacobian():
    found = figures.reach(lambda size: Shift(), seed=0, num_tokens=4, size=5)
    # identities of size 5, times 1 and 3
    assert found.tolist() == pytest.approx([5**0.5, 3 * 5**0.5, 0, 0])


def test_reach_takes_the_first_of_a_tuple_and_repeats():
    def make(size):
        return nn.RNN(size, size, batch_first=True)

    first, again = (figures.reach(make, 7, num_tokens=6, size=3) for _ in range(2))
    assert torch.equal(first, again)
    torch.manual_seed(7)
    network, inputs = make(3).double(), torch.randn(1, 6, 3, dtype=torch.float64)
    jacobian = torch.autograd.functional.jacobian(lambda x: network(x)[0][0, -1], inputs)
    expected = [jacobian[:, 0, 5 - back].norm().item() for back in range(6)]
    assert first.tolist() == pytest.approx(expected)


def test_each_seed_is_a_line_and_each_network_has_one_label():
    values = torch.rand(3, 4)
    (axes,) = figures.draw_reach({"a": values, "b": values}).axes
    assert len(axes.lines) == 6
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["a", "b"]
    (axes,) = figures.draw_likeness({"a": values, "b": values}).axes
    assert len(axes.lines) == 6
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["a", "b"]


def test_similarity_by_distance_by_hand():
    table = torch.tensor([[1.0, 0.0], [2.0, 0.0], [0.0, 3.0], [0.0, 1.0]])
    mean, deviation = figures.similarity_by_distance(table)  # 1 apart: 1, 0, 1; 2 apart: 0, 0
    assert mean.tolist() == pytest.approx([2 / 3, 0])
    assert deviation.tolist() == pytest.approx([(1 / 3) ** 0.5, 0])


def test_positions_show_sines_and_a_band():
    table = torch.arange(12.0).view(3, 4)
    band = torch.tensor([0.5, 0.25]), torch.tensor([0.1, 0.2])
    left, right = figures.draw_positions(table, {"waves": band}).axes[:2]
    assert left.images[0].get_array().tolist() == [[0, 2], [4, 6], [8, 10]]
    assert right.lines[0].get_ydata().tolist() == [0.5, 0.25]
    assert right.collections[0].get_paths()[0].vertices[:, 1].min() == pytest.approx(0.05)


def test_the_asking_token_is_marked():
    (axes,) = figures.draw_weights(["a", "b", "c"], torch.tensor([0.2, 0.5, 0.3]), 1).axes
    assert [bar.get_height() for bar in axes.patches] == pytest.approx([0.2, 0.5, 0.3])
    assert [to_hex(bar.get_facecolor()) for bar in axes.patches] == [
        to_hex(color) for color in ("C0", "C1", "C0")
    ]
    assert title(axes).startswith("Where 'b' looks")


def test_likeness_by_hand():
    hidden = torch.tensor([[[1.0, 0.0], [3.0, 0.0], [0.0, 2.0]]])  # cosines 1, 0, 0
    assert figures.likeness(hidden) == pytest.approx(1 / 3)
    assert figures.likeness(torch.ones(1, 4, 5)) == pytest.approx(1)


def test_cost_and_context_are_drawn_as_given():
    (axes,) = figures.draw_cost([1, 2], {"maps": [3, 6], "pairs": [1, 4]}).axes
    assert [line.get_ydata().tolist() for line in axes.lines] == [[3, 6], [1, 4]]
    (axes,) = figures.draw_context({2: [0, 1, 0, 0]}, shown=3).axes
    assert axes.lines[0].get_ydata().tolist() == [0, 1, 0]


def test_context_of_tokens_by_hand():
    assert figures.context_of_tokens([5], step=5) == [0, 1, 2, 1, 0]
    assert figures.context_of_tokens([4, 4], step=4) == [0, 1, 1, 0, 0, 1, 1, 0]
    # tokens 0-4, 2-6 and 4-7: token 4 stands in the middle of the second
    assert figures.context_of_tokens([5, 5, 4], step=2) == [0, 1, 2, 1, 2, 1, 1, 0]


def test_query_rows_are_those_of_real_tokens():
    torch.manual_seed(0)
    config = BertConfig(
        vocab_size=9, hidden_size=6, num_layers=2, num_heads=3, intermediate_size=5, max_positions=4
    )
    model = BertModel(config).eval()
    ids = torch.tensor([[1, 2, 0, 0], [3, 4, 5, 0]])
    batch = Batch(ids, torch.zeros_like(ids), (ids > 0).long())
    rows = figures.query_rows(model, batch)
    assert rows.shape == (5, 2, 3, 4)
    assert not rows.requires_grad
    seen = model.inspect(*batch).layers
    assert torch.equal(rows[3, 1, 2], seen[1].weights[1, 2, 1])  # text 1, token 1


def test_share_of_queries_above_each_bound():
    (axes,) = figures.draw_largest({"trained": torch.tensor([0.9, 0.4, 0.2, 0.6])}).axes
    above = axes.lines[0].get_ydata()  # at 0, 0.01, ..., 1
    assert [above[place] for place in (0, 30, 50, 95)] == pytest.approx([1, 0.75, 0.5, 0])
