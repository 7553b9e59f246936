"""Right answers in several styles are accepted."""

from lessons.l04_elmo import exercises
from tests.exercise_checks import check_right_answers, loaded
from tests.lessons.l04_elmo.right_answers import RIGHT


def test_right_answers_pass():
    check_right_answers(loaded(exercises), RIGHT)
