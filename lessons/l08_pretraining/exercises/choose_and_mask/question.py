"""The question: choose 15% of the tokens, and mask them by the 80/10/10."""

import torch

from workbook.exercises import Case, Question

CLS, SEP, MASK, PAD = 2, 3, 4, 0


def _case(first: int, second: int, padding: int, fates: dict[int, float], seed: int) -> Case:
    """Make a pair in which the smallest scores are those of specials and padding.

    Args:
        first: Tokens of the first text.
        second: Tokens of the second.
        padding: [PAD]s at the end.
        fates: Those of the tokens that a right answer chooses, by their places.
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
    all_fates = torch.rand(len(ids), generator=generator, dtype=torch.float64)
    all_fates[list(fates)] = torch.tensor(list(fates.values()), dtype=torch.float64)
    return Case((ids, maskable, MASK, scores, all_fates, random_ids))


def _by_hand() -> Case:
    """Make a text with other ids: 10 tokens, so 1.5, which Python rounds to 2.

    The first and the last are chosen. A fate is 0; one token stands where none is chosen, though
    the same piece may be chosen elsewhere.
    """
    ids = torch.tensor([1, 7, 1, 7, 5, 7, 3, 7, 9, 1, 60])
    maskable = torch.arange(len(ids)) != 5
    scores = torch.tensor([0.002, 0.3, 0.9, 0.010001, 0.4, 0, 0.7, 0.5, 0.8, 0.6, 0.01])
    fates = torch.tensor([0, 0.5, 0.1, 0.3, 0.95, 0.2, 0.7, 0.6, 0.85, 0.4, 0.8999])
    random_ids = torch.tensor([5, 8, 2, 6, 11, 12, 13, 14, 15, 16, 60])  # the last: as it was
    return Case((ids, maskable, 61, scores.double(), fates.double(), random_ids))


def _cases() -> list[Case]:
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
        ),  # 57 tokens: 8.55; fates close to the edges
        _by_hand(),
    ]


QUESTION = Question(
    name="choose_and_mask",
    cases=_cases,
    difficulty=3,
    minutes=12,
    exact_types=True,
)
