"""Splits that depend on the text alone: not on its order, nor on a library's random numbers.

Each text gets a number in [0, 1) from the SHA-256 of its normalized form and a seed; the number
decides its split. Texts that belong together (snippets of one review) share one key.
"""

import hashlib
import re
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, TypeVar

T = TypeVar("T")

PROPORTIONS = (0.8, 0.1, 0.1)  # train, validation, test


class Split(NamedTuple):
    """Three lists of items, in the order in which they came."""

    train: list
    validation: list
    test: list


def normalize(text: str) -> str:
    """Return what makes two texts repeats of each other: case and runs of spaces do not count."""
    return re.sub(r"\s+", " ", text).strip().casefold()


def position(key: str, seed: int) -> float:
    """Map a key to a number in [0, 1) that looks random but never changes.

    Args:
        key: What decides, compared after ``normalize``.
        seed: Another seed gives other, unrelated numbers.
    """
    digest = hashlib.sha256(f"{seed}/{normalize(key)}".encode()).digest()
    return int.from_bytes(digest[:8], "big") / 2**64


def split(
    items: Iterable[T],
    key: Callable[[T], str],
    seed: int,
    proportions: Sequence[float] = PROPORTIONS,
) -> Split:
    """Divide items into train, validation and test by the hash of their keys.

    Args:
        items: What to divide.
        key: Gives an item's key; items with equal keys land in the same split.
        seed: Chooses among splits of the same proportions.
        proportions: Expected proportions of keys in train, validation and test; they sum to 1.

    Raises:
        ValueError: If there are not three proportions, or they are negative or do not sum to 1.
    """
    if len(proportions) != 3 or min(proportions) < 0 or abs(sum(proportions) - 1) > 1e-9:
        raise ValueError(f"expected three proportions >= 0 that sum to 1, got {tuple(proportions)}")
    parts = Split([], [], [])
    for item in items:
        fraction = position(key(item), seed)
        index = (fraction >= proportions[0]) + (fraction >= proportions[0] + proportions[1])
        parts[index].append(item)
    return parts


def first_of_each(items: Iterable[T], key: Callable[[T], str]) -> list[T]:
    """Drop repeats: keep the first item of each normalized key, in order."""
    kept: dict[str, T] = {}
    for item in items:
        kept.setdefault(normalize(key(item)), item)
    return list(kept.values())
