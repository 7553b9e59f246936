"""The question: return one n-gram for each word of a sentence and for its closing ``</s>``."""

from workbook.exercises import Case, Question


def _ngram_cases() -> list[Case]:
    love = ["I", "love", "deep", "learning"]
    return [
        Case((love, 2)),
        Case((love, 3)),
        Case((["yes"], 4)),
        Case((["to", "be", "or", "not", "to", "be"], 1)),
        Case((["so", "it", "goes"], 5)),
        Case(([], 3)),
        Case(([], 1)),
        Case((["to", "be", ",", "To", "be", "to", "be"], 2)),  # a word, and a pair, again
    ]


QUESTION = Question(
    name="ngrams",
    cases=_ngram_cases,
    difficulty=1,
    minutes=5,
)
