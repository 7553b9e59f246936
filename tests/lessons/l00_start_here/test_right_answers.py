"""Right answers in several styles are accepted."""

from lessons.l00_start_here import exercises
from tests.exercise_checks import check_right_answers, loaded
from tests.lessons.l00_start_here.right_answers import RIGHT


def test_right_answers_pass():
    check_right_answers(loaded(exercises), RIGHT)
