"""Training an encoder for sentence vectors: several objectives on the same triples of texts.

A triple is a text, one that belongs to it, and one that does not although it looks like it. Both
texts of a pair go through the same encoder, alone: two towers with the same weights (a bi-encoder).
"""

from abc import abstractmethod
from collections.abc import Sequence
from operator import itemgetter
from typing import Any, ClassVar, NamedTuple

import numpy as np
import torch
from jaxtyping import Float
from torch import Tensor, nn
from torch.nn.functional import cosine_similarity, cross_entropy, mse_loss

from bertlab.finetuning.own_texts import check_texts
from bertlab.model.bert import BertModel
from bertlab.text.wordpiece import Batch, WordPieceTokenizer
from bertlab.training.batches import SampledDataset
from bertlab.training.config import TrainConfig
from bertlab.training.loop import Line, Objective, train
from bertlab.vectors.contrastive import in_batch_loss
from bertlab.vectors.text_vectors import mean_pooling


class Triple(NamedTuple):
    """A text, one with the same meaning or one that follows from it, and one that contradicts."""

    anchor: str
    positive: str
    negative: str


class TripleBatch(NamedTuple):
    """Triples as an encoder takes them: all anchors, then all positives, then all negatives.

    Attributes:
        texts: Ids, token types and mask of the 3 B texts, padded to the longest.
    """

    texts: Batch

    def to(self, device: torch.device | str) -> "TripleBatch":
        """Move all tensors to a device."""
        return TripleBatch(self.texts.to(device))


class Triples(SampledDataset):
    """Triples of texts, given to a training in batches of similar length.

    Args:
        triples: One or more.
        tokenizer: Cuts the texts.
        max_length: Longest text, specials included.

    Raises:
        ValueError: If there are none, or a text is empty or no text.
    """

    def __init__(
        self, triples: Sequence[Triple], tokenizer: WordPieceTokenizer, max_length: int = 64
    ) -> None:
        check_texts("text", [text for triple in triples for text in triple])
        self.tokenizer = tokenizer
        self.encoded = [
            [tokenizer.encode(text, max_length=max_length) for text in triple] for triple in triples
        ]
        self.lengths = np.array([max(len(one.input_ids) for one in t) for t in self.encoded])

    def batch(self, indices: Sequence[int] | np.ndarray) -> TripleBatch:
        """Return some triples side by side."""
        chosen = [self.encoded[index] for index in indices]
        texts = [text for part in range(3) for text in map(itemgetter(part), chosen)]
        return TripleBatch(self.tokenizer.pad(texts))


