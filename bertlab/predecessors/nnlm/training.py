"""What the neural language models share: the training loop, perplexity, look-ups and sampling.

Like an n-gram model, a neural one is an estimator: ``fit`` learns, ``probability`` and
``distribution`` look at one history, ``perplexity`` scores a text, ``sample`` writes one. What
differs between the two networks is how they read the words before the one to predict
(``bertlab.predecessors.nnlm.model``, ``lessons.l02_nnlm.recurrent``).

``<s>`` is one of the V outcomes of the softmax and never a target, so training drives its
probability towards 0; an n-gram model has it at exactly 0.
"""

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

import numpy as np
import torch
from jaxtyping import Float
from numpy.typing import NDArray
from torch import Tensor, nn

from bertlab.predecessors.ngrams.corpus import Vocabulary
from bertlab.predecessors.ngrams.counts import BEGIN_ID, END_ID, UNKNOWN_ID
from bertlab.training.progress import progress

FloatArray = NDArray[np.float64]
Model = TypeVar("Model", bound="NeuralModel")


@dataclass(frozen=True)
class Training:
    """How to train: AdamW with a falling rate, until the validation perplexity stops falling.

    Attributes:
        learning_rate: Step size in the first pass; it falls by equal parts, to 0 after
            ``max_epochs``.
        weight_decay: How strongly all weights are pulled to 0, against learning by heart.
        batch_size: Windows (NNLM) or parallel streams (recurrent) a step.
        max_epochs: Passes over the text at most.
        seed: Decides the first weights and the order of the batches.
    """

    learning_rate: float = 1e-3
    weight_decay: float = 0.1
    batch_size: int = 256
    max_epochs: int = 10
    seed: int = 0

    def __post_init__(self) -> None:
        if not self.learning_rate > 0:
            raise ValueError(f"learning_rate must be above 0, got {self.learning_rate}")
        if self.weight_decay < 0:
            raise ValueError(f"weight_decay must be at least 0, got {self.weight_decay}")
        if self.batch_size < 1 or self.max_epochs < 1:
            raise ValueError(
                f"batch_size and max_epochs must be at least 1, "
                f"got {self.batch_size} and {self.max_epochs}"
            )


class Epoch(NamedTuple):
    """Perplexities after one pass: ``training`` is the mean over the pass, ``validation`` follows.

    ``validation`` is NaN where no validation text was given.
    """

    training: float
    validation: float


