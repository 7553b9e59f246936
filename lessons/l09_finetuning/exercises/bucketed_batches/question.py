"""The question: batches of texts of nearly one length, in random order."""

import numpy as np

from workbook.exercises import Case, Question


def _case(number: int, batch_size: int, bucket: int, seed: int) -> Case:
    """Make texts of which no two have one length, so that any way of sorting serves."""
    generator = np.random.default_rng([seed, number])
    lengths = generator.choice(np.arange(number, 4 * number), number, replace=False).tolist()
    shuffled = generator.permutation(number).tolist()
    return Case((shuffled, lengths, batch_size, bucket, np.random.default_rng(seed)))


def _cases() -> list[Case]:
    many = [_case(38, 3, 4, seed=0), _case(47, 2, 5, seed=5), _case(65, 4, 3, seed=1)]
    return [*many, _case(1, 2, 3, seed=2), Case(([], [], 2, 3, np.random.default_rng(0)))]


QUESTION = Question(
    name="bucketed_batches",
    cases=_cases,
    difficulty=3,
    minutes=10,
)
