"""Two one-way models side by side: ELMo's language model, asked where a BERT is asked.

The forward LSTMs guess a token from what stands before it, the backward LSTMs from what stands
behind. They are trained apart and meet only in the answer, hence *shallowly* bidirectional. If what
stands before and what stands behind were independent given the token, its probability would be

    p(token | before, behind)  in proportion to  p(token | before) p(token | behind) / p(token),

and that is how the two are joined here. They are not independent; this is the best that can be
done with two separate answers and nothing learned on top.

The network is that of ``bertlab.predecessors.elmo.network``, over the text of
``bertlab.pretraining.data``: [CLS] and the last [SEP] are its ``<s>`` and ``</s>``.
"""

from typing import NamedTuple

import torch
from jaxtyping import Float
from torch import Tensor
from torch.nn.functional import cross_entropy

from bertlab.predecessors.elmo.network import ElmoNetwork, Padded, prediction_tasks
from bertlab.pretraining.data import PretrainingBatch
from bertlab.pretraining.left_to_right import unmasked
from bertlab.pretraining.objectives import Answers
from bertlab.training.loop import Objective

WAYS = ("forward", "backward", "joined")


def as_padded(batch: PretrainingBatch) -> Padded:
    """Return a batch's text with the chosen tokens put back, and the length of each row."""
    return Padded(unmasked(batch), batch.attention_mask.sum(dim=1))


class TwoWayObjective(Objective):
    """Predict each token from those before it, and from those behind it.

    Args:
        model: What is trained.
    """

    def __init__(self, model: ElmoNetwork) -> None:
        super().__init__()
        self.model = model

    def counts(self, batch: PretrainingBatch) -> dict[str, int]:
        """Return how many tokens follow another, or stand before one: as many."""
        follow = int(batch.attention_mask[:, 1:].sum())
        return {"next_token": follow, "token_before": follow}

    def forward(self, batch: PretrainingBatch) -> dict[str, Tensor]:
        """Return the sums over a batch, in nats."""
        padded = as_padded(batch)
        tasks = prediction_tasks(self.model(*padded)[-1], padded)
        losses = [
            cross_entropy(self.model.output(task.states), task.targets, reduction="sum")
            for task in tasks
        ]
        return dict(zip(self.counts(batch), losses, strict=True))


class TwoWayAnswers(NamedTuple):
    """Logits of each direction, and of both joined, for the places a BERT is asked about."""

    forward: Float[Tensor, "M V"]
    backward: Float[Tensor, "M V"]
    joined: Float[Tensor, "M V"]


def join_directions(
    forward: Float[Tensor, "M V"], backward: Float[Tensor, "M V"], log_prior: Float[Tensor, " V"]
) -> Float[Tensor, "M V"]:
    """Return the logits of both directions together, as if they were independent.

    Args:
        forward: Logits from what stands before.
        backward: Logits from what stands behind.
        log_prior: Log probabilities of the tokens without any context, such as ``mean_answers``.
    """
    return forward.log_softmax(dim=1) + backward.log_softmax(dim=1) - log_prior


def two_way_answers(
    model: ElmoNetwork, batch: PretrainingBatch, log_prior: Float[Tensor, " V"]
) -> TwoWayAnswers:
    """Ask about the places that a BERT is asked about.

    The forward model answers from the token before a place, the backward model from the one behind:
    neither has seen what stands there.
    """
    padded = as_padded(batch)
    ahead, behind = model(*padded)[-1].flatten(0, 1).chunk(2, dim=-1)  # (B T, D) each
    forward = model.output(ahead[batch.positions - 1])
    backward = model.output(behind[batch.positions + 1])
    return TwoWayAnswers(forward, backward, join_directions(forward, backward, log_prior))


def answers_of(found: TwoWayAnswers, way: str, batch: PretrainingBatch) -> Answers:
    """Return the answers of one of ``WAYS`` as ``bertlab.pretraining.objectives`` scores them."""
    return {"masked_lm": (getattr(found, way), batch.targets)}


@torch.no_grad()
def mean_answers(model: ElmoNetwork, batch: PretrainingBatch) -> Float[Tensor, " V"]:
    """Return the log of what both directions say on average, over the tokens of some texts.

    That is p(token) as the two models have it. Counted frequencies would do for exact models only:
    a model gives rare tokens too much, both models do, and a division by their tiny frequency makes
    of two small mistakes a large one.
    """
    padded = as_padded(batch)
    inside = batch.attention_mask.flatten().bool()
    states = model(*padded)[-1].flatten(0, 1)[inside].chunk(2, dim=-1)
    shares = [model.output(half).softmax(dim=1).mean(dim=0) for half in states]
    return ((shares[0] + shares[1]) / 2).log()
