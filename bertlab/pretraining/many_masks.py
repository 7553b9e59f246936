"""One network under several masks: it fills gaps, continues a text and answers one with another.

The mask decides what a network is, and what it can be asked. So a batch brings its mask along, and
one objective serves BERT's, GPT's and UniLM's task; a network that gets all three in turn learns
all three (Dong et al. 2019). Another objective teaches an encoder-decoder the third of them.

Unlike UniLM, which asks for hidden tokens under all masks, here each token is asked for the next.
"""

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor
from torch.nn.functional import cross_entropy

from bertlab.model.encoder_decoder import EncoderDecoder
from bertlab.model.masks import causal_mask, prefix_mask, two_sided_mask
from bertlab.model.tasks import BertForMaskedLM
from bertlab.training.loop import Objective

IGNORED = -100


class Pairs(NamedTuple):
    """Texts of two parts, side by side.

    Attributes:
        ids: (B, T), filled up with padding.
        types: 0 for the first part, 1 for the second, (B, T).
        seen: 1 for tokens, 0 for padding, (B, T).
    """

    ids: Int[Tensor, "B T"]
    types: Int[Tensor, "B T"]
    seen: Int[Tensor, "B T"]

    def to(self, device: torch.device) -> "Pairs":
        """Return the texts on a device."""
        return Pairs(*(tensor.to(device) for tensor in self))


class Task(NamedTuple):
    """What a network is shown, who may look at whom, and what it is asked.

    Attributes:
        ids: (B, T).
        types: (B, T).
        visible: True at (b, i, j) where token i may look at token j, (B, 1, T, T).
        targets: The right answer at each place, and -100 where nothing is asked, (B, T).
    """

    ids: Int[Tensor, "B T"]
    types: Int[Tensor, "B T"]
    visible: Bool[Tensor, "B 1 T T"]
    targets: Int[Tensor, "B T"]

    def to(self, device: torch.device) -> "Task":
        """Return the task on a device."""
        return Task(*(tensor.to(device) for tensor in self))


def pairs_of(rows: Sequence[tuple[Sequence[int], Sequence[int]]], pad_id: int = 0) -> Pairs:
    """Lay pairs side by side: the ids of each first part, and of each second.

    Raises:
        ValueError: If there are none, or one has no first part.
    """
    if not rows or not all(len(first) for first, _ in rows):
        raise ValueError(f"expected pairs with a first part, got {rows}")
    T = max(len(first) + len(second) for first, second in rows)
    ids = torch.full((len(rows), T), pad_id)
    types, seen = torch.zeros_like(ids), torch.zeros_like(ids)
    for row, (first, second) in enumerate(rows):
        middle, end = len(first), len(first) + len(second)
        ids[row, :end] = torch.tensor([*first, *second])
        types[row, middle:end], seen[row, :end] = 1, 1
    return Pairs(ids, types, seen)


def to_fill(pairs: Pairs, special_ids: Sequence[int], mask_id: int, rate: float, seed: int) -> Task:
    """Hide some tokens, all as [MASK], and ask for them: BERT's task.

    Args:
        pairs: The texts.
        special_ids: What is never hidden.
        mask_id: The id of [MASK].
        rate: The probability of each other token to be hidden; one at least is, in each batch.
        seed: Decides which.
    """
    draws = torch.from_numpy(np.random.default_rng(seed).random(pairs.ids.shape))
    draws[torch.isin(pairs.ids, torch.tensor(list(special_ids))) | (pairs.seen == 0)] = 1.0
    hidden = (draws < rate) | (draws == draws.min()) & (draws < 1)
    targets = pairs.ids.masked_fill(~hidden, IGNORED)
    shown = pairs.ids.masked_fill(hidden, mask_id)
    return Task(shown, pairs.types, two_sided_mask(pairs.seen), targets)


def to_continue(pairs: Pairs) -> Task:
    """Ask each token for the next one: GPT's task."""
    return Task(pairs.ids, pairs.types, causal_mask(pairs.seen), _next(pairs, pairs.seen))


def to_answer(pairs: Pairs) -> Task:
    """Read the first part both ways, and ask for the second, token by token: UniLM's task."""
    return Task(
        pairs.ids, pairs.types, prefix_mask(pairs.types, pairs.seen), _next(pairs, pairs.types)
    )


def _next(pairs: Pairs, asked: Int[Tensor, "B T"]) -> Int[Tensor, "B T"]:
    """Return the next token at each place, if it is one of those that are asked for."""
    targets = torch.full_like(pairs.ids, IGNORED)
    targets[:, :-1] = pairs.ids[:, 1:].masked_fill(asked[:, 1:] == 0, IGNORED)
    return targets


class AskedObjective(Objective):
    """The cross-entropy of all that is asked, a mean; who inherits from it says how to answer."""

    @abstractmethod
    def scores(self, batch: Any) -> Float[Tensor, "B T V"]:
        """Return the scores of all tokens at each place."""

    def counts(self, batch: Any) -> dict[str, int]:
        """Return how many tokens are asked for."""
        return {"tokens": int((batch.targets != IGNORED).sum())}

    def forward(self, batch: Any) -> dict[str, Tensor]:
        """Return the sum over a batch, in nats."""
        asked = batch.targets != IGNORED
        wanted = batch.targets[asked]
        return {"tokens": cross_entropy(self.scores(batch)[asked], wanted, reduction="sum")}


class TaskObjective(AskedObjective):
    """What tasks ask of one network."""

    def __init__(self, model: BertForMaskedLM) -> None:
        super().__init__()
        self.model = model

    def scores(self, batch: Task) -> Float[Tensor, "B T V"]:
        """Return the scores under the task's mask."""
        return task_scores(self.model, batch)


def task_scores(model: BertForMaskedLM, task: Task) -> Float[Tensor, "B T V"]:
    """Return the scores of all tokens at each place, under the mask of a task."""
    hidden = model.bert.encoder(model.bert.embeddings(task.ids, task.types), task.visible)
    return model.masked_lm(hidden, model.bert.embeddings.word.weight)


class Answers(NamedTuple):
    """What an encoder-decoder reads, (B, S), and writes, (B, T); ``seen`` is 0 at padding."""

    read: Int[Tensor, "B S"]
    seen: Int[Tensor, "B S"]
    written: Int[Tensor, "B T"]
    targets: Int[Tensor, "B T"]

    def to(self, device: torch.device) -> "Answers":
        """Return the batch on a device."""
        return Answers(*(tensor.to(device) for tensor in self))


def answers_of(
    rows: Sequence[tuple[Sequence[int], Sequence[int]]], first_id: int, pad_id: int = 0
) -> Answers:
    """Lay pairs side by side for an encoder-decoder: each writes on from ``first_id``.

    Raises:
        ValueError: If there are none, or one has no first part.
    """
    read = pairs_of([(first, ()) for first, _ in rows], pad_id)
    written = pairs_of([((first_id,), second) for _, second in rows], pad_id)
    return Answers(read.ids, read.seen, written.ids, _next(written, written.types))


class AnswerObjective(AskedObjective):
    """Answers written by an encoder-decoder."""

    def __init__(self, model: EncoderDecoder) -> None:
        super().__init__()
        self.model = model

    def scores(self, batch: Answers) -> Float[Tensor, "B T V"]:
        """Return the scores of what is written next."""
        return self.model(batch.read, batch.seen, batch.written)
