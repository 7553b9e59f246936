"""The reference of ``entity_f1``: it stands in until the student is right."""

from collections.abc import Sequence
from typing import Any

Sentences = Sequence[Sequence[str]]  # of each sentence the tags
Names = set[tuple[Any, ...]]


def entity_f1(expected: Sentences, predicted: Sentences) -> float:
    """Compute the F1 of names, over all sentences together.

    A name begins at B-KIND and goes on through I-KIND of the same kind. As in seqeval, it also
    begins at an I-KIND where no name of that kind is open. It is right if its sentence, its kind,
    its first word and its last word are.

    Args:
        expected: The right tags of each sentence: O, B-KIND, I-KIND, where KIND is letters.
        predicted: As many tags for the same sentences.

    Returns:
        The harmonic mean of precision and recall, counted over all sentences; 0.0 if no name is
        right, also where neither side has one.
    """
    right, found = _names(expected), _names(predicted)
    common = len(right & found)
    return 2 * common / (len(right) + len(found)) if common else 0.0


def _names(sentences: Sentences) -> Names:
    names: Names = set()
    for sentence, tags in enumerate(sentences):
        name: tuple[Any, ...] = ()  # the one that is open
        for place, tag in enumerate([*tags, "O"]):
            mark, _, kind = tag.partition("-")
            if name and (mark != "I" or kind != name[1]):
                names.add((*name, place))
                name = ()
            if kind and not name:
                name = (sentence, kind, place)
    return names
