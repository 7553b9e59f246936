"""Three answers to "which word is it?": full softmax, hierarchical softmax, negative sampling.

An objective sees a vector (``hidden``, what is known of the input) and the index of the right word.
It owns no parameters: ``output`` is a matrix whose rows are one vector per word, or per inner node
of a tree. All three give the loss and its exact gradient, written out; tests compare with autograd.

=========================  ===================================  ========================
objective                  rows of ``output``                   rows one example touches
=========================  ===================================  ========================
``FullSoftmax``            V words                              V
``HierarchicalSoftmax``    V - 1 inner nodes                    about log2 V, on average
``NegativeSampling(k)``    V words                              k + 1
=========================  ===================================  ========================

Source: Mikolov et al. 2013, "Distributed Representations of Words and Phrases and their
Compositionality", section 2; the full softmax is equation (2), hierarchical (3), negative (4).
"""

import math
from abc import ABC, abstractmethod
from typing import NamedTuple

import torch
import torch.nn.functional as F  # noqa: N812
from jaxtyping import Bool, Float, Int
from torch import Tensor

from bertlab.predecessors.word2vec.examples import noise_distribution
from bertlab.predecessors.word2vec.huffman import huffman_tree

Hidden = Float[Tensor, "B D"]
Targets = Int[Tensor, " B"]
Output = Float[Tensor, "R D"]


class Gradients(NamedTuple):
    """The loss of a batch, and its derivatives. ``output`` has a gradient in some rows only.

    Attributes:
        loss: Sum over the batch, in nats.
        hidden: Derivative with respect to each example's vector.
        rows: Which rows of ``output`` have a gradient; a row may stand here several times.
        output: Their derivatives; those of the same row are to be added.
    """

    loss: Float[Tensor, ""]
    hidden: Float[Tensor, "B D"]
    rows: Int[Tensor, " M"]
    output: Float[Tensor, "M D"]


class Objective(ABC):
    """What the three have in common.

    Attributes:
        num_rows_: Rows of ``output`` it needs, after ``fit``.
    """

    num_rows_: int

    @abstractmethod
    def fit(self, counts: Int[Tensor, " V"]) -> "Objective":
        """Prepare for a vocabulary, from how often each word occurs."""

    @abstractmethod
    def gradients(
        self, hidden: Hidden, targets: Targets, output: Output, generator: torch.Generator
    ) -> Gradients:
        """Return the summed loss of the right words, and its derivatives."""

    @abstractmethod
    def log_probability(
        self, hidden: Hidden, targets: Targets, output: Output
    ) -> Float[Tensor, " B"]:
        """Return the log-probability of each right word, in nats; over all words they sum to 1."""


class FullSoftmax(Objective):
    """Every word competes: p(w) = exp(output_w . hidden) / sum over all V words."""

    def fit(self, counts: Int[Tensor, " V"]) -> "FullSoftmax":
        """Note the number of words."""
        self.num_rows_ = len(counts)
        return self

    def gradients(
        self, hidden: Hidden, targets: Targets, output: Output, generator: torch.Generator
    ) -> Gradients:
        """Return loss and derivatives; each score's error is its probability, less 1 if right."""
        log_probabilities = F.log_softmax(hidden @ output.T, dim=1)  # (B, V)
        right = log_probabilities.gather(1, targets[:, None])
        error = log_probabilities.exp()
        error.scatter_add_(1, targets[:, None], torch.full_like(right, -1))
        rows = torch.arange(len(output))
        return Gradients(-right.sum(), error @ output, rows, error.T @ hidden)

    def log_probability(
        self, hidden: Hidden, targets: Targets, output: Output
    ) -> Float[Tensor, " B"]:
        """Return the log of the softmax."""
        return -F.cross_entropy(hidden @ output.T, targets, reduction="none")


class Decisions(NamedTuple):
    """Yes-or-no questions about each example, one per row of ``output`` that is asked.

    Attributes:
        rows: The row asked; the model's yes has the probability sigmoid(output_row . hidden).
        labels: The right answers, 1 for yes.
        used: False where a question does not count (padding, or a noise word that is the target).
    """

    rows: Int[Tensor, "B L"]
    labels: Float[Tensor, "B L"]
    used: Bool[Tensor, "B L"]


def decision_loss(hidden: Hidden, output: Output, decisions: Decisions) -> Float[Tensor, " B"]:
    """Return the negative log-likelihood of the right answers to each example, in nats."""
    scores = torch.einsum("bld,bd->bl", output[decisions.rows], hidden)
    signs = (
        2 * decisions.labels - 1
    )  # yes: log sigmoid(s); no: log(1 - sigmoid(s)) = log sigmoid(-s)
    return -(F.logsigmoid(signs * scores) * decisions.used).sum(dim=1)


