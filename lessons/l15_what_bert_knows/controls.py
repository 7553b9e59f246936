"""Controls for a probe: labels that no layer can know, and what counting reaches.

Source: Hewitt and Liang 2019, Designing and Interpreting Probes with Control Tasks.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from random import Random

import torch
from jaxtyping import Bool
from torch import Tensor


def control_labels(types: Sequence[str], labels: Sequence[str], seed: int) -> list[str]:
    """Return a random label for each token, the same wherever its type stands.

    The labels are drawn from those given, so that each is about as frequent as in the real task.
    Nothing but the type decides, so whoever is right has learned the types by heart.

    Args:
        types: Of the tokens: the words or characters.
        labels: Of the real task, to draw from.
        seed: Of the draw.

    Raises:
        ValueError: If there are no labels.
    """
    if not labels:
        raise ValueError("expected labels to draw from, got none")
    generator = Random(seed)
    drawn: dict[str, str] = {}
    for one in types:
        if one not in drawn:
            drawn[one] = generator.choice(labels)
    return [drawn[one] for one in types]


def usual_label_right(
    train_types: Sequence[str],
    train_labels: Sequence[str],
    test_types: Sequence[str],
    test_labels: Sequence[str],
) -> Bool[Tensor, " M"]:
    """Return whether each test token has the label that its type has most often in training.

    A type that training lacks gets the most frequent label of all. That is what can be known
    without looking at the context.
    """
    everywhere = Counter(train_labels).most_common(1)[0][0]
    by_type: dict[str, Counter[str]] = defaultdict(Counter)
    for one, label in zip(train_types, train_labels, strict=True):
        by_type[one][label] += 1
    guessed = [
        by_type[one].most_common(1)[0][0] if one in by_type else everywhere for one in test_types
    ]
    return torch.tensor([a == b for a, b in zip(guessed, test_labels, strict=True)])
