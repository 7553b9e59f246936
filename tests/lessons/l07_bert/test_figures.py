"""Diagrams without overlaps, and figures that show what was measured."""

import matplotlib.pyplot as plt
import pytest
import torch

from lessons.l07_bert import bugs, diagrams, figures
from lessons.l07_bert.measure import Kinds, Precisions
from tests.figure_checks import title
from workbook.diagrams import overlaps


@pytest.fixture(autouse=True)
def closed():
    yield
    plt.close("all")


def test_diagrams_can_be_read(drawn):
    diagrams.whole_model()
    diagrams.one_token()
    assert [overlaps(drawing) for drawing in drawn] == [[], []]


def test_one_token_shows_the_sum(drawn):
    diagrams.one_token()
    texts = [text.artist.get_text() for text in drawn[0].texts]
    assert [text for text in texts if text in ("1.4", "−0.8", "−0.6")] == ["1.4", "−0.8", "−0.6"]


def test_hits_stay_inside():
    figure = figures.draw_hits("A question " * 9, [(0.5, "word " * 60), (0.25, "short")])
    (axes,) = figure.axes
    assert [bar.get_width() for bar in axes.patches] == [0.5, 0.25]
    figure.canvas.draw()
    for text in [*axes.texts, axes._left_title]:
        assert text.get_window_extent().x1 <= figure.bbox.x1


def test_all_articles_are_on_the_scale_of_a_search():
    above, below = figures.draw_search("A question", [(0.5, "a"), (0.2, "b"), (-0.1, "c")], 2).axes
    dots = [x for line in above.lines for x in line.get_xdata()]
    assert sorted(dots) == [-0.1, 0.2, 0.5] and title(above) == "“A question”"
    assert [bar.get_width() for bar in below.patches] == [0.5, 0.2]


def test_found_shows_each_place():
    asked = ["one", "two", "three"]
    places = {"words": [9, 9, 9], "others": [1, 2, 3], "yours": [1, 1, 5]}
    (axes,) = figures.draw_found(asked, places).axes
    assert [list(line.get_xdata()) for line in axes.lines] == list(places.values())
    assert [text.get_text() for text in axes.texts] == asked
    words = "Only the tuned encoder puts most of them first"
    assert axes.get_figure().get_suptitle() == words
    reverse = figures.draw_found(asked, places | {"others": [1, 1, 3], "yours": [2, 1, 5]})
    assert reverse.get_suptitle() == "Who finds most of them?"


def test_bugs_are_sorted_and_all_there():
    scores = torch.linspace(0.1, 0.6, 8).tolist()
    changes = [bugs.Change(score, score - 0.7, score - 0.3) for score in scores]
    (axes,) = figures.draw_bugs(0.5, dict(zip(bugs.BUGS, changes, strict=True))).axes
    points = [line.get_xdata()[0] for line in axes.lines if line.get_marker() == "o"]
    assert points == pytest.approx([score - 0.5 for score in scores])
    clear = sum(score < 0.3 for score in scores)
    words = f"Of 8 bugs, only {clear} clearly lower the score"
    assert axes.get_figure().get_suptitle() == words


def test_parts_are_proportions():
    (axes,) = figures.draw_parts(["minilm", "base"]).axes
    widths = [bar.get_width() for bar in axes.patches]
    assert sum(widths[:4]) == pytest.approx(1) and sum(widths[4:]) == pytest.approx(1)
    assert widths[0] == pytest.approx((30_522 + 512 + 2) * 384 / 22_713_216)


def test_cost_is_told_in_multiples():
    results = {"milliseconds": [7.0, 28.0, 70.0], "weight_megabytes": [0.1, 5.0, 75.0]}
    (axes,) = figures.draw_cost([16, 128, 512], results).axes
    memory, time, guide = (list(line.get_ydata()) for line in axes.lines)
    assert memory == pytest.approx([1, 50, 750]) and time == pytest.approx([1, 4, 10])
    assert guide == [1, 8, 32]


def test_the_others_draw_what_they_are_given():
    pair = Precisions([1e-6, 2e-6], [1e-15, 0.0])
    left, right = figures.draw_differences({"A": pair, "B": pair}).axes
    assert left.lines[0].get_ydata().tolist() == [1e-6, 2e-6]
    assert title(right) == "B"
    (axes,) = figures.draw_single({"A": pair, "B": pair}).axes
    assert [line.get_ydata().tolist() for line in axes.lines] == 2 * [[1e-6, 2e-6]]
    kinds = Kinds({"a": 0.4, "b": 0.5, "mean": 0.6}, {"a": (-0.1, 0.2), "b": (-0.2, 0.3)}, 0.5)
    first, second, leads = figures.draw_vectors({"A": kinds, "B": kinds}).axes
    assert [bar.get_width() for bar in first.patches] == [0.4, 0.5, 0.6]
    assert title(second) == "B"
    assert [text.get_text() for text in second.texts][-1] == "mean cosine of two articles: 0.50"
    assert list(leads.lines[0].get_xdata()) == [-0.1, 0.2]
    assert leads.lines[1].get_xdata() == pytest.approx([0.2])
    assert title(leads) == "The mean has no clear lead"
    ahead = Kinds({"a": 0.4, "mean": 0.6}, {"a": (0.1, 0.3)}, 0.5)
    assert title(figures.draw_vectors({"A": ahead}).axes[-1]) == "How far is the mean ahead?"
