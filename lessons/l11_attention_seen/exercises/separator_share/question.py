"""The question: how much of it goes to [SEP]."""

from lessons.l11_attention_seen.exercises.cases import padded_weights, sharp_weights

import torch

from workbook.exercises import Case, Question

SPECIALS = 0, 2, 3  # [PAD], [CLS], [SEP]


def _case(
    texts: list[tuple[int, ...]],
    heads: int,
    tokens: int,
    dtype: torch.dtype = torch.float32,
    specials: tuple[int, int, int] = SPECIALS,
) -> Case:
    """Make a batch; each text is given by the lengths of its one or two parts."""
    pad, cls, sep = specials
    generator = torch.Generator().manual_seed(tokens)
    ids = torch.full((len(texts), tokens), pad)
    for row, parts in enumerate(texts):
        pieces = [cls]
        for part in parts:
            pieces += [*torch.randint(5, 90, (part,), generator=generator).tolist(), sep]
        ids[row, : len(pieces)] = torch.tensor(pieces)
    lengths = (ids != pad).sum(dim=1).tolist()
    return Case((padded_weights(lengths, heads, tokens, dtype), ids, sep, pad))


def _sharp() -> Case:
    """Make a batch where some tokens are seen by nobody, and 0 is a token like others."""
    rows = [[40, 0, 7, 41, 9, 0, 41, 50], [40, 0, 41, 50, 50, 50, 50, 50]]
    return Case((sharp_weights([7, 3], 3, 8), torch.tensor(rows), 41, 50))


def _cases() -> list[Case]:
    return [
        _case([(2, 3), (2,)], heads=3, tokens=8),
        _case([(1,), (3, 4), (2, 1), (4,)], heads=5, tokens=11),
        _case([(4, 1), (1,), (3, 3)], heads=2, tokens=9),
        _case([(1, 2)], heads=3, tokens=7),
        _case([(2,), (1, 3)], heads=4, tokens=10, dtype=torch.float64),
        _case([(4,), (2, 0), (1,)], heads=5, tokens=8, specials=(90, 91, 92)),  # two [SEP] in a row
        _case([(3,), (2,)], heads=1, tokens=7, specials=(3, 1, 0)),  # one head
        _sharp(),
    ]


QUESTION = Question(
    name="separator_share",
    cases=_cases,
    difficulty=3,
    minutes=7,
    tolerance=1e-5,
    exact_types=True,
    allows=lambda weights, input_ids, sep_id, pad_id: bool((input_ids == sep_id).any(1).all()),
)
