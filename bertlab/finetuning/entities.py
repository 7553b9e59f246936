"""Entities: names read from BIO tags, and scored as wholes.

Names and scores are those of ``seqeval`` 1.2.2 in its default mode, which tests compare with values
that it gave: it is published as a source archive alone, so the workbook does not install it.
"""

from collections.abc import Sequence
from typing import NamedTuple


class NamedSpan(NamedTuple):
    """A name: words ``start`` to ``end`` (exclusive), and what it names."""

    start: int
    end: int
    kind: str


class EntityScore(NamedTuple):
    """How well names are found, in [0, 1]; ``support`` counts those to be found.

    ``precision`` is the proportion of found names that are right, ``recall`` that of right
    names that are found, ``f1`` their harmonic mean.
    """

    precision: float
    recall: float
    f1: float
    support: int


def read_entities(tags: Sequence[str]) -> list[NamedSpan]:
    """Return the names that BIO tags mark, in their order.

    A model may write I- where no name of that kind is open. As in the scorer of CoNLL-2000, a name
    begins there.

    Raises:
        ValueError: If a tag is not O, nor begins with B- or I-.
    """
    found: list[NamedSpan] = []
    start, kind = 0, ""  # of the name that is open; no kind, no name
    for index, tag in enumerate([*tags, "O"]):
        mark, _, named = tag.partition("-")
        if tag != "O" and (mark not in ("B", "I") or not named):
            raise ValueError(f"expected O, B-KIND or I-KIND, got {tag!r} at word {index}")
        if kind and (mark != "I" or named != kind):
            found.append(NamedSpan(start, index, kind))
            kind = ""
        if named and not kind:
            start, kind = index, named
    return found


def entity_scores(
    expected: Sequence[Sequence[str]], predicted: Sequence[Sequence[str]]
) -> dict[str, EntityScore]:
    """Score predicted names. A name is right only as a whole: both ends and the kind.

    Args:
        expected: The right tags of each text.
        predicted: As many tags for the same texts.

    Returns:
        A score for each kind that occurs, and for all names together under ``"all"``.

    Raises:
        ValueError: If the numbers of texts or of tags differ, or no text has a name.
    """
    sizes, found = [len(tags) for tags in expected], [len(tags) for tags in predicted]
    if sizes != found:
        if len(sizes) != len(found):
            raise ValueError(f"expected tags for {len(sizes)} texts, got {len(found)}")
        text = next(i for i in range(len(sizes)) if sizes[i] != found[i])
        raise ValueError(f"text {text}: expected {sizes[text]} tags, got {found[text]}")
    if not any(tag != "O" for tags in [*expected, *predicted] for tag in tags):
        raise ValueError(f"expected names to find or found, got {len(sizes)} texts of O alone")
    right, predicted_names = _names(expected), _names(predicted)
    kinds = sorted({kind for _, kind, _, _ in right | predicted_names})
    scores = {kind: _score(_of(kind, right), _of(kind, predicted_names)) for kind in kinds}
    return scores | {"all": _score(right, predicted_names)}


_Names = set[tuple[int, str, int, int]]  # text, kind, first word, word after the last


def _names(texts: Sequence[Sequence[str]]) -> _Names:
    """Return the names of all texts."""
    return {
        (number, name.kind, name.start, name.end)
        for number, tags in enumerate(texts)
        for name in read_entities(tags)
    }


def _of(kind: str, names: _Names) -> _Names:
    """Return the names of one kind."""
    return {name for name in names if name[1] == kind}


def _score(right: _Names, predicted_names: _Names) -> EntityScore:
    """Compare found names with the right ones; a quotient by zero counts as 0, as in seqeval."""
    common = len(right & predicted_names)
    precision = common / len(predicted_names) if predicted_names else 0.0
    recall = common / len(right) if right else 0.0
    f1 = 2 * precision * recall / (precision + recall) if common else 0.0
    return EntityScore(precision, recall, f1, len(right))
