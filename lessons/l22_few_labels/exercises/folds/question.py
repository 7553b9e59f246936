"""The question: few labels, parted so that each fold has both classes."""

from workbook.exercises import Case, Question


def _case(labels: str, k: int) -> Case:
    return Case(([int(label) for label in labels], k))


def _cases() -> list[Case]:
    return [
        _case("010110", 3),
        _case("0010111010", 2),
        _case("1110001010110100", 4),
        _case("00000111", 3),  # the first class does not end with the last fold
        _case("111000", 3),
        _case("0101", 2),
        _case("11111010", 2),  # a class with k
        _case("0110100", 4),  # a class with fewer
        _case("1101100", 4),  # the other one
        _case("0000000", 2),
        _case("1", 2),
        _case("0110", 1),
        _case("0110", 0),
        _case("", 2),
        _case("110100110101", 5),
    ]


def _allows(labels: list[int], k: int) -> bool:
    return set(labels) <= {0, 1} and k >= 0


QUESTION = Question(name="folds", cases=_cases, difficulty=3, minutes=9, allows=_allows)
