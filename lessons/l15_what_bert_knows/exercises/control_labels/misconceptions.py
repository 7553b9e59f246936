"""The misconceptions about ``control_labels``, each a wrong function with advice."""

from collections import Counter
from collections.abc import Sequence
from random import Random

from workbook.exercises import Misconception


def _by_type(
    types: Sequence[str], order: Sequence[str], pool: Sequence[str], seed: int
) -> list[str]:
    """Draw a label for each different type, in an order."""
    generator = Random(seed)
    drawn = {one: generator.choice(pool) for one in dict.fromkeys(order)}
    return [drawn[one] for one in types]


def _redrawn(types: Sequence[str], labels: Sequence[str], seed: int) -> list[str]:
    """Draw for each token, and keep for each type what came last."""
    generator = Random(seed)
    drawn = {}
    for one in types:
        drawn[one] = generator.choice(labels)
    return [drawn[one] for one in types]


def _first(types: Sequence[str], labels: Sequence[str], seed: int) -> list[str]:
    known: dict[str, str] = {}
    for one, label in zip(types, labels, strict=True):
        known.setdefault(one, label)
    return [known[one] for one in types]


def _usual(types: Sequence[str], labels: Sequence[str], seed: int) -> list[str]:
    counts: dict[str, Counter[str]] = {one: Counter() for one in types}
    for one, label in zip(types, labels, strict=True):
        counts[one][label] += 1
    return [counts[one].most_common(1)[0][0] for one in types]


def _each(types: Sequence[str], labels: Sequence[str], seed: int) -> list[str]:
    generator = Random(seed)
    return [generator.choice(labels) for _ in types]


def _again(types: Sequence[str], labels: Sequence[str], seed: int) -> list[str]:
    return [Random(seed).choice(labels) for _ in types]


MISCONCEPTIONS = (
    Misconception(
        "each token gets a label of its own",
        "Then the same character has different labels, and no probe can learn them. Remember what "
        "was drawn for a type, and use it again.",
        _each,
    ),
    Misconception(
        "all kinds of labels are equally frequent",
        "Draw from the labels as they are, with their repeats: a frequent label of the real task "
        "should be frequent in the control as well.",
        lambda types, labels, seed: _by_type(types, types, sorted(set(labels)), seed),
        variants=(
            lambda types, labels, seed: _by_type(types, types, list(dict.fromkeys(labels)), seed),
        ),
    ),
    Misconception(
        "the real labels are shuffled",
        "A shuffle gives the same type different labels. The control must be learnable by heart: "
        "one label for each type.",
        lambda types, labels, seed: Random(seed).sample(list(labels), len(labels)),
    ),
    Misconception(
        "a type keeps its first real label",
        "That is not random: it is the real task again. Draw the label.",
        _first,
    ),
    Misconception(
        "a type gets its most frequent real label",
        "That is a good guess at the real task, and here is one wanted that means nothing. Draw "
        "the label.",
        _usual,
    ),
    Misconception(
        "a label is drawn for each token, and the last one counts",
        "Draw only when a type comes for the first time.",
        _redrawn,
    ),
    Misconception(
        "the types are drawn in order of the alphabet",
        "Go through the tokens from the left, and draw when a type comes for the first time.",
        lambda types, labels, seed: _by_type(types, sorted(types), labels, seed),
    ),
    Misconception(
        "the generator starts again for every type",
        "With a new Random(seed) for each draw, all draws are the same. Make one generator first.",
        _again,
    ),
)
