"""What several exercises are tried with: texts to mask, and a small model."""

import torch
from torch import Tensor, nn

from workbook.exercises import Case

CLS, SEP, MASK, PAD = 2, 3, 4, 0


def _case(first: int, second: int, padding: int, draws: dict[int, float], seed: int) -> Case:
    """Make a pair in which the smallest scores are those of specials and padding.

    Args:
        first: Tokens of the first text.
        second: Tokens of the second.
        padding: [PAD]s at the end.
        draws: Those of the tokens that a right answer chooses, by their positions.
        seed: Of everything else.
    """
    generator = torch.Generator().manual_seed(seed)
    words = [
        torch.randint(5, 90, (size,), generator=generator).tolist() for size in (first, second)
    ]
    ids = torch.tensor([CLS, *words[0], SEP, *words[1], SEP] + [PAD] * padding)
    maskable = ids > MASK
    scores = torch.rand(len(ids), generator=generator, dtype=torch.float64)
    scores = torch.where(maskable, 0.01 + 0.99 * scores, 0.01 * scores)
    random_ids = torch.randint(100, 190, (len(ids),), generator=generator)
    all_draws = torch.rand(len(ids), generator=generator, dtype=torch.float64)
    all_draws[list(draws)] = torch.tensor(list(draws.values()), dtype=torch.float64)
    return Case((ids, maskable, MASK, scores, all_draws, random_ids))


def _by_hand() -> Case:
    """Make a text with other ids: 10 tokens, so 1.5, which Python rounds to 2.

    The first and the last are chosen. A draw is 0; one token stands where none is chosen, though
    the same piece may be chosen elsewhere.
    """
    ids = torch.tensor([1, 7, 1, 7, 5, 7, 3, 7, 9, 1, 60])
    maskable = torch.arange(len(ids)) != 5
    scores = torch.tensor([0.002, 0.3, 0.9, 0.010001, 0.4, 0, 0.7, 0.5, 0.8, 0.6, 0.01])
    draws = torch.tensor([0, 0.5, 0.1, 0.3, 0.95, 0.2, 0.7, 0.6, 0.85, 0.4, 0.8999])
    random_ids = torch.tensor([5, 8, 2, 6, 11, 12, 13, 14, 15, 16, 60])  # the last: as it was
    return Case((ids, maskable, 61, scores.double(), draws.double(), random_ids))


def masking_cases() -> list[Case]:
    """Return ids, what may be chosen, the id of [MASK], scores, draws and random ids."""
    return [
        _case(11, 15, 9, {14: 0.85, 17: 0.31, 18: 0.93, 21: 0.05}, seed=4),  # 26 tokens: 3.9, so 4
        _case(
            17, 10, 14, {1: 0.72, 2: 0.95, 13: 0.8, 23: 0.02}, seed=5
        ),  # 27 tokens: 4.05; 0.8 is the edge
        _case(2, 1, 5, {1: 0.88}, seed=16),  # 3 tokens: at least one
        _case(9, 13, 4, {5: 0.9, 8: 0.35, 20: 0.84}, seed=6),  # 22 tokens: 3.3; 0.9 is an edge too
        _case(16, 14, 2, {}, seed=7),  # 30 tokens: 4.5, which Python rounds to 4
        _case(6, 8, 1, {}, seed=8),  # 14 tokens: 2.1
        _case(1, 0, 3, {1: 0.1}, seed=0),  # one token that may be chosen
        _case(
            30, 27, 3, {13: 0.7999, 14: 0.8001, 17: 0.8999, 57: 0.9001}, seed=9
        ),  # 57 tokens: 8.55; draws close to the edges
        _by_hand(),
    ]


class SmallBert(nn.Module):
    """A model whose scores depend on the position, and on all ids and types that it may see.

    Args:
        V: Pieces in the vocabulary.
        D: Numbers in a vector.
        size: Of the weights: the larger, the longer the gradient.
    """

    def __init__(self, V: int, D: int, size: float = 1.0) -> None:
        super().__init__()
        generator = torch.Generator().manual_seed(V + D)
        self.words, self.positions, self.types, self.word_head, self.pair_head = (
            nn.Parameter(size * torch.randn(shape, generator=generator, dtype=torch.float64))
            for shape in ((V, D), (16, D), (2, D), (D, V), (D, 2))
        )
        self.bias = nn.Parameter(torch.zeros(V, dtype=torch.float64))

    def forward(self, ids: Tensor, types: Tensor, attention_mask: Tensor) -> tuple[Tensor, Tensor]:
        """Return scores of words (B, T, V) and of pairs (B, 2)."""
        if attention_mask.is_floating_point() or attention_mask.dtype == torch.bool:
            raise ValueError(f"attention_mask must be integers, got {attention_mask.dtype}")
        x = self.words[ids] + self.positions[: ids.shape[1]] + self.types[types]
        weights = attention_mask / (1 + attention_mask.sum(dim=1, keepdim=True))
        text = (x * weights[..., None]).sum(dim=1)
        return (x + text[:, None]).tanh() @ self.word_head + self.bias, text.tanh() @ self.pair_head
