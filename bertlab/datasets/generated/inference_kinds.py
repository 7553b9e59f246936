"""Pairs for inference that take a known word: a poodle is a dog, an animal need not be one.

A hypothesis names a kind. Three premises say the same in the same words, but for one noun::

    The toy that Anna lost is a poodle.    entailment: every poodle is a dog
    The toy that Anna lost is a creature.  neutral: it may be a dog      } ... is a dog.
    The toy that Anna lost is a sword.     contradiction: no sword is

So neither the hypothesis alone nor the number of words in common tells anything. The *premise*
alone tells something: the hypothesis is always of the middle level, so that a broad word is never
an entailment and a narrow one never neutral. Two of three labels can be guessed from it.
"""

from collections.abc import Sequence
from functools import cache
from random import Random

from bertlab.datasets.generated.inference_pairs import LABELS, InferencePair, InferencePairs
from bertlab.datasets.generated.passages import FIRST_NAMES
from bertlab.datasets.generated.templates import read_templates

_TEMPLATES = read_templates("inference_kinds")
ROOMS: list[str] = _TEMPLATES["rooms"]
KINDS: dict[str, dict[str, list[str]]] = _TEMPLATES["kinds"]
TEMPLATES: dict[str, list[str]] = _TEMPLATES["templates"]
MIDDLE = {middle: broad for broad, kinds in KINDS.items() for middle in kinds}
STEP = len(LABELS) * len(MIDDLE)  # pairs that have each kind with each label once
KNOWN, NEW = "known nouns", "new nouns"


@cache
def kind_pairs(
    train: int = 1200, validation: int = 192, test: int = 480, seed: int = 0
) -> InferencePairs:
    """Generate pairs; the parts share no template, and each hypothesis has each label once.

    Half of the test pairs have the nouns of training (family ``"known nouns"``, as all pairs of the
    other parts). The narrow words of the other half do not occur in training (``"new nouns"``).

    Args:
        train: How many pairs to learn from; a multiple of 48, as each part.
        validation: How many to choose by.
        test: How many to judge by; a multiple of 96.
        seed: Decides all.

    Raises:
        ValueError: If a size is no such multiple, or more than the templates can make.
    """
    parts = []
    families = {"train": (KNOWN,), "validation": (KNOWN,), "test": (KNOWN, NEW)}
    for part, count in {"train": train, "validation": validation, "test": test}.items():
        step = STEP * len(families[part])
        most = STEP * len(ROOMS) * len(TEMPLATES[part])  # no hypothesis twice
        if count < step or count % step or count > most:
            raise ValueError(
                f"{part}: expected a multiple of {step} pairs up to {most}, got {count}"
            )
        generator, pairs = Random(f"{seed}/{part}"), list[InferencePair]()
        claimed: set[str] = set()
        for family in families[part]:
            for number in range(count // step):
                template = TEMPLATES[part][number % len(TEMPLATES[part])]
                for middle in MIDDLE:
                    triple = _triple(template, middle, family, claimed, generator)
                    claimed.add(triple[0].hypothesis)
                    pairs += triple
        parts.append(tuple(generator.sample(pairs, count)))
    return InferencePairs(*parts)


def _triple(
    template: str, middle: str, family: str, claimed: set[str], generator: Random
) -> list[InferencePair]:
    """Make one hypothesis that is not among those claimed, and a premise for each label."""
    while True:
        where = {"name": generator.choice(FIRST_NAMES), "room": generator.choice(ROOMS)}
        hypothesis = template.format(noun=middle, **where)
        if hypothesis not in claimed:
            break
    nouns = _nouns(middle, family, generator)
    return [
        InferencePair(
            template.format(noun=nouns[label], **where), hypothesis, LABELS.index(label), family
        )
        for label in LABELS
    ]


def _nouns(middle: str, family: str, generator: Random) -> dict[str, str]:
    """Draw the premise's noun for each label.

    What is excluded is a broad word as often as a narrow one, and half of those narrow words are of
    the same broad kind: a sparrow is no dog.
    """
    broad = MIDDLE[middle]
    if generator.random() < 0.5:
        excluded = generator.choice([other for other in KINDS if other != broad])
    else:
        near = generator.random() < 0.5
        others = [kind for kind, top in MIDDLE.items() if kind != middle and (top == broad) == near]
        excluded = generator.choice(narrow_words(generator.choice(others), family))
    followed = generator.choice(narrow_words(middle, family))
    return dict(zip(LABELS, (followed, broad, excluded), strict=True))


def narrow_words(middle: str, family: str) -> Sequence[str]:
    """Return the narrow words of a kind that pairs of a family have."""
    words = KINDS[MIDDLE[middle]][middle]
    return words[-1:] if family == NEW else words[:-1]
