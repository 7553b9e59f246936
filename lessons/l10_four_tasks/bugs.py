"""Broken and unfinished things of the lesson on four tasks, and what examines their repair."""

from lessons.l10_four_tasks.scenes import words_of

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations

import torch
from torch import Tensor
from torch.nn.functional import cross_entropy

Loss = Callable[[Tensor, Tensor], Tensor]  # of logits (B, N) and the indices of the right endings


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
