"""Pictures of the lesson on explanations show their numbers, and titles say what is true."""

from dataclasses import replace

import numpy as np
import pytest

from bertlab.inspection.explain import OWEN, SHAPLEY
from bertlab.inspection.explanation import Explanation
from lessons.l12_explanations import shapley_figures as figures
from lessons.l12_explanations.measure import Turned
from lessons.l12_explanations.translation import TranslationExplanation
from tests.figure_checks import figure_tests, reading, shows

TOKENS = ("un", "##ing", "$x$", "好")
FIRST = Explanation(TOKENS, np.array([0.5, -2.0, 1.0, 0.25]), 1.0, 0.75, "a_b$", SHAPLEY)
SECOND = replace(FIRST, values=np.array([0.5, -1.0, -0.5, 0.75]), method=OWEN)
VALUES = np.array([[0.5, -0.2], [0.1, 4.0], [-3.0, 1.0]])
TRANSLATION = TranslationExplanation(
    ("seventy", "one"), ("soixante", "et", "onze"), VALUES, np.zeros(3), VALUES.sum(axis=1)
)


COMPANY = {"dull": [[-5.0, -4.0], [-2.0], [-1.0]], "fine": [[1.0], [2.0], [3.0, 4.0]]}

test_figures_show = figure_tests(
    {
        "a few points among many": shows(
            lambda: figures.draw_way([0.0, 2.0, 4.0, 6.0], 2, "a title"),
            x=[[0, 1], [12.5, 37.5, 62.5, 87.5], [25.0, 75.0]],
            y=[[0, 0], [0, 2, 4, 6], [1.0, 5.0]],
        ),
        "values divided by company": shows(
            lambda: figures.draw_company(COMPANY, "a title"),
            x=[[0, 0], [-5.0, -4.0], [-2.0], [-1.0], [1.0], [2.0], [3.0, 4.0]],
            y=[[0, 1], [-0.25, -0.25], [0.0], [0.25], [0.75], [1.0], [1.25, 1.25]],
        ),
    }
)


def test_each_explanation_has_a_mark_in_each_row():
    found = {"one": FIRST, "$two$": SECOND}
    figure = figures.draw_dots(found, "a title")
    axes = figure.axes[0]
    marks = {line.get_label(): line for line in axes.lines[1:]}
    assert marks["one"].get_xdata().tolist() == FIRST.values.tolist()
    assert marks["$two$"].get_xdata().tolist() == SECOND.values.tolist()
    assert marks["one"].get_ydata().tolist() == [0, 1, 2, 3]
    assert [label.get_text() for label in axes.get_yticklabels()] == list(TOKENS)
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


def test_the_map_has_a_number_for_each_pair_of_words():
    figure = figures.draw_translation(TRANSLATION)
    axes = figure.axes[0]
    shown = {(text.get_position(), text.get_text()) for text in axes.texts}
    assert shown == {((c, r), f"{VALUES[r, c]:+.1f}") for r in range(3) for c in range(2)}
    assert [label.get_text() for label in axes.get_yticklabels()] == ["soixante", "et", "onze"]
    assert figure._suptitle.get_text() == "“et” owes most to “one”: +4.0 nats"
    ends = [label.get_text() for label in axes.child_axes[0].get_yticklabels()]
    assert ends == ["0.0 → 0.3", "0.0 → 4.1", "0.0 → -2.0"]


def test_turned_predictions_are_counted():
    found = {
        "SHAP": Turned(["a", "b"], np.array([True, False])),
        "c": Turned(["a"], np.array([False])),
    }
    figure = figures.draw_turned(found, 0.4)
    assert figure.get_suptitle() == "Hiding SHAP's first token turns 1 of 2"
    assert reading(figure, "x")[0] == [1, 0]
    assert reading(figure, "legend") == ["chance: 0.4 on average"]
