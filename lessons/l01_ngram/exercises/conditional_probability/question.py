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
_TWINS = [  # empty sentences, equal ones, a word after itself, words that hold others
    [],
    ["other", "the", "dog"],
    ["the", "the", "the", "dogs", "see", "The", "theory"],
    ["other", "the", "dog"],
    [],
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
        Case((_TWINS, "the", "the")),
        Case((_TWINS, "the", "dog")),
        Case((_TWINS, "<s>", "</s>")),
        Case((_TWINS, "dog", "</s>")),
    ]


QUESTION = Question(
    name="conditional_probability",
    cases=_conditional_cases,
    difficulty=2,
    minutes=8,
    exact_types=True,
)
