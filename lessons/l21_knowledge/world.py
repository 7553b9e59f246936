"""An invented world: who lives where, and texts that say so, over and over in several wordings.

Of a real encyclopedia nobody can say what a model might have read, or what could be guessed. Here
all facts are known: each person has a home town and a trade, each town lies on a river. What is
frequent can be counted: few towns have most of the people, half of the people have the trade of
their town, and some people are mentioned often. The homes of some people are never stated.
"""

import tomllib
from collections import Counter
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from typing import NamedTuple

import numpy as np
from jaxtyping import Bool, Float

from bertlab.pretraining.masking import Unit
from bertlab.text.wordpiece import SPECIALS, WordPieceTokenizer

_FILE = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
WORDINGS: dict[str, list[str]] = _FILE["wordings"]
HELD_OUT: list[str] = WORDINGS.pop("held_out")
TRADES: list[str] = _FILE["trades"].split()
RIVERS: list[str] = _FILE["rivers"].split()
TOWNS: list[str] = [
    *_FILE["towns"]["whole"].split(),
    *map(" ".join, product(_FILE["towns"]["first"].split(), _FILE["towns"]["second"].split())),
]
FULL_NAMES: list[str] = [
    " ".join(both) for both in product(*(_FILE["people"][part].split() for part in _FILE["people"]))
]
PROPORTIONS = {"home": 0.6, "trade": 0.25, "river": 0.15}  # of the texts, if all homes are stated
NAMES = ("person", "town", "river")  # the slots of a wording that hold names; a trade is none


class Person(NamedTuple):
    """Somebody, and what is true of them.

    Attributes:
        name: First name and surname.
        town: The index in ``TOWNS`` of the home.
        trade: The index in ``TRADES``.
        stated: Whether a text says where the home is.
    """

    name: str
    town: int
    trade: int
    stated: bool


class Statement(NamedTuple):
    """A sentence and its names.

    Attributes:
        words: The full stop is one of them.
        names: Where each name stands, counted in words; its kind is one of ``NAMES``.
    """

    words: tuple[str, ...]
    names: tuple[Unit, ...]

    def name(self, unit: Unit) -> str:
        """Return the name that stands somewhere."""
        return " ".join(self.words[unit.start : unit.end])


def state(wording: str, **slots: str) -> Statement:
    """Put names and other words into the slots of a wording.

    Args:
        wording: Words and slots, such as ``{town}``, with spaces between.
        slots: What stands in each.
    """
    words, names = list[str](), list[Unit]()
    for part in wording.split():
        slot = part.strip("{}")
        said = slots[slot].split() if part != slot else [part]
        if part != slot and slot in NAMES:
            names.append(Unit(len(words), len(words) + len(said), slot))
        words += said
    return Statement(tuple(words), tuple(names))


class World(NamedTuple):
    """What is true, and what was written about it.

    Attributes:
        people: Those mentioned most often first.
        rivers: For each town the index in ``RIVERS``.
        texts: All that is to be read, in a random order.
    """

    people: tuple[Person, ...]
    rivers: tuple[int, ...]
    texts: tuple[Statement, ...]

    def tokenizer(self) -> WordPieceTokenizer:
        """Return a tokenizer in which each word of the texts and of all names is one piece."""
        words = {word for text in self.texts for word in text.words}
        names = [*TOWNS, *RIVERS, *TRADES, *(person.name for person in self.people)]
        words |= {word for name in names for word in name.split()}
        return WordPieceTokenizer([*SPECIALS, *sorted({word.lower() for word in words})])

    def occurrences(self) -> dict[str, list[str]]:
        """Return for each kind of name all that stand in the texts, as often as they do."""
        found: dict[str, list[str]] = {kind: [] for kind in NAMES}
        for text in self.texts:
            for unit in text.names:
                found[unit.kind].append(text.name(unit))
        return found


