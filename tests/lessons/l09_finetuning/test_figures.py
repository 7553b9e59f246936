"""The pictures of the lesson on fine-tuning show what they are given."""

import numpy as np

from bertlab.statistics import proportion_interval
from lessons.l09_finetuning import diagrams, figures, padding
from lessons.l09_finetuning.measure import Change, Reading
from tests.figure_checks import figure_tests, shows, title

SCORES = {"word counts": [0.75], "fine-tuned BERT": [0.8, 0.9]}


CHANGES = {"mean": Change([1.0, 2.0], -0.5, 3.5), "frozen": Change([-3.0, -1.0], -4.0, -0.5)}
CURVE = [{"validation_loss": 0.4, "validation_accuracy": right} for right in (0.78, 0.8)]
BATCHES = {"one way": [(np.array([1, 3]), 3)] * 5 + [(np.array([3, 3]), 3)]}
COUNTED, TUNED = (list(proportion_interval(mean, 100)) for mean in (0.75, 0.85))

test_figures_show = figure_tests(
    {
        "readings say who is right": shows(
            lambda: figures.draw_readings([Reading("Not good.", 0, 1.9, 0.25)], "a title"),
            texts={"word list +1.9: wrong", "BERT 0.25: right", "“Not good.”"},
        ),
        "scores: means, seeds, an interval, chance": shows(
            lambda: figures.draw_scores(SCORES, 100, "a title", "texts"),
            x=[COUNTED, [0.75], TUNED, [0.85], [0.8, 0.9], [0.5, 0.5]],
            texts=["75.0%", "85.0 ± 7.1%"],
        ),
        "seeds that fall apart have no mean": shows(
            lambda: figures.draw_scores(
                SCORES, 100, "a title", "texts", split={"fine-tuned BERT": "1 of 2 learns"}
            ),
            x=[COUNTED, [0.75], [0.8, 0.9], [0.5, 0.5]],
            texts=["75.0%", "1 of 2 learns"],
        ),
        "changes with their intervals": shows(
            lambda: figures.draw_changes(CHANGES, "a title"),
            x=[[-0.5, 3.5], [1.5], [1.0, 2.0], [-4.0, -0.5], [-2.0], [-3.0, -1.0], [0, 0]],
            rows=["mean", "frozen"],
        ),
        "wider intervals": shows(
            lambda: figures.draw_changes(
                {"a": Change([1.0], 0.0, 2.0)}, "a title", wide={"a": Change([1.0], -1.0, 3.0)}
            ),
            x=[[0.0, 2.0], [1.0], [-1.0, 3.0], [0, 0]],
        ),
        "accuracies are differences to the first seed's start": shows(
            lambda: figures.draw_curves([CURVE] * 3, "a title"), y=[[0.4, 0.4]] * 3 + [[0, 2]] * 3
        ),
        "some batches are drawn, and all counted": shows(
            lambda: padding.draw_padding(BATCHES, drawn=2), titles=["one way: 72% is text"]
        ),
    }
)


def test_method_scores_are_those_of_the_record():
    results = {"baselines": {"word counts": 0.75}, "fine_tuned": [{"test": 0.8}, {"test": 0.9}]}
    assert figures.method_scores(results) == SCORES
    results["baselines"] = {"majority": 0.5, "lexicon": 0.6}
    assert list(figures.method_scores(results)) == ["majority vote", "word list", "fine-tuned BERT"]


def test_a_loss_has_another_color():
    (axes,) = figures.draw_changes(CHANGES, "a title").axes
    colors = axes.lines[0].get_color(), axes.lines[3].get_color()
    assert colors == (figures.RIGHT, figures.WRONG)


def test_a_score_below_chance_is_seen():
    (axes,) = figures.draw_scores({"one": [0.4, 0.6]}, 100, "a title", "texts").axes
    assert axes.get_xlim()[0] < 0.4


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


def test_the_gradient_goes_as_far_down_as_something_learns(drawn):
    diagrams.fine_tuning()
    arrows = [line.words for line in drawn[0].lines]
    assert arrows.count("loss → head, new gradient") == 2
    for down in ("head, new → pooler", "pooler → encoder layers, × 6"):
        assert arrows.count(down) == 1  # in fine-tuning alone
    assert arrows.count("encoder layers, × 6 → embeddings") == 1
