"""The question, with its cases.

Return the held-out sentences with ``<unk>`` for all but the ``size`` words kept.
"""

from workbook.exercises import Case, Question


def _vocabulary_cases() -> list[Case]:
    train = [
        ["zebras", "and", "gnus", "and", "zebras", "eat", "grass"],
        ["lions", "eat", "gnus", "and", "zebras"],
        ["grass", "grows", "and", "lions", "sleep"],
    ]
    crows = ["crows", "eat", "crows", "and", "crows", "grow"]
    held_out = [["lions", "and", "zebras", "sleep"], crows]
    more = [["grass", "feeds", "gnus"], ["crows", "sleep"], ["zebras", "and", "lions", "run"]]
    return [Case((train, held_out, 4)), Case((train, more, 6)), Case((train, held_out, 1))]


QUESTION = Question(
    name="encode_held_out",
    cases=_vocabulary_cases,
    difficulty=2,
    minutes=7,
)
