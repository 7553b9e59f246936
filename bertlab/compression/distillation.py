"""Distillation: a small network, the student, learns what a large one, the teacher, says and sees.

A label says which class is right; a teacher says besides how near the others are, to itself.

Source: Hinton et al. 2015 (soft labels); Sanh et al. 2019, DistilBERT (a student made of every
second layer); Jiao et al. 2020, TinyBERT (embeddings, hidden states, attention).
"""

import copy
import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

import torch
from jaxtyping import Float, Int
from torch import Tensor, nn
from torch.nn.functional import cross_entropy, kl_div

from bertlab.finetuning.checks import with_one_label
from bertlab.finetuning.labelled_texts import LabelledBatch
from bertlab.inspection.attention_measures import encoder_of, evaluating
from bertlab.model.attention import AttentionDetails
from bertlab.model.bert import Inspection
from bertlab.model.pretrained import PretrainedModel
from bertlab.model.tasks import BertForSequenceClassification
from bertlab.training.loop import Objective

LOSSES = ("labels", "soft labels", "hidden states", "attention")
Model = TypeVar("Model", bound=PretrainedModel)


def copy_layers(teacher: Model, layers: Sequence[int]) -> Model:
    """Return a student: a copy of the teacher that has some of its layers only.

    DistilBERT takes every second one; embeddings and head are the teacher's.

    Args:
        teacher: A ``BertModel``, or a model with one inside; stays as it is.
        layers: Those of the student, from below, by their numbers in the teacher, from 0.

    Raises:
        ValueError: If there are none, or the teacher lacks one.
    """
    depth = len(encoder_of(teacher).encoder.layers)
    if not layers or not all(0 <= layer < depth for layer in layers):
        raise ValueError(f"expected layers in [0, {depth}), got {list(layers)}")
    student = copy.deepcopy(teacher)
    bert = encoder_of(student)
    bert.encoder.layers = nn.ModuleList(bert.encoder.layers[layer] for layer in layers)
    bert.config = replace(bert.config, num_layers=len(layers))
    student.config = bert.config
    return student


def soft_label_loss(
    student: Float[Tensor, "*N C"], teacher: Float[Tensor, "*N C"], temperature: int | float = 1.0
) -> Float[Tensor, ""]:
    r"""Return $T^2\,\mathrm{KL}(p_{teacher} \| p_{student})$, a sum over N, in nats.

    Both distributions are softmax(logits / T): a high T shows how wrong answers differ. T² makes up
    for the gradients, which shrink with it. KL is cross-entropy less the teacher's entropy, which
    no student can change; so it has the same gradient, and 0 is perfect.

    Args:
        student: Logits.
        teacher: Logits.
        temperature: T.

    Raises:
        ValueError: If the temperature is not above 0.

    Source: Hinton et al. 2015, section 2.
    """
    if not temperature > 0:
        raise ValueError(f"temperature must be above 0, got {temperature}")
    wanted = (teacher / temperature).log_softmax(dim=-1)
    found = (student / temperature).log_softmax(dim=-1)
    return temperature**2 * kl_div(found, wanted, log_target=True, reduction="sum")


def state_loss(
    student: Float[Tensor, "B T E"],
    teacher: Float[Tensor, "B T E"],
    attention_mask: Int[Tensor, "B T"],
) -> Float[Tensor, ""]:
    """Return the squared difference of vectors: a mean over their elements, a sum over tokens.

    Args:
        student: Its embeddings or the output of a layer, brought to the teacher's width.
        teacher: The same of the teacher.
        attention_mask: 0 at padding, which is left out (TinyBERT's program has it in).

    Source: Jiao et al. 2020, equations 8 and 9.
    """
    return (student - teacher).square().mean(dim=-1)[attention_mask.bool()].sum()


def attention_loss(
    student: AttentionDetails, teacher: AttentionDetails, attention_mask: Int[Tensor, "B T"]
) -> Float[Tensor, ""]:
    r"""Return the squared difference of scores: a mean over heads and keys, a sum over tokens.

    Scores are $QK^\top / \sqrt K$, before softmax: TinyBERT found that students learn faster from
    these than from weights.

    Args:
        student: What a layer's heads saw.
        teacher: The same of the teacher, with as many heads, of any size.
        attention_mask: 0 at padding, which neither looks nor is looked at here.

    Source: Jiao et al. 2020, equation 7.
    """
    seen = attention_mask.bool()
    squares = (attention_scores(student) - attention_scores(teacher)).square().mean(dim=1)
    keys = seen.sum(dim=1)[:, None, None]  # (B, 1, 1)
    return (squares / keys)[seen[:, :, None] & seen[:, None, :]].sum()


def attention_scores(seen: AttentionDetails) -> Float[Tensor, "B H T S"]:
    """Return the scores from which softmax makes a layer's weights."""
    return seen.queries @ seen.keys.mT / math.sqrt(seen.keys.shape[-1])


