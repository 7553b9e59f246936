"""The class: right answers are accepted, wrong ones are not, and what was judged stays so."""

import jaxtyping
import pytest

from tests.blind.run import (
    CLASSES,
    HELD,
    HERE,
    KINDS,
    NEWER,
    RIGHT_AFTER_ALL,
    RIGHT_NO_MORE,
    answers,
    exercises_of,
    judged,
    verdicts,
    written,
)
from workbook.exercises import judge, known

TRIED = [(group, lesson) for group in CLASSES for lesson in HELD[group]]


@pytest.fixture
def without_searches(monkeypatch):
    """Only whether an answer is accepted and named is asked here, not how it is helped."""
    monkeypatch.setattr(judge, "two_slips", lambda definition, mine: ())
    monkeypatch.setattr(judge, "smallest", lambda failing, *given: failing[0])


@pytest.fixture(scope="module")
def without_annotations_here():
    """Call the package as users do; what exercises raise then is kept for this file alone."""
    kept = known.expectation, known.slips
    for each in kept:
        each.cache_clear()
    jaxtyping.config.update("jaxtyping_disable", True)
    yield
    jaxtyping.config.update("jaxtyping_disable", False)
    for each in kept:
        each.cache_clear()


@pytest.mark.usefixtures("without_searches", "without_annotations_here")
@pytest.mark.parametrize(("group", "lesson"), TRIED)
def test_right_ones_are_accepted_and_wrong_ones_are_not(group, lesson):
    found = verdicts(group, lesson)
    right = {key for key, (answer, _) in found.items() if not answer.thought}
    accepted = {key for key, (_, verdict) in found.items() if verdict.right}
    after_all = {key for key in RIGHT_AFTER_ALL if key.startswith(f"{group}/{lesson}")}
    assert accepted == (right - RIGHT_NO_MORE.keys()) | after_all
    for key, entry in judged(group).items():  # who was named well once is named so for good
        if key in found and entry["judged"] == "rightly named" and " and *" not in entry["named"]:
            assert found[key][1].misconception == entry["named"], key


@pytest.mark.parametrize("group", CLASSES)
def test_a_reader_judged_every_wrong_answer(group):
    given = (answer for lesson in HELD[group] for _, answer in answers(group, lesson))
    entries = judged(group)
    assert entries.keys() == {answer.key for answer in given if answer.thought}
    for key, entry in entries.items():
        assert entry["judged"] in KINDS, key
        assert entry["named"] is not None or not entry["judged"].endswith("named"), key


@pytest.mark.parametrize(("group", "lesson"), TRIED)
def test_a_class_tried_every_exercise(group, lesson):
    given = written(group, lesson)
    newer = NEWER.get(lesson, set())
    known_then = exercises_of(lesson).keys() - newer
    asked = (newer or known_then) if group in ("fifth", "sixth", "seventh") else known_then
    assert given.WRONG.keys() == given.RIGHT.keys() == asked
    assert all(len(functions) >= 5 for functions in given.WRONG.values())
    assert all(given.RIGHT.values())


def test_every_lesson_with_exercises_was_tried():
    rooms = HERE.parents[1].glob("lessons/l[0-9][0-9]_*/exercises/*/question.py")
    assert {room.parts[-4][:3] for room in rooms} == {lesson for _, lesson in TRIED}
