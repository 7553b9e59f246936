"""The class: right answers are accepted, wrong ones are not, and what was judged stays so."""

import pytest

from tests.blind import run
from tests.blind.run import (
    CLASSES,
    HELD,
    HERE,
    KINDS,
    answers,
    differences,
    judged,
    source_of,
    stamps,
    tried_by,
    verdicts,
    written,
)

ALWAYS = ("first", "l05")
TRIED = [(group, lesson) for group in CLASSES for lesson in HELD[group]]


@pytest.mark.parametrize(("group", "lesson"), TRIED)
def test_right_ones_are_accepted_and_wrong_ones_are_not(group, lesson):
    """What is as it was when ``python -m tests.blind --stamp`` judged it is not judged again."""
    if (group, lesson) == ALWAYS or stamps().get(f"{group}/{lesson}") != source_of(group, lesson):
        assert differences(group, lesson) == []


def test_an_answer_that_is_judged_otherwise_is_told(monkeypatch):
    group, lesson = ALWAYS
    found = verdicts(group, lesson)
    (accepted, *_) = (key for key, (answer, _) in found.items() if not answer.thought)
    named = next(
        k for k, one in judged(group).items() if one["judged"] == "rightly named" and k in found
    )
    monkeypatch.setattr(run, "RIGHT_NO_MORE", {accepted: "planted"})
    monkeypatch.setattr(
        run, "judged", lambda group: {named: {**judged(group)[named], "named": "x"}}
    )
    told = differences(group, lesson)
    assert [line.split(":")[0] for line in told] == [
        *sorted((accepted, named), key=list(found).index)
    ]


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
    assert given.WRONG.keys() == given.RIGHT.keys() == tried_by(group, lesson)
    assert all(len(functions) >= 5 for functions in given.WRONG.values())
    assert all(given.RIGHT.values())


def test_every_lesson_with_exercises_was_tried():
    rooms = HERE.parents[1].glob("lessons/l[0-9][0-9]_*/exercises/*/question.py")
    assert {room.parts[-4][:3] for room in rooms} == {lesson for _, lesson in TRIED}
