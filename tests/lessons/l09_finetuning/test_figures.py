"""The pictures of the lesson on fine-tuning show what they are given; nothing overlaps."""

import numpy as np
import pytest

from lessons.l09_finetuning import diagrams, figures, padding
from lessons.l09_finetuning.measure import Change, Reading
from lessons.l09_finetuning.opinions import Group
from tests.figure_checks import title
from workbook.diagrams import overlaps

SCORES = {"word counts": [0.75], "fine-tuned BERT": [0.8, 0.9]}


def names(axes):
    return [text.get_text() for text in axes.get_yticklabels()]


def test_method_scores_are_those_of_the_record():
    results = {"baselines": {"word counts": 0.75}, "fine_tuned": [{"test": 0.8}, {"test": 0.9}]}
    assert figures.method_scores(results) == SCORES
    results["baselines"] = {"majority": 0.5, "lexicon": 0.6}
    assert list(figures.method_scores(results)) == ["majority vote", "word list", "fine-tuned BERT"]


def test_readings_say_who_is_right():
    one = Reading("Not good.", 0, word_list=1.9, model=0.25)
    figure = figures.draw_readings([one], "a title")
    written = [text.get_text() for text in figure.axes[0].texts]
    assert "word list +1.9: wrong" in written and "BERT 0.25: right" in written
    assert "“Not good.”" in written
    assert figure.get_suptitle() == "a title"


def test_scores_have_a_ring_for_each_mean_a_dot_for_each_seed_and_an_interval():
    figure = figures.draw_scores(SCORES, 100, "a title", "texts")
    (axes,) = figure.axes
    assert names(axes) == ["word counts", "fine-tuned BERT"]
    interval, ring, second, dots, mean, chance = axes.lines
    half = 1.96 * (0.75 * 0.25 / 100) ** 0.5
    assert list(interval.get_xdata()) == pytest.approx([0.75 - half, 0.75 + half])
    assert list(ring.get_xdata()) == [0.75]
    assert list(dots.get_xdata()) == [0.8, 0.9] and list(mean.get_xdata()) == pytest.approx([0.85])
    assert second.get_ydata()[0] == 1
    assert list(chance.get_xdata()) == [0.5, 0.5]
    assert [text.get_text() for text in axes.texts] == ["75.0%", "85.0 ± 7.1%"]
    assert axes.get_xlim()[0] == pytest.approx(0.47)
    assert axes.get_xlabel().startswith("texts\n")
    assert figure.get_suptitle() == "a title"


def test_seeds_that_fall_apart_have_no_mean_and_no_band():
    split = {"fine-tuned BERT": "1 of 2 learns"}
    (axes,) = figures.draw_scores(SCORES, 100, "a title", "texts", split=split).axes
    assert len(axes.lines) == 4
    assert [text.get_text() for text in axes.texts] == ["75.0%", "1 of 2 learns"]


def test_a_score_below_chance_is_seen():
    (axes,) = figures.draw_scores({"one": [0.4, 0.6]}, 100, "a title", "texts").axes
    assert axes.get_xlim()[0] < 0.4


def test_changes_are_drawn_with_their_intervals():
    found = {"mean": Change([1.0, 2.0], -0.5, 3.5), "frozen": Change([-3.0, -1.0], -4.0, -0.5)}
    figure = figures.draw_changes(found, "a title")
    (axes,) = figure.axes
    assert names(axes) == ["mean", "frozen"]
    assert list(axes.lines[0].get_xdata()) == [-0.5, 3.5]
    assert list(axes.lines[1].get_xdata()) == [1.0, 2.0]
    assert list(axes.lines[2].get_xdata()) == [1.5]
    assert list(axes.lines[-1].get_xdata()) == [0, 0]
    assert axes.lines[0].get_color() == figures.RIGHT and axes.lines[3].get_color() == figures.WRONG
    assert figure.get_suptitle() == "a title"


def test_long_titles_are_broken():
    figure = figures.draw_changes({"mean": Change([1.0], 0.0, 2.0)}, "word " * 30)
    assert max(map(len, figure.get_suptitle().splitlines())) <= 54


def test_confusions_count_classes_in_rows():
    found = figures.confusions([0, 0, 1], [0, 1, 1], classes=3)
    assert found.tolist() == [[1, 1, 0], [0, 1, 0], [0, 0, 0]]


