"""The reference of ``mirrored``: it stands in until the student is right."""

from collections.abc import Sequence


def mirrored(right: str, wrong: str, wordings: Sequence[tuple[str, str]]) -> list[str]:
    """Return both warrants with *not* in the other one, and with the same meaning.

    Args:
        right: The right warrant; *not* stands in it or in the wrong one.
        wrong: The wrong warrant.
        wordings: Pairs of phrases that say the same, the second one with *not*. Each warrant has
            one phrase of them.
    """
    other: dict[str, str] = {}
    for plain, negated in wordings:
        other[plain], other[negated] = negated, plain
    found = []
    for warrant in (right, wrong):
        phrase = next(one for one in other if one in warrant)
        found.append(warrant.replace(phrase, other[phrase]))
    return found
