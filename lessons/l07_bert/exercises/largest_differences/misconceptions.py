"""The misconceptions about ``largest_differences``, each a wrong function with advice."""

from collections.abc import Callable, Sequence
from typing import Any

from torch import Tensor

from workbook.exercises import Misconception

States = Sequence[Tensor]


def _each(number: Callable[[Tensor, Tensor, Tensor], Tensor]) -> Callable[..., list[float]]:
    """Return a comparison that makes one number of each step's two tensors and the mask."""

    def compare(mine: States, theirs: States, attention_mask: Tensor) -> list[float]:
        kept = attention_mask == 1
        return [float(number(a, b, kept)) for a, b in zip(mine, theirs, strict=True)]

    return compare


def _after(change: Callable[[list[float]], Any]) -> Callable[..., Any]:
    """Return a comparison that does something else with the right numbers."""
    right = _each(lambda a, b, kept: (a - b)[kept].abs().max())
    return lambda mine, theirs, attention_mask: change(right(mine, theirs, attention_mask))


def _zeroed(vectors: Tensor, kept: Tensor) -> Tensor:
    return vectors * kept[:, :, None]


MISCONCEPTIONS = (
    Misconception(
        "the padding is compared as well",
        "The vectors at padding mean nothing, and two right programs may differ there: choose the "
        "tokens first, for instance by (a - b)[attention_mask == 1].",
        _each(lambda a, b, kept: (a - b).abs().max()),
    ),
    Misconception(
        "the padding is multiplied by 0, which does not remove a NaN",
        "0 times NaN is NaN. Choose the tokens by their mask, (a - b)[attention_mask == 1], or "
        "fill the padding by masked_fill.",
        _each(lambda a, b, kept: _zeroed(a - b, kept).abs().max()),
        variants=(_each(lambda a, b, kept: (_zeroed(a, kept) - _zeroed(b, kept)).abs().max()),),
    ),
    Misconception(
        "the sign of the difference counts",
        "A difference of -3 is as bad as one of 3: take abs() before max().",
        _each(lambda a, b, kept: (a - b)[kept].max()),
        variants=(_each(lambda a, b, kept: (b - a)[kept].max()),),
    ),
    Misconception(
        "the maximum is taken before the absolute value",
        "Take max() last. The largest number of 0.1 and -3 is 0.1, and so a difference of -3 is "
        "lost: subtract, then abs(), then max().",
        _each(lambda a, b, kept: (a - b)[kept].max().abs()),
        variants=(
            _each(lambda a, b, kept: (b - a)[kept].max().abs()),
            _each(lambda a, b, kept: (a[kept].max() - b[kept].max()).abs()),
        ),
    ),
    Misconception(
        "the difference of two sizes is taken, not the size of the difference",
        "Subtract first and take abs() of the result: 1 and -1 differ by 2, not by 0.",
        _each(lambda a, b, kept: (a.abs() - b.abs())[kept].abs().max()),
        variants=(_each(lambda a, b, kept: (a[kept].abs().max() - b[kept].abs().max()).abs()),),
    ),
    Misconception(
        "the mean is taken, not the largest difference",
        "A bug that touches one token in a thousand vanishes in a mean: take max().",
        _each(lambda a, b, kept: (a - b)[kept].abs().mean()),
        variants=(_each(lambda a, b, kept: (a - b)[kept].square().mean()),),
    ),
    Misconception(
        "the smallest difference is taken",
        "Take max(): two vectors that agree in one number can differ in all others.",
        _each(lambda a, b, kept: (a - b)[kept].abs().min()),
    ),
    Misconception(
        "the length of the difference is taken",
        "Look at the numbers one by one, by abs().max(): the length of a vector grows with D.",
        _each(lambda a, b, kept: (a - b)[kept].norm(dim=-1).max()),
        variants=(_each(lambda a, b, kept: (a - b)[kept].norm()),),
    ),
    Misconception(
        "the differences are added up",
        "Take max(): a sum grows with the number of tokens.",
        _each(lambda a, b, kept: (a - b)[kept].abs().sum()),
        variants=(_each(lambda a, b, kept: (a - b)[kept].abs().sum(dim=-1).max()),),
    ),
    Misconception(
        "the mask is inverted",
        "In attention_mask 1 is a token and 0 is padding; you compare the padding alone.",
        _each(lambda a, b, kept: (a - b)[~kept].abs().max()),
    ),
    Misconception(
        "only the first token of each text is compared",
        "Compare all tokens: the slip of another token may never reach the first one.",
        _each(lambda a, b, kept: (a - b)[:, 0].abs().max()),
    ),
    Misconception(
        "the mask of the first text serves for all texts",
        "Each text has its own row of the mask: (a - b)[attention_mask == 1] uses all of them.",
        _each(lambda a, b, kept: (a - b)[:, kept[0]].abs().max()),
    ),
    Misconception(
        "only the first text is compared",
        "Compare all texts of the batch; a slip with padding shows in the shorter ones.",
        _each(lambda a, b, kept: (a - b)[0][kept[0]].abs().max()),
    ),
    Misconception(
        "the vectors are rounded to float32",
        "Leave the dtype as it is: in float32, a difference of one millionth of a percent is gone.",
        _each(lambda a, b, kept: (a.float() - b.float())[kept].abs().max()),
        variants=(
            _each(lambda a, b, kept: (a.float().double() - b.float().double())[kept].abs().max()),
        ),
    ),
    Misconception(
        "the difference is divided by the size of the vectors",
        "That is the relative difference. Here the absolute one is wanted.",
        _each(lambda a, b, kept: (a - b)[kept].abs().max() / b[kept].abs().max()),
        variants=(
            _each(lambda a, b, kept: (a - b)[kept].abs().max() / a[kept].abs().max()),
            _each(lambda a, b, kept: ((a - b)[kept] / b[kept]).abs().max()),
        ),
    ),
    Misconception(
        "one number is returned for all steps",
        "Return a list with a number for each step: the first large one says where the bug is.",
        _after(max),
        variants=(_after(lambda found: found[-1]), _after(lambda found: [max(found)])),
    ),
    Misconception(
        "the largest difference so far is returned",
        "Each step has a number of its own, and it may be smaller than the one before.",
        _after(lambda found: [max(found[: i + 1]) for i in range(len(found))]),
    ),
    Misconception(
        "the numbers are still tensors",
        "Make a float of each number, by .item().",
        lambda mine, theirs, attention_mask: [
            (a - b)[attention_mask == 1].abs().max() for a, b in zip(mine, theirs, strict=True)
        ],
    ),
)
