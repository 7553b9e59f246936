"""The reference of ``exchange``."""

from collections.abc import Mapping, Sequence
from random import Random


def exchange(
    words: list[str],
    names: Sequence[tuple[int, int]],
    same_type: Mapping[str, Sequence[str]],
    generator: Random,
) -> tuple[list[str], list[int]]:
    """Replace names, one in two, by others of their type; return the text, and 1 for each replaced.

    Args:
        words: The text.
        names: Start and end of each name, the end not included, in the order of the text.
        same_type: Of each name all names of its type, itself among them.
        generator: For each name with others of its type, draws if it is replaced, then by which.
    """
    text: list[str] = []
    labels: list[int] = []
    position = 0
    for start, end in names:
        new, label = words[start:end], 0
        name = " ".join(new)
        others = [other for other in same_type[name] if other != name]
        if others and generator.random() < 0.5:
            new, label = generator.choice(others).split(), 1
        text += words[position:start] + new
        labels.append(label)
        position = end
    return text + words[position:], labels