def make_world(seed: int = 0, people: int = 108, unstated: int = 36, texts: int = 6000) -> World:
    """Invent people and towns, and write about them.

    Args:
        seed: Decides all.
        people: How many there are.
        unstated: How many of them have a home that no text names.
        texts: How many are written: each stated home and each trade once, the others at random.

    Raises:
        ValueError: If there are not enough names, nobody with a stated home or too few texts.
    """
    least = 2 * people - unstated + len(TOWNS)
    if not 0 <= unstated < people <= len(FULL_NAMES) or texts < least:
        raise ValueError(
            f"expected 0 <= unstated < people <= {len(FULL_NAMES)} and {least} texts or more, "
            f"got {unstated}, {people} and {texts}"
        )
    generator = np.random.default_rng(seed)
    sizes = zipf(len(TOWNS))[generator.permutation(len(TOWNS))]  # of the towns
    trades_of_towns = generator.permutation(len(TOWNS)) % len(TRADES)
    silent = set(generator.choice(people, unstated, replace=False).tolist())
    inhabitants = list[Person]()
    for index, name in enumerate(generator.permutation(FULL_NAMES)[:people].tolist()):
        town = int(generator.choice(len(TOWNS), p=sizes))
        own = generator.random() < 0.5
        trade = int(trades_of_towns[town] if own else generator.integers(len(TRADES)))
        inhabitants.append(Person(name, town, trade, index not in silent))
    rivers = tuple(generator.integers(len(RIVERS), size=len(TOWNS)).tolist())
    written = _written(inhabitants, rivers, texts, generator)
    return World(tuple(inhabitants), rivers, written)


def _written(
    people: Sequence[Person], rivers: Sequence[int], number: int, generator: np.random.Generator
) -> tuple[Statement, ...]:
    """State each fact once, and then facts drawn at random; return all in a random order."""
    facts, weights = list[tuple[str, dict[str, str]]](), list[float]()
    for person, weight in zip(people, zipf(len(people), 0.5), strict=True):
        slots = {"person": person.name, "town": TOWNS[person.town], "trade": TRADES[person.trade]}
        for relation in ("home", "trade") if person.stated else ("trade",):
            facts.append((relation, slots))
            weights.append(PROPORTIONS[relation] * weight)
    for town, river in enumerate(rivers):
        facts.append(("river", {"town": TOWNS[town], "river": RIVERS[river]}))
        weights.append(PROPORTIONS["river"] / len(TOWNS))
    drawn = generator.choice(len(facts), number - len(facts), p=np.array(weights) / sum(weights))
    order = generator.permutation([*range(len(facts)), *drawn])
    texts = []
    for relation, slots in (facts[index] for index in order):
        wording = WORDINGS[relation][int(generator.integers(len(WORDINGS[relation])))]
        texts.append(state(wording, **slots))
    return tuple(texts)


def zipf(number: int, exponent: float = 1.0) -> Float[np.ndarray, " N"]:
    """Return probabilities that fall as a power of the rank."""
    weights = np.arange(1, number + 1) ** -exponent
    return weights / weights.sum()


def like(town: int) -> Bool[np.ndarray, " C"]:
    """Return for each town whether its name has as many words as that of the given one."""
    lengths = np.array([len(name.split()) for name in TOWNS])
    return np.asarray(lengths == lengths[town])


def town_counts(world: World) -> Float[np.ndarray, "P C"]:
    """Score the towns as one who counts the mentions of each: the same for all people."""
    counts = Counter(world.occurrences()["town"])
    return np.tile([float(counts[town]) for town in TOWNS], (len(world.people), 1))


def trade_counts(world: World) -> Float[np.ndarray, "P C"]:
    """Score the towns for each person as one who counts where others of the same trade live.

    Towns with as many of them are told apart by their mentions.
    """
    homes = np.zeros((len(TRADES), len(TOWNS)))
    for person in world.people:
        homes[person.trade, person.town] += person.stated
    scores = homes[[person.trade for person in world.people]]
    for row, person in zip(scores, world.people, strict=True):
        row[person.town] -= person.stated  # others alone
    return scores + town_counts(world) / (1 + len(world.texts))
