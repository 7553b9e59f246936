"""The question: how much of it goes to [SEP]."""

from lessons.l11_attention_seen.exercises.cases import padded_weights

import torch

from workbook.exercises import Case, Question

PAD, CLS, SEP = 0, 2, 3


def _case(
    texts: list[tuple[int, ...]], heads: int, tokens: int, dtype: torch.dtype = torch.float32
) -> Case:
    """Make a batch; each text is given by the lengths of its one or two parts."""
    generator = torch.Generator().manual_seed(tokens)
    ids = torch.full((len(texts), tokens), PAD)
    for row, parts in enumerate(texts):
        pieces = [CLS]
        for part in parts:
            pieces += [*torch.randint(5, 90, (part,), generator=generator).tolist(), SEP]
        ids[row, : len(pieces)] = torch.tensor(pieces)
    lengths = (ids != PAD).sum(dim=1).tolist()
    return Case((padded_weights(lengths, heads, tokens, dtype), ids, SEP, PAD))


def _cases() -> list[Case]:
    return [
        _case([(2, 3), (2,)], heads=3, tokens=8),
        _case([(1,), (3, 4), (2, 1), (4,)], heads=5, tokens=11),
        _case([(4, 1), (1,), (3, 3)], heads=2, tokens=9),
        _case([(1, 2)], heads=3, tokens=7),
        _case([(2,), (1, 3)], heads=4, tokens=10, dtype=torch.float64),
    ]


QUESTION = Question(
    name="separator_share",
    cases=_cases,
    difficulty=3,
    minutes=9,
    tolerance=1e-5,
)
