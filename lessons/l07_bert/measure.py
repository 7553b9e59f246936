"""What the BERT lesson measures, before anything is drawn."""

from lessons.l07_bert.exercises.mean_pool.reference import mean_pool

from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from typing import Any, NamedTuple

import numpy as np
import torch
import transformers
from jaxtyping import Float, Int
from scipy.stats import spearmanr
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold, cross_val_predict
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from torch import Tensor
from torch.nn.functional import normalize
from transformers.models.bert.modeling_bert import BertPooler

from bertlab.datasets.chinese import LabelledText
from bertlab.model.bert import BertModel
from bertlab.model.config import BertConfig
from bertlab.text.wordpiece import Batch, WordPieceTokenizer

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


def mean_vectors(bert: Any, batch: Batch) -> Vectors:
    """Return the mean of the token vectors of each text."""
    return text_vectors_of(bert, batch)["mean"]


def agreement(bert: Any, batch: Batch, people: Float[Tensor, "N N"]) -> float:
    """Return how well a BERT's mean vectors agree with people on which texts are similar."""
    return spearman(mean_vectors(bert, batch), people)


def resampled(
    first: Vectors, second: Vectors, people: Float[Tensor, "N N"], draws: int = 200
) -> tuple[float, float]:
    """Return the 95% interval of how much better the first vectors agree, over drawn documents."""
    generator = torch.Generator().manual_seed(0)
    ours, theirs = _cosines(first), _cosines(second)
    gaps = []
    for _ in range(draws):
        drawn = torch.randint(len(first), (len(first),), generator=generator)
        gaps.append(_correlation(ours, people, drawn) - _correlation(theirs, people, drawn))
    low, high = torch.tensor(gaps).quantile(torch.tensor([0.025, 0.975])).tolist()
    return low, high


@torch.no_grad()
def differences(ours: Any, theirs: Any, batch: Batch) -> list[float]:
    """Return the largest difference of two models' vectors, below the first layer and after each.

    Args:
        ours: Keeps its vectors in ``states``.
        theirs: The same, or a BERT of ``transformers``.
        batch: What both read. Padding does not count.
    """
    keep = batch.attention_mask.bool()
    ours(*batch)
    return [
        (mine - expected)[keep].abs().max().item()
        for mine, expected in zip(ours.states, _states(theirs, batch), strict=True)
    ]


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


def _states(model: Any, batch: Batch) -> Sequence[Float[Tensor, "B T D"]]:
    if hasattr(model, "config"):
        states: Sequence[Tensor] = model(**_named(batch), output_hidden_states=True).hidden_states
        return states
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


def pooler_of_two() -> Callable[[Tensor], Tensor]:
    """Return the pooler of ``transformers`` for vectors of two numbers; its map changes none."""
    config = transformers.BertConfig(hidden_size=2, num_attention_heads=1)
    box = BertPooler(config).requires_grad_(False)
    box.dense.weight.copy_(torch.eye(2))
    box.dense.bias.zero_()
    return box


@torch.no_grad()
def text_vectors_of(bert: Any, batch: Batch) -> dict[str, Vectors]:
    """Return three kinds of vectors for texts: the pooler's, that of [CLS], and the mean."""
    found = []
    for start in range(0, len(batch.input_ids), 10):  # all at once would need much memory
        few = Batch(*(each[start : start + 10] for each in batch))
        hidden, pooled = bert(*few)
        found.append((pooled, hidden[:, 0], mean_pool(hidden, few.attention_mask)))
    joined = [torch.cat(kind) for kind in zip(*found, strict=True)]
    return dict(zip(("pooler", "[CLS]", "mean"), joined, strict=True))


class ReadOff(NamedTuple):
    """What a classifier reads off several kinds of vectors.

    Attributes:
        accuracy: Of each kind, on held-out texts.
        leads: The 95% interval of the lead that the mean has over each other kind, over texts.
    """

    accuracy: dict[str, float]
    leads: dict[str, tuple[float, float]]


def read_off(checkpoint: str, reviews: Sequence[LabelledText]) -> ReadOff:
    """Return how many labels are read off each kind of a checkpoint's vectors."""
    tokenizer = WordPieceTokenizer.from_folder(checkpoint)
    bert, texts = BertModel.from_pretrained(checkpoint), [review.text for review in reviews]
    parts = []
    for start in range(0, len(texts), 64):  # all at once would need another 700 MB
        batch = tokenizer.batch(texts[start : start + 64], max_length=128)
        parts.append(text_vectors_of(bert, batch))
    vectors = {name: torch.cat([part[name] for part in parts]) for name in parts[0]}
    right = recognized(vectors, [review.label for review in reviews])
    leads = {name: lead(right["mean"], right[name]) for name in right if name != "mean"}
    return ReadOff({name: each.mean().item() for name, each in right.items()}, leads)


def recognized(
    vectors: Mapping[str, Vectors], labels: Sequence[int]
) -> dict[str, Float[Tensor, " N"]]:
    """Return how often each text is recognized, in three splits, by kind of vector.

    A logistic regression learns from four fifths of the texts and judges the last fifth.
    """
    learner = make_pipeline(StandardScaler(), LogisticRegression(C=0.1, max_iter=500))
    truth, found = np.asarray(labels), {}
    for name, rows in vectors.items():
        right = []
        for seed in range(3):
            folds = StratifiedKFold(5, shuffle=True, random_state=seed)
            right.append(cross_val_predict(learner, rows.numpy(), truth, cv=folds) == truth)
        found[name] = torch.from_numpy(np.mean(right, axis=0))
    return found


def lead(
    first: Float[Tensor, " N"], second: Float[Tensor, " N"], draws: int = 2000
) -> tuple[float, float]:
    """Return the 95% interval of the difference of two means, over drawn texts."""
    generator = torch.Generator().manual_seed(0)
    drawn = torch.randint(len(first), (draws, len(first)), generator=generator)
    gaps = (first - second)[drawn].mean(dim=1)
    low, high = gaps.quantile(torch.tensor([0.025, 0.975], dtype=gaps.dtype)).tolist()
    return low, high