class Distillation(Objective):
    """A student's losses beside its teacher, for ``bertlab.training.train``.

    Args:
        student: What is trained.
        teacher: Without dropout and without gradients. It is no part of the objective, so it is not
            stored with a run.
        weights: What each of ``LOSSES`` counts; what is not named is not computed.
        layer_map: For *hidden states* and *attention*: which state of the teacher each state of the
            student imitates. 0 is the embeddings (which have no attention), i the output of layer
            i. Their losses are added up.
        temperature: For soft labels.

    Attributes:
        widen: A learned map from the student's width to the teacher's, one for all states, as in
            TinyBERT's program; the identity if both are equal.

    Raises:
        ValueError: If a loss is unknown, a state is not there, a loss has nothing to compare, or a
            model gives a text several labels.
    """

    def __init__(
        self,
        student: BertForSequenceClassification,
        teacher: BertForSequenceClassification,
        weights: Mapping[str, float],
        layer_map: Mapping[int, int] | None = None,
        temperature: int | float = 1.0,
    ) -> None:
        super().__init__()
        self.weights, self.layer_map = dict(weights), dict(layer_map or {})
        self.temperature = temperature
        own, other = student.bert.config, teacher.bert.config
        for model in (student, teacher):
            with_one_label(model)
        check_distillation(self.weights, self.layer_map, own.num_layers, other.num_layers)
        if "attention" in weights and own.num_heads != other.num_heads:
            raise ValueError(f"expected {other.num_heads} heads a layer, got {own.num_heads}")
        self.model = student
        self._teacher = [teacher]  # in a list it is no submodule
        widths = own.hidden_size, other.hidden_size
        self.widen: nn.Module = nn.Identity()
        if "hidden states" in weights and widths[0] != widths[1]:
            self.widen = nn.Linear(*widths, bias=False)

    def counts(self, batch: LabelledBatch) -> dict[str, int]:
        """Return the number of texts, or of tokens for what compares tokens."""
        texts, tokens = len(batch.labels), int(batch.attention_mask.sum())
        both = dict.fromkeys(LOSSES[:2], texts) | dict.fromkeys(LOSSES[2:], tokens)
        return {name: both[name] for name in self.weights}

    def forward(self, batch: LabelledBatch) -> dict[str, Tensor]:
        """Return the sum of each loss over a batch, times its weight."""
        if self.weights.keys() == {"labels"}:
            logits = self.model(*batch.inputs)
            loss = cross_entropy(logits, batch.labels, reduction="sum")
            return {"labels": self.weights["labels"] * loss}
        (teacher,) = self._teacher
        deep = "hidden states" in self.weights or "attention" in self.weights
        with torch.no_grad(), evaluating(teacher):
            wanted, inside = answer(teacher.to(batch.labels.device), batch, deep)
        logits, own = answer(self.model, batch, deep)
        losses = {}
        if "labels" in self.weights:
            losses["labels"] = cross_entropy(logits, batch.labels, reduction="sum")
        if "soft labels" in self.weights:
            losses["soft labels"] = soft_label_loss(logits, wanted, self.temperature)
        if own is not None and inside is not None:
            losses |= self._inner(own, inside, batch.attention_mask)
        return {name: weight * losses[name] for name, weight in self.weights.items()}

    def _inner(self, own: Inspection, other: Inspection, mask: Tensor) -> dict[str, Tensor]:
        states = [
            state_loss(self.widen(own.hidden_states[i]), other.hidden_states[j], mask)
            for i, j in self.layer_map.items()
            if "hidden states" in self.weights
        ]
        attention = [
            attention_loss(own.layers[i - 1], other.layers[j - 1], mask)
            for i, j in self.layer_map.items()
            if i and "attention" in self.weights
        ]
        both = {"hidden states": states, "attention": attention}
        return {name: torch.stack(parts).sum() for name, parts in both.items() if parts}


def answer(
    model: BertForSequenceClassification, batch: LabelledBatch, deep: bool
) -> tuple[Float[Tensor, "B C"], Inspection | None]:
    """Return the logits, and all that happened inside if that is wanted."""
    if not deep:
        return model(*batch.inputs), None
    inside = model.bert.inspect(*batch.inputs)
    return model.classifier(inside.pooled), inside


def check_distillation(
    weights: Mapping[str, float], layer_map: Mapping[int, int], student: int, teacher: int
) -> None:
    """Check what is asked for, given both depths.

    Raises:
        ValueError: As ``Distillation`` says.
    """
    if not weights or weights.keys() - set(LOSSES):
        raise ValueError(f"expected weights of {', '.join(LOSSES)}, got {dict(weights)}")
    inside = all(0 <= i <= student and 0 <= j <= teacher for i, j in layer_map.items())
    if not inside or any((i == 0) != (j == 0) for i, j in layer_map.items()):
        raise ValueError(
            f"layer_map: expected 0: 0 or layers of 1 to {student} onto 1 to {teacher}, got "
            f"{dict(layer_map)}"
        )
    if ("hidden states" in weights and not layer_map) or (
        "attention" in weights and not any(layer_map)
    ):
        raise ValueError(f"layer_map: expected layers to compare, got {dict(layer_map)}")
