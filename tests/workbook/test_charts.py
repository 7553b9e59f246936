"""Charts show what they are given, and refuse what nobody can read."""

import matplotlib.pyplot as plt
import pytest

from workbook import charts
from workbook.charts import Row

pytestmark = pytest.mark.usefixtures("lesson_style")


def drawn(axes):
    return [list(line.get_xdata()) for line in axes.lines]


def written(axes):
    return [text.get_text() for text in axes.texts]


def test_proportions_show_means_intervals_seeds_and_chance():
    rows = {"one": Row(0.4, 0.3, 0.5), "two": Row(0.6, 0.5, 0.7, (0.55, 0.6, 0.75))}
    figure = charts.draw_proportions(rows, "A title", "right", 0.25, {"one": "red"})
    (axes,) = figure.axes
    assert drawn(axes) == [[0.25, 0.25], [0.3, 0.5], [0.4], [0.5, 0.7], [0.6], [0.55, 0.6, 0.75]]
    assert written(axes) == ["40%", "60%"] and axes.get_xlabel() == "right"
    assert axes.lines[2].get_color() == "red" and axes.lines[4].get_color() == charts.OURS
    assert [label.get_text() for label in axes.get_yticklabels()] == ["one", "two"]
    assert axes.get_xlim() == pytest.approx((0.22, 0.78)), "all of it is inside"
    assert figure.get_suptitle() == "A title"


def test_a_proportion_has_its_interval():
    assert charts.proportion_row(50, 100)[:3] == pytest.approx((0.5, 0.404, 0.596), abs=1e-3)
    for hits, count in ((0, 0), (3, 2), (-1, 2)):
        with pytest.raises(ValueError, match=f"got {hits} among {count}"):
            charts.proportion_row(hits, count)


def test_differences_are_filled_where_the_interval_leaves_out_zero():
    rows = {"clear": Row(0.02, 0.01, 0.03, (0.01, 0.03)), "not": Row(0.01, -0.01, 0.03)}
    (axes,) = charts.draw_differences(rows, "A title", "points").axes
    dots = [line for line in axes.lines if line.get_marker() == "o"]
    assert [one.get_xdata()[0] for one in dots] == pytest.approx([2.0, 1.0])
    assert dots[0].get_markerfacecolor() != "white" and dots[1].get_markerfacecolor() == "white"
    (seeds,) = (line for line in axes.lines if line.get_marker() == ".")
    assert list(seeds.get_xdata()) == pytest.approx([1.0, 3.0])
    assert written(axes) == ["+2.0", "+1.0"]
    assert axes.get_xlabel() == f"points\n{charts.KEY}; {charts.SEEDS}"
    (alone,) = charts.draw_differences({"not": rows["not"]}, "A title", "points").axes
    assert alone.get_xlabel() == f"points\n{charts.KEY}"
    charts.differences_on(alone, {"not": rows["not"]}, {"not": "40.0%"})
    assert written(alone) == ["+1.0", "40.0%"]


def test_a_curve_lies_in_its_band():
    axes = plt.subplots()[1]
    charts.curve_on(axes, range(2), [Row(0.5, 0.4, 0.7), Row(0.6, 0.5, 0.8)], "C1", "trained")
    assert list(axes.lines[0].get_ydata()) == [0.5, 0.6] and axes.lines[0].get_label() == "trained"
    extents = axes.collections[0].get_datalim(axes.transData)
    assert (extents.y0, extents.y1) == pytest.approx((0.4, 0.8))


def test_a_long_title_is_broken():
    words = "A title that is much too long for a single line of a figure of this size " * 2
    title = charts.headed(plt.subplots(figsize=(5.8, 3))[0], words + "\nand more").get_suptitle()
    assert [len(line) <= 54 for line in title.splitlines()] == [True] * 4
    assert title.endswith("\nand more")


@pytest.mark.parametrize("title", ["", "  "])
def test_a_chart_without_a_title_is_refused(title):
    with pytest.raises(ValueError, match="needs a title"):
        charts.draw_proportions({"one": Row(0.4, 0.3, 0.5)}, title, "right")


def test_a_chart_that_nobody_can_read_is_refused_but_where_readers_write():
    figure, axes = plt.subplots()
    axes.text(0.5, 0.5, "here")
    axes.text(0.52, 0.5, "there")
    with pytest.raises(ValueError, match="cannot read this chart: 'here' lies on 'there'"):
        charts.headed(figure, "A title")
    assert charts.headed(figure, "A title", free_text=True) is figure
