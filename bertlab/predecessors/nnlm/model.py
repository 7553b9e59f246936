"""The neural probabilistic language model: every word gets a vector, learned by predicting words.

The network reads the last few words of a sentence. A shared matrix C turns each into a vector; the
vectors are laid end to end; a tanh layer and a softmax turn them into a probability for every word.
Similar words get similar vectors, so what was learned after one history serves others too.

Adds to the n-gram models: parameters that histories share. Leaves out: the authors' parallel
training and weight decay (here, training stops early instead).

Source: Bengio, Ducharme, Vincent and Jauvin 2003, equation 1.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
import torch
from jaxtyping import Float, Int
from torch import Tensor, nn
from torch.nn.functional import cross_entropy

from bertlab.predecessors.ngrams.corpus import Vocabulary
from bertlab.predecessors.ngrams.counts import BEGIN_ID, prediction_rows
from bertlab.predecessors.nnlm.training import FloatArray, NeuralModel, Training

SCORING_BATCH = 1024  # windows scored at once: 33 MB of scores for a vocabulary of 8,000


class WindowNetwork(nn.Module):
    r"""Scores every word after a window of words: $y = b + W x + U \tanh(d + H x)$.

    $x$ is the concatenation of the vectors of the window's words, oldest first. $W$ connects them
    directly to the scores; the authors tried their model with it and without.

    Args:
        vocabulary_size: V.
        context_size: T, the words of a window (n - 1 in the paper).
        embedding_size: Size of a word's vector (m in the paper).
        hidden_size: D, the units of the tanh layer (h in the paper).
        direct: Whether there are direct connections, $W$.

    Raises:
        ValueError: If a size is below 1.
    """

    def __init__(
        self,
        vocabulary_size: int,
        context_size: int,
        embedding_size: int,
        hidden_size: int,
        direct: bool = False,
    ) -> None:
        super().__init__()
        sizes = (vocabulary_size, context_size, embedding_size, hidden_size)
        if min(sizes) < 1:
            raise ValueError(f"sizes must be at least 1, got V, T, m and D = {sizes}")
        width = context_size * embedding_size
        self.context_size = context_size
        self.embedding = nn.Embedding(vocabulary_size, embedding_size)  # C
        self.hidden = nn.Linear(width, hidden_size)  # H and d
        self.output = nn.Linear(hidden_size, vocabulary_size)  # U and b
        self.direct = nn.Linear(width, vocabulary_size, bias=False) if direct else None  # W

    def forward(self, windows: Int[Tensor, "B T"]) -> Float[Tensor, "B V"]:
        """Return unnormalized scores; their softmax is the next word's distribution.

        Args:
            windows: Ids of the words before the one to predict, oldest first, (B, T).

        Raises:
            ValueError: If the windows do not have the network's length.
        """
        if windows.shape[1] != self.context_size:
            raise ValueError(f"expected windows of {self.context_size}, got {windows.shape[1]}")
        features = self.features(windows)
        scores = self.output(torch.tanh(self.hidden(features)))  # (B, V)
        return scores if self.direct is None else scores + self.direct(features)

    def features(self, windows: Int[Tensor, "B T"]) -> Float[Tensor, "B TM"]:
        """Look up the vectors of a window's words and lay them end to end."""
        return self.embedding(windows).flatten(1)


