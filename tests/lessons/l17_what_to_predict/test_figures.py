"""Figures show what they are given."""

import pytest

from lessons.l17_what_to_predict import diagrams, figures
from tests.figure_checks import reading
from workbook.charts import Row

pytestmark = pytest.mark.usefixtures("lesson_style")


def test_the_control_learns_where_masked_words_do(drawn):
    diagrams.one_in_seven()
    words = [word for line in drawn[0].words() for word in line.split()]
    assert words.count("x") == 2 + 12 + 2


def test_both_tests_are_on_one_scale():
    scores = {
        "NSP": {"counting": Row(0.6, 0.55, 0.65), "SOP": Row(0.5, 0.45, 0.55, (0.4, 0.6))},
        "SOP": {"SOP": Row(0.7, 0.65, 0.75)},
    }
    figure = figures.draw_tests(scores, "title", {"counting": "red"})
    assert reading(figure, "texts") == ["60%", "50%", "70%"]
    (low, high), _, *second = reading(figure, "limits")
    assert low <= 0.4 and high >= 0.75 and second[0] == (low, high)
