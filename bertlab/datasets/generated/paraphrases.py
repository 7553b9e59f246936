"""Paraphrases, generated: two sentences that say the same in other words.

*The teacher got rid of the guitar.* and *The schoolmaster put the guitar into the garbage.* tell of
one event, one person and one detail. The other sentences of the set tell of the same events,
persons and details in other combinations. So only who compares all three finds the partner.
"""

from functools import cache
from itertools import product
from random import Random
from string import Formatter
from typing import NamedTuple

from bertlab.datasets.generated.templates import read_templates

_PARTS = read_templates("paraphrases")
EVENTS: dict[str, list[list[str]]] = {name: part["events"] for name, part in _PARTS.items()}
PERSONS: dict[str, list[list[str]]] = {name: part["persons"] for name, part in _PARTS.items()}
DETAILS: dict[str, dict[str, list[str]]] = {name: part["details"] for name, part in _PARTS.items()}


class Paraphrase(NamedTuple):
    """Two sentences that say the same.

    Attributes:
        first: One sentence.
        second: The other, in another wording; half the time the person has another name there.
        event: Number of the event among those of its part.
        person: The person's first name, whichever is used.
        detail: The place, thing or time.
    """

    first: str
    second: str
    event: int
    person: str
    detail: str


class Paraphrases(NamedTuple):
    """Pairs in three parts that share no event, no wording, no person and no detail."""

    train: tuple[Paraphrase, ...]
    validation: tuple[Paraphrase, ...]
    test: tuple[Paraphrase, ...]


@cache
def paraphrases(
    train: int = 2000, validation: int = 120, test: int = 600, seed: int = 0
) -> Paraphrases:
    """Generate pairs; what a pair tells, no other pair tells, and no sentence comes twice.

    Args:
        train: How many pairs to learn from, at most 2,880.
        validation: How many to choose by, at most 144.
        test: How many to judge by, at most 1,960.
        seed: Decides which wordings and names meet, and the order.

    Raises:
        ValueError: If a part cannot have so many pairs, or a number is below 1.
    """
    sizes = {"train": train, "validation": validation, "test": test}
    return Paraphrases(*(_part(part, size, seed) for part, size in sizes.items()))


def _part(part: str, size: int, seed: int) -> tuple[Paraphrase, ...]:
    generator = Random(f"{part} {seed}")
    meanings = [
        (event, names, detail)
        for event, wordings in enumerate(EVENTS[part])
        for names, detail in product(PERSONS[part], DETAILS[part][detail_of(wordings[0])])
    ]
    if not 1 <= size <= len(meanings):
        raise ValueError(f"expected 1 to {len(meanings)} pairs for {part}, got {size}")
    return tuple(_pair(part, *one, generator) for one in generator.sample(meanings, size))


def _pair(part: str, event: int, names: list[str], detail: str, generator: Random) -> Paraphrase:
    """Tell one thing twice, in two wordings of the event; the person's name is drawn each time."""
    texts = [
        _sentence(wording, generator.choice(names), detail)
        for wording in generator.sample(EVENTS[part][event], 2)
    ]
    return Paraphrase(texts[0], texts[1], event, names[0], detail)


def detail_of(wording: str) -> str:
    """Return which slot a wording has beside the person: place, thing or time."""
    (slot,) = {name for _, name, _, _ in Formatter().parse(wording) if name} - {"who"}
    return slot


def _sentence(wording: str, name: str, detail: str) -> str:
    text = wording.format(**{"who": name, detail_of(wording): detail})
    return text[0].upper() + text[1:]
