"""Right answers in other styles are accepted."""

from lessons.l12_explanations import exercises
from tests.exercise_checks import check_right_answers, loaded
from tests.lessons.l12_explanations.right_answers import RIGHT


def test_right_answers_in_other_styles_are_accepted():
    check_right_answers(loaded(exercises), RIGHT)
