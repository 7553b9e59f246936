"""A frozen BERT as a source of features: its vectors are computed once, and a small head learns.

The other way to use a pre-trained encoder (Devlin et al. 2019, section 5.3). Nothing goes backwards
through the encoder, so its vectors can be kept; what remains to learn takes seconds. Which layers
to take is open: the last, the last four side by side, or all of them in learned shares as in ELMo.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
import torch
from jaxtyping import Float, Int
from torch import Tensor, nn
from torch.nn.functional import cross_entropy
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

from bertlab.finetuning.tagging import IGNORED, TaggingData
from bertlab.model.bert import BertModel
from bertlab.model.tasks import LabelledModel
from bertlab.predecessors.elmo.features import ScalarMix
from bertlab.training.batches import SampledDataset
from bertlab.training.loop import Objective
from bertlab.training.progress import progress


class FeatureBatch(NamedTuple):
    """Kept vectors of some texts, padded with zeros to the longest.

    Attributes:
        states: (L, B, T, D): the embeddings, then the vectors behind each layer.
        lengths: (B,), pieces of each text, specials included.
        labels: (B, T), as ``bertlab.finetuning.tagging.TaggingBatch`` has them.
    """

    states: Float[Tensor, "L B T D"]
    lengths: Int[Tensor, " B"]
    labels: Int[Tensor, "B T"]

    def to(self, device: torch.device | str) -> "FeatureBatch":
        """Move all tensors to a device."""
        return FeatureBatch(*(tensor.to(device) for tensor in self))


class FeatureData(SampledDataset):
    """Tagged texts with the vectors that a frozen encoder gives them, kept in half precision.

    Args:
        bert: The encoder.
        data: Tagged texts.
        batch_size: Texts that go through the encoder at once.

    Attributes:
        lengths: Pieces of each text, specials included.
        data: The tagged texts.
    """

    def __init__(self, bert: BertModel, data: TaggingData, batch_size: int = 32) -> None:
        self.data, self.lengths = data, data.lengths
        self.states: list[Tensor] = [torch.empty(0)] * len(data)  # (L, T, D) each
        for places in progress(data.in_order_of_length(batch_size), desc="features"):
            found = all_states(bert, *data.batch(places)[:3]).half()
            for row, place in enumerate(places):
                self.states[place] = found[:, row, : self.lengths[place]].clone()

    def batch(self, indices: Sequence[int] | np.ndarray) -> FeatureBatch:
        """Return the texts at some indices, padded to the longest."""
        lengths = torch.tensor([int(self.lengths[index]) for index in indices])
        num_layers, _, size = self.states[0].shape
        states = torch.zeros(num_layers, len(indices), int(lengths.max()), size)
        for row, index in enumerate(indices):
            states[:, row, : lengths[row]] = self.states[index].float()
        return FeatureBatch(states, lengths, self.data.batch(indices).labels)


@torch.no_grad()
def all_states(
    bert: BertModel,
    input_ids: Int[Tensor, "B T"],
    token_type_ids: Int[Tensor, "B T"],
    attention_mask: Int[Tensor, "B T"],
) -> Float[Tensor, "L B T D"]:
    """Return the embeddings and the vectors behind each layer of an encoder, dropout off."""
    was_training = bert.training
    bert.eval()
    states = [bert.embeddings(input_ids, token_type_ids)]
    for layer in bert.encoder.layers:
        states.append(layer(states[-1], attention_mask.bool()[:, None, None, :]))
    bert.train(was_training)
    return torch.stack(states)


# Which vectors are taken: the name, and how many times D a token's vector is long.
TAKEN: dict[str, tuple[Callable[[Tensor], Tensor], int]] = {
    "embeddings": (lambda states: states[0], 1),
    "last layer": (lambda states: states[-1], 1),
    "last four": (lambda states: torch.cat(list(states[-4:]), dim=-1), 4),
    "mix": (lambda states: states[1:], 1),  # mixed by weights of the model
}


class FeatureTagger(nn.Module):
    """Tags from kept vectors: a choice of layers, perhaps a two-way LSTM, and one linear map.

    Args:
        num_layers: Of the encoder; at least four.
        hidden_size: D, of the encoder.
        labels: Names of the C tags.
        take: A name in ``TAKEN``.
        lstm_size: Of the states of each direction; None puts the linear map on the vectors.

    Raises:
        ValueError: If there is no such choice, or the encoder has too few layers for it.
    """

    def __init__(
        self,
        num_layers: int,
        hidden_size: int,
        labels: Sequence[str],
        take: str = "last layer",
        lstm_size: int | None = None,
    ) -> None:
        super().__init__()
        if take not in TAKEN:
            raise ValueError(f"take must be among {', '.join(TAKEN)}; got {take!r}")
        if num_layers < 4 and take == "last four":
            raise ValueError(f"expected an encoder of four layers or more, got {num_layers}")
        self.labels = LabelledModel.check_labels(labels)
        self.take, times = TAKEN[take]
        self.mix = ScalarMix(num_layers) if take == "mix" else None
        size, self.lstm = times * hidden_size, None
        if lstm_size is not None:
            self.lstm = nn.LSTM(size, lstm_size, batch_first=True, bidirectional=True)
            size = 2 * lstm_size
        self.classifier = nn.Linear(size, len(self.labels))

    def forward(
        self, states: Float[Tensor, "L B T D"], lengths: Int[Tensor, " B"]
    ) -> Float[Tensor, "B T C"]:
        """Return logits over the tags for each token."""
        vectors = self.take(states)
        if self.mix is not None:
            vectors = self.mix(vectors)
        if self.lstm is not None:
            T = vectors.shape[1]
            packed = pack_padded_sequence(
                vectors, lengths.cpu(), batch_first=True, enforce_sorted=False
            )
            vectors, _ = pad_packed_sequence(self.lstm(packed)[0], batch_first=True, total_length=T)
        return self.classifier(vectors)


class FeatureObjective(Objective):
    """The surprise at the right tags, as ``bertlab.finetuning.tagging.TaggingObjective`` has it.

    Args:
        model: What is trained.
    """

    def __init__(self, model: FeatureTagger) -> None:
        super().__init__()
        self.model = model

    def counts(self, batch: FeatureBatch) -> dict[str, int]:
        """Return the number of tags to guess."""
        return {"tags": int((batch.labels != IGNORED).sum())}

    def forward(self, batch: FeatureBatch) -> dict[str, Tensor]:
        """Return the sum over a batch, in nats."""
        logits = self.model(batch.states, batch.lengths).flatten(0, 1)  # (B T, C)
        wanted = batch.labels.flatten()
        return {"tags": cross_entropy(logits, wanted, ignore_index=IGNORED, reduction="sum")}


@torch.no_grad()
def tags_from_features(
    model: FeatureTagger, features: FeatureData, batch_size: int = 64
) -> list[tuple[str, ...]]:
    """Return a tag for each word of each text, as ``predict_tags`` of the room ``finetuning``."""
    was_training, device = model.training, next(model.parameters()).device
    model.eval()
    found: dict[int, tuple[str, ...]] = {}
    for places in features.in_order_of_length(batch_size):
        batch = features.batch(places).to(device)
        best = model(batch.states, batch.lengths).argmax(dim=-1).tolist()
        for place, row in zip(places, best, strict=True):
            firsts = features.data.inputs[place].firsts
            found[int(place)] = tuple("O" if i is None else model.labels[row[i]] for i in firsts)
    model.train(was_training)
    return [found[place] for place in range(len(features))]
