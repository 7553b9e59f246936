"""What the BERT lesson measures, before anything is drawn."""

from lessons.l07_bert.exercises.mean_pool.reference import mean_pool

import json
from collections.abc import Mapping, Sequence
from copy import deepcopy
from importlib.resources import files
from typing import Any, NamedTuple

import torch
from jaxtyping import Float, Int
from scipy.stats import spearmanr
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from torch import Tensor
from torch.nn.functional import normalize

from bertlab.datasets.chinese import LabelledText
from bertlab.model.bert import BertModel
from bertlab.model.config import BertConfig
from bertlab.text.wordpiece import Batch, WordPieceTokenizer

Vectors = Float[Tensor, "N D"]
SAME = 1e-6  # cosines that differ by less are equal


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
    hidden, _ = bert(*batch)
    return mean_pool(hidden, batch.attention_mask)


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


class Senses(NamedTuple):
    """How well a token tells two senses of a word apart, see ``told_apart``.

    Attributes:
        words: The words.
        itself: Of the word itself, by word and layer, the embeddings first.
        control: Of *the*, the token before it.
    """

    words: list[str]
    itself: Float[Tensor, "W depths"]
    control: Float[Tensor, "W depths"]


@torch.no_grad()
def senses(bert: Any, tokenizer: WordPieceTokenizer) -> Senses:
    """Measure eight words with two senses, each in three sentences for each sense."""
    text = (files(__package__) / "senses.json").read_text(encoding="utf-8")
    rows: list[dict[str, Any]] = json.loads(text)
    itself, control = [], []
    for row in rows:
        bert(*tokenizer.batch([text for group in row["sentences"] for text in group]))
        states = torch.stack(bert.states)  # (depths, 6, T, D): [CLS], the, the word, ...
        itself.append(told_apart(states[:, :, 2]))
        control.append(told_apart(states[:, :, 1]))
    return Senses([row["word"] for row in rows], torch.stack(itself), torch.stack(control))


def told_apart(vectors: Float[Tensor, "depths 6 D"]) -> Float[Tensor, " depths"]:
    """Return how well vectors tell two groups of three apart: 1/2 by chance, 1 at best.

    It is how often two vectors of one group are more alike, by cosine, than two of different
    groups, over all such pairs of pairs (the area under the ROC curve). Only the order of the
    cosines counts, so tokens whose vectors spread differently can be compared.
    """
    unit = normalize(vectors, dim=-1)
    cosines = unit @ unit.transpose(1, 2)  # (depths, 6, 6)
    second = torch.arange(6) >= 3
    together = second[:, None] == second
    once = torch.ones(6, 6).triu(diagonal=1).bool()
    within, across = cosines[:, once & together], cosines[:, once & ~together]
    ahead = within[:, :, None] - across[:, None, :]
    ties = ahead.abs() <= SAME
    return torch.where(ties, 0.5, (ahead > 0).float()).mean(dim=(1, 2))


@torch.no_grad()
def text_vectors_of(bert: Any, batch: Batch) -> dict[str, Vectors]:
    """Return three kinds of vectors for texts: the pooler's, that of [CLS], and the mean."""
    hidden, pooled = bert(*batch)
    mean = mean_pool(hidden, batch.attention_mask)
    return {"pooler": pooled, "[CLS]": hidden[:, 0], "mean": mean}


def read_off(checkpoint: str, reviews: Sequence[LabelledText]) -> dict[str, list[float]]:
    """Return how many labels are read off each kind of a checkpoint's vectors, for 3 seeds."""
    tokenizer = WordPieceTokenizer.from_folder(checkpoint)
    bert, texts = BertModel.from_pretrained(checkpoint), [review.text for review in reviews]
    parts = []
    for start in range(0, len(texts), 64):  # all at once would need another 700 MB
        batch = tokenizer.batch(texts[start : start + 64], max_length=128)
        parts.append(text_vectors_of(bert, batch))
    vectors = {name: torch.cat([part[name] for part in parts]) for name in parts[0]}
    return recognized(vectors, [review.label for review in reviews])


def recognized(vectors: Mapping[str, Vectors], labels: Sequence[int]) -> dict[str, list[float]]:
    """Return how many labels a logistic regression reads off each kind of vector, for 3 seeds."""
    learner = make_pipeline(StandardScaler(), LogisticRegression(C=0.1, max_iter=500))
    found: dict[str, list[float]] = {name: [] for name in vectors}
    for seed in range(3):
        folds = StratifiedKFold(5, shuffle=True, random_state=seed)
        for name, rows in vectors.items():
            right = cross_val_score(learner, rows.numpy(), labels, cv=folds)
            found[name].append(float(right.mean()))
    return found
