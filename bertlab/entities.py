"""Entities: names read from BIO tags, and scored as wholes."""

from collections.abc import Sequence
from typing import NamedTuple

from seqeval.metrics import classification_report


class NamedSpan(NamedTuple):
    """A name: words ``start`` to ``end`` (exclusive), and what it names."""

    start: int
    end: int
    kind: str


class EntityScore(NamedTuple):
    """How well names are found, in [0, 1]; ``support`` counts those to be found.

    ``precision`` is the share of found names that are right, ``recall`` the share of right names
    that are found, ``f1`` their harmonic mean.
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
    for place, tag in enumerate([*tags, "O"]):
        mark, _, named = tag.partition("-")
        if tag != "O" and (mark not in ("B", "I") or not named):
            raise ValueError(f"expected O, B-KIND or I-KIND, got {tag!r} at word {place}")
        if kind and (mark != "I" or named != kind):
            found.append(NamedSpan(start, place, kind))
            kind = ""
        if named and not kind:
            start, kind = place, named
    return found


def entity_scores(
    expected: Sequence[Sequence[str]], predicted: Sequence[Sequence[str]]
) -> dict[str, EntityScore]:
    """Score predicted names by seqeval. A name is right only as a whole: both ends and the kind.

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
    report = classification_report(
        [list(tags) for tags in expected],
        [list(tags) for tags in predicted],
        output_dict=True,
        zero_division=0,
    )
    kinds = sorted(report.keys() - {"micro avg", "macro avg", "weighted avg"})
    entries = {kind: report[kind] for kind in kinds} | {"all": report["micro avg"]}
    return {
        name: EntityScore(
            float(entry["precision"]),
            float(entry["recall"]),
            float(entry["f1-score"]),
            int(entry["support"]),
        )
        for name, entry in entries.items()
    }
