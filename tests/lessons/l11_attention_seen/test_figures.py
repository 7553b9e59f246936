"""The pictures of the lesson on looking at attention show what they are given."""

import numpy as np
import pytest
import torch

from bertlab.inspection.attention_measures import HeadMeans, Role
from lessons.l11_attention_seen import diagrams, figures
from lessons.l11_attention_seen.contributions import Shares
from tests.figure_checks import figure_tests, lines, shows, title


def means(**shares) -> HeadMeans:
    """Measures of 2 layers and 3 heads: a tenth, but where told otherwise."""
    table = dict.fromkeys(HeadMeans._fields, torch.full((2, 3), 0.1)) | shares
    return HeadMeans(**table)


OWN, OTHER = torch.tensor([[[1.0, 0.0], [0.5, 0.5]], [[0.0, 1.0], [0.5, 0.5]]])
PREDICTED = {"x": (0.8, 0.79), "y": (0.1, 0.1)}
VALUES = torch.tensor([[0.06, 0.08], [1.2, 1.6]])

test_figures_show = figure_tests(
    {
        "two tokens: weight, and what arrives": shows(
            lambda: figures.draw_two_tokens(torch.tensor([0.8, 0.2]), VALUES),
            title="Token A gets 80% of the weight and brings 17%",
            texts=["0.8", "0.2", "0.1", "2.0", "17%", "83%"],
            widths=[1, 0.25, 0.05, 1, 0.2, 1],
        ),
        "a change, with both predictions": shows(
            lambda: figures.draw_change(["a", "b"], OWN, OTHER, PREDICTED, "L0H0"),
            title="L0H0: 50% of the weight moved,\nprobabilities by up to 0.010",
            images=[OWN.tolist(), OTHER.tolist()],
            widths=[0.8, 0.1, 0.79, 0.1],
        ),
    }
)


def test_roles_are_marked_and_counted():
    previous = torch.tensor([[0.1, 0.9, 0.1], [0.5, 0.1, 0.6]])
    first = torch.tensor([[0.7, 0.1, 0.1], [0.1, 0.1, 0.1]])
    found = {"a": means(previous=previous, first=first), "b": means(), "c": means()}
    figure = figures.draw_roles(found, 0.5)
    panel, *others = figure.axes
    told = {(text.get_text(), *map(round, text.get_position())) for text in panel.texts}
    assert told == {(".90", 1, 0), (".60", 2, 1), (".70", 0, 0)}  # (head, layer); 0.5 is not
    assert figure.get_suptitle() == "a: 2 of 6 heads give over 50% to token before"
    assert [title(axes) for axes in figure.axes] == ["a", "b", "c"]
    assert all(not axes.texts for axes in others)


def test_thumbnails_have_a_line_for_each_weight():
    (axes,) = diagrams.draw_layer(torch.full((4, 3, 3), 1 / 3), 1).axes
    assert [len(lines.get_segments()) for lines in axes.collections] == [9] * 4
    first, second = ["L1H0", "[CLS]", "[SEP]", "L1H1"], ["L1H2", "[CLS]", "[SEP]", "L1H3"]
    assert [text.get_text() for text in axes.texts] == first + second


def test_roles_in_words():
    roles = [Role(0, 2, "previous", 0.987), Role(1, 11, "first", 0.7), Role(1, 0, "itself", 0.6)]
    expected = "L0H2 token before 0.99, L1H11 [CLS] 0.70, L1H0 itself 0.60"
    assert figures.in_words(roles) == expected


def test_roles_are_told_with_other_bounds(capsys):
    figures.tell_roles("a", means(first=torch.tensor([[0.45, 0.55, 0.65], [0.1, 0.1, 0.1]])))
    told = capsys.readouterr().out
    assert "L0H2 [CLS] 0.65" in told
    assert "40%: 3 heads; with 60%: 1" in told


