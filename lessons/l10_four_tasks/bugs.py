"""Broken and unfinished things of the lesson on four tasks, and what examines their repair."""

from lessons.l10_four_tasks.scenes import words_of

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

import torch
from torch import Tensor
from torch.nn.functional import cross_entropy

from workbook.exercises.tasks import task

Loss = Callable[[Tensor, Tensor], Tensor]  # of logits (B, N) and the indices of the right endings
Pair = tuple[str, str, str]  # premise, hypothesis, label
Maker = Callable[[list[str], list[str]], Any]  # pairs, as tuples or lists
LABELS = ("entailment", "neutral", "contradiction")
CHAIN = ["creature", "animal", "dog", "poodle"]  # from wide to narrow
OTHER = ["artifact", "weapon", "blade", "sword"]


def examine_loss(loss: Loss) -> None:
    """Say on two questions whether a loss of multiple choice makes the endings compete."""
    logits = torch.tensor([[4.0, 0.0, 0.0], [9.0, 5.0, 5.0]])
    answers = torch.tensor([0, 0])
    found, wanted = float(loss(logits, answers)), float(cross_entropy(logits, answers))
    shifted = float(loss(logits + torch.tensor([[3.0], [0.0]]), answers))
    right = abs(found - wanted) < 1e-5 and abs(shifted - wanted) < 1e-5
    print(f"your loss {found:.3f}, expected {wanted:.3f}")
    print(f"all three scores of the first question raised by 3: {shifted:.3f}, expected the same")
    print("Mended." if right else "Not yet: who competes with whom in this softmax?")


def examine_premises(hypothesis: str, premises: Sequence[str]) -> None:
    """Say whether three premises differ in what can be counted, or in meaning alone."""
    claimed = Counter(words_of(hypothesis))
    bags = [Counter(words_of(premise)) for premise in premises]
    common = [(bag & claimed).total() for bag in bags]
    apart = {(i + 1, j + 1): _apart(bags[i], bags[j]) for i, j in combinations(range(len(bags)), 2)}
    fair = len(bags) == 3 and len(set(common)) == 1 and set(apart.values()) == {1}
    print("words in common with the hypothesis:", common)
    for (one, other), words in apart.items():
        print(f"words in which premises {one} and {other} differ: {words}")
    print("Fair: only what the words mean can tell." if fair else "Not yet: see the numbers.")


def _apart(one: Counter[str], other: Counter[str]) -> int:
    return max((one - other).total(), (other - one).total())


# --- pairs from two chains of nouns ---


def make_pairs(chain: list[str], other: list[str]) -> list[Pair]:
    """Return three pairs for each noun of a chain that has a wider and a narrower one."""
    pairs = []
    for i in range(1, len(chain) - 1):
        pairs.append((chain[i + 1], chain[i], "entailment"))
        pairs.append((chain[i - 1], chain[i], "neutral"))
        pairs.append((other[i], chain[i], "contradiction"))
    return pairs


def chains(length: int) -> tuple[list[str], list[str]]:
    """Return two chains of a length, from wide to narrow."""
    if length == len(CHAIN):
        return list(CHAIN), list(OTHER)
    return [f"a{n}" for n in range(length)], [f"b{n}" for n in range(length)]


def of_both(make: Maker, length: int) -> list[Pair]:
    """Return the pairs about each of two chains, with the other one for contradictions."""
    one, other = chains(length)
    return [*about(make, one, other), *about(make, other, one)]


def about(make: Maker, chain: list[str], other: list[str]) -> list[Pair]:
    """Return the pairs about a chain, as tuples; the chains themselves are not changed."""
    return [
        (premise, hypothesis, label)
        for premise, hypothesis, label in make(list(chain), list(other))
    ]


def known_from(pairs: Sequence[Pair], half: int) -> Fraction:
    """Return the accuracy of whoever knows each noun's labels, from one half of the pairs.

    Args:
        pairs: What is read.
        half: 0 for the premise alone, 1 for the hypothesis alone.
    """
    labels: dict[str, Counter[str]] = {}
    for pair in pairs:
        labels.setdefault(pair[half], Counter())[pair[2]] += 1
    return Fraction(sum(max(counts.values()) for counts in labels.values()), len(pairs))


def right_label(premise: str, hypothesis: str, chain: Sequence[str]) -> str:
    """Return what follows about a noun of a chain from a premise of either chain."""
    if premise not in chain:
        return "contradiction"
    return "entailment" if chain.index(premise) >= chain.index(hypothesis) else "neutral"


def mends(function: Maker) -> Maker:
    """Check a student's ``make_pairs``, and print what each half tells.

    Returns:
        The function itself if it is right; ours if it is wrong or has no body yet.
    """
    return task(__name__, "make_pairs", function, make_pairs, leak, "no reader of a half gets far.")


def leak(function: Maker) -> str:
    """Say what is wrong with a ``make_pairs``; an empty text if nothing is."""
    for length in (4, 6):
        chain, other = chains(length)
        pairs = about(function, chain, other)
        if not pairs:
            return "There are no pairs."
        for premise, hypothesis, label in pairs:
            if hypothesis not in chain:
                return f"The hypothesis {hypothesis!r} is not of the first chain."
            if premise not in chain + other:
                return f"The premise {premise!r} is of neither chain."
            if premise == hypothesis:
                return f"Premise and hypothesis are one noun, {premise!r}: take two."
            right = right_label(premise, hypothesis, chain)
            if label != right:
                said = f"from {premise!r} to {hypothesis!r} it is {right}"
                return f"A label is wrong: {said}, and not {label!r}."
        both = of_both(function, length)
        if {label for _, _, label in both} != set(LABELS):
            return "A label never occurs."
        if known_from(both, 1) > Fraction(1, 3):
            return (
                "The hypothesis gives labels away: each must come equally often with each label. "
                "Can the widest noun be neutral, or the narrowest entailed by a narrower one?"
            )
        told = known_from(both, 0)
        if told > {4: Fraction(2, 3), 6: Fraction(1, 2)}[length]:
            return (
                f"With chains of {length}, whoever reads the premise alone gets {float(told):.0%}. "
                "Let each noun be a premise with as many labels as it can."
            )
    return ""


def leaks(make: Maker, lengths: Sequence[int]) -> list[tuple[str, str, str]]:
    """Return for each length of the chains what the best reader of each half gets right."""
    rows = []
    for length in lengths:
        pairs = of_both(make, length)
        premise, hypothesis = (f"{float(known_from(pairs, half)):.0%}" for half in (0, 1))
        rows.append((str(length), hypothesis, premise))
    return rows
