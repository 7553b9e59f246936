"""Slips of the exercise on names: they are read in another way, or counted in another way."""

from lessons.l10_four_tasks.exercises.entity_f1.reference import Names, Sentences

from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from statistics import fmean
from typing import Any

Read = Callable[[Sequence[str]], Names]  # of one sentence: (kind, first, last)
GoesOn = Callable[[str, str, str], bool]  # (mark, kind named, kind open)


def _properly(mark: str, named: str, kind: str) -> bool:
    return mark == "I" and named == kind


def read(
    tags: Sequence[str],
    *,
    goes_on: GoesOn = _properly,
    opening: str = "BI",
    closing: Sequence[str] = ("O",),
    shortest: int = 1,
    begins_anew: bool = True,
    lost_at: str = "",
) -> Names:
    """Read the names of a sentence; each keyword puts a slip in."""
    names: Names = set()
    first, kind = 0, ""
    for place, tag in enumerate([*tags, *closing]):
        mark, _, named = tag.partition("-")
        ends = kind and not goes_on(mark, named, kind)
        if ends:
            kept = place - first >= shortest and mark not in lost_at.split()
            names |= {(kind, first, place - 1)} if kept else set()
            kind = ""
        if mark in opening and not kind and (begins_anew or mark == "B" or not ends):
            first, kind = place, named
    return names


def _harmonic(right: int, expected: int, found: int) -> float:
    return 2 * right / max(1, expected + found)


def guarded(*guards: str) -> Callable[[int, int, int], float]:
    """Compute F1 from precision and recall, where some of the divisors may be 0."""

    def score(right: int, expected: int, found: int) -> float:
        if ("found" in guards and not found) or ("expected" in guards and not expected):
            return 0.0
        precision, recall = right / found, right / expected
        if "sum" in guards and precision + recall == 0:
            return 0.0
        return 2 * precision * recall / (precision + recall)

    return score


def with_first_tags(tags: Sequence[str]) -> Names:
    """Read names with the tag they begin with, B- or I-, for a kind."""
    return {(tags[first], first, last) for _, first, last in read(tags)}


def _of_sets(expected: Names, found: Names) -> float:
    return _harmonic(len(expected & found), len(expected), len(found))


def pooled(
    expected: Sentences,
    predicted: Sentences,
    *,
    read: Read = read,
    key: Callable[[int, tuple[Any, ...]], Any] = lambda sentence, name: (sentence, *name),
    score: Callable[[int, int, int], float] = _harmonic,
) -> float:
    """Count names over all sentences; each keyword puts a slip in."""
    right, found = (
        {key(number, name) for number, tags in enumerate(part) for name in read(tags)}
        for part in (expected, predicted)
    )
    return score(len(right & found), len(right), len(found))


def listed(
    expected: Sentences,
    predicted: Sentences,
    *,
    common: Callable[[list[Any], list[Any]], int],
) -> float:
    """Count names over all sentences in lists that do not say whose they are."""
    right, found = (
        [name for tags in part for name in read(tags)] for part in (expected, predicted)
    )
    return _harmonic(common(right, found), len(right), len(found))


def _mean(values: Iterable[float]) -> float:
    """Average; of nothing there is no mean, and slips break down in many ways there."""
    return fmean(values)


def of_sentences(expected: Sentences, predicted: Sentences, *, empty: float | None = 0.0) -> float:
    """Average the F1 of sentences; one without names has a score of its own, or none."""
    pairs = [(read(a), read(b)) for a, b in zip(expected, predicted, strict=True)]
    scores = [_of_sets(a, b) if a | b else empty for a, b in pairs]
    return _mean(score for score in scores if score is not None)


def of_kinds(expected: Sentences, predicted: Sentences) -> float:
    """Average the F1 of kinds."""

    def only(kind: str) -> Read:
        return lambda tags: {name for name in read(tags) if name[0] == kind}

    seen = {name[0] for tags in [*expected, *predicted] for name in read(tags)}
    return _mean(pooled(expected, predicted, read=only(kind)) for kind in sorted(seen))


def joined(expected: Sentences, predicted: Sentences) -> float:
    """Read all sentences as one."""
    return _of_sets(read([*chain(*expected)]), read([*chain(*predicted)]))


def overlapping(expected: Sentences, predicted: Sentences) -> float:
    """Count names that share a word with one of their kind."""

    def met(names: Names, others: Names) -> int:
        return sum(
            any(kind == k and low <= last and first <= high for k, low, high in others)
            for kind, first, last in names
        )

    pairs = [(read(a), read(b)) for a, b in zip(expected, predicted, strict=True)]
    recall = sum(met(a, b) for a, b in pairs) / max(1, sum(len(a) for a, _ in pairs))
    precision = sum(met(b, a) for a, b in pairs) / max(1, sum(len(b) for _, b in pairs))
    return 2 * precision * recall / max(1e-9, precision + recall)


def _tokens(expected: Sentences, predicted: Sentences) -> list[tuple[str, str]]:
    return list(zip(chain(*expected), chain(*predicted), strict=True))


def accuracy(expected: Sentences, predicted: Sentences) -> float:
    """Return the share of right tags."""
    return _mean(a == b for a, b in _tokens(expected, predicted))


def accuracy_of_named(expected: Sentences, predicted: Sentences) -> float:
    """Return the share of right tags among those that should not be O."""
    return _mean(a == b for a, b in _tokens(expected, predicted) if a != "O")


def f1_of_words(expected: Sentences, predicted: Sentences, *, cut: int = 0) -> float:
    """Compute F1 of words in names, by their tags or, with 2 characters cut, their kinds."""
    pairs = [(a[cut:], b[cut:]) for a, b in _tokens(expected, predicted)]
    right = sum(a == b for a, b in pairs if a not in ("", "O"))
    return _harmonic(right, *(sum(p[i] not in ("", "O") for p in pairs) for i in (0, 1)))
