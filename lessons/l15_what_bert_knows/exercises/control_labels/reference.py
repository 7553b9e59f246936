"""The reference of ``control_labels``: it stands in until the student is right."""

from collections.abc import Sequence
from random import Random


def control_labels(types: Sequence[str], labels: Sequence[str], seed: int) -> list[str]:
    """Return a random label for each token, the same wherever its type stands.

    Args:
        types: Of the tokens, in their order.
        labels: Of the real task, one for each token.
        seed: Of ``random.Random``.
    """
    generator = Random(seed)
    drawn: dict[str, str] = {}
    found = []
    for one in types:
        if one not in drawn:
            drawn[one] = generator.choice(labels)
        found.append(drawn[one])
    return found
