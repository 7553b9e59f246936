"""What the lesson answers to a control, a measure with bugs, and a head designed by hand."""

from collections.abc import Callable

import torch
from torch import Tensor

from workbook.exercises.tasks import task

Control = Callable[[Tensor, int, int], Tensor]
Measure = Callable[[Tensor, Tensor], Tensor]
Distance = Callable[[Tensor, Tensor], Tensor]
WIDE_ENOUGH = 0.9  # nats
LEAST = 0.5


def examine_control(passes: Control) -> Control:
    """Print whether a control is strict enough; return it, or the workbook's until it is right.

    Args:
        passes: Takes weights (H, T, T) and two tokens i and j; returns truth values (H,).
    """
    right = "right: token i must give more to j than every other token does, j left out."
    return task(__name__, "passes_control", passes, _passes_control, _slip_in_control, right)


def _others(weights: Tensor, i: int, j: int) -> Tensor:
    """Return what the tokens other than i and j give to j, (H, T - 2)."""
    rows = [row for row in range(weights.shape[-1]) if row not in (i, j)]
    return weights[:, rows, j]


def _passes_control(weights: Tensor, i: int, j: int) -> Tensor:
    return weights[:, i, j] > _others(weights, i, j).amax(dim=1)


def _slip_in_control(passes: Control) -> str:
    generator = torch.Generator().manual_seed(0)
    weights = torch.randn(60, 6, 6, generator=generator, dtype=torch.float64)
    weights[:, 1, 1] += 2.0  # many tokens look at themselves
    weights = weights.softmax(dim=-1)
    i, j = 4, 1
    line, column = weights[:, i, j], weights[:, :, j]
    found = passes(weights.clone(), i, j)
    if found.shape != (60,) or found.dtype != torch.bool:
        return f"Expected truth values (H,), here (60,); got {found.dtype} {tuple(found.shape)}."
    answers = {
        "": _passes_control(weights, i, j),
        "This says where the strongest line of i leads. What do the other tokens give to j?": (
            weights[:, i].argmax(dim=-1) == j
        ),
        "No head can pass: token i itself is among the others.": line > column.amax(dim=1),
        "Token j itself still counts. Leave it out: many tokens look at themselves.": (
            line >= column.amax(dim=1)
        ),
        "The mean is too mild: one other token may still give more than i.": (
            line > _others(weights, i, j).mean(dim=1)
        ),
        "The mean of all is too mild, and i and j are in it.": line > column.mean(dim=1),
    }
    for answer, expected in answers.items():
        if torch.equal(found, expected):
            return answer
    wrong = int((found != answers[""]).sum())
    return f"Of 60 heads, {wrong} get a wrong answer. Which tokens do you compare token i with?"


def examine_distance(distance: Distance) -> Distance:
    """Print whether a distance of weights is right; return it, or the workbook's until it is.

    Args:
        distance: Takes two tables of weights (H, T, T); returns a number.
    """
    right = "right: 0 for equal rows, 1 for rows that share no token."
    return task(__name__, "moved_weight", distance, _moved_weight, _slip_in_distance, right)


def _moved_weight(own: Tensor, other: Tensor) -> Tensor:
    return (own - other).abs().sum(dim=-1).mean() / 2


def _slip_in_distance(distance: Distance) -> str:
    generator = torch.Generator().manual_seed(0)
    own, other = torch.randn(2, 3, 5, 5, generator=generator, dtype=torch.float64).softmax(dim=-1)
    found = torch.as_tensor(distance(own.clone(), other.clone()))
    if found.shape != ():
        return f"Expected one number, the mean over all rows; got the shape {tuple(found.shape)}."
    gap = own - other
    answers = {
        "": _moved_weight(own, other),
        "Twice too much: what leaves one token arrives at another one, and you count both.": (
            gap.abs().sum(dim=-1).mean()
        ),
        "Within a row, add up and do not average: a row has T tokens.": gap.abs().mean(),
        "Half of it is right, but add up within a row; only the rows are averaged.": (
            gap.abs().mean() / 2
        ),
        "Without the absolute value, what leaves and what arrives cancel.": gap.sum(dim=-1).mean(),
        "Average over the rows: all of them are added up.": gap.abs().sum() / 2,
        "Take the absolute value, not the square.": gap.square().sum(dim=-1).mean() / 2,
    }
    for answer, expected in answers.items():
        if torch.allclose(found.double(), expected, atol=1e-9):
            return answer
    return f"Expected {answers['']:.3f} for two tables at random, got {found:.3f}."


def examine_measure(measure: Measure) -> Measure:
    """Print whether a measure of the weight on [CLS] is right, or which bug is left.

    Args:
        measure: Takes weights (B, H, T, T) and an attention mask (B, T); returns (H,).

    Returns:
        It if it is right, and the workbook's until then.
    """
    right = "right: what [CLS] gets, averaged over the tokens of both texts."
    return task(__name__, "weight_on_cls", measure, _weight_on_cls, _slip_in_measure, right)


def _weight_on_cls(weights: Tensor, attention_mask: Tensor) -> Tensor:
    return weights[..., 0].transpose(1, 2)[attention_mask.bool()].mean(dim=0)


def _slip_in_measure(measure: Measure) -> str:
    generator = torch.Generator().manual_seed(0)
    mask = torch.tensor([[1] * 6, [1, 1, 1, 0, 0, 0]])
    scores = torch.randn(2, 3, 6, 6, generator=generator, dtype=torch.float64)
    weights = scores.masked_fill(mask[:, None, None] == 0, -torch.inf).softmax(dim=-1)
    keep = mask.bool()
    columns, rows = weights[..., 0].transpose(1, 2), weights[:, :, 0].transpose(1, 2)
    found = measure(weights, mask)
    answers = {
        "": columns[keep],
        "It measures what [CLS] gets, but the rows of padding still count.": columns.flatten(0, 1),
        "Padding is out. But these are rows, what [CLS] gives. What does it get?": rows[keep],
        f"All {len(found)} heads have the same number, {found[0]:.2f}: suspicious.": rows.flatten(
            0, 1
        ),
    }
    for answer, table in answers.items():
        if found.shape == (3,) and torch.allclose(found.double(), table.mean(dim=0)):
            return answer
    return f"Neither what [CLS] gets nor what it gives, in 3 heads: {found}"


def examine_head(weights: Tensor) -> None:
    """Print whether a head designed by hand has a role and still looks widely.

    Args:
        weights: (4, 4).
    """
    right = "right: a role does not mean that a head looks at one token alone."
    task(__name__, "designed", weights, None, _slip_in_head, right)


def _slip_in_head(weights: Tensor) -> str:
    rows = weights.double()
    if rows.shape != (4, 4) or (rows < 0).any() or (rows.sum(dim=1) - 1).abs().max() > 1e-4:
        return "No weights yet: four rows of four numbers from 0 to 1, and each row adds up to 1."
    before = rows.diagonal(-1).mean().item()
    entropy = torch.special.entr(rows).sum(dim=1).mean().item()
    most = torch.tensor(4.0).log().item()
    print(f"to the token before: {before:.2f}; entropy: {entropy:.2f} of at most {most:.2f} nats")
    if before <= LEAST:
        return "It has no role yet: the token before must get more than a half."
    if entropy <= WIDE_ENOUGH:
        return "It has the role, but it looks at few tokens. Where can the rest of the weight go?"
    return ""
