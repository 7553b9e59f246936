"""The question, with its cases.

Return the share of the words after ``history`` that are ``word``; 0 if nothing is there.
"""

from workbook.exercises import Case, Question

_TEXT = [
    ["the", "cat", "saw", "the", "dog"],
    ["the", "dog", "saw", "the", "cat", "run"],
    ["a", "dog", "saw", "the", "dog"],
    ["the", "dog", "run"],
    ["dog", "saw", "a", "bird"],
]


def _conditional_cases() -> list[Case]:
    toy = [["I", "love", "deep", "learning"], ["I", "love", "you"], ["you", "love", "deep", "sea"]]
    return [
        Case((toy, "love", "deep")),
        Case((_TEXT, "the", "dog")),
        Case((_TEXT, "<s>", "the")),
        Case((_TEXT, "dog", "</s>")),
        Case((_TEXT, "dog", "the")),
        Case((_TEXT, "saw", "the")),
        Case((_TEXT, "owl", "the")),
        Case((_TEXT, "bird", "</s>")),  # the last pair of all
        Case(([["the", "dog", "saw", "the", "dog"], ["the", "cat"]], "the", "dog")),  # twice in one
        Case(([["yes"]], "<s>", "yes")),
        Case(([], "the", "cat")),
    ]


QUESTION = Question(
    name="conditional_probability",
    cases=_conditional_cases,
    difficulty=2,
    minutes=8,
)
