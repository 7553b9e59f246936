"""Labelled texts: encoded, shortened, and given to a training in batches of similar length."""

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import itemgetter
from typing import Any, NamedTuple

import numpy as np
import torch
from jaxtyping import Float, Int
from torch import Tensor
from torch.nn.functional import pad

from bertlab.finetuning.long_texts import shorten
from bertlab.finetuning.own_texts import check_labels, check_numbers, check_texts, columns
from bertlab.text.wordpiece import Encoded, WordPieceTokenizer
from bertlab.training.batches import BUCKET, DrawnData


class LabelledBatch(NamedTuple):
    """Texts and their labels as a model takes them.

    Attributes:
        input_ids: (B, T).
        token_type_ids: (B, T), 1 for the second text of a pair.
        attention_mask: (B, T), 0 for padding.
        labels: (B,), indices of classes.
        valences: (B,), a number to predict besides; None if there is none.
        features: (B, E), numbers known besides the text; None if there are none.
    """

    input_ids: Int[Tensor, "B T"]
    token_type_ids: Int[Tensor, "B T"]
    attention_mask: Int[Tensor, "B T"]
    labels: Int[Tensor, " B"]
    valences: Float[Tensor, " B"] | None = None
    features: Float[Tensor, "B E"] | None = None

    @property
    def inputs(self) -> tuple[Tensor, ...]:
        """What a model is called with: ids, types, mask, and the features if there are any."""
        return self[:3] if self.features is None else (*self[:3], self.features)

    def to(self, device: torch.device | str) -> "LabelledBatch":
        """Move all tensors to a device."""
        return self.each(lambda tensor: tensor.to(device))

    def halves(self) -> list["LabelledBatch"]:
        """Return the first and the second half of the texts; a single text stays as it is."""
        middle = (len(self.labels) + 1) // 2
        rows = [slice(0, middle), slice(middle, None)] if len(self.labels) > 1 else [slice(None)]
        return [self.each(itemgetter(row)) for row in rows]

    def each(self, change: Callable[[Tensor], Tensor]) -> "LabelledBatch":
        """Return the batch with every tensor changed."""
        tensors = {name: tensor for name, tensor in self._asdict().items() if tensor is not None}
        return LabelledBatch(**{name: change(tensor) for name, tensor in tensors.items()})


class LabelledTexts(DrawnData):
    """Texts, or pairs of texts, with a label each; batches of them for every step of a training.

    Args:
        texts: The (first) texts; or a mapping with ``text`` and ``label``, and ``text_pair`` for
            pairs, as ``datasets`` has them; or rows, each such a mapping.
        labels: The class of each, from 0; None if ``texts`` holds them.
        tokenizer: Cuts the texts.
        num_classes: How many classes there are.
        max_length: Longest input, specials included.
        pairs: The second texts; None for single ones.
        truncation: What is kept of a longer text: ``"head"``, ``"tail"`` or ``"head+tail"``.
        pad_to_longest: Whether a batch is padded to its longest text, or to ``max_length``.
        bucket: Batches whose texts are sorted by length together; 1 sorts nothing.
        valences: A number for each text, for models that predict it besides the class.
        features: Numbers known of each text, (N, E), for models that take them. Let them be about
            as large as the elements of a text's vector: between -1 and 1.

    Raises:
        ValueError: If there are no texts, one is empty or no text, or labels, valences or features
            are of another number or out of range.
    """

    def __init__(
        self,
        texts: Sequence[str] | Mapping[str, Sequence] | Iterable[Mapping[str, Any]],
        labels: Sequence[int] | None,
        tokenizer: WordPieceTokenizer,
        num_classes: int = 2,
        max_length: int = 128,
        pairs: Sequence[str] | None = None,
        *,
        truncation: str = "head",
        pad_to_longest: bool = True,
        bucket: int = BUCKET,
        valences: Sequence[float] | None = None,
        features: Sequence[Sequence[float]] | np.ndarray | None = None,
    ) -> None:
        first, labels, second = columns(texts, labels, pairs)
        check_texts("text", first)
        self.labels = check_labels(labels, len(first), num_classes)
        if second is not None:
            check_texts("second text", second, len(first))
        self.tokenizer, self.num_classes, self.max_length = tokenizer, num_classes, max_length
        self.pad_to_longest, self.bucket = pad_to_longest, bucket
        seconds = [None] * len(first) if second is None else second
        self.encoded: list[Encoded] = [
            shorten(tokenizer.encode(a, b), max_length, truncation)
            for a, b in zip(first, seconds, strict=True)
        ]
        self.lengths = np.array([len(one.input_ids) for one in self.encoded])
        self.valences = check_numbers("valences", valences, (len(first),))
        self.features = check_numbers("features", features, (len(first), None))

    def batch(self, places: Sequence[int] | np.ndarray) -> LabelledBatch:
        """Return some texts side by side, padded."""
        ids, types, mask = self.tokenizer.pad([self.encoded[place] for place in places])
        if not self.pad_to_longest:
            right = (0, self.max_length - ids.shape[1])
            ids = pad(ids, right, value=self.tokenizer.pad_id)
            types, mask = pad(types, right), pad(mask, right)
        labels = torch.tensor([self.labels[place] for place in places])
        chosen = torch.as_tensor(places)
        valences = None if self.valences is None else self.valences[chosen]
        features = None if self.features is None else self.features[chosen]
        return LabelledBatch(ids, types, mask, labels, valences, features)

    def fingerprint(self) -> str:
        """Return a short text that differs for other texts, labels or ways of batching them."""
        numbers = [None if n is None else n.tolist() for n in (self.valences, self.features)]
        parts = (self.encoded, self.labels, numbers, self.bucket, self.pad_to_longest)
        return hashlib.sha256(repr(parts).encode()).hexdigest()[:12]
