"""Diagrams without overlaps, and figures that show what was measured."""

import matplotlib.pyplot as plt
import pytest
import torch

from lessons.l07_bert import bugs, diagrams, figures
from lessons.l07_bert.measure import Precisions, Senses
from tests.figure_checks import title
from workbook.diagrams import overlaps


@pytest.fixture(autouse=True)
def closed():
    yield
    plt.close("all")


def test_diagrams_can_be_read(drawn):
    diagrams.whole_model()
    diagrams.one_token(*torch.tensor([[2.0, 1.0, 0.0], [0.0, 0.0, 0.1], [0.0, 0.0, 1.0]]))
    assert [overlaps(drawing) for drawing in drawn] == [[], []]


def test_one_token_shows_the_sum(drawn):
    diagrams.one_token(*torch.tensor([[2.0, 1.0, 0.0], [0.0, 0.0, 0.1], [0.0, 0.0, 1.0]]))
    texts = [text.artist.get_text() for text in drawn[0].texts]
    assert [text for text in texts if text in ("1.4", "−0.8", "−0.6")] == ["1.4", "−0.8", "−0.6"]


def test_hits_stay_inside():
    figure = figures.draw_hits("A question", [(0.5, "word " * 60), (0.25, "short")])
    (axes,) = figure.axes
    assert [bar.get_width() for bar in axes.patches] == [0.5, 0.25]
    figure.canvas.draw()
    for text in axes.texts:
        assert text.get_window_extent().x1 <= figure.bbox.x1


def test_bugs_are_sorted_and_all_there():
    found = dict(zip(["no bug", *bugs.BUGS], torch.linspace(0.1, 0.6, 9).tolist(), strict=True))
    (axes,) = figures.draw_bugs(found).axes
    widths = [bar.get_width() for bar in axes.patches]
    assert widths == sorted(found.values())
    assert axes.get_xlim()[0] == 0


def test_parts_are_proportions():
    (axes,) = figures.draw_parts(["minilm", "base"]).axes
    widths = [bar.get_width() for bar in axes.patches]
    assert sum(widths[:4]) == pytest.approx(1) and sum(widths[4:]) == pytest.approx(1)
    assert widths[0] == pytest.approx((30_522 + 512 + 2) * 384 / 22_713_216)


def test_cost_has_more_than_one_label_on_each_axis():
    results = {"milliseconds": [7.0, 30.0, 90.0], "weight_megabytes": [0.1, 5.0, 75.0]}
    figure = figures.draw_cost([16, 128, 512], results)
    figure.canvas.draw()
    for axes in figure.axes:
        low, high = axes.get_ylim()
        seen = [t for t in axes.get_yticks() if low <= t <= high]
        assert len(seen) >= 3


def test_the_others_draw_what_they_are_given():
    pair = Precisions([1e-6, 2e-6], [1e-15, 0.0])
    left, right = figures.draw_differences({"A": pair, "B": pair}).axes
    assert left.lines[0].get_ydata().tolist() == [1e-6, 2e-6]
    assert title(right) == "B"
    itself, control = torch.tensor([[0.0, 0.2], [0.0, 0.4]]), torch.zeros(2, 2)
    _, both = figures.draw_senses(Senses(["bat", "seal"], itself, control)).axes
    assert both.lines[0].get_ydata().tolist() == pytest.approx([0, 0.3])
    bars, leads = figures.draw_vectors(
        {"pooler": 0.4, "[CLS]": 0.5, "mean": 0.6}, {"pooler": (-0.1, 0.2), "[CLS]": (0.0, 0.1)}
    ).axes
    assert [bar.get_width() for bar in bars.patches] == [0.4, 0.5, 0.6]
    assert leads.lines[0].get_xdata().tolist() == [-0.1, 0.2]
    (axes,) = figures.draw_read_off({"mean": [0.6, 0.7, 0.65]}).axes
    assert axes.lines[0].get_xdata().tolist() == [0.6, 0.7, 0.65]
    _, gap = figures.draw_gelu().axes
    assert 1 < gap.lines[0].get_ydata().max() < 10
