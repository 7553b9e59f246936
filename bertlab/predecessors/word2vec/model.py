"""word2vec: word vectors from guessing neighbors (Mikolov et al. 2013).

Two choices make six models. The *context* says what is seen and what is guessed (``skip_gram``,
``cbow``: ``bertlab.predecessors.word2vec.examples``); the *objective* says how a guess is scored
(full softmax, hierarchical softmax, negative sampling:
``bertlab.predecessors.word2vec.objectives``). What is left is one loop: average the input vectors,
ask the objective for gradients, step.

The released program and gensim take one example after the other. Here some hundreds are taken at
once with the same vectors, their gradients are added, and the examples of a whole pass are
shuffled first, so that few of a batch share a row. All else is as in the original.

Leaves out: phrases, sub-words (fastText), training on several threads without locks.
"""

import copy
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import torch
from jaxtyping import Float, Int
from torch import Tensor

from bertlab.predecessors.word2vec.examples import (
    PADDING,
    Context,
    Examples,
    Text,
    count_words,
    encode,
    keep_probability,
    neighbors,
    skip_gram,
)
from bertlab.predecessors.word2vec.objectives import NegativeSampling, Objective
from bertlab.predecessors.word2vec.word_vectors import WordVectors
from bertlab.training.progress import progress


@dataclass(frozen=True)
class Training:
    """How to train. The defaults are gensim's, as far as it has them: it knows no batches.

    Attributes:
        vector_size: Numbers a word's vector has.
        window: Words to look at on either side, at most; each word's reach is drawn from 1..window.
        min_count: Rarer words are dropped before windows are formed.
        sample: Threshold t of the subsampling of frequent words; 0 keeps every word.
        epochs: Passes over the text.
        learning_rate: Step size at the start; it falls linearly to ``end_rate``.
        end_rate: Step size at the end.
        batch_size: Examples whose gradients are added before a step.
        row_limit: Where many examples of a batch share a row, it goes at most so many times the
            mean of their gradients; without this, training can diverge (see ``descend``).
        seed: Decides first vectors, subsampling, reaches, noise and the order of the examples.
    """

    vector_size: int = 100
    window: int = 5
    min_count: int = 5
    sample: float = 1e-3
    epochs: int = 5
    learning_rate: float = 0.025
    end_rate: float = 1e-4
    batch_size: int = 256
    row_limit: float = 1.0
    seed: int = 0

    def __post_init__(self) -> None:
        for name in ("vector_size", "window", "min_count", "epochs", "batch_size"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name} must be at least 1, got {getattr(self, name)}")
        if not self.row_limit > 0:
            raise ValueError(f"row_limit must be above 0, got {self.row_limit}")
        if not 0 <= self.end_rate <= self.learning_rate:
            rates = f"{self.end_rate} and {self.learning_rate}"
            raise ValueError(f"expected 0 <= end_rate <= learning_rate, got {rates}")


