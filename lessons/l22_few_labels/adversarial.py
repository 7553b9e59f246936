"""Virtual adversarial training: answers must not change where the input hardly does.

The direction in which a small change of the word vectors moves the answer most is found by one
gradient, and needs no label: so texts without one can be learned from.

Source: Miyato et al. 2017, arXiv 1605.07725, section 3. Theirs normalizes the word vectors; ours
leaves them as they are, since BERT's LayerNorm comes after them.
"""

from typing import Any, NamedTuple

import torch
from jaxtyping import Float
from torch import Tensor
from torch.nn.functional import kl_div

from bertlab.finetuning.checks import Classifier
from bertlab.finetuning.classifier import ClassificationObjective
from bertlab.finetuning.labelled_texts import LabelledBatch
from bertlab.finetuning.prompts import changed
from bertlab.inspection.attention_measures import evaluating

SMALL = 0.1  # norm of the first, random perturbation


def of_norm(vectors: Float[Tensor, "B T D"], norm: float) -> Float[Tensor, "B T D"]:
    """Return the vectors of each text scaled, so that all numbers together have a norm."""
    lengths = vectors.norm(dim=(1, 2), keepdim=True)
    return norm * vectors / lengths.clamp_min(torch.finfo(vectors.dtype).tiny)


def perturbed(
    model: Classifier, batch: LabelledBatch, perturbation: Float[Tensor, "B T D"]
) -> Float[Tensor, "B C"]:
    """Return log probabilities with something added to the word vectors."""
    with changed(model.bert.embeddings, lambda vectors: vectors + perturbation):
        return model(*batch.inputs).log_softmax(dim=1)


def divergence(clean: Float[Tensor, "B C"], moved: Float[Tensor, "B C"]) -> Float[Tensor, ""]:
    """Return KL(clean || moved) of log probabilities, a sum over texts, in nats."""
    return kl_div(moved, clean, log_target=True, reduction="sum")


def adversarial_perturbation(
    model: Classifier, batch: LabelledBatch, clean: Float[Tensor, "B C"], epsilon: float
) -> Float[Tensor, "B T D"]:
    """Return the change of the word vectors that moves the answers most, by one power iteration.

    Args:
        model: A classifier, with dropout off.
        batch: Texts; their labels are not looked at.
        clean: The log probabilities without a change.
        epsilon: Norm of the change of each text. Padding is not changed.
    """
    B, T = batch.input_ids.shape
    D = model.bert.config.hidden_size
    noise = torch.randn(B, T, D, device=clean.device) * batch.attention_mask[..., None]
    first = of_norm(noise, SMALL).requires_grad_()
    with torch.enable_grad():
        loss = divergence(clean, perturbed(model, batch, first))
        (gradient,) = torch.autograd.grad(loss, first)
    return of_norm(gradient * batch.attention_mask[..., None], epsilon)


def virtual_adversarial_loss(
    model: Classifier, batch: LabelledBatch, epsilon: float
) -> Float[Tensor, ""]:
    """Return how far the worst small change moves a model's answers.

    Args:
        model: A classifier; dropout is off meanwhile, which would move answers by itself.
        batch: Texts; their labels are not looked at.
        epsilon: Norm of the change of each text's word vectors; 0 changes nothing.

    Returns:
        The sum of KL(answer without || answer with the change), in nats.

    Source: Miyato et al. 2017, equations 6 to 8.
    """
    with evaluating(model), torch.autocast(batch.input_ids.device.type, enabled=False):
        with torch.no_grad():
            clean = model(*batch.inputs).log_softmax(dim=1)
        worst = adversarial_perturbation(model, batch, clean, epsilon)
        return divergence(clean, perturbed(model, batch, worst))


class TwoBatches(NamedTuple):
    """Texts with labels, and texts whose labels are not looked at."""

    labelled: LabelledBatch
    unlabelled: LabelledBatch

    def to(self, device: torch.device | str) -> "TwoBatches":
        """Move all tensors to a device."""
        return TwoBatches(*(batch.to(device) for batch in self))


class AdversarialObjective(ClassificationObjective):
    """Cross-entropy of texts with labels, and the virtual adversarial loss of others.

    Args:
        model: What is trained.
        epsilon: See ``virtual_adversarial_loss``.
    """

    def __init__(self, model: Classifier, epsilon: float) -> None:
        super().__init__(model)
        self.epsilon = epsilon

    def counts(self, batch: Any) -> dict[str, int]:
        """Return the numbers of both kinds of texts."""
        return {**super().counts(batch.labelled), "adversarial": len(batch.unlabelled.labels)}

    def forward(self, batch: Any) -> dict[str, Tensor]:
        """Return both sums over a batch, in nats."""
        moved = virtual_adversarial_loss(self.model, batch.unlabelled, self.epsilon)
        return {**super().forward(batch.labelled), "adversarial": moved}