def test_contributions_name_the_widest_gap():
    weight = torch.tensor([[0.1, 0.1, 0.8], [0.5, 0.1, 0.4]])
    brought = torch.tensor([[0.1, 0.2, 0.7], [0.02, 0.1, 0.88]])
    (axes,) = figures.draw_contributions("a", Shares(weight, brought)).axes
    expected = "a, layer 1: [CLS] gets 50% of the weight\nand brings 2% of what arrives"
    assert title(axes) == expected
    np.testing.assert_allclose([bar.get_height() for bar in axes.patches], [0.1, 0.5, 0.1, 0.02])
    (axes,) = figures.draw_contributions("a", Shares(weight, brought), 0.02).axes
    assert lines(axes)["equal share (2.0%)"][0] == 0.02


def test_a_head_is_described_by_its_weights():
    weights = torch.tensor([[0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [0.5, 0.0, 0.5]])
    (axes, _) = figures.draw_head(["a", "b", "c"], weights, "head 0").axes
    words = "head 0: 0% one before, 100% one after"
    assert title(axes) == words
    assert axes.get_xlabel() == "key: is seen (most: 50% to 'c', token 2)"
    over = figures.in_many_texts(means(next=torch.full((2, 3), 0.4)), 1, 2, 100)
    assert over == "over 100 texts: 10% one before, 40% one after"
    assert title(figures.draw_head(["a", "b", "c"], weights, "b", over).axes[0]).endswith(over)
    np.testing.assert_allclose(axes.images[0].get_array(), weights)
    assert [tick.get_text() for tick in axes.get_yticklabels()] == ["a", "b", "c"]


def cost(nats: float) -> dict:
    return {"nats": nats, "error": 0.01, "points": 10 * nats}


RECORD = {
    "heads": [2, 2],
    "alone": [cost(0.1), cost(0.4), cost(-0.1), cost(0.2)],
    "order": [[1, 0], [0, 0], [1, 1], [0, 1]],
    "numbers": [1, 2, 4],
    "together": {
        "cheapest first": [cost(0.0), cost(0.1), cost(2.0)],
        "random 0": [cost(0.3), cost(0.9), cost(2.0)],
        "random 1": [cost(0.2), cost(0.8), cost(2.0)],
    },
}


def test_costs_alone_are_layers_by_heads():
    expected = torch.tensor([[0.1, 0.4], [-0.1, 0.2]])
    torch.testing.assert_close(figures.costs_alone(RECORD), expected)
    torch.testing.assert_close(figures.costs_alone(RECORD, "points"), 10 * expected)
    figure = figures.draw_alone({"a": RECORD, "b": RECORD})
    np.testing.assert_allclose(figure.axes[0].images[0].get_array(), expected)
    assert figure.get_suptitle() == "Heads that cost over 0.1 nats alone: 2 of 4, 2 of 4"
    assert figure.axes[0].images[0].get_clim() == pytest.approx((0, 0.4))
    assert [text.get_text() for text in figure.axes[0].texts] == [".40"]


def test_together_stands_beside_the_sum():
    assert figures.sums_alone(RECORD) == pytest.approx([-0.1, 0.0, 0.2, 0.6])
    figure = figures.draw_together({"a": RECORD})
    (axes,) = figure.axes
    found = lines(axes)
    assert found["cheapest first"] == [0.0, 0.0, 0.1, 2.0]
    (axes,) = figures.draw_together({"a": RECORD}, {"a": (3, 0.5)}).axes
    assert lines(axes)["cheapest first"] == [0.0, 0.0, 0.1, 0.5, 2.0]
    (star,) = [line for line in axes.lines if line.get_marker() == "*"]
    assert (star.get_xdata().tolist(), star.get_ydata().tolist()) == ([3], [0.5])
    assert found["in random orders"] == [0.0, 0.3, 0.9, 2.0]
    assert found["their costs alone, added up"] == pytest.approx([0.0, -0.1, 0.0, 0.2, 0.6])
    assert figure.get_suptitle() == "With zeros, all heads cost more than one by one"
    less = {**RECORD, "together": {"cheapest first": [cost(0.0), cost(0.1), cost(0.5)]}}
    title = figures.draw_together({"a": RECORD, "b": less}).get_suptitle()
    assert title == "With zeros, all heads cost not always more than one by one"
