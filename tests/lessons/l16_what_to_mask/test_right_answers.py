"""A right answer is accepted, whatever its style."""

from lessons.l16_what_to_mask import exercises
from tests.exercise_checks import check_right_answers, loaded
from tests.lessons.l16_what_to_mask.right_answers import RIGHT


def test_right_answers_in_other_styles_are_right():
    check_right_answers(loaded(exercises), RIGHT)
