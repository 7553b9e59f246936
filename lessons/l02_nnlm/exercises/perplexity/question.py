"""The question: return exp of the mean loss over all tokens of all batches."""

import torch

from workbook.exercises import Case, Question


def _perplexity_cases() -> list[Case]:
    def case(vocabulary_size: int, *sizes: int) -> Case:
        return Case(
            (
                [torch.randn(size, vocabulary_size) for size in sizes],
                [torch.randint(0, vocabulary_size, (size,)) for size in sizes],
            )
        )

    return [case(5, 4, 4, 2), case(7, 3, 6), case(6, 5), case(4, 2, 5, 3, 1)]


QUESTION = Question(
    name="perplexity",
    cases=_perplexity_cases,
    difficulty=2,
    minutes=8,
    tolerance=1e-5,
    exact_types=True,
)
