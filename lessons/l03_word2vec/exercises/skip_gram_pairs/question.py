"""The question, with its cases.

Return a pair (word, neighbor) for each neighbor at most ``window`` places away.
"""

from workbook.exercises import Case, Question


def _pair_cases() -> list[Case]:
    return [
        Case((["the", "quick", "brown", "fox", "jumps"], 2)),
        Case((["to", "be", "or", "not", "to", "be"], 1)),
        Case((["a", "rose", "is", "a", "rose", "is", "a", "rose"], 3)),
        Case((["yes"], 2)),
        Case((["so", "it"], 5)),
        Case(([], 2)),
        Case((["No", ",", "no", "no", ",", "no", "more"], 4)),  # a word beside itself
    ]


QUESTION = Question(
    name="skip_gram_pairs",
    cases=_pair_cases,
    difficulty=1,
    minutes=6,
)
