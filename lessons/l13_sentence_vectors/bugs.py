"""A friend's two readings of a sentence, which are one; and the way back through a coupling."""

from collections.abc import Callable

import torch
from jaxtyping import Float
from torch import Tensor

from bertlab.model.bert import BertModel
from bertlab.model.config import BertConfig
from bertlab.text.wordpiece import Batch
from workbook.exercises.tasks import task

Readings = Callable[[BertModel, Batch], tuple[Tensor, Tensor]]


def mean_vectors(bert: BertModel, batch: Batch) -> Float[Tensor, "B D"]:
    """Return the mean of each text's token vectors, padding left out."""
    keep = batch.attention_mask[..., None].float()  # (B, T, 1)
    hidden = bert(*batch).last_hidden_state
    return (hidden * keep).sum(dim=1) / keep.sum(dim=1)


def two_readings(bert: BertModel, batch: Batch) -> tuple[Tensor, Tensor]:
    """Return two vectors for each text, which dropout makes different."""
    bert.train()
    return mean_vectors(bert, batch), mean_vectors(bert, batch)


def slip(function: Readings) -> str:
    """Say what is wrong with a way to read texts twice; nothing if it is right."""
    bert, batch = tiny()
    result = function(bert, batch)
    if not isinstance(result, tuple) or len(result) != 2:
        return "Return two tensors: one vector of each text, and another one."
    first, second = result
    expected = mean_vectors(bert.eval(), batch)
    if any(one.shape != expected.shape for one in (first, second)):
        return f"Both tensors must be {tuple(expected.shape)}: a vector for each text."
    if torch.equal(first, second):
        return (
            "\nThe two readings have a cosine of 1.00:\nthey are equal to the last digit.\n"
            "They should differ a little."
        )
    if not (first.requires_grad and second.requires_grad):
        return "There is no gradient, so nothing can be learned: read with gradients, both times."
    alike = torch.cosine_similarity(first, second).min()
    if alike < 0.5 or torch.cosine_similarity(first, expected).min() < 0.5:
        return "The two readings are hardly alike. Both are means over the same sentence."
    if any(torch.equal(one, expected) for one in (first, second)):
        return "One of the readings is without dropout. SimCSE reads with it both times."
    return ""


def examine(function: Readings) -> Readings:
    """Say whether a way to read texts twice is right; return it, or ours."""
    return task(__name__, "two_readings", function, two_readings, slip, "two readings, both right.")


def tiny() -> tuple[BertModel, Batch]:
    """Return a small BERT with dropout, and a batch with padding."""
    with torch.random.fork_rng():
        torch.manual_seed(0)
        config = BertConfig(
            vocab_size=30,
            hidden_size=24,
            num_layers=2,
            num_heads=2,
            intermediate_size=32,
            max_positions=8,
        )
        bert = BertModel(config)
        ids = torch.randint(1, 30, (4, 7))
    mask = (torch.arange(7) < torch.tensor([7, 5, 6, 3])[:, None]).long()
    return bert.eval(), Batch(ids, torch.zeros_like(ids), mask)


# --- the way back through a coupling ---

Way = Callable[[Tensor], Tensor]


def couple(x: Float[Tensor, " 4"]) -> Float[Tensor, " 4"]:
    """Return what the lesson's coupling makes of four numbers: two stay, two change."""
    s, t = 0.5 * x[:2] - 1.5, 3 * x[:2]
    return torch.cat((x[:2], x[2:] * s.exp() + t))


def uncouple(y: Float[Tensor, " 4"]) -> Float[Tensor, " 4"]:
    """Return the numbers that ``couple`` was given."""
    s, t = 0.5 * y[:2] - 1.5, 3 * y[:2]
    return torch.cat((y[:2], (y[2:] - t) * (-s).exp()))


def slip_back(function: Way) -> str:
    """Say what is wrong with a way back; nothing if it is right."""
    for x in (torch.tensor([2.0, 1.0, 5.0, 3.0]), torch.tensor([-1.0, 0.5, -2.0, 4.0])):
        found = torch.as_tensor(function(couple(x)))
        if found.shape != x.shape:
            return f"Return four numbers, a tensor (4,); got {tuple(found.shape)}."
        if not torch.allclose(found[:2], x[:2]):
            return "The first two numbers stay as they are, on the way back as well."
        if not torch.allclose(found, x, atol=1e-4):
            return (
                "The last two are not back: first subtract t, then divide by the exponential of s."
            )
    return ""


def inverts(function: Way) -> Way:
    """Say whether a function inverts the coupling; return it, or ours."""
    right = "right: the half that stayed gives s and t again."
    return task(__name__, "uncouple", function, uncouple, slip_back, right)
