"""The question: the same two warrants, with *not* in the other one."""

from lessons.l15_what_bert_knows.cue_sets import WORDINGS

from workbook.exercises import Case, Question

OWN = [("open", "not closed"), ("full of people", "not empty"), ("clean", "not dirty")]


def _case(right: str, wrong: str, wordings: list[tuple[str, str]]) -> Case:
    return Case((right, wrong, list(wordings)))


def _cases() -> list[Case]:
    ours = list(WORDINGS)
    return [
        _case("A dog is not expensive in the park.", "A plane is cheap in the park.", ours),
        _case("A rose is safe in the bank.", "A gun is not in danger in the bank.", ours),
        # The two warrants need not be worded alike.
        _case("A bird is not hard to find here.", "A ship is welcome here.", ours),
        _case("A pie is common in the hotel.", "A car is not forbidden in the hotel.", ours),
        # *not* stands inside of other words, too.
        _case("A note is welcome here.", "Another car is not forbidden here.", ours),
        _case("The shop is open today.", "The bank is not closed today.", OWN),
        _case("The train is not empty.", "The room is clean.", OWN),
        _case("It is not dirty.", "It is full of people.", OWN[::-1]),
        _case("It is good.", "He is not bad.", [("good", "not bad")]),
    ]


QUESTION = Question(name="mirrored", cases=_cases, difficulty=2, minutes=6)