def test_a_confusion_matrix_shows_proportions_of_rows():
    counts = np.array([[6, 2], [3, 7]])
    figure = figures.draw_confusion(counts, ["movie", "tweet"], "a title")
    axes = figure.axes[0]
    assert [text.get_text() for text in axes.texts] == ["75.0%", "25.0%", "30.0%", "70.0%"]
    assert names(axes) == ["movie", "tweet"]
    assert figure.get_suptitle() == "a title"


def test_padding_is_what_a_text_leaves_of_its_batch():
    short, long = np.array([1, 2]), np.array([3, 4])
    ways = {"to 6": [(short, 6), (long, 6)], "longest": [(short, 2), (long, 4)]}
    figure = padding.draw_padding(ways)
    left, right = (axes.images[0].get_array() for axes in figure.axes)
    assert left.tolist()[0] == [2, 1, 1, 1, 1, 1] and left.tolist()[3] == [2, 2, 2, 2, 1, 1]
    assert right.tolist()[0] == [2, 1, 0, 0, 0, 0] and right.tolist()[2] == [2, 2, 2, 1, 0, 0]
    assert figure.get_suptitle() == "Text is 42% and 83% of what the model reads"
    assert [title(axes) for axes in figure.axes] == ["to 6: 42% is text", "longest: 83% is text"]
    frames = [(frame.get_width(), frame.get_height()) for frame in figure.axes[1].patches]
    assert frames == [(2, 2), (4, 2)]


def test_only_some_batches_are_drawn_and_all_are_counted():
    ways = {"one way": [(np.array([1, 3]), 3)] * 5 + [(np.array([3, 3]), 3)]}
    (axes,) = padding.draw_padding(ways, drawn=2).axes
    assert len(axes.images[0].get_array()) == 4 and len(axes.patches) == 2
    assert title(axes) == "one way: 72% is text"


def test_strength_has_a_line_for_each_method():
    groups = [Group("near", 50, {"a": 0.6, "b": 0.5}), Group("far", 80, {"a": 0.9, "b": 0.8})]
    figure = figures.draw_strength(groups, "a title")
    (axes,) = figure.axes
    assert [list(one.lines[0].get_ydata()) for one in axes.containers] == [[0.6, 0.9], [0.5, 0.8]]
    assert [tick.get_text() for tick in axes.get_xticklabels()] == [
        "near\n(50 texts)",
        "far\n(80 texts)",
    ]
    assert figure.get_suptitle() == "a title"


def test_curves_have_a_line_for_each_seed():
    curve = [{"validation_loss": 0.4, "validation_accuracy": right} for right in (0.78, 0.8)]
    figure = figures.draw_curves([curve] * 3, "a title")
    assert [len(axes.lines) for axes in figure.axes] == [3, 3]
    assert list(figure.axes[0].lines[0].get_ydata()) == [0.4, 0.4]
    assert list(figure.axes[1].lines[0].get_ydata()) == pytest.approx([0, 2])
    assert list(figure.axes[1].lines[0].get_xdata()) == [1, 2]


def test_the_gradient_goes_as_far_down_as_something_learns(drawn):
    diagrams.fine_tuning()
    arrows = [line.words for line in drawn[0].lines]
    assert arrows.count("loss → head, new gradient") == 2
    for down in ("head, new → pooler", "pooler → encoder layers, × 6"):
        assert arrows.count(down) == 1  # in fine-tuning alone
    assert arrows.count("encoder layers, × 6 → embeddings") == 1


def test_nothing_in_the_diagrams_overlaps(drawn):
    for draw in (diagrams.fine_tuning, diagrams.joined_head):
        draw()
    assert len(drawn) == 2
    assert [overlaps(drawing) for drawing in drawn] == [[], []]


def test_wide_intervals_are_thin_lines():
    found, wide = {"a": Change([1.0], 0.0, 2.0)}, {"a": Change([1.0], -1.0, 3.0)}
    (axes,) = figures.draw_changes(found, "a title", wide=wide).axes
    thin = axes.lines[3]
    assert list(thin.get_xdata()) == [-1.0, 3.0] and thin.get_linewidth() == 1


def test_the_silent_quarter_is_hatched():
    figure = figures.draw_silence("a title")
    (patch,) = figure.axes[0].patches
    assert patch.get_hatch() == "//" and patch.get_xy().max() == 0
    assert "silent:\nno gradient" in [text.get_text() for text in figure.axes[0].texts]
