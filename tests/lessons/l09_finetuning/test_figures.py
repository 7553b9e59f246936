"""The pictures of the lesson on fine-tuning show what they are given, and their titles say it."""

import numpy as np
import pytest

from lessons.l09_finetuning import figures
from tests.figure_checks import title

SCORES = {"word counts": [0.75], "fine-tuned": [0.8, 0.9]}


def names(axes):
    return [text.get_text() for text in axes.get_yticklabels()]


def widths(axes):
    return [bar.get_width() for bar in axes.patches]


def test_method_scores_are_those_of_the_record():
    results = {"baselines": {"word counts": 0.75}, "fine_tuned": [{"test": 0.8}, {"test": 0.9}]}
    assert figures.method_scores(results) == SCORES


def test_methods_have_a_bar_for_each_mean_and_a_dot_for_each_seed():
    (axes,) = figures.draw_methods(SCORES, "validation").axes
    assert names(axes) == ["word counts", "fine-tuned"]
    assert widths(axes) == pytest.approx([0.75, 0.85])
    (dots,) = axes.lines
    assert list(dots.get_xdata()) == [0.8, 0.9] and list(dots.get_ydata()) == [1, 1]
    assert [text.get_text() for text in axes.texts] == ["75.0%", "85.0 ± 7.1%"]
    assert title(axes) == "Best: fine-tuned, 10.0 points above word counts"
    assert axes.get_xlabel().startswith("validation texts")


def test_the_best_method_is_not_always_the_last():
    scores = {"a": [0.5], "b": [0.9, 0.7], "c": [0.6]}
    assert figures.methods_title(scores) == "Best: b, 20.0 points above c"


KNOBS = {
    "standard": [0.5, 0.6],
    "mean": [0.51, 0.63],  # better with both seeds
    "frozen": [0.52, 0.59],  # better with one
    "equal": [0.5, 0.5],  # never better
}


def test_knobs_are_differences_of_the_same_seed():
    (axes,) = figures.draw_knobs(KNOBS).axes
    assert names(axes) == ["mean", "frozen", "equal"]
    assert list(axes.lines[0].get_xdata()) == pytest.approx([1, 3])
    assert list(axes.lines[1].get_xdata()) == pytest.approx([2])
    assert list(axes.lines[2].get_xdata()) == pytest.approx([2, -1])
    assert list(axes.lines[-1].get_xdata()) == [0, 0]
    assert title(axes) == "3 changes: with every seed 1 better, 0 worse"


def test_knobs_that_hurt_every_seed_are_counted():
    found = figures.knobs_title({**KNOBS, "worse": [0.4, 0.5]})
    assert found == "4 changes: with every seed 1 better, 1 worse"


def test_differences_need_equal_seeds():
    with pytest.raises(ValueError, match="expected 2 seeds of one, got 1"):
        figures.differences({"standard": [0.5, 0.6], "one": [0.5]}, "standard")


def test_the_clinic_names_the_flaw_that_costs_most():
    scores = {"as printed": [0.5, 0.5], "mended": [0.7, 0.8], "ReLU": [0.6, 0.8], "rate": [0.5] * 2}
    (axes,) = figures.draw_clinic(scores, chance=0.4).axes
    assert widths(axes) == pytest.approx([0.5, 0.75, 0.7, 0.5])
    assert list(axes.lines[-1].get_xdata()) == [0.4, 0.4]
    assert title(axes) == "Mending brings +25.0 points; rate: -25.0"
    scores["rate"] = [0.9, 0.9]  # no flaw at all
    assert figures.clinic_title(scores) == "Mending brings +25.0 points; ReLU: -5.0"


def test_a_truncation_wins_only_if_it_does_with_every_seed():
    scores = {"head": [0.6, 0.7], "tail": [0.7, 0.8], "head+tail": [0.65, 0.75]}
    (axes,) = figures.draw_truncation(scores).axes
    assert title(axes) == "Tail wins with every seed, by 5.0 points on average"
    assert widths(axes) == pytest.approx([0.65, 0.75, 0.7])
    scores["head+tail"] = [0.5, 0.85]
    found = figures.winner_title(scores)
    assert found == "None wins with every seed; tail is 7.5 points ahead on average"


def test_confusions_count_classes_in_rows():
    found = figures.confusions([0, 0, 1], [0, 1, 1], classes=3)
    assert found.tolist() == [[1, 1, 0], [0, 1, 0], [0, 0, 0]]


def test_a_confusion_matrix_shows_shares_of_rows():
    counts = np.array([[6, 2], [3, 7]])
    axes = figures.draw_confusion(counts, ["movie", "tweet"]).axes[0]
    assert [text.get_text() for text in axes.texts] == ["75.0%", "25.0%", "30.0%", "70.0%"]
    assert names(axes) == ["movie", "tweet"]
    assert title(axes) == "30.0% of class tweet is taken for movie"


def test_padding_is_what_a_text_leaves_of_its_batch():
    short, long = np.array([1, 2]), np.array([3, 4])
    ways = {"to 6": [(short, 6), (long, 6)], "longest": [(short, 2), (long, 4)]}
    figure = figures.draw_padding(ways)
    left, right = (axes.images[0].get_array() for axes in figure.axes)
    assert left.tolist()[0] == [2, 1, 1, 1, 1, 1] and left.tolist()[3] == [2, 2, 2, 2, 1, 1]
    assert right.tolist()[0] == [2, 1, 0, 0, 0, 0] and right.tolist()[2] == [2, 2, 2, 1, 0, 0]
    assert figure.get_suptitle() == "Of what the model reads, 42% and 83% is text"
    assert [title(axes) for axes in figure.axes] == ["to 6: 42%", "longest: 83%"]
