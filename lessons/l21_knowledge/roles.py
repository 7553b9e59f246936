"""Who does what to whom: generated pairs of sentences, with the role of each word.

*The poet was pushed by the guard.* Does *the guard did it* follow? Yes, and *the poet did it* does
not. Each premise has two people, and either may stand in the hypothesis: so the hypothesis alone
tells nothing, nor do the words in common. Only the wording tells who did it.
"""

from collections.abc import Callable
from random import Random
from typing import NamedTuple

OTHER, ACTION, DOER, DONE_TO = range(4)  # an article has the role of its noun
ROLES = ("other", "action", "doer", "done to")
LABELS = ("does not follow", "follows")
NONE, GOLD, EXCHANGED = "none", "gold", "exchanged in the premise"
KNOWN, NEW = "known wordings", "new wordings"  # new nouns in both
WORDINGS = {  # {a} does it, and {b} has it done to it
    KNOWN: (
        "{a} {verb} {b} .",
        "{b} was {verb} by {a} .",
        "it was {a} who {verb} {b} .",
        "{a} , who {verb} {b} , went home .",
        "{b} , {verb} by {a} , went home .",
        "{b} was the one who was {verb} by {a} .",
    ),
    NEW: (
        "it was {b} who {a} {verb} .",
        "{b} , whom {a} {verb} , went home .",
        "by {a} {b} was {verb} .",
        "the one who {verb} {b} was {a} .",
    ),
}
CLAIM = "{a} {verb} it ."
NOUNS = (
    *("artist", "baker", "captain", "dancer", "doctor", "farmer", "guard", "hunter"),
    *("lawyer", "miner", "nurse", "painter", "pilot", "poet", "sailor", "singer"),
    *("soldier", "student", "teacher", "waiter"),
)
LEARNED = 12  # nouns of the training pairs; the others are for the test
VERBS = (
    *("admired", "avoided", "called", "carried", "chased", "followed", "greeted", "helped"),
    *("hurt", "invited", "praised", "pushed", "saved", "thanked", "visited", "warned"),
)

Told = tuple[list[str], list[int]]  # the words of a sentence and their roles
Reading = Callable[[Told, Random], list[int]]


class RolePair(NamedTuple):
    """Two sentences with their roles; ``label`` is 1 if the second follows from the first."""

    premise: Told
    hypothesis: Told
    label: int


def tell(wording: str, doer: str, done_to: str, verb: str) -> Told:
    """Return the words of a sentence, and the index in ``ROLES`` of each."""
    slots = {
        "{a}": [("the", DOER), (doer, DOER)],
        "{b}": [("the", DONE_TO), (done_to, DONE_TO)],
        "{verb}": [(verb, ACTION)],
    }
    told = [pair for part in wording.split() for pair in slots.get(part, [(part, OTHER)])]
    return [word for word, _ in told], [role for _, role in told]


def role_pairs(number: int, seed: int, test: bool = False, family: str = KNOWN) -> list[RolePair]:
    """Generate pairs; one half follows, whatever the wording is.

    Args:
        number: How many.
        seed: Decides all.
        test: Whether the nouns are those that no training pair has.
        family: Of the wordings.
    """
    generator, pairs = Random(f"{seed}/{test}/{family}"), []
    nouns = NOUNS[LEARNED:] if test else NOUNS[:LEARNED]
    for index in range(number):
        doer, other = generator.sample(nouns, 2)
        verb, label = generator.choice(VERBS), index % 2
        premise = tell(generator.choice(WORDINGS[family]), doer, other, verb)
        claim = tell(CLAIM, doer if label else other, "", "did")
        pairs.append(RolePair(premise, claim, label))
    return pairs


def noisy(rate: float) -> Reading:
    """Return a reading in which a word has a wrong role with some probability."""

    def read(told: Told, generator: Random) -> list[int]:
        return [
            generator.choice([other for other in range(len(ROLES)) if other != role])
            if generator.random() < rate
            else role
            for role in told[1]
        ]

    return read


READINGS: dict[str, Reading] = {
    NONE: lambda told, generator: [OTHER] * len(told[1]),
    GOLD: lambda told, generator: told[1],
    "20% wrong": noisy(0.2),
    "40% wrong": noisy(0.4),
    "shuffled": lambda told, generator: generator.sample(told[1], len(told[1])),
}


def read(pair: RolePair, way: str, generator: Random) -> tuple[list[int], list[int]]:
    """Return the roles of both sentences as a model gets them.

    Args:
        pair: The sentences.
        way: One of ``READINGS``; or ``EXCHANGED``, gold in the hypothesis, and with doer and
            done-to exchanged in the premise.
        generator: Of what is random.
    """
    reading = READINGS[GOLD if way == EXCHANGED else way]
    first, second = (reading(told, generator) for told in (pair.premise, pair.hypothesis))
    opposite = {DOER: DONE_TO, DONE_TO: DOER} if way == EXCHANGED else {}
    return [opposite.get(role, role) for role in first], second