class NeuralModel(ABC):
    """A language model that learns vectors for words and predicts with a softmax over all of them.

    Attributes:
        network_: The trained network, after ``fit``.
        epochs_: One ``Epoch`` per pass; the weights kept are those of the best.
    """

    network_: nn.Module
    epochs_: list[Epoch]

    def __init__(self, vocabulary: Vocabulary, training: Training | None = None) -> None:
        self.vocabulary = vocabulary
        self.training = training or Training()

    @abstractmethod
    def _build(self) -> nn.Module:
        """Make the network with its first, random weights."""

    @abstractmethod
    def _losses(self, sentences: Iterable[Sequence[int]]) -> Iterable[Tensor]:
        """Yield the loss of each batch of one pass over a text, in nats per token."""

    @abstractmethod
    def log_probabilities(self, sentences: Iterable[Sequence[int]]) -> FloatArray:
        """Give log P of each predicted token, in nats: every word and each closing ``</s>``."""

    @abstractmethod
    def _next_scores(self, history: Sequence[int]) -> Float[Tensor, " V"]:
        """Give a score to every word after a history."""

    @property
    def num_parameters(self) -> int:
        """How many numbers the network learned."""
        return sum(parameter.numel() for parameter in self._fitted().parameters())

    def fit(
        self: Model,
        sentences: Sequence[Sequence[int]],
        validation: Sequence[Sequence[int]] | None = None,
        after_epoch: Callable[[Epoch], None] = lambda epoch: None,
    ) -> Model:
        """Train on a text; stop early once the perplexity of another text stops falling.

        Args:
            sentences: Sentences of ids, without ``<s>`` and ``</s>``.
            validation: A text to decide when to stop. None trains for ``max_epochs``.
            after_epoch: Called after each pass, to show progress.

        Returns:
            The model itself.

        Raises:
            ValueError: If the text is empty or holds no known word, or ids are out of range.
        """
        if not any(word > UNKNOWN_ID for sentence in sentences for word in sentence):
            words = sum(len(sentence) for sentence in sentences)
            raise ValueError(f"expected a text with known words, got none among its {words} words")
        self.epochs_ = []
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(self.training.seed)
            self.network_ = self._build()
            optimizer = torch.optim.AdamW(
                self.network_.parameters(),
                lr=self.training.learning_rate,
                weight_decay=self.training.weight_decay,
            )
            schedule = torch.optim.lr_scheduler.LambdaLR(
                optimizer, lambda epoch: 1 - epoch / self.training.max_epochs
            )
            best, weights = math.inf, self.network_.state_dict()
            for _ in progress(range(self.training.max_epochs), desc="epochs"):
                trained = math.exp(self._train_epoch(optimizer, sentences))
                schedule.step()
                held_out = math.nan if validation is None else self.perplexity(validation)
                self.epochs_.append(Epoch(trained, held_out))
                after_epoch(self.epochs_[-1])
                if held_out >= best:
                    self.network_.load_state_dict(weights)
                    break
                best = held_out
                weights = {k: v.clone() for k, v in self.network_.state_dict().items()}
        return self

    def restore(self: Model, weights: Mapping[str, Tensor]) -> Model:
        """Take over the weights of a network that was trained before, instead of ``fit``."""
        self.network_ = self._build()
        self.network_.load_state_dict(weights)
        return self

    def _train_epoch(
        self, optimizer: torch.optim.Optimizer, sentences: Sequence[Sequence[int]]
    ) -> float:
        """Take one step per batch; return the mean loss, in nats per token."""
        losses = []
        for loss in self._losses(sentences):
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            losses.append(loss.item())
        return math.fsum(losses) / len(losses)

    def perplexity(self, sentences: Iterable[Sequence[int]]) -> float:
        """Give the inverse geometric mean of the probabilities of all predicted tokens."""
        return math.exp(-self.log_probabilities(sentences).mean())

    @torch.no_grad()
    def distribution(self, history: Sequence[str | int] = ()) -> FloatArray:
        """Give the probability of every word after a history.

        Args:
            history: The text so far, as words or ids; empty at the start of a sentence.

        Returns:
            Array of shape (V,), indexed by id; it sums to 1.

        Raises:
            ValueError: If a word is not in the vocabulary or an id is out of range.
        """
        self._fitted()
        scores = self._next_scores([self._id(word) for word in history])
        return scores.double().softmax(dim=-1).numpy()

    def probability(self, word: str | int, history: Sequence[str | int] = ()) -> float:
        """Give the probability of one word after a history; see ``distribution``."""
        return float(self.distribution(history)[self._id(word)])

    def sample(
        self, seed: int = 0, max_words: int = 30, history: Sequence[str | int] = ()
    ) -> list[str]:
        """Write a sentence, drawing one word after the other.

        Args:
            seed: Seed of the random numbers.
            max_words: Stop after so many words if no ``</s>`` comes before.
            history: The sentence so far; not part of the result.
        """
        generator = np.random.default_rng(seed)
        written = [self._id(word) for word in history]
        start = len(written)
        while len(written) - start < max_words:
            probabilities = self.distribution(written)
            probabilities[BEGIN_ID] = 0.0  # it opens a sentence and cannot stand inside one
            word = int(generator.choice(len(probabilities), p=probabilities / probabilities.sum()))
            if word == END_ID:
                break
            written.append(word)
        return self.vocabulary.decode(written[start:])

    def neighbors(self, word: str, count: int = 5) -> list[tuple[str, float]]:
        """Give the words whose vectors have the largest cosine with a word's vector.

        Args:
            word: A word of the vocabulary.
            count: How many to give.

        Raises:
            ValueError: If the word is not in the vocabulary.
        """
        vectors = self._fitted().get_parameter("embedding.weight").detach()
        directions = nn.functional.normalize(vectors, dim=1)
        index = self.vocabulary.index(word)
        cosines = directions @ directions[index]
        cosines[index] = -math.inf  # a word is no neighbor of itself
        values, nearest = cosines.topk(count)
        return list(zip(self.vocabulary.decode(nearest.tolist()), values.tolist(), strict=True))

    def _fitted(self) -> nn.Module:
        if not hasattr(self, "network_"):
            raise ValueError(f"expected a fitted {type(self).__name__}, got a new one: call fit")
        return self.network_

    def _id(self, word: str | int) -> int:
        if isinstance(word, str):
            return self.vocabulary.index(word)
        if not 0 <= word < len(self.vocabulary):
            raise ValueError(f"expected ids from 0 to {len(self.vocabulary) - 1}, got {word}")
        return int(word)
