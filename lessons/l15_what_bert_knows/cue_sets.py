"""Three generated sets that can be made with a cue, without it, or against it.

A **cue** is something on the surface that gives the answer away in training:

- ``"overlap"`` (as in HANS): all words of the second text stand in the first. With the cue, only
  what follows overlaps. Without it, everything does, and one has to read *because* or *if*.
- ``"not"`` (as in ARCT): of two warrants, the right one has *not*. Without the cue every second
  one has. Each wording with *not* says the same as one without.
- ``"distractor"``: the answer stands in the first of two sentences. Without the cue it stands in
  either.

Persons, places and events of the test never occur in training.
"""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from bertlab.datasets.generated.inference_kinds import KINDS, MIDDLE
from bertlab.datasets.generated.passages import FIRST_NAMES, Answer, Question

SETS = ("overlap", "not", "distractor")
CUE_FREE = {"overlap": 1.0, "not": 0.5, "distractor": 0.5}  # proportion broken that leaves no cue
KNOWN, NEW = "known frames", "new frames"

NAMES = {"train": FIRST_NAMES[:30], "test": FIRST_NAMES[30:]}
PLACES = {
    "train": ("library", "museum", "school", "hotel", "bank", "theater", "park", "office"),
    "test": ("church", "station", "market", "garden"),
}
EVENTS = {
    "train": (
        *("lost a key", "sold the car", "missed the bus", "won the race", "broke a window"),
        *("painted the door", "bought a boat", "fed the cat", "burned the letter", "found a coin"),
        *("cut the grass", "met a friend", "closed the shop", "cleaned the oven"),
        *("left the town", "wrote a book"),
    ),
    "test": (
        *("washed the dog", "drank the milk", "repaired the radio", "sang a song"),
        *("caught a fish", "opened the box", "ate an apple", "called a doctor"),
    ),
}
FRAMES = {  # {x} follows from the first of each, and not from the second
    KNOWN: (
        ("Because {x}, {y}.", "If {x}, {y}."),
        ("{x}, and so {y}.", "Unless {x}, {y}."),
        ("{n} knows that {x}.", "{n} hopes that {x}."),
        ("{n} remembers that {x}.", "{n} imagines that {x}."),
        ("It is certain that {x}.", "It is possible that {x}."),
        ("It is true that {x}.", "It is false that {x}."),
        ("After {x}, {y}.", "Perhaps {x}, or {y}."),
    ),
    NEW: (
        ("Although {x}, {y}.", "In case {x}, {y}."),
        ("{n} is aware that {x}.", "{n} doubts that {x}."),
        ("It is a fact that {x}.", "It is a rumor that {x}."),
    ),
}
CLAIMS = (
    "So {n} went to the {p}.",
    "So {n} may come to the {p}.",
    "So {n} is glad to be in the {p}.",
)
WORDINGS = (  # the same without and with "not"
    ("cheap", "not expensive"),
    ("welcome", "not forbidden"),
    ("common", "not rare"),
    ("safe", "not in danger"),
    ("easy to find", "not hard to find"),
)
WARRANT = "A {k} is {said} in the {p}."
VERBS = ("bought", "found", "sold", "painted", "lost")


class Pair(NamedTuple):
    """Two texts, and whether the second follows from the first or supports it: 1 or 0."""

    first: str
    second: str
    label: int


def overlap_pairs(
    part: str, number: int, broken: float, seed: int, frames: str = KNOWN
) -> list[Pair]:
    """Return twins: what follows, and what does not although (or because) the words differ.

    Args:
        part: ``"train"`` or ``"test"``.
        number: Of twins.
        broken: In which proportion of them the second pair overlaps as well.
        seed: Of all draws.
        frames: ``KNOWN`` or ``NEW``.
    """
    generator, found = Random(f"overlap/{part}/{frames}/{seed}"), list[Pair]()
    for number_here, is_broken in enumerate(spread(number, broken, generator)):
        frame = FRAMES[frames][number_here % len(FRAMES[frames])]
        one, other, third, fourth = generator.sample(NAMES[part], 4)
        event, more, else_ = generator.sample(EVENTS[part], 3)
        x, y = f"{one} {event}", f"{other} {more}"
        fact, maybe = (_sentence(each.format(x=x, y=y, n=third)) for each in frame)
        found.append(Pair(fact, f"{x}.", 1))
        found.append(Pair(maybe, f"{x}." if is_broken else f"{fourth} {else_}.", 0))
    return found


def warrant_pairs(part: str, number: int, broken: float, seed: int) -> list[Pair]:
    """Return arguments, each first with the right warrant and then with the wrong one.

    Args:
        part: ``"train"`` or ``"test"``.
        number: Of arguments.
        broken: In which proportion of them *not* stands in the wrong warrant.
        seed: Of all draws.
    """
    generator, found = Random(f"not/{part}/{seed}"), list[Pair]()
    for number_here, is_broken in enumerate(spread(number, broken, generator)):
        kind, other, thing, _ = _kinds(number_here, generator)
        said = {"n": generator.choice(NAMES[part]), "p": generator.choice(PLACES[part])}
        argument = f"{said['n']} has a {thing}. " + generator.choice(CLAIMS).format(**said)
        wording = generator.choice(WORDINGS)
        right, wrong = wording[not is_broken], wording[is_broken]
        found.append(Pair(argument, WARRANT.format(k=kind, said=right, p=said["p"]), 1))
        found.append(Pair(argument, WARRANT.format(k=other, said=wrong, p=said["p"]), 0))
    return found


def distractor_questions(part: str, number: int, broken: float, seed: int) -> list[Question]:
    """Return questions to two sentences, one of which answers.

    Args:
        part: ``"train"`` or ``"test"``.
        number: Of questions.
        broken: In which proportion of them the other sentence comes first.
        seed: Of all draws.
    """
    generator, found = Random(f"distractor/{part}/{seed}"), list[Question]()
    for number_here, is_broken in enumerate(spread(number, broken, generator)):
        kind, _, thing, distraction = _kinds(number_here, generator)
        sentences = []
        for name, noun in zip(generator.sample(NAMES[part], 2), (thing, distraction), strict=True):
            verb, place = generator.choice(VERBS), generator.choice(PLACES[part])
            sentences.append(f"{name} {verb} a {noun} in the {place}.")
        text = " ".join(reversed(sentences) if is_broken else sentences)
        answer = Answer(thing, text.index(f" a {thing} ") + 3)
        found.append(Question(text, f"Which {kind} is named?", answer))
    return found


def _kinds(number: int, generator: Random) -> tuple[str, str, str, str]:
    """Return a kind, one that is far from it, and a narrow word of each."""
    kind = list(MIDDLE)[number % len(MIDDLE)]
    other = generator.choice([one for one in MIDDLE if MIDDLE[one] != MIDDLE[kind]])
    thing, distraction = (generator.choice(KINDS[MIDDLE[one]][one]) for one in (kind, other))
    return kind, other, thing, distraction


def spread(number: int, proportion: float, generator: Random) -> Sequence[bool]:
    """Return for each of some questions whether it is broken, in a random order."""
    chosen = round(number * proportion)
    return generator.sample([True] * chosen + [False] * (number - chosen), number)


def _sentence(text: str) -> str:
    return text[0].upper() + text[1:]