class NeuralLanguageModel(NeuralModel):
    """An n-gram model with a network for a table: it reads a fixed window of words.

    Args:
        vocabulary: The words the model knows; text is encoded with it.
        context_size: How many words it reads; 4 makes it a 5-gram model.
        embedding_size: Size of a word's vector.
        hidden_size: Units of the tanh layer.
        direct: Whether the vectors are also connected directly to the scores.
        training: How to train.

    Raises:
        ValueError: If a size is below 1.
    """

    network_: WindowNetwork

    def __init__(
        self,
        vocabulary: Vocabulary,
        context_size: int = 4,
        embedding_size: int = 32,
        hidden_size: int = 64,
        direct: bool = False,
        training: Training | None = None,
    ) -> None:
        super().__init__(vocabulary, training)
        if min(context_size, embedding_size, hidden_size) < 1:
            raise ValueError(
                f"sizes must be at least 1, got context {context_size}, "
                f"embedding {embedding_size} and hidden {hidden_size}"
            )
        self.context_size = context_size
        self.embedding_size = embedding_size
        self.hidden_size = hidden_size
        self.direct = direct

    def windows(
        self, sentences: Iterable[Sequence[int]]
    ) -> tuple[Int[Tensor, "B T"], Int[Tensor, " B"]]:
        """Cut a text into windows and the word that follows each; ``<s>`` fills short histories."""
        return windows_and_targets(sentences, self.context_size, len(self.vocabulary))

    @torch.no_grad()
    def log_probabilities(self, sentences: Iterable[Sequence[int]]) -> FloatArray:
        """Give log P of each predicted token, in nats: every word and each closing ``</s>``."""
        network = self._fitted()
        parts = [
            -cross_entropy(network(windows), targets, reduction="none")
            for windows, targets in zip(
                *(part.split(SCORING_BATCH) for part in self.windows(sentences)), strict=True
            )
        ]
        return torch.cat(parts).double().numpy()

    def _build(self) -> nn.Module:
        return WindowNetwork(
            len(self.vocabulary),
            self.context_size,
            self.embedding_size,
            self.hidden_size,
            self.direct,
        )

    def _losses(self, sentences: Iterable[Sequence[int]]) -> Iterator[Tensor]:
        windows, targets = self.windows(sentences)
        for batch in torch.randperm(len(targets)).split(self.training.batch_size):
            yield cross_entropy(self.network_(windows[batch]), targets[batch])

    def _next_scores(self, history: Sequence[int]) -> Float[Tensor, " V"]:
        padded = [BEGIN_ID] * self.context_size + list(history)
        return self.network_(torch.tensor([padded[-self.context_size :]]))[0]


def windows_and_targets(
    sentences: Iterable[Sequence[int]], context_size: int, vocabulary_size: int
) -> tuple[Int[Tensor, "B T"], Int[Tensor, " B"]]:
    """Cut a text into windows and the word that follows each.

    ``[[5, 8]]`` with two words of context gives ``[[<s>, <s>], [<s>, 5], [5, 8]]`` and
    ``[5, 8, </s>]``.

    Args:
        sentences: Sentences of ids, without ``<s>`` and ``</s>``.
        context_size: Words in a window.
        vocabulary_size: V; ids are below it.

    Raises:
        ValueError: If there is no sentence or an id is out of range.
    """
    rows = torch.from_numpy(prediction_rows(sentences, context_size + 1, vocabulary_size))
    return rows[:, :-1], rows[:, -1]


class Operations(NamedTuple):
    """Multiplications to predict one word, by layer. Looking up a vector multiplies nothing."""

    hidden: int
    output: int
    direct: int

    @property
    def softmax_proportion(self) -> float:
        """The proportion of multiplications that only make the V scores of the softmax."""
        return (self.output + self.direct) / sum(self)


def count_operations(network: WindowNetwork) -> Operations:
    """Count the multiplications of a network by the shapes of its matrices.

    ``(V, T, m, D) = (10, 2, 3, 4)`` has ``2 * 3 * 4 = 24`` in the tanh layer and ``4 * 10 = 40``
    for the scores.
    """
    direct = 0 if network.direct is None else network.direct.weight.numel()
    return Operations(network.hidden.weight.numel(), network.output.weight.numel(), direct)


def mix(first: FloatArray, second: FloatArray, weight: float) -> FloatArray:
    """Interpolate two models: log of ``weight * P_first + (1 - weight) * P_second``.

    Args:
        first: Log-probabilities of tokens under one model.
        second: The same tokens under the other.
        weight: The proportion of the first model, from 0 to 1.

    Raises:
        ValueError: If the shapes differ or the weight is out of range.
    """
    if first.shape != second.shape:
        raise ValueError(f"expected the same tokens twice, got {first.shape} and {second.shape}")
    if not 0 <= weight <= 1:
        raise ValueError(f"weight must lie in [0, 1], got {weight}")
    with np.errstate(divide="ignore"):
        return np.logaddexp(first + np.log(weight), second + np.log1p(-weight))


def best_weight(first: FloatArray, second: FloatArray, num_weights: int = 101) -> float:
    """Find the weight of the first model that makes a text most likely, on an even grid.

    Choose it on a validation text: on the test text it would be fitted to what it is judged by.
    """
    weights = np.linspace(0, 1, num_weights)
    return float(max(weights, key=lambda weight: mix(first, second, weight).mean()))
