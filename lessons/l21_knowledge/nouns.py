"""A small knowledge graph: what the narrow nouns of lesson 10's inference pairs are.

``facts.toml`` has four facts about each noun, all of them true: the first says of what kind it is,
the others (color, origin, material ...) do not matter for a pair. Broad words have none.
"""

import tomllib
from functools import cache
from pathlib import Path
from random import Random

from bertlab.datasets.generated.inference_kinds import KNOWN, MIDDLE, NEW, narrow_words
from bertlab.knowledge.kbert import Facts
from bertlab.knowledge.trees import Fact

FILE = Path(__file__).with_name("facts.toml")
NONE, RIGHT, WRONG, MANY = "none", "right", "wrong", "many"
KIND_OF = {
    noun: middle
    for middle in MIDDLE
    for part in (KNOWN, NEW)
    for noun in narrow_words(middle, part)
}


@cache
def graph() -> Facts:
    """Return all facts by noun, the one about its kind first."""
    entries = tomllib.loads(FILE.read_text(encoding="utf-8"))
    return {noun: tuple(Fact(*fact) for fact in facts) for noun, facts in entries.items()}


@cache
def exchanged(seed: int = 0) -> dict[str, str]:
    """Return for each noun one of another kind, whose fact is wrong of it.

    Known nouns go with known ones and new with new ones, so that a wrong fact of a new noun occurs
    in no text of training, as its right one does not.

    Args:
        seed: Decides which, and so for good: a noun has the same wrong fact in every text.
    """
    found = dict[str, str]()
    for part in (KNOWN, NEW):
        nouns = [noun for middle in MIDDLE for noun in narrow_words(middle, part)]
        generator, others = Random(f"{seed}/{part}"), nouns
        while any(KIND_OF[a] == KIND_OF[b] for a, b in zip(nouns, others, strict=True)):
            others = generator.sample(nouns, len(nouns))
        found |= zip(nouns, others, strict=True)
    return found


def facts_of(name: str) -> Facts:
    """Return the facts that a model reads.

    Args:
        name: ``NONE``; ``RIGHT``, its kind alone; ``WRONG``, the kind of another noun; ``MANY``,
            its kind and all else.

    Raises:
        ValueError: If it is none of these.
    """
    if name == MANY:
        return graph()
    subjects = {NONE: {}, RIGHT: {noun: noun for noun in KIND_OF}, WRONG: exchanged()}
    if name not in subjects:
        raise ValueError(f"expected {', '.join([*subjects, MANY])}, got {name!r}")
    return {noun: graph()[other][:1] for noun, other in subjects[name].items()}
