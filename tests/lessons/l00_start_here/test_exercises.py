"""Lesson 00's exercises, worked by hand."""

from lessons.l00_start_here import exercises
from tests.exercise_checks import diagnosis, loaded

start = loaded(exercises)


def test_two_slips_at_once_are_recognized():
    def cosine(a, b):
        return sum(a * b) / sum(abs(a)) * sum(abs(b))

    answer = diagnosis(start.cosine, cosine)
    assert "*the brackets are missing, so" in answer
    assert "the L1 norm*" in answer


def test_right_comparisons_by_hand():
    count = start.right_comparisons.reference
    assert count([0.9, 0.7], [0.8, 0.7]) == 0.625  # as the lesson says
    assert count([1.0], [1.0]) == 0.5
    assert count([0.6], [0.7, 0.5]) == 0.5  # as a question of the quiz says
