"""What the lesson on neural language models measures: gradients, passes, groups of tokens."""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import torch
from jaxtyping import Bool, Int
from torch import Tensor, nn
from torch.nn.functional import cross_entropy

from bertlab.predecessors.ngrams.corpus import Vocabulary
from bertlab.predecessors.ngrams.counts import UNKNOWN_ID

Text = tuple[Int[Tensor, "B T"], Int[Tensor, " B"]]  # windows, and the word after each


def rows_with_gradient(network: nn.Module, batch: Text) -> tuple[Tensor, Tensor]:
    """Back-propagate the loss of a batch once; tell which rows of C and of U have a gradient."""
    windows, targets = batch
    network.zero_grad()
    cross_entropy(network(windows), targets).backward()
    tables = network.get_parameter("embedding.weight"), network.get_parameter("output.weight")
    of_c, of_u = [(table.grad != 0).any(dim=1) for table in tables if table.grad is not None]
    return of_c, of_u


class Perplexities(NamedTuple):
    """Of a text: over all of its tokens, and over those in the vocabulary."""

    all: float
    known: float


@torch.no_grad()
def perplexities(network: nn.Module, text: Text) -> Perplexities:
    """Score a text with weights that stand still."""
    windows, targets = text
    losses = torch.cat(
        [
            cross_entropy(network(part), right, reduction="none")
            for part, right in zip(windows.split(1024), targets.split(1024), strict=True)
        ]
    ).double()
    known = losses[targets != UNKNOWN_ID]
    return Perplexities(losses.mean().exp().item(), known.mean().exp().item())


def unknown(text: Text) -> float:
    """Return the proportion of a text's tokens that are <unk>."""
    return (text[1] == UNKNOWN_ID).double().mean().item()


class Texts(NamedTuple):
    """What is scored after a pass: text that was read, and validation text."""

    training: Text
    validation: Text


class Pass(NamedTuple):
    """A pass over the training text.

    Attributes:
        batches: Perplexity of each batch, scored before its step.
        training: Text that the network was trained on, once the pass is over.
        validation: The validation text, once the pass is over.
    """

    batches: list[float]
    training: Perplexities
    validation: Perplexities

    @property
    def during(self) -> float:
        """The perplexity that is usually reported: exp of the mean loss of the batches."""
        return float(np.exp(np.log(self.batches).mean()))


def first_pass(
    one_pass: Callable[[nn.Module, torch.optim.Optimizer], Sequence[float]],
    make: Callable[[], nn.Module],
    seed: int,
    texts: Texts,
) -> Pass:
    """Train a new network for one pass, and score texts with it.

    Args:
        one_pass: Trains for a pass and returns the loss of each batch.
        make: Returns a network.
        seed: Decides the first weights and the order of the batches.
        texts: What is scored after the pass.
    """
    torch.manual_seed(seed)
    network = make()
    optimizer = torch.optim.AdamW(network.parameters(), lr=3e-3, weight_decay=0.1)
    batches = np.exp(one_pass(network, optimizer)).tolist()
    return Pass(batches, *(perplexities(network, text) for text in texts))


def groups_by_context(
    train: Sequence[Sequence[int]], text: Sequence[Sequence[int]]
) -> dict[str, Bool[np.ndarray, " N"]]:
    """Sort the tokens of a text by how often the training text has the two words before them.

    Before a sentence stand two signs of its beginning, as often as there are sentences.
    """
    start = [-1, -1]  # no word has this id
    times = Counter(pair for sentence in train for pair in pairwise([*start, *sentence]))
    before = [times[pair] for sentence in text for pair in pairwise([*start, *sentence])]
    counts = np.array(before)
    bounds = {"never": (0, 0), "1 to 9": (1, 9), "10 to 99": (10, 99)}
    bounds["100 and more"] = 100, len(counts) + counts.max()
    return {name: (low <= counts) & (counts <= high) for name, (low, high) in bounds.items()}


def followed_by(
    word: str, before: Sequence[str], text: Sequence[Sequence[int]], vocabulary: Vocabulary
) -> dict[str, int]:
    """Count how often a word follows each of some others in a text."""
    target = vocabulary.index(word)
    counts = dict.fromkeys(map(vocabulary.index, before), 0)
    for sentence in text:
        for first, second in pairwise(sentence):
            if second == target and first in counts:
                counts[first] += 1
    return dict(zip(before, counts.values(), strict=True))
