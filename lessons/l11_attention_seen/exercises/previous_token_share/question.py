"""The question: how much a head sees of the token before."""

from lessons.l11_attention_seen.exercises.cases import padded_weights

from workbook.exercises import Case, Question


def _cases() -> list[Case]:
    return [
        Case((padded_weights([length], heads, tokens)[0], length))
        for length, heads, tokens in ((7, 3, 7), (6, 4, 10), (2, 5, 9))
    ]


QUESTION = Question(
    name="previous_token_share",
    cases=_cases,
    difficulty=2,
    minutes=6,
    tolerance=1e-5,
)
