"""What tasks do with contextual vectors: mix the layers, pool them, classify, find neighbors.

The language model stays as it is. A task learns one weight per layer and a scale, the *scalar mix*,
and whatever it builds on top; here that is one logistic layer on the mean over a text's words.

Adds to ``bertlab.before.elmo.language_model``: all that is learned after the language model.

Source: Peters et al. 2018, section 3.2, equation 1.
"""

from collections.abc import Sequence
from typing import NamedTuple

import torch
from jaxtyping import Float, Int
from torch import Tensor, nn
from torch.nn.functional import binary_cross_entropy_with_logits, normalize

from bertlab.before.elmo.language_model import SCORING_BATCH, BidirectionalLanguageModel
from bertlab.before.elmo.network import pad


class ScalarMix(nn.Module):
    r"""Mixes layers: $\gamma \sum_j s_j h_j$ with $s = \mathrm{softmax}(w)$.

    At the start all layers weigh the same and $\gamma = 1$.

    Args:
        num_layers: L + 1, the layer of the word vectors included.

    Raises:
        ValueError: If there is no layer.
    """

    def __init__(self, num_layers: int) -> None:
        super().__init__()
        if num_layers < 1:
            raise ValueError(f"expected at least 1 layer, got {num_layers}")
        self.w = nn.Parameter(torch.zeros(num_layers))
        self.gamma = nn.Parameter(torch.ones(()))

    @property
    def shares(self) -> Float[Tensor, " layers"]:
        """Give s: positive and of sum 1."""
        return self.w.softmax(dim=0)

    def forward(self, layers: Float[Tensor, "layers ..."]) -> Float[Tensor, "..."]:
        """Mix along the first axis.

        Raises:
            ValueError: If the number of layers differs from the one the mix was made for.
        """
        if len(layers) != len(self.w):
            raise ValueError(f"expected {len(self.w)} layers, got {len(layers)}")
        return self.gamma * torch.tensordot(self.shares, layers, dims=1)


def mean_pool(
    layers: Float[Tensor, "layers B T F"], lengths: Int[Tensor, " B"]
) -> Float[Tensor, "layers B F"]:
    """Average over the words of each sentence: without ``<s>``, ``</s>`` and the padding.

    Raises:
        ValueError: If a sentence has no word.
    """
    if int(lengths.min()) < 3:
        raise ValueError(f"expected a word between <s> and </s>, got length {int(lengths.min())}")
    places = torch.arange(layers.shape[2])
    inside = (places >= 1) & (places < lengths[:, None] - 1)  # (B, T)
    return (layers * inside[..., None]).sum(dim=2) / inside.sum(dim=1)[:, None]


@torch.no_grad()
def pooled_layers(
    model: BidirectionalLanguageModel, texts: Sequence[Sequence[int]]
) -> Float[Tensor, "layers B F"]:
    """Give the mean of each layer over each text.

    Mixing and averaging are both linear, so a mix of these means is the mean of the mix.

    Args:
        model: A fitted model.
        texts: Ids, without ``<s>`` and ``</s>``; each with at least one word.
    """
    network, parts = model.network_.eval(), []
    for start in range(0, len(texts), SCORING_BATCH):
        padded = pad(texts[start : start + SCORING_BATCH])
        parts.append(mean_pool(network(*padded), padded.lengths))
    return torch.cat(parts, dim=1)


class Labeled(NamedTuple):
    """Pooled layers of some texts (layers, B, F), and the class of each, 0 or 1 (B,)."""

    layers: Float[Tensor, "layers B F"]
    labels: Float[Tensor, " B"]


class MixClassifier(nn.Module):
    """A logistic layer on a scalar mix of pooled layers; one layer only has nothing to mix.

    Args:
        num_layers: Layers that are mixed.
        num_features: F.
        seed: Decides the first weights.
    """

    def __init__(self, num_layers: int, num_features: int, seed: int = 0) -> None:
        super().__init__()
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(seed)
            self.mix = ScalarMix(num_layers)
            self.dense = nn.Linear(num_features, 1)

    def forward(self, layers: Float[Tensor, "layers B F"]) -> Float[Tensor, " B"]:
        """Give the logit of class 1."""
        return self.dense(self.mix(layers))[:, 0]

    def fit(
        self,
        train: Labeled,
        validation: Labeled,
        steps: int = 200,
        learning_rate: float = 0.01,
        weight_decay: float = 0.01,
    ) -> "MixClassifier":
        """Descend on all training texts at once; keep the weights of the best validation loss.

        That loss is looked at after every fifth step.
        """
        optimizer = torch.optim.AdamW(
            self.parameters(), lr=learning_rate, weight_decay=weight_decay
        )
        self.best_loss_, best = float("inf"), self.state_dict()
        for step in range(1, steps + 1):
            optimizer.zero_grad()
            binary_cross_entropy_with_logits(self(train.layers), train.labels).backward()
            optimizer.step()
            if step % 5 == 0 and (loss := self._loss(validation)) < self.best_loss_:
                self.best_loss_ = loss
                best = {name: value.clone() for name, value in self.state_dict().items()}
        self.load_state_dict(best)
        return self

    @torch.no_grad()
    def _loss(self, texts: Labeled) -> float:
        return binary_cross_entropy_with_logits(self(texts.layers), texts.labels).item()

    @torch.no_grad()
    def predict(self, layers: Float[Tensor, "layers B F"]) -> Int[Tensor, " B"]:
        """Give the likelier class of each text, 0 or 1."""
        return (self(layers) > 0).long()


class Occurrences(NamedTuple):
    """Where a word stands, as (sentence, place), and its vectors there (layers, N, F)."""

    places: list[tuple[int, int]]
    vectors: Float[Tensor, "layers N F"]


@torch.no_grad()
def occurrences(
    model: BidirectionalLanguageModel, sentences: Sequence[Sequence[int]], word: str
) -> Occurrences:
    """Find a word in a text and give its contextual vectors at every place.

    Raises:
        ValueError: If the vocabulary or the text lacks the word.
    """
    index = model.vocabulary.index(word)
    holding = [number for number, sentence in enumerate(sentences) if index in sentence]
    if not holding:
        raise ValueError(f"{word!r} stands in none of the {len(sentences)} sentences")
    network, places, parts = model.network_.eval(), [], []
    for start in range(0, len(holding), SCORING_BATCH):
        numbers = holding[start : start + SCORING_BATCH]
        padded = pad([sentences[number] for number in numbers])
        rows, columns = (padded.tokens == index).nonzero(as_tuple=True)
        parts.append(network(*padded)[:, rows, columns])
        # <s> stands in front, so a place in the sentence is one less than its column
        found = zip(rows.tolist(), columns.tolist(), strict=True)
        places += [(numbers[row], column - 1) for row, column in found]
    return Occurrences(places, torch.cat(parts, dim=1))


def cosines(vectors: Float[Tensor, "N F"], query: Float[Tensor, " F"]) -> Float[Tensor, " N"]:
    """Give the cosine of each vector with one."""
    return normalize(vectors, dim=1) @ normalize(query, dim=0)
