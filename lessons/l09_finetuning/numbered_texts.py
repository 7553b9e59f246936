"""Texts with numbers: some join the vector of a text, one is predicted beside its class."""

from lessons.l09_finetuning.pooling import PooledClassifier

from collections.abc import Sequence
from typing import Any, cast

import numpy as np
import torch
from jaxtyping import Float
from torch import Tensor
from torch.nn.functional import cross_entropy, mse_loss

from bertlab.finetuning.classifier import ClassificationObjective
from bertlab.finetuning.labelled_texts import LabelledBatch, LabelledTexts


class NumberedBatch(LabelledBatch):
    """Labelled texts with their numbers.

    Attributes:
        valences: (B,), a number to predict beside the class.
        features: (B, E), numbers that join the vectors of texts; None if there are none.
    """

    valences: Float[Tensor, " B"]
    features: Float[Tensor, "B E"] | None

    @property
    def inputs(self) -> tuple[Tensor, ...]:
        """What a model is called with: ids, types, mask, and the features if there are any."""
        return self[:3] if self.features is None else (*self[:3], self.features)

    def to(self, device: torch.device | str) -> "NumberedBatch":
        """Move all tensors to a device."""
        found = NumberedBatch(*super().to(device))
        found.valences = self.valences.to(device)
        found.features = None if self.features is None else self.features.to(device)
        return found


class NumberedTexts(LabelledTexts):
    """Texts with a label and numbers each.

    Args:
        given: What ``LabelledTexts`` takes.
        valences: A number for each text.
        features: (N, E) numbers, about as large as the elements of a text's vector; None is none.
        options: Further ones of ``LabelledTexts``.
    """

    def __init__(
        self,
        *given: Any,
        valences: Sequence[float],
        features: np.ndarray | None = None,
        **options: Any,
    ) -> None:
        super().__init__(*given, **options)
        self.valences = torch.tensor(valences)
        self.features = None if features is None else torch.from_numpy(features)

    def batch(self, indices: Sequence[int] | np.ndarray) -> NumberedBatch:
        """Return some texts side by side, padded, with their numbers."""
        found, chosen = NumberedBatch(*super().batch(indices)), torch.as_tensor(indices)
        found.valences = self.valences[chosen]
        found.features = None if self.features is None else self.features[chosen]
        return found


class PooledObjective(ClassificationObjective):
    """Cross-entropy as a mean over dropout samples, and the squared error of a valence."""

    model: PooledClassifier

    def counts(self, batch: LabelledBatch) -> dict[str, int]:
        """Return the number of texts, for each loss."""
        names = ["classification"] if self.model.valence is None else ["classification", "valence"]
        return dict.fromkeys(names, len(batch.labels))

    def forward(self, batch: LabelledBatch) -> dict[str, Tensor]:
        """Return the sums over a batch; the valence's is in squared points."""
        vectors = self.model.text_vectors(*batch.inputs)
        samples = [  # each call drops other elements
            cross_entropy(self.model.classifier(vectors), batch.labels, reduction="sum")
            for _ in range(self.model.dropout_samples)
        ]
        losses = {"classification": torch.stack(samples).mean()}
        if self.model.valence is not None:
            guessed = self.model.valence(vectors)[:, 0]
            wanted = cast(NumberedBatch, batch).valences.to(guessed)
            losses["valence"] = mse_loss(guessed, wanted, reduction="sum")
        return losses
