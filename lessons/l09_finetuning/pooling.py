"""From the vectors of tokens to one for a text, and a classifier that lets you choose how.

BERT's own pooler is ``bertlab.model.heads.Pooler``.
"""

from collections.abc import Sequence

import torch
from jaxtyping import Float, Int
from torch import Tensor, nn

from bertlab.finetuning.checks import TextClassifier
from bertlab.model.bert import BertModel
from bertlab.model.heads import LinearHead
from bertlab.model.tasks import LabelledModel
from bertlab.vectors.text_vectors import mean_pooling

States = Sequence[Float[Tensor, "B T D"]]  # the vectors behind each layer, the lowest first


class Pooling(nn.Module):
    """Turns the vectors of the tokens into one for the text; this one takes the last [CLS].

    Args:
        bert: The encoder whose vectors are pooled; it says how large they are.

    Attributes:
        size: P, length of the result.
    """

    def __init__(self, bert: BertModel) -> None:
        super().__init__()
        self.size = bert.config.hidden_size

    def forward(self, states: States, mask: Int[Tensor, "B T"]) -> Float[Tensor, "B P"]:
        """Return one vector for each text."""
        return states[-1][:, 0]


class PoolerPooling(Pooling):
    """The last [CLS] through BERT's pooler, a dense layer with tanh: the way of the paper."""

    def __init__(self, bert: BertModel) -> None:
        super().__init__(bert)
        if bert.pooler is None:
            raise ValueError("expected a BertModel with a pooler, got one without")
        self.pooler = bert.pooler

    def forward(self, states: States, mask: Int[Tensor, "B T"]) -> Float[Tensor, "B P"]:
        """Return one vector for each text, its elements in (-1, 1)."""
        return self.pooler(states[-1])


class MeanPooling(Pooling):
    """The mean over the tokens of a text, [CLS] and [SEP] included and padding left out."""

    def forward(self, states: States, mask: Int[Tensor, "B T"]) -> Float[Tensor, "B P"]:
        """Return one vector for each text."""
        return mean_pooling(states[-1], mask)


class LastFourPooling(Pooling):
    """The [CLS] of the last four layers, or of all if they are fewer, in learned shares."""

    def __init__(self, bert: BertModel) -> None:
        super().__init__(bert)
        self.scores = nn.Parameter(torch.zeros(min(4, bert.config.num_layers)))

    def forward(self, states: States, mask: Int[Tensor, "B T"]) -> Float[Tensor, "B P"]:
        """Return one vector for each text; at first the layers have equal shares."""
        stacked = torch.stack([state[:, 0] for state in states[-len(self.scores) :]])  # (4, B, D)
        return torch.tensordot(self.scores.softmax(dim=0), stacked, dims=1)


class AllLayersPooling(Pooling):
    """The [CLS] of all layers, one behind the other."""

    def __init__(self, bert: BertModel) -> None:
        super().__init__(bert)
        self.size = bert.config.hidden_size * bert.config.num_layers

    def forward(self, states: States, mask: Int[Tensor, "B T"]) -> Float[Tensor, "B P"]:
        """Return one vector for each text."""
        return torch.cat([state[:, 0] for state in states], dim=-1)


POOLINGS: dict[str, type[Pooling]] = {
    "pooler": PoolerPooling,
    "cls": Pooling,
    "mean": MeanPooling,
    "last four": LastFourPooling,
    "all layers": AllLayersPooling,
}


class PooledClassifier(TextClassifier):
    """A classifier for comparisons: pooling, dropout, a second task, numbers beside the text.

    What loads everywhere is ``BertForSequenceClassification``; this one is kept by its
    ``state_dict``.

    Args:
        bert: The encoder. It becomes a part of this model, and its pooler moves to the pooling or
            goes: a part that has no say would get no gradient.
        labels: Names of the C classes.
        pooling: A name in ``POOLINGS``.
        dropout: Probability to drop an element of a text's vector; None is the encoder's.
        dropout_samples: How many times the vector is dropped from in a step of training. The loss
            is the mean over them.
        num_features: E, numbers that come with each text and join its vector.
        with_valence: Whether a second head predicts a number from the same vector.

    Raises:
        ValueError: If there is no such pooling, or a number is out of range.

    Source: Inoue 2019, Multi-Sample Dropout for Accelerated Training and Better Generalization.
    """

    def __init__(
        self,
        bert: BertModel,
        labels: Sequence[str] = ("negative", "positive"),
        pooling: str = "cls",
        dropout: float | None = None,
        dropout_samples: int = 1,
        num_features: int = 0,
        with_valence: bool = False,
    ) -> None:
        super().__init__()
        if pooling not in POOLINGS:
            raise ValueError(f"pooling must be among {', '.join(POOLINGS)}; got {pooling!r}")
        if dropout_samples < 1 or num_features < 0:
            raise ValueError(
                "expected dropout_samples of at least 1 and num_features of at least 0, got "
                f"{dropout_samples} and {num_features}"
            )
        self.labels = LabelledModel.check_labels(labels)
        self.dropout_samples, self.num_features = dropout_samples, num_features
        self.pooling = POOLINGS[pooling](bert)
        bert.pooler = None
        self.bert = bert
        size = self.pooling.size + num_features
        dropout = bert.config.hidden_dropout if dropout is None else dropout
        self.classifier = LinearHead(size, len(self.labels), dropout)
        self.valence = LinearHead(size, 1, dropout) if with_valence else None
        for head in (self.classifier, self.valence):
            if head is not None:
                nn.init.normal_(head.dense.weight, std=bert.config.initializer_range)
                nn.init.zeros_(head.dense.bias)

    def text_vectors(
        self,
        input_ids: Int[Tensor, "B T"],
        token_type_ids: Int[Tensor, "B T"],
        attention_mask: Int[Tensor, "B T"],
        features: Float[Tensor, "B E"] | None = None,
    ) -> Float[Tensor, "B P"]:
        """Return one vector for each text, its features at the end.

        Raises:
            ValueError: If there are features, and the model takes none, or the other way round.
        """
        got = 0 if features is None else features.shape[1]
        if got != self.num_features:
            raise ValueError(f"expected {self.num_features} features of each text, got {got}")
        hidden, states = self.bert.embeddings(input_ids, token_type_ids), []
        for layer in self.bert.encoder.layers:
            hidden = layer(hidden, attention_mask.bool()[:, None, None, :])
            states.append(hidden)
        pooled = self.pooling(states, attention_mask)
        return pooled if features is None else torch.cat([pooled, features.to(pooled)], dim=-1)

    def forward(
        self,
        input_ids: Int[Tensor, "B T"],
        token_type_ids: Int[Tensor, "B T"],
        attention_mask: Int[Tensor, "B T"],
        features: Float[Tensor, "B E"] | None = None,
    ) -> Float[Tensor, "B C"]:
        """Return logits over the classes."""
        return self.classifier(
            self.text_vectors(input_ids, token_type_ids, attention_mask, features)
        )
