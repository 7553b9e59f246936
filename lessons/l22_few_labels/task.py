"""A task with few labels: texts with a label, texts without one, and what a method returns."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from jaxtyping import Float
from torch import Tensor

from bertlab.datasets import LabelledText, RatedText
from bertlab.finetuning.sentiment import sample

Scorer = Callable[[Sequence[str]], Float[Tensor, "N C"]]  # the higher a class's score, the likelier


class Task(NamedTuple):
    """What a method may learn from.

    Attributes:
        texts: The texts with a label.
        labels: 0 or 1 for each of them.
        unlabelled: Other texts of the same kind.
    """

    texts: tuple[str, ...]
    labels: tuple[int, ...]
    unlabelled: tuple[str, ...]


class Settings(NamedTuple):
    """How a method learns.

    Attributes:
        steps: Updates of the weights; of any model that is trained on the way.
        batch_size: Texts with a label in an update; without one, in those that read such texts too.
        max_length: Longest input, pattern and specials included.
        learning_rate: Of all weights.
        prompt_rate: Of the vectors of slots.
        epsilon: Norm of an adversarial perturbation, of all word vectors of a text together.
        precision: See ``TrainConfig``.
        pattern: Which of the patterns.
        language: Of texts, patterns and model: *English* or *Chinese*.
    """

    steps: int = 50
    batch_size: int = 16
    max_length: int = 64
    learning_rate: float = 1e-4
    prompt_rate: float = 1e-2
    epsilon: float = 1.0
    precision: str = "bf16"
    pattern: int = 0
    language: str = "English"


def draw(
    reviews: Sequence[RatedText | LabelledText], number: int, unlabelled: int, seed: int
) -> Task:
    """Draw some reviews with their labels, as many of each class, and others without.

    A smaller number draws a part of what a larger one does, and the same texts without labels.

    Args:
        reviews: Those to learn from.
        number: Texts with a label.
        unlabelled: Texts without.
        seed: Decides which.

    Raises:
        ValueError: If the number is odd, or there are too few reviews.
    """
    if number % 2:
        raise ValueError(f"expected an even number, half of each class, got {number}")
    shuffled = sample(reviews, None, seed)
    others = shuffled[len(shuffled) - unlabelled :]
    left = shuffled[: len(shuffled) - unlabelled]
    classes = [[one for one in left if one.label == label][: number // 2] for label in (0, 1)]
    if unlabelled > len(shuffled) or min(map(len, classes)) < number // 2:
        raise ValueError(
            f"expected {number // 2} reviews of each class beside {unlabelled} without a label, "
            f"got {[len(one) for one in classes]} of {len(shuffled)} in all"
        )
    chosen = [one for pair in zip(*classes, strict=True) for one in pair]
    return Task(
        tuple(one.text for one in chosen),
        tuple(one.label for one in chosen),
        tuple(one.text for one in others),
    )
