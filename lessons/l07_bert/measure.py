"""What the BERT lesson measures, before anything is drawn."""

from lessons.l07_bert.exercises.largest_differences.reference import largest_differences
from lessons.l07_bert.exercises.mean_pool.reference import mean_pool

from collections.abc import Callable, Sequence
from copy import deepcopy
from statistics import NormalDist
from typing import Any, NamedTuple

import torch
import transformers
from jaxtyping import Float, Int
from scipy.stats import spearmanr
from torch import Tensor
from torch.nn.functional import normalize
from transformers.models.bert.modeling_bert import BertPooler

from bertlab.model.bert import BertModel
from bertlab.model.config import BertConfig
from bertlab.text.wordpiece import Batch

Vectors = Float[Tensor, "N D"]


def spearman(
    vectors: Vectors, people: Float[Tensor, "N N"], documents: Int[Tensor, " n"] | None = None
) -> float:
    """Return the rank correlation of cosines and people's judgments, over all pairs.

    Args:
        vectors: One for each text.
        people: How similar readers find two texts.
        documents: The texts to take, with repetitions; by default each one once.
    """
    chosen = torch.arange(len(vectors)) if documents is None else documents
    return _correlation(_cosines(vectors), people, chosen)


def _cosines(vectors: Vectors) -> Float[Tensor, "N N"]:
    unit = normalize(vectors, dim=1)
    return unit @ unit.T


def _correlation(
    cosines: Float[Tensor, "N N"], people: Float[Tensor, "N N"], chosen: Int[Tensor, " n"]
) -> float:
    """Return the rank correlation over the pairs of chosen texts; no text with itself."""
    pairs = torch.combinations(chosen)
    first, second = pairs[pairs[:, 0] != pairs[:, 1]].T
    return float(spearmanr(cosines[first, second], people[first, second]).statistic)


@torch.no_grad()
def mean_vectors(bert: Any, batch: Batch) -> Vectors:
    """Return the mean of the token vectors of each text."""
    found = []
    for start in range(0, len(batch.input_ids), 10):  # all at once would need much memory
        few = Batch(*(each[start : start + 10] for each in batch))
        hidden, _ = bert(*few)
        found.append(mean_pool(hidden, few.attention_mask))
    return torch.cat(found)


def agreement(bert: Any, batch: Batch, people: Float[Tensor, "N N"]) -> float:
    """Return how well a BERT's mean vectors agree with people on which texts are similar."""
    return spearman(mean_vectors(bert, batch), people)


def resampled(
    first: Vectors,
    second: Vectors,
    people: Float[Tensor, "N N"],
    looks: int = 1,
    draws: int = 200,
) -> tuple[float, float]:
    """Return an interval of how much better the first vectors agree, over drawn documents.

    Args:
        first: One for each text.
        second: The same, of another model or another kind.
        people: How similar readers find two texts.
        looks: How many such intervals are drawn together. All of them hold what they should with
            a probability of at least 95% (Bonferroni), so each one is wider.
        draws: How often documents are drawn, with repetitions, for the standard error.
    """
    generator = torch.Generator().manual_seed(0)
    ours, theirs = _cosines(first), _cosines(second)
    gaps = []
    for _ in range(draws):
        drawn = torch.randint(len(first), (len(first),), generator=generator)
        gaps.append(_correlation(ours, people, drawn) - _correlation(theirs, people, drawn))
    found = spearman(first, people) - spearman(second, people)
    reach = NormalDist().inv_cdf(1 - 0.025 / looks) * float(torch.tensor(gaps).std())
    return found - reach, found + reach


@torch.no_grad()
def differences(ours: Any, theirs: Any, batch: Batch) -> list[float]:
    """Return the largest difference of two models' vectors, below the first layer and after each.

    Args:
        ours: Keeps its vectors in ``states``.
        theirs: The same, or a BERT of ``transformers``.
        batch: What both read. Padding does not count.
    """
    return largest_differences(_states(ours, batch), _states(theirs, batch), batch.attention_mask)


@torch.no_grad()
def pooled_difference(ours: Any, theirs: Any, batch: Batch) -> float:
    """Return the largest difference of our pooler's vectors and those of ``transformers``."""
    _, pooled = ours(*batch)
    return float((pooled - theirs(**_named(batch)).pooler_output).abs().max())


class Precisions(NamedTuple):
    """Largest differences of two models, below the first layer and after each.

    Attributes:
        single: In float32.
        double: In float64, with the same weights.
    """

    single: list[float]
    double: list[float]


def in_both_precisions(ours: Any, theirs: Any, batch: Batch) -> Precisions:
    """Return the differences of two models in float32 and in float64; both stay as they are."""
    single = differences(ours, theirs, batch)
    double = differences(deepcopy(ours).double(), deepcopy(theirs).double(), batch)
    return Precisions(single, double)


@torch.no_grad()
def library_states(library: Any, batch: Batch) -> Sequence[Float[Tensor, "B T D"]]:
    """Return the vectors of a BERT of ``transformers``, below the first layer and after each."""
    states: Sequence[Tensor] = library(**_named(batch), output_hidden_states=True).hidden_states
    return states


def _states(model: Any, batch: Batch) -> Sequence[Float[Tensor, "B T D"]]:
    if hasattr(model, "config"):
        return library_states(model, batch)
    model(*batch)
    return list(model.states)


def _named(batch: Batch) -> dict[str, Tensor]:
    return dict(zip(("input_ids", "token_type_ids", "attention_mask"), batch, strict=True))


def parts(config: BertConfig) -> dict[str, int]:
    """Count the parameters of a BERT's parts, from a model that has shapes and no memory."""
    with torch.device("meta"):
        model = BertModel(config)
    found = {"embeddings": 0, "attention": 0, "feed-forward": 0, "LayerNorms and pooler": 0}
    for name, parameter in model.named_parameters():
        kind = "LayerNorms and pooler"
        if name.startswith("embeddings") and "norm" not in name:
            kind = "embeddings"
        elif ".attention." in name:
            kind = "attention"
        elif "feed_forward" in name:
            kind = "feed-forward"
        found[kind] += parameter.numel()
    return found


TEXTS_OF_TWO = (  # the vectors of a text's two tokens
    ([0.5, 0.0], [9.0, 9.0]),
    ([0.5, 0.0], [-3.0, 7.0]),
    ([1.0, -1.0], [9.0, 9.0]),
    ([50.0, -50.0], [9.0, 9.0]),
)


def pooler_box(
    weight: Sequence[Sequence[float]], bias: Sequence[float]
) -> Callable[[Tensor], Tensor]:
    """Return the pooler of ``transformers`` for vectors of two numbers."""
    config = transformers.BertConfig(hidden_size=2, num_attention_heads=1)
    box = BertPooler(config).requires_grad_(False)
    box.dense.weight.copy_(torch.tensor(weight))
    box.dense.bias.copy_(torch.tensor(bias))
    return box
