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
    full = [_case(24, 3, 4, seed=3), _case(18, 3, 4, seed=4), _case(7, 1, 3, seed=6)]
    full += [_case(9, 2, 1, seed=7)]
    few = [_case(1, 2, 3, seed=2), Case(([], [], 2, 3, np.random.default_rng(0)))]
    # Lengths come again, but in another bucket: whoever looks a text up by its length goes astray.
    twins = Case(([3, 0, 5, 1, 2, 4], [8, 6, 9, 5, 5, 8], 2, 1, np.random.default_rng(8)))
    return [*many, *full, *few, twins]


QUESTION = Question(
    name="bucketed_batches",
    cases=_cases,
    difficulty=3,
    minutes=10,
)
