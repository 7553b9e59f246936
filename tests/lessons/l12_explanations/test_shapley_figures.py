"""Pictures of the lesson on explanations show their numbers, and titles say what is true."""

from dataclasses import replace

import matplotlib.pyplot as plt
import numpy as np
import pytest

from bertlab.datasets.fonts.figures import png
from bertlab.inspection.explain import OWEN, SHAPLEY
from bertlab.inspection.explanation import Explanation
from lessons.l12_explanations import shapley_figures as figures
from lessons.l12_explanations.measure import Lead, Turned
from lessons.l12_explanations.translation import TranslationExplanation

TOKENS = ("un", "##ing", "$x$", "好")
FIRST = Explanation(TOKENS, np.array([0.5, -2.0, 1.0, 0.25]), 1.0, 0.75, "a_b$", SHAPLEY)
SECOND = replace(FIRST, values=np.array([0.5, -1.0, -0.5, 0.75]), method=OWEN)
VALUES = np.array([[0.5, -0.2], [0.1, 4.0], [-3.0, 1.0]])
TRANSLATION = TranslationExplanation(
    ("seventy", "one"), ("soixante", "et", "onze"), VALUES, np.zeros(3), VALUES.sum(axis=1)
)


@pytest.fixture(autouse=True)
def no_figure_stays_open():
    yield
    plt.close("all")


def test_each_explanation_has_a_mark_in_each_row():
    found = {"one": FIRST, "$two$": SECOND}
    figure = figures.draw_dots(found, "a title")
    axes = figure.axes[0]
    marks = {line.get_label(): line for line in axes.lines[1:]}
    assert marks["one"].get_xdata().tolist() == FIRST.values.tolist()
    assert marks["$two$"].get_xdata().tolist() == SECOND.values.tolist()
    assert marks["one"].get_ydata().tolist() == [0, 1, 2, 3]
    assert [label.get_text() for label in axes.get_yticklabels()] == list(TOKENS)
    assert figure._suptitle.get_text() == "a title"
    assert len({line.get_marker() for line in marks.values()}) == 2
    labels = figures.draw_dots(found, "", [True, False, True, False]).axes[0].get_yticklabels()
    heavy = labels[0].get_fontweight()
    assert [label.get_fontweight() == heavy for label in labels[2:]] == [True, heavy == "normal"]
    words = figures.words_of_dots(found)
    assert "one: un +0.5, ##ing -2.0" in words
    assert "$two$: un +0.5, ##ing -1.0" in words


def test_other_tokens_cannot_stand_in_one_picture():
    with pytest.raises(ValueError, match="expected the same tokens and label"):
        figures.draw_dots({"one": FIRST, "two": replace(SECOND, label="other")}, "")


def test_values_are_divided_by_company():
    found = {"dull": [[-5.0, -4.0], [-2.0], [-1.0]], "fine": [[1.0], [2.0], [3.0, 4.0]]}
    axes = figures.draw_company(found, "a title").axes[0]
    rows = [(line.get_xdata().tolist(), line.get_ydata().tolist()) for line in axes.lines[1:]]
    assert rows[:2] == [([-5.0, -4.0], [-0.25, -0.25]), ([-2.0], [0.0])]
    assert rows[5] == ([3.0, 4.0], [1.25, 1.25])
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["0", "1", "2"]


def test_the_way_has_a_few_points_among_many():
    figure = figures.draw_way([0.0, 2.0, 4.0, 6.0], 2, "a title")
    _, fine, few = figure.axes[0].lines
    assert fine.get_xdata().tolist() == [12.5, 37.5, 62.5, 87.5]
    assert (few.get_xdata().tolist(), few.get_ydata().tolist()) == ([25.0, 75.0], [1.0, 5.0])
    assert len(png(figure)) > 1000


def test_the_map_has_a_number_for_each_pair_of_words():
    figure = figures.draw_translation(TRANSLATION)
    axes = figure.axes[0]
    shown = {(text.get_position(), text.get_text()) for text in axes.texts}
    assert shown == {((c, r), f"{VALUES[r, c]:+.1f}") for r in range(3) for c in range(2)}
    assert [label.get_text() for label in axes.get_yticklabels()] == ["soixante", "et", "onze"]
    assert figure._suptitle.get_text() == "“et” owes most to “one”: +4.0 nats"
    ends = [label.get_text() for label in axes.child_axes[0].get_yticklabels()]
    assert ends == ["0.0 → 0.3", "0.0 → 4.1", "0.0 → -2.0"]
    assert len(png(figure)) > 1000


def test_leads_have_their_intervals():
    groups = {
        "with a sign": {"SHAP": Lead(2.0, 1.5, 3.0), "other": Lead(0.1, -0.4, 0.6)},
        "sizes": {"attention": Lead(1.0, 0.5, 1.25)},
    }
    figure = figures.draw_leads(groups, "a title")
    above, below = figure.axes
    (bars,) = [container[2][0].get_segments() for container in above.containers]
    np.testing.assert_allclose([bar[:, 0] for bar in bars], [[1.5, 3.0], [-0.4, 0.6]])
    assert [label.get_text() for label in above.get_yticklabels()] == ["SHAP", "other"]
    assert [label.get_text() for label in below.get_yticklabels()] == ["attention"]
    assert figure._suptitle.get_text() == "a title"
    assert len(png(figure)) > 1000


def test_turned_predictions_are_counted():
    found = {
        "SHAP": Turned(["a", "b"], np.array([True, False])),
        "c": Turned(["a"], np.array([False])),
    }
    figure = figures.draw_turned(found, 0.4)
    (axes,) = figure.axes
    assert figure._suptitle.get_text() == "Hiding SHAP's first token turns 1 of 2"
    assert axes.lines[0].get_xdata().tolist() == [1, 0]
    assert axes.get_xlim() == (0, 2)
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["chance: 0.4 on average"]
    assert len(png(figure)) > 1000