class Word2Vec:
    """Word vectors, learned by guessing neighbors.

    Args:
        context: ``skip_gram`` or ``cbow``.
        objective: A ``FullSoftmax()``, ``HierarchicalSoftmax()`` or ``NegativeSampling(k)``.
        training: Sizes, rates and the seed.

    Attributes:
        words_: The vocabulary, most frequent first, after ``fit``.
        counts_: How often each word occurs.
        input_: The vectors one keeps: one row per word.
        output_: The vectors of the objective: one row per word, or per inner node.
        losses_: Mean loss of an example in each pass, in nats.
        num_examples_: Examples seen in all passes.
        num_updates_: Rows of ``output_`` that were stepped, counted with repetition.
    """

    words_: tuple[str, ...]
    counts_: Int[Tensor, " V"]
    input_: Float[Tensor, "V D"]
    output_: Float[Tensor, "R D"]
    losses_: list[float]
    num_examples_: int
    num_updates_: int

    def __init__(
        self,
        context: Context = skip_gram,
        objective: Objective | None = None,
        training: Training | None = None,
    ) -> None:
        self.context = context
        self.objective = objective or NegativeSampling()
        self.training = training or Training()

    @property
    def vectors_(self) -> WordVectors:
        """The input vectors with their words."""
        return WordVectors(self.words_, self.input_.numpy())

    def fit(self, sentences: Sequence[Sequence[str]]) -> "Word2Vec":
        """Learn from sentences of words.

        Raises:
            ValueError: If too few words are frequent enough, or none has a neighbor.
        """
        training = self.training
        generator = torch.Generator().manual_seed(training.seed)
        self.words_, self.counts_ = count_words(sentences, training.min_count)
        self._indices = {word: index for index, word in enumerate(self.words_)}
        self.objective = copy.copy(self.objective).fit(self.counts_)
        shape = len(self.words_), training.vector_size
        self.input_ = (2 * torch.rand(shape, generator=generator) - 1) / training.vector_size
        self.output_ = torch.zeros(self.objective.num_rows_, training.vector_size)
        self.losses_, self.num_examples_, self.num_updates_ = [], 0, 0
        text = encode(sentences, self._indices)
        for epoch in progress(range(training.epochs), desc="word2vec"):
            self._pass(self._draw_examples(text, generator), epoch, generator)
        return self

    def _draw_examples(self, text: Text, generator: torch.Generator) -> Examples:
        """Drop frequent words by chance, then form windows of random reach over what is left."""
        keep = keep_probability(self.counts_, self.training.sample)[text.ids]
        kept = torch.rand(len(keep), dtype=torch.float64, generator=generator) < keep
        text = Text(text.ids[kept], text.sentences[kept])
        reach = torch.randint(1, self.training.window + 1, text.ids.shape, generator=generator)
        return self.context(text.ids, neighbors(text, reach))

    def _pass(self, examples: Examples, epoch: int, generator: torch.Generator) -> None:
        """Step through all examples once, in random order."""
        total, training = len(examples.targets), self.training
        if total == 0:
            raise ValueError("expected words with neighbors in their sentence, got none")
        order = torch.randperm(total, generator=generator)
        loss = 0.0
        for start in range(0, total, training.batch_size):
            chosen = order[start : start + training.batch_size]
            done = (epoch + start / total) / training.epochs
            rate = training.learning_rate + done * (training.end_rate - training.learning_rate)
            loss += self.step(examples.inputs[chosen], examples.targets[chosen], rate, generator)
        self.losses_.append(loss / total)
        self.num_examples_ += total

    def step(
        self,
        inputs: Int[Tensor, "B C"],
        targets: Int[Tensor, " B"],
        rate: float,
        generator: torch.Generator,
    ) -> float:
        """Take one step of gradient descent, and return the summed loss before it.

        Every word seen gets the gradient of their mean *whole*, not divided by their number: not
        the true gradient, but what the released program and gensim do with CBOW. For skip-gram,
        which sees one word, there is no difference.
        """
        hidden = mean_vectors(inputs, self.input_)
        found = self.objective.gradients(hidden, targets, self.output_, generator)
        example, index = (inputs != PADDING).nonzero(as_tuple=True)
        limit = self.training.row_limit
        descend(self.output_, found.rows, found.output, rate, limit)
        descend(self.input_, inputs[example, index], found.hidden[example], rate, limit)
        self.num_updates_ += len(found.rows)
        return float(found.loss)

    def log_probabilities(self, sentences: Iterable[Sequence[str]]) -> Float[Tensor, " E"]:
        """Return the log-probability of each target in a text: full windows, every known word.

        Raises:
            ValueError: If no word of the text has a known neighbor.
        """
        text = encode(sentences, self._indices)
        reach = torch.full(text.ids.shape, self.training.window)
        inputs, targets = self.context(text.ids, neighbors(text, reach))
        if len(targets) == 0:
            raise ValueError(f"expected known words with neighbors, got {len(text.ids)} without")
        return torch.cat(
            [
                self.objective.log_probability(mean_vectors(i, self.input_), t, self.output_)
                for i, t in zip(inputs.split(1024), targets.split(1024), strict=True)
            ]
        )

    def perplexity(self, sentences: Iterable[Sequence[str]]) -> float:
        """Return exp of the mean negative log-probability of the targets of a text.

        It compares objectives of one context; skip-gram and CBOW guess different things.

        Raises:
            ValueError: If no word of the text has a known neighbor.
        """
        return math.exp(-self.log_probabilities(sentences).double().mean().item())


def descend(
    table: Float[Tensor, "V D"],
    rows: Int[Tensor, " M"],
    gradients: Float[Tensor, "M D"],
    rate: float,
    limit: float = 1.0,
) -> None:
    """Step some rows of a table against their gradients, in place.

    A row that stands m times in ``rows`` goes m * rate times the mean of its gradients, as it would
    by m small steps. But these gradients were all computed at the same point: past some m their sum
    overshoots, while small steps would have come to rest. So a row goes ``limit`` times the mean
    at most.
    """
    times = torch.bincount(rows, minlength=len(table))
    rates = (limit / times).clamp(max=rate)  # (V,), one for each row
    table.index_add_(0, rows, gradients * -rates[rows][:, None])


def mean_vectors(inputs: Int[Tensor, "B C"], vectors: Float[Tensor, "V D"]) -> Float[Tensor, "B D"]:
    """Average the vectors of the words seen, not counting padding."""
    if inputs.shape[1] == 1:
        return vectors[inputs[:, 0]]
    seen = inputs != PADDING
    example, index = seen.nonzero(as_tuple=True)
    total = vectors.new_zeros(len(inputs), vectors.shape[1])
    total.index_add_(0, example, vectors[inputs[example, index]])
    return total / seen.sum(dim=1, keepdim=True)
