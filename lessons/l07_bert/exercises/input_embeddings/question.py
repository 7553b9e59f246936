"""The question: from ids to the vectors that enter the first layer."""

from lessons.l07_bert.exercises.cases import random_tensors

import torch

from workbook.exercises import Case, Question


def _case(batch: int, tokens: int, hidden: int, scale: float, dtype: torch.dtype) -> Case:
    generator = torch.Generator().manual_seed(tokens)
    shapes = {
        "word_embeddings.weight": (13, hidden),
        "position_embeddings.weight": (11, hidden),
        "token_type_embeddings.weight": (2, hidden),
        "LayerNorm.weight": (hidden,),
        "LayerNorm.bias": (hidden,),
    }
    tables = random_tensors(shapes, seed=tokens, scale=scale)
    input_ids = torch.randint(13, (batch, tokens), generator=generator)
    first_lengths = torch.arange(batch)[:, None] % tokens + 1
    token_type_ids = (torch.arange(tokens) >= first_lengths).long()
    return Case((input_ids, token_type_ids, {name: t.to(dtype) for name, t in tables.items()}))


def _cases() -> list[Case]:
    trained = _case(3, 5, 4, scale=0.02, dtype=torch.float64)
    tiny = _case(4, 7, 6, scale=1e-6, dtype=torch.float32)  # variances near eps: its place shows
    large_eps = Case(_case(2, 9, 5, scale=0.3, dtype=torch.float64).args, {"eps": 0.05})
    one_text = _case(1, 4, 3, scale=0.3, dtype=torch.float64)
    one_token = _case(3, 1, 5, scale=0.3, dtype=torch.float64)
    longest = _case(3, 11, 4, scale=0.3, dtype=torch.float64)  # as many tokens as positions
    return [trained, tiny, large_eps, one_text, one_token, longest]


QUESTION = Question(
    name="input_embeddings",
    cases=_cases,
    difficulty=2,
    minutes=5,
    tolerance=1e-5,
    exact_types=True,
)