class DecisionObjective(Objective):
    """An objective made of yes-or-no questions: the one update of both fast objectives."""

    @abstractmethod
    def decisions(self, targets: Targets, generator: torch.Generator) -> Decisions:
        """Return the questions whose right answers lead to each target."""

    def gradients(
        self, hidden: Hidden, targets: Targets, output: Output, generator: torch.Generator
    ) -> Gradients:
        """Return loss and derivatives; each question's error is its probability of yes - label."""
        rows, labels, used = self.decisions(targets, generator)
        example, index = used.nonzero(as_tuple=True)  # (M,) each: the questions that count
        rows, labels = rows[example, index], labels[example, index]
        vectors, seen = output[rows], hidden[example]  # (M, D) each
        scores = (vectors * seen).sum(dim=1)
        error = (scores.sigmoid() - labels)[:, None]  # (M, 1)
        loss = -F.logsigmoid((2 * labels - 1) * scores).sum()
        hidden_gradient = torch.zeros_like(hidden).index_add_(0, example, error * vectors)
        return Gradients(loss, hidden_gradient, rows, error * seen)


class HierarchicalSoftmax(DecisionObjective):
    """Walk down a Huffman tree: p(w) is the product of the turns on the way to w.

    Attributes:
        tree_: Codes and paths of all words, after ``fit``.
    """

    def fit(self, counts: Int[Tensor, " V"]) -> "HierarchicalSoftmax":
        """Build the tree, and put codes and paths into tensors of equal rows."""
        self.tree_ = huffman_tree(counts.tolist())
        self.num_rows_ = len(self.tree_.children)
        self._paths = _pad(self.tree_.paths)
        self._labels = 1.0 - _pad(self.tree_.codes)  # yes means left, code 0
        lengths = torch.tensor([len(code) for code in self.tree_.codes])
        self._used = torch.arange(self._paths.shape[1]) < lengths[:, None]
        return self

    def decisions(self, targets: Targets, generator: torch.Generator) -> Decisions:
        """Ask each inner node on the way to the target: left?"""
        return Decisions(self._paths[targets], self._labels[targets], self._used[targets])

    def log_probability(
        self, hidden: Hidden, targets: Targets, output: Output
    ) -> Float[Tensor, " B"]:
        """Return the sum of the log-probabilities of the turns."""
        questions = Decisions(self._paths[targets], self._labels[targets], self._used[targets])
        return -decision_loss(hidden, output, questions)


class NegativeSampling(DecisionObjective):
    """Tell the right word from k words drawn from a noise distribution.

    A noise word that happens to be the target is left out, as in the released word2vec.

    Args:
        num_negatives: The k.
        power: Noise probabilities are proportional to count ** power: 1 the words as they are, 0
            all alike. The paper's best is 3/4.

    Attributes:
        noise_: Probability of each word as noise, after ``fit``.

    Raises:
        ValueError: If ``num_negatives`` is below 1, or ``power`` no finite number.
    """

    noise_: Float[Tensor, " V"]

    def __init__(self, num_negatives: int = 5, power: float = 0.75) -> None:
        if num_negatives < 1:
            raise ValueError(f"expected num_negatives >= 1, got {num_negatives}")
        if not math.isfinite(power):
            raise ValueError(f"expected a finite power, got {power}")
        self.num_negatives, self.power = num_negatives, power

    def fit(self, counts: Int[Tensor, " V"]) -> "NegativeSampling":
        """Compute the noise distribution."""
        self.num_rows_ = len(counts)
        self.noise_ = noise_distribution(counts, self.power)
        self._cumulative = self.noise_.cumsum(0)
        self._cumulative[-1] = 1.0  # whatever the rounding: every number below 1 finds a word
        return self

    def draw(self, size: tuple[int, ...], generator: torch.Generator) -> Int[Tensor, "..."]:
        """Draw noise words: the first whose cumulative probability exceeds a uniform number."""
        uniform = torch.rand(size, dtype=torch.float64, generator=generator)
        return torch.searchsorted(self._cumulative, uniform, right=True)

    def decisions(self, targets: Targets, generator: torch.Generator) -> Decisions:
        """Ask of the target and of k noise words: was this the word?"""
        noise = self.draw((len(targets), self.num_negatives), generator)
        rows = torch.cat([targets[:, None], noise], dim=1)  # (B, 1 + k)
        labels = torch.zeros(rows.shape)
        labels[:, 0] = 1
        used = rows != targets[:, None]
        used[:, 0] = True
        return Decisions(rows, labels, used)

    def log_probability(
        self, hidden: Hidden, targets: Targets, output: Output
    ) -> Float[Tensor, " B"]:
        """Return log-probabilities read out of scores that were never trained to be any.

        At the optimum a score is log p(w | input) - log(k noise(w)) (Levy and Goldberg 2014), so
        noise(w) exp(score) is proportional to p(w | input); the sum over words makes it exact.
        """
        scores = hidden @ output.T + self.noise_.log().to(hidden.dtype)
        return -F.cross_entropy(scores, targets, reduction="none")


def _pad(rows: tuple[tuple[int, ...], ...]) -> Int[Tensor, "V L"]:
    """Make a tensor of rows of different lengths, with 0 behind the shorter ones."""
    width = max(map(len, rows))
    return torch.tensor([[*row, *[0] * (width - len(row))] for row in rows])
