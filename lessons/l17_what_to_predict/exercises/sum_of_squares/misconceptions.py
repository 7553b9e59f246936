"""The misconceptions about ``sum_of_squares``, each a wrong function with advice."""

from collections.abc import Sequence

from workbook.exercises import Misconception


def _last_is_lost(numbers: Sequence[int]) -> int:
    return sum(number * number for number in numbers[:-1])


MISCONCEPTIONS = (
    Misconception(
        "the sum is squared",
        "Square each number first, then add.",
        lambda numbers: sum(numbers) ** 2,
    ),
    Misconception(
        "the numbers are not squared",
        "Multiply each number by itself before you add.",
        lambda numbers: sum(numbers),
    ),
    Misconception(
        "the numbers are doubled",
        "A square is a number times itself, not times two.",
        lambda numbers: sum(2 * number for number in numbers),
    ),
    Misconception(
        "the last number is left out",
        "Go through all of them: a range or slice that ends at -1 leaves out the last.",
        _last_is_lost,
    ),
)
