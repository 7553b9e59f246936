"""BERTs with one bug each: they load, they run, and they are wrong."""

from lessons.l07_bert.layers import EncoderLayer, SelfAttention
from lessons.l07_bert.measure import (
    Precisions,
    in_both_precisions,
    mean_vectors,
    resampled,
    spearman,
)

from collections.abc import Callable
from copy import deepcopy
from typing import Any, NamedTuple

import torch
from jaxtyping import Bool, Float
from torch import Tensor, nn
from torch.nn.functional import gelu

from bertlab.text.wordpiece import Batch

Bug = Callable[[Any], None]  # changes a student's BERT


class TanhLayer(EncoderLayer):
    """The feed-forward network computes GELU by the tanh formula."""

    def forward(
        self, x: Float[Tensor, "B T D"], mask: Bool[Tensor, "B 1 #T T"]
    ) -> Float[Tensor, "B T D"]:
        """Return the vectors after the layer."""
        x = self.attention_norm(x + self.attention(x, mask))
        inner = gelu(self.expand(x), approximate="tanh")
        return self.output_norm(x + self.contract(inner))


class SeesPadding(SelfAttention):
    """The mask is ignored."""

    def forward(
        self, x: Float[Tensor, "B T D"], mask: Bool[Tensor, "B 1 #T T"]
    ) -> Float[Tensor, "B T D"]:
        """Return what each token takes from all others, padding included."""
        return super().forward(x, torch.ones_like(mask))


def each_layer_is(kind: type[EncoderLayer]) -> Bug:
    """Return the bug of layers that compute something else."""

    def change(bert: Any) -> None:
        for layer in bert.layers:
            layer.__class__ = kind

    return change


def epsilon(size: float) -> Bug:
    """Return the bug of another epsilon in the LayerNorms of the layers."""

    def change(bert: Any) -> None:
        for part in bert.layers.modules():
            if isinstance(part, nn.LayerNorm):
                part.eps = size

    return change


def padding_is_seen(bert: Any) -> None:
    """Let every token look at padding."""
    for layer in bert.layers:
        layer.attention.__class__ = SeesPadding


def types_are_ignored(bert: Any) -> None:
    """Give each token the vector of type 0."""
    table = bert.embeddings["token_type_embeddings"]
    table.weight.data = table.weight.data[:1].repeat(2, 1)


def second_is_first(bert: Any) -> None:
    """Put layer 1's weights where layer 2's should be."""
    bert.layers[1] = bert.layers[0]


def positions_from_one(bert: Any) -> None:
    """Give each token the vector of the next position."""
    table = bert.embeddings["position_embeddings"]
    table.weight.data = table.weight.data.roll(-1, dims=0)


def a_layer_twice(bert: Any) -> None:
    """Put layer 4's weights where layer 5's should be."""
    bert.layers[4] = bert.layers[3]


def half_the_heads(bert: Any) -> None:
    """Cut queries, keys and values into half as many pieces, twice as long."""
    for layer in bert.layers:
        layer.attention.num_heads //= 2


def output_transposed(bert: Any) -> None:
    """Transpose the square matrix at the end of attention."""
    for layer in bert.layers:
        weight = layer.attention.output.weight
        weight.data = weight.data.T.contiguous()


def query_and_key_swapped(bert: Any) -> None:
    """Load queries as keys, and keys as queries."""
    for layer in bert.layers:
        block = layer.attention
        block.query, block.key = block.key, block.query


def norms_swapped(bert: Any) -> None:
    """Load each layer's two LayerNorms the wrong way round."""
    for layer in bert.layers:
        layer.attention_norm, layer.output_norm = layer.output_norm, layer.attention_norm


BUGS: dict[str, Bug] = {
    "GELU by the tanh formula": each_layer_is(TanhLayer),
    "padding is not hidden": padding_is_seen,
    "positions start at 1": positions_from_one,
    "layer 5 has the weights of layer 4": a_layer_twice,
    "6 heads instead of 12": half_the_heads,
    "one matrix transposed in each layer": output_transposed,
    "query and key swapped": query_and_key_swapped,
    "the two LayerNorms swapped": norms_swapped,
}


def with_bug(bert: nn.Module, bug: Bug) -> nn.Module:
    """Return a copy of a BERT with a bug; the original stays as it is."""
    copied = deepcopy(bert)
    bug(copied)
    return copied


def one_with_a_bug(bert: nn.Module, library: Any, batch: Batch) -> tuple[Precisions, Precisions]:
    """Return how far a model with another epsilon, and the right one, are from the library's."""
    wrong = in_both_precisions(with_bug(bert, epsilon(3e-7)), library, batch)
    return wrong, in_both_precisions(bert, library, batch)


class Change(NamedTuple):
    """What a bug does to the agreement with people.

    Attributes:
        score: The agreement with the bug.
        low: The lower end of the interval of its change, over drawn articles. The intervals of all
            bugs together hold with a probability of at least 95%.
        high: The upper end.
    """

    score: float
    low: float
    high: float


def scores(
    bert: nn.Module, batch: Batch, people: Float[Tensor, "N N"]
) -> tuple[float, dict[str, Change]]:
    """Return the agreement with people of a BERT as it is, and what each bug does to it."""
    right = mean_vectors(bert, batch)
    found = {}
    for name, bug in BUGS.items():
        vectors = mean_vectors(with_bug(bert, bug), batch)
        interval = resampled(vectors, right, people, looks=len(BUGS))
        found[name] = Change(spearman(vectors, people), *interval)
    return spearman(right, people), found
