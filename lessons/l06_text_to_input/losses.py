"""The losses that train the new rows, and the task that asks for the first of them."""

from collections.abc import Callable
from typing import NamedTuple

import torch
from jaxtyping import Float
from torch import Tensor
from torch.nn.functional import cross_entropy

from workbook.exercises.tasks import task

SCALE = 20  # cosines are close together
Loss = Callable[[Tensor, Tensor], Tensor]


def two_way_loss(asked: Float[Tensor, "N 2 D"], texts: Float[Tensor, "N 2 D"]) -> Float[Tensor, ""]:
    """Return the mean cross-entropy of choosing the right one of each text's own two answers."""
    scores = SCALE * asked @ texts.transpose(1, 2)  # (N, asked, answers)
    return cross_entropy(scores.flatten(0, 1), torch.arange(2).repeat(len(asked)))


def search_loss(asked: Float[Tensor, "N 2 D"], texts: Float[Tensor, "N 2 D"]) -> Float[Tensor, ""]:
    """Return the mean cross-entropy of choosing the right one of the answers to all texts."""
    scores = SCALE * asked.flatten(0, 1) @ texts.flatten(0, 1).T
    return cross_entropy(scores, torch.arange(len(scores)))


class Mistake(NamedTuple):
    """A wrong loss, and what to say of it."""

    advice: str
    loss: Loss


MISTAKES = (
    Mistake(
        "Multiply the cosines by 20 before the softmax.",
        lambda asked, texts: two_way_loss(asked / SCALE, texts),
    ),
    Mistake(
        "Compare each message with its own two replies only, not with those of all messages.",
        search_loss,
    ),
    Mistake(
        "For each emoji the softmax goes over the two replies; yours goes over the two emojis.",
        lambda asked, texts: two_way_loss(texts, asked),
    ),
    Mistake(
        "The right reply to the first emoji is reply 0, and to the second reply 1.",
        lambda asked, texts: two_way_loss(asked, texts.flip(1)),
    ),
    Mistake(
        "Return the mean over the 2N choices, not their sum.",
        lambda asked, texts: 2 * len(asked) * two_way_loss(asked, texts),
    ),
    Mistake(
        "A loss has to fall when the right reply comes nearer: mind the sign.",
        lambda asked, texts: -two_way_loss(asked, texts),
    ),
    Mistake(
        "Reply 0 is right for the first emoji only. Which reply is right for the second?",
        lambda asked, texts: cross_entropy(
            SCALE * (asked @ texts.mT).flatten(0, 1), torch.zeros(2 * len(asked)).long()
        ),
    ),
)


def trains_rows(function: Loss) -> Loss:
    """Check a student's loss, and print what is found.

    Returns:
        The function itself if it is right; ours if it is wrong or has no body yet.
    """
    right = "right: it trains the two rows below."
    return task(__name__, "reply_loss", function, two_way_loss, mistake, right)


def mistake(function: Loss) -> str:
    """Say what is wrong with a loss; an empty text if nothing is."""
    generator = torch.Generator().manual_seed(0)
    vectors = torch.randn(2, 3, 2, 5, generator=generator)
    asked, texts = torch.nn.functional.normalize(vectors, dim=-1)
    found = torch.as_tensor(function(asked, texts))
    if found.shape != ():
        return f"Return one number, a tensor of shape (), not of shape {tuple(found.shape)}."
    if torch.isclose(found, two_way_loss(asked, texts), atol=1e-4):
        return ""
    for slip in MISTAKES:
        if torch.isclose(found, slip.loss(asked, texts), atol=1e-4):
            return slip.advice
    expected = two_way_loss(asked, texts).item()
    return f"For three messages with random vectors it should be {expected:.3f}, not {found:.3f}."
