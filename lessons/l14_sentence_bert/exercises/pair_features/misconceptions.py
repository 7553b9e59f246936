"""The misconceptions about ``pair_features``, each a wrong function with advice."""

import torch

from workbook.exercises import Misconception


def _beside(*parts: torch.Tensor) -> torch.Tensor:
    return torch.cat(parts, dim=1)


MISCONCEPTIONS = (
    Misconception(
        "the difference keeps its sign",
        "Take its absolute value: u - v has another sign when the two texts change places, and "
        "being far apart has no direction.",
        lambda u, v: _beside(u, v, u - v),
        variants=(lambda u, v: _beside(u, v, v - u),),
    ),
    Misconception(
        "the product stands in place of the difference",
        "The third block is |u - v|, component by component; the authors tried u * v as well, and "
        "it was worse.",
        lambda u, v: _beside(u, v, u * v),
    ),
    Misconception(
        "the blocks are joined along the batch",
        "Join along axis 1: each pair keeps its row, and the row becomes three times as long.",
        lambda u, v: torch.cat([u, v, (u - v).abs()]),
    ),
    Misconception(
        "the difference is squared",
        "Take the absolute value of each component, not its square.",
        lambda u, v: _beside(u, v, (u - v) ** 2),
    ),
    Misconception(
        "the difference is one number for each pair",
        "Keep the D components of the difference: the classifier weighs each of them.",
        lambda u, v: _beside(u, v, (u - v).norm(dim=1, keepdim=True)),
        variants=(lambda u, v: _beside(u, v, (u - v).abs().sum(1, keepdim=True)),),
    ),
    Misconception(
        "the vectors themselves are left out",
        "u and v come first; the difference is the third block.",
        lambda u, v: (u - v).abs(),
    ),
    Misconception(
        "the difference is left out",
        "Without |u - v| a linear classifier cannot compare the two vectors: add it as a third "
        "block.",
        lambda u, v: _beside(u, v),
    ),
    Misconception(
        "the blocks stand in another order",
        "The order is u, v, |u - v|: the first texts, the second texts, the difference.",
        lambda u, v: _beside((u - v).abs(), u, v),
        variants=(
            lambda u, v: _beside(u, (u - v).abs(), v),
            lambda u, v: _beside(v, u, (u - v).abs()),
        ),
    ),
    Misconception(
        "the blocks are stacked on a new axis",
        "Return (B, 3 D): join along the axis that is there, with torch.cat and dim=1.",
        lambda u, v: torch.stack([u, v, (u - v).abs()], dim=1),
    ),
)
