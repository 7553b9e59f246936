"""The misconceptions about ``all_right``, each a wrong function with advice."""

from collections.abc import Callable

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor

from workbook.exercises import Misconception

Count = Callable[[Bool[Tensor, " N"], Int[Tensor, " N"]], Float[Tensor, ""]]


def _each(judge: Callable[[Bool[Tensor, " n"]], Tensor]) -> Count:
    """Return a function that judges group by group and takes the mean."""

    def all_right(right: Bool[Tensor, " N"], group: Int[Tensor, " N"]) -> Float[Tensor, ""]:
        found = [judge(right[group == name]) for name in group.unique()]
        return torch.stack(found).float().mean()

    return all_right


def _neighbors(right: Bool[Tensor, " N"], group: Int[Tensor, " N"]) -> Float[Tensor, ""]:
    """Take rows that stand side by side for a group, whatever their numbers."""
    size = len(right) // 2 * 2
    return right[:size].view(-1, 2).all(dim=1).float().mean()


def _largest(right: Bool[Tensor, " N"], group: Int[Tensor, " N"]) -> Float[Tensor, ""]:
    """Divide by the largest number of a group, plus one."""
    whole = sum(right[group == name].all().float() for name in group.unique())
    return torch.as_tensor(whole) / (group.max() + 1)


def _weighted(right: Bool[Tensor, " N"], group: Int[Tensor, " N"]) -> Float[Tensor, ""]:
    whole = torch.stack([right[group == name].all() for name in group])
    return whole.float().mean()


MISCONCEPTIONS = (
    Misconception(
        "the groups are forgotten",
        "That is the accuracy, which the horse reaches too. A group counts only if all its answers "
        "are right.",
        lambda right, group: right.float().mean(),
    ),
    Misconception(
        "one right answer is enough for a group",
        "A group counts only if all its answers are right: all, not any.",
        _each(lambda here: here.any()),
    ),
    Misconception(
        "half of the answers are enough for a group",
        "A group counts only if all its answers are right, not most of them.",
        _each(lambda here: here.float().mean() >= 0.5),
    ),
    Misconception(
        "the mean of each group is taken",
        "A group is right as a whole or not at all: 1 or 0, and nothing between.",
        _each(lambda here: here.float().mean()),
    ),
    Misconception(
        "neighbors are taken for groups of two",
        "The numbers say which answers belong together: they may stand anywhere, and a group may "
        "have more than two.",
        _neighbors,
    ),
    Misconception(
        "the numbers of the groups are taken for their count",
        "The numbers are names and may leave gaps: count the different ones.",
        _largest,
    ),
    Misconception(
        "large groups count more",
        "Each group counts once, however many answers it has.",
        _weighted,
    ),
    Misconception(
        "the groups are counted, without a division",
        "Return a proportion: divide by the number of groups.",
        lambda right, group: torch.as_tensor(
            float(sum(bool(right[group == name].all()) for name in group.unique()))
        ),
    ),
)
