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
    # Ten words that occur once each: which five are kept, the alphabet alone decides.
    ties = [["sun", "ice", "rain", "fog", "mist"], ["wind", "snow", "dew", "hail", "tide"]]
    cases = [(train, held_out, 4), (train, more, 6), (train, held_out, 1), (train, more, 3)]
    cases += [(ties, ties, 5), ([["ice", "ice"]], [["ice"]], 1), ([], more, 2), (train, [], 2)]
    return [Case(arguments) for arguments in cases]


QUESTION = Question(
    name="encode_held_out",
    cases=_vocabulary_cases,
    difficulty=2,
    minutes=7,
)
