"""The reference of ``shorten_pair``: it stands in until the student is right."""


def shorten_pair(
    first: list[int], second: list[int], max_length: int
) -> tuple[list[int], list[int]]:
    """Take pieces from the end of the longer text until both fit with [CLS] and two [SEP]s."""
    first, second = list(first), list(second)
    while len(first) + len(second) > max_length - 3:
        longer = first if len(first) > len(second) else second
        longer.pop()
    return first, second
