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
    # Words that hold others, capitals, equal sentences and empty ones; fewer words than are kept.
    bands = [["bands", "The", "bands"], [], ["band"], ["band"], ["band"], ["Theory", "the", "the"]]
    play = [["bands", "band", "an"], [], ["The", "the"], ["bands", "band", "an"]]
    cases = [(train, held_out, 4), (train, more, 6), (train, held_out, 1), (train, more, 3)]
    cases += [(ties, ties, 5), ([["ice", "ice"]], [["ice"]], 1), ([], more, 2), (train, [], 2)]
    cases += [(bands, play, 1), (bands, play, 3), (bands, play, 9)]
    return [Case(arguments) for arguments in cases]


QUESTION = Question(
    name="encode_held_out",
    cases=_vocabulary_cases,
    difficulty=2,
    minutes=7,
)
