"""Labelled texts: encoded, and given to a training in batches of similar length."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import torch
from jaxtyping import Int
from torch import Tensor
from torch.nn.functional import pad

from bertlab.finetuning.own_texts import check_labels, check_texts
from bertlab.text.wordpiece import Encoded, WordPieceTokenizer
from bertlab.training.batches import BUCKET, SampledDataset
from bertlab.training.state import digest


class LabelledBatch(NamedTuple):
    """Texts and their labels as a model takes them.

    Attributes:
        input_ids: (B, T).
        token_type_ids: (B, T), 1 for the second text of a pair.
        attention_mask: (B, T), 0 for padding.
        labels: (B,), indices of classes.
    """

    input_ids: Int[Tensor, "B T"]
    token_type_ids: Int[Tensor, "B T"]
    attention_mask: Int[Tensor, "B T"]
    labels: Int[Tensor, " B"]

    @property
    def inputs(self) -> tuple[Tensor, ...]:
        """What a model is called with: ids, types and mask."""
        return self[:3]

    def to(self, device: torch.device | str) -> "LabelledBatch":
        """Move all tensors to a device."""
        return LabelledBatch(*(tensor.to(device) for tensor in self))


class LabelledTexts(SampledDataset):
    """Texts, or pairs of texts, with a label each; batches of them for every step of a training.

    Args:
        texts: The (first) texts.
        labels: The class of each, from 0.
        tokenizer: Cuts the texts.
        num_classes: How many classes there are.
        max_length: Longest input, specials included; a longer text loses its end.
        pairs: The second texts; None for single ones.
        pad_to_longest: Whether a batch is padded to its longest text, or to ``max_length``.
        bucket: Batches whose texts are sorted by length together; 1 sorts nothing.

    Raises:
        ValueError: If there are no texts, one is empty or no text, or labels are of another number
            or out of range.
    """

    def __init__(
        self,
        texts: Sequence[str],
        labels: Sequence[int],
        tokenizer: WordPieceTokenizer,
        num_classes: int = 2,
        max_length: int = 128,
        pairs: Sequence[str] | None = None,
        *,
        pad_to_longest: bool = True,
        bucket: int = BUCKET,
    ) -> None:
        check_texts("text", texts)
        self.labels = check_labels(labels, len(texts), num_classes)
        if pairs is not None:
            check_texts("second text", pairs, len(texts))
        self.tokenizer, self.num_classes, self.max_length = tokenizer, num_classes, max_length
        self.pad_to_longest, self.bucket = pad_to_longest, bucket
        seconds = [None] * len(texts) if pairs is None else pairs
        self.encoded: list[Encoded] = [
            tokenizer.encode(a, b, max_length) for a, b in zip(texts, seconds, strict=True)
        ]
        self.lengths = np.array([len(one.input_ids) for one in self.encoded])

    def batch(self, indices: Sequence[int] | np.ndarray) -> LabelledBatch:
        """Return some texts side by side, padded."""
        ids, types, mask = self.tokenizer.pad([self.encoded[index] for index in indices])
        if not self.pad_to_longest:
            right = (0, self.max_length - ids.shape[1])
            ids = pad(ids, right, value=self.tokenizer.pad_id)
            types, mask = pad(types, right), pad(mask, right)
        labels = torch.tensor([self.labels[index] for index in indices])
        return LabelledBatch(ids, types, mask, labels)

    def fingerprint(self) -> str:
        """Return a short text that differs for other texts, labels or ways of batching them."""
        return digest((self.encoded, self.labels, self.bucket, self.pad_to_longest))
