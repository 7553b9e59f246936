"""What spelling models learn from: sentences with errors, and what is asked of a model.

The plain model is asked what should be written at each position, as if all of them were masked. The
soft-masked one is asked as well, with a smaller weight, where the errors are.
"""

from lessons.l16_what_to_mask.spelling.homophones import Homophones
from lessons.l16_what_to_mask.spelling.soft_masked import SoftMaskedBert

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import torch
from jaxtyping import Float, Int
from torch import Tensor
from torch.nn.functional import binary_cross_entropy_with_logits, cross_entropy

from bertlab.model.tasks import BertForMaskedLM
from bertlab.text.wordpiece import Encoded, WordPieceTokenizer
from bertlab.training.batches import SampledDataset
from bertlab.training.loop import Objective

IGNORED = -100  # the label of specials and padding; cross_entropy passes over it
ERRORS = 16  # begins the seeds: numpy takes [0] and [0, 0] for the same, and [0, 0] orders epoch 0
CORRECTION = 0.8  # of the loss; the rest is detection


class SpellingBatch(NamedTuple):
    """Sentences with errors as the model takes them; each tensor is (B, T), padded to the longest.

    Attributes:
        input_ids: What is written.
        token_type_ids: All 0.
        attention_mask: 1 for pieces, 0 for padding.
        right_ids: What should be written, ``IGNORED`` at specials and padding.
    """

    input_ids: Int[Tensor, "B T"]
    token_type_ids: Int[Tensor, "B T"]
    attention_mask: Int[Tensor, "B T"]
    right_ids: Int[Tensor, "B T"]

    def to(self, device: torch.device | str) -> "SpellingBatch":
        """Move all tensors to a device."""
        return SpellingBatch(*(tensor.to(device) for tensor in self))

    @property
    def is_wrong(self) -> Float[Tensor, "B T"]:
        """1 where another character should be written, else 0."""
        return ((self.right_ids != IGNORED) & (self.right_ids != self.input_ids)).float()


class SpellingData(SampledDataset):
    """Sentences of which every second one, by chance, has errors.

    Args:
        sentences: The right sentences; each must have a character with a homophone.
        homophones: Where errors are drawn from.
        tokenizer: Cuts the sentences.
        seed: Of all errors. The same sentence at another index gets other ones.
        by_frequency: See ``Homophones.spoil``.

    Attributes:
        right: For each sentence the ids that should be written, without specials.
        shown: And those that are written.
        lengths: Pieces of each, specials included.

    Raises:
        ValueError: If there are no sentences, or one of them cannot be spoiled.
    """

    def __init__(
        self,
        sentences: Sequence[str],
        homophones: Homophones,
        tokenizer: WordPieceTokenizer,
        seed: int,
        by_frequency: bool = True,
    ) -> None:
        if not sentences:
            raise ValueError("expected at least one sentence, got none")
        self.tokenizer = tokenizer
        self.right = [tokenizer.text_ids(sentence) for sentence in sentences]
        order = np.random.default_rng([ERRORS, seed]).permutation(len(sentences))
        self.shown = list(self.right)
        for index in order[: len(sentences) // 2]:
            generator = np.random.default_rng([ERRORS, seed, index])
            self.shown[index] = homophones.spoil(self.right[index], generator, by_frequency)
        self.lengths = np.array([len(ids) + 2 for ids in self.right])

    def batch(self, indices: Sequence[int] | np.ndarray) -> SpellingBatch:
        """Return the sentences at some indices, padded to the longest."""
        start, end = self.tokenizer.cls_id, self.tokenizer.sep_id
        rows = [[start, *self.shown[index], end] for index in indices]
        padded = self.tokenizer.pad([Encoded(row, [0] * len(row)) for row in rows])
        right = torch.full_like(padded.input_ids, IGNORED)
        for row, index in enumerate(indices):
            right[row, 1 : 1 + len(self.right[index])] = torch.tensor(self.right[index])
        return SpellingBatch(*padded, right)


class CorrectionObjective(Objective):
    """The surprisal of what should be written, at all positions, right and wrong.

    Args:
        model: A BERT that says what should be written, as it is (the paper's *BERT-Finetune*).
    """

    def __init__(self, model: BertForMaskedLM) -> None:
        super().__init__()
        self.model = model

    def counts(self, batch: SpellingBatch) -> dict[str, int]:
        """Return the number of characters."""
        return {"correction": int((batch.right_ids != IGNORED).sum())}

    def forward(self, batch: SpellingBatch) -> dict[str, Tensor]:
        """Return the sum over a batch, in nats."""
        logits = self.model(batch.input_ids, batch.token_type_ids, batch.attention_mask)
        return {"correction": _surprisal(logits, batch)}


class SoftMaskedObjective(Objective):
    """The two losses of Soft-Masked BERT with their weights, 0.8 and 0.2.

    Args:
        model: Detector and corrector.
    """

    def __init__(self, model: SoftMaskedBert) -> None:
        super().__init__()
        self.model = model

    def counts(self, batch: SpellingBatch) -> dict[str, int]:
        """Return the number of characters, for both."""
        number = int((batch.right_ids != IGNORED).sum())
        return {"correction": number, "detection": number}

    def forward(self, batch: SpellingBatch) -> dict[str, Tensor]:
        """Return the weighted sums over a batch, in nats."""
        found = self.model(batch.input_ids, batch.token_type_ids, batch.attention_mask)
        judged = batch.right_ids != IGNORED
        detection = binary_cross_entropy_with_logits(
            found.detection[judged].float(), batch.is_wrong[judged], reduction="sum"
        )
        return {
            "correction": CORRECTION * _surprisal(found.correction, batch),
            "detection": (1 - CORRECTION) * detection,
        }


def _surprisal(logits: Tensor, batch: SpellingBatch) -> Tensor:
    scores, wanted = logits.flatten(0, 1).float(), batch.right_ids.flatten()
    return cross_entropy(scores, wanted, ignore_index=IGNORED, reduction="sum")
