"""The reference of ``sum_of_squares``: it stands in until the student is right."""

from collections.abc import Sequence


def sum_of_squares(numbers: Sequence[int]) -> int:
    """Add up the squares of some numbers; of none it is 0."""
    return sum(number * number for number in numbers)
