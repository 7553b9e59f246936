"""The question: kneser-Ney for bigrams."""

from workbook.exercises import Case, Question


def _kneser_ney_cases() -> list[Case]:
    text = [
        ["we", "flew", "to", "san", "francisco", "and", "to", "new", "york"],
        ["san", "francisco", "and", "york", "and", "san", "francisco"],
        ["the", "new", "york", "and", "the", "old", "york"],
        ["we", "flew", "to", "the", "new", "york"],
    ]
    questions = [("the", "york", 0.75), ("the", "francisco", 0.75), ("san", "francisco", 0.4)]
    questions += [("to", "san", 0.6), ("moon", "york", 0.75), ("york", "</s>", 0.3)]
    questions += [("<s>", "we", 0.9), ("and", "flew", 0.25)]
    questions += [("to", "the", 0.5)]  # the last new pair of the text
    small = Case(([["yes"]], "<s>", "yes", 0.5))
    twins = [  # empty sentences, equal ones, a word after itself, words that hold others
        [],
        ["other", "the", "dog"],
        ["the", "the", "the", "dogs", "bathe", "The", "theory"],
        ["other", "the", "dog"],
    ]
    odd = [("the", "the", 0.75), ("the", "dog", 0.5), ("<s>", "</s>", 0.4), ("the", "cat", 0.3)]
    odd += [("moon", "cat", 0.6)]  # neither was seen
    return [
        *(Case((text, *question)) for question in questions),
        small,
        *(Case((twins, *question)) for question in odd),
    ]


QUESTION = Question(
    name="kneser_ney",
    cases=_kneser_ney_cases,
    difficulty=4,
    minutes=15,
    exact_types=True,
)