class PairObjective(Objective):
    """What all objectives share: one vector for each text, the mean of its tokens.

    Args:
        bert: The encoder that is trained; a pooler, if it has one, gets no gradient.
    """

    name: ClassVar[str]

    def __init__(self, bert: BertModel) -> None:
        super().__init__()
        self.bert = bert
        if bert.pooler is not None:
            bert.pooler.requires_grad_(False)

    def counts(self, batch: TripleBatch) -> dict[str, int]:
        """Return the number of triples."""
        return {self.name: len(batch.texts.input_ids) // 3}

    def forward(self, batch: TripleBatch) -> dict[str, Tensor]:
        """Return the loss of a batch, times its triples."""
        hidden = self.bert(*batch.texts).last_hidden_state
        vectors = mean_pooling(hidden, batch.texts.attention_mask).float()  # (3B, D)
        anchors, positives, negatives = vectors.chunk(3)
        return {self.name: self.loss(anchors, positives, negatives) * len(anchors)}

    @abstractmethod
    def loss(self, anchors: Tensor, positives: Tensor, negatives: Tensor) -> Float[Tensor, ""]:
        """Return the mean loss of triples of vectors, each (B, D)."""


class PairClassification(PairObjective):
    r"""A classifier on $(u, v, |u - v|)$: does the second text belong to the first?

    The classifier serves training alone and is thrown away. Source: Reimers and Gurevych 2019,
    section 3, whose three classes (entailment, neutral, contradiction) are two here.
    """

    name = "classification"

    def __init__(self, bert: BertModel) -> None:
        super().__init__(bert)
        self.classifier = nn.Linear(3 * bert.config.hidden_size, 2)
        nn.init.normal_(self.classifier.weight, std=bert.config.initializer_range)
        nn.init.zeros_(self.classifier.bias)

    def loss(self, anchors: Tensor, positives: Tensor, negatives: Tensor) -> Float[Tensor, ""]:
        """Return the mean cross-entropy over both pairs of each triple, in nats."""
        features = pair_features(anchors.repeat(2, 1), torch.cat([positives, negatives]))
        labels = torch.arange(2, device=anchors.device).repeat_interleave(len(anchors))
        return cross_entropy(self.classifier(features), labels)


class CosineRegression(PairObjective):
    """The cosine shall be 1 for a pair that belongs together, and 0 for one that does not.

    Source: Reimers and Gurevych 2019, section 3, regression objective: the mean squared error.
    """

    name = "regression"

    def loss(self, anchors: Tensor, positives: Tensor, negatives: Tensor) -> Float[Tensor, ""]:
        """Return the mean squared error over both pairs of each triple."""
        cosines = torch.stack([cosine_similarity(anchors, each) for each in (positives, negatives)])
        wanted = torch.tensor([[1.0], [0.0]]).to(cosines).expand_as(cosines)
        return mse_loss(cosines, wanted)


class TripletMargin(PairObjective):
    """The positive shall be nearer than the negative, by a margin in Euclidean distance.

    Source: Reimers and Gurevych 2019, section 3, triplet objective, with their margin of 1.
    """

    name = "triplet"
    margin = 1.0

    def loss(self, anchors: Tensor, positives: Tensor, negatives: Tensor) -> Float[Tensor, ""]:
        """Return the mean of max(0, distance to positive - distance to negative + margin)."""
        near, far = ((anchors - each).norm(dim=1) for each in (positives, negatives))
        return (near - far + self.margin).clamp(min=0).mean()


class InBatch(PairObjective):
    """Among all positives and negatives of the batch, find the anchor's own: supervised SimCSE."""

    name = "in-batch"
    temperature = 0.05

    def loss(self, anchors: Tensor, positives: Tensor, negatives: Tensor) -> Float[Tensor, ""]:
        """Return the mean cross-entropy, in nats."""
        return in_batch_loss(anchors, positives, self.temperature, negatives)


class InBatchEasy(InBatch):
    """The same, but only the positives of the others are negatives; the hard ones go unused."""

    name = "in-batch, no hard negatives"

    def loss(self, anchors: Tensor, positives: Tensor, negatives: Tensor) -> Float[Tensor, ""]:
        """Return the mean cross-entropy, in nats."""
        return in_batch_loss(anchors, positives, self.temperature)


OBJECTIVES: dict[str, type[PairObjective]] = {
    each.name: each
    for each in (PairClassification, CosineRegression, TripletMargin, InBatch, InBatchEasy)
}


def pair_features(u: Float[Tensor, "B D"], v: Float[Tensor, "B D"]) -> Float[Tensor, "B 3*D"]:
    r"""Return $(u, v, |u - v|)$: what the classification objective reads of a pair."""
    return torch.cat([u, v, (u - v).abs()], dim=1)


def train_on_triples(
    bert: BertModel, data: Triples, objective: str, config: TrainConfig, **options: Any
) -> list[Line]:
    """Train an encoder for sentence vectors; return the history.

    Args:
        bert: Changed in place.
        data: The triples.
        objective: A name in ``OBJECTIVES``.
        config: How long, how fast; its seed decides a classifier's first weights as well.
        options: Passed to ``bertlab.training.loop.train``.

    Raises:
        ValueError: If there is no such objective, or micro-batches would divide the candidates.
    """
    if objective not in OBJECTIVES:
        raise ValueError(f"expected an objective among {', '.join(OBJECTIVES)}; got {objective!r}")
    if config.micro_batch_size is not None:
        raise ValueError(
            f"expected no micro_batch_size, got {config.micro_batch_size}: the other texts of a "
            "batch are its negatives"
        )
    with torch.random.fork_rng():
        torch.manual_seed(config.seed)
        goal = OBJECTIVES[objective](bert)
    return train(goal, data.batch_sampler(config), config, **options)
