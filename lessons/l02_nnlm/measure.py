"""What the lesson on neural language models measures: gradients, passes, groups of tokens."""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import torch
from jaxtyping import Bool, Int
from torch import Tensor, nn
from torch.nn.functional import cross_entropy

from bertlab.before.ngrams.corpus import Vocabulary
from bertlab.before.ngrams.counts import UNKNOWN_ID
from bertlab.before.ngrams.ngram import MaximumLikelihood

Text = tuple[Int[Tensor, "B T"], Int[Tensor, " B"]]  # windows, and the word after each


def rows_with_gradient(network: nn.Module, batch: Text) -> tuple[Tensor, Tensor]:
    """Back-propagate the loss of a batch once; tell which rows of C and of U have a gradient."""
    windows, targets = batch
    network.zero_grad()
    cross_entropy(network(windows), targets).backward()
    tables = network.get_parameter("embedding.weight"), network.get_parameter("output.weight")
    of_c, of_u = [(table.grad != 0).any(dim=1) for table in tables if table.grad is not None]
    return of_c, of_u


def moved_uninvited(
    make: Callable[[], nn.Module],
    first: Text,
    second: Text,
    optimizer: type[torch.optim.Optimizer],
    **settings: Any,
) -> int:
    """Take a step for each of two batches; count the rows of C that the second moves uninvited.

    Args:
        make: Returns a network with ``embedding``, C.
        first: The first batch.
        second: The second batch: rows of words that stand in its windows do not count.
        optimizer: What takes the steps.
        **settings: Its learning rate and the like.
    """
    torch.manual_seed(0)
    network = make()
    stepper = optimizer(network.parameters(), **settings)
    table = network.get_parameter("embedding.weight")
    for windows, targets in (first, second):
        before = table.detach().clone()
        stepper.zero_grad()
        cross_entropy(network(windows), targets).backward()
        stepper.step()
    moved = (table != before).any(dim=1)
    moved[second[0].unique()] = False
    return int(moved.sum())


class Perplexities(NamedTuple):
    """Of a text: over all of its tokens, over those in the vocabulary, and over <unk> alone."""

    all: float
    known: float
    unknown: float


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
    known = targets != UNKNOWN_ID
    return Perplexities(
        *(part.mean().exp().item() for part in (losses, losses[known], losses[~known]))
    )


def unknown(text: Text) -> float:
    """Return the proportion of a text's tokens that are <unk>."""
    return (text[1] == UNKNOWN_ID).double().mean().item()


def unread_as_unknown(text: Text, read: Int[Tensor, " N"]) -> Text:
    """Turn the words of a text that are not among those that were read into <unk>."""
    windows, targets = (torch.where(torch.isin(part, read), part, UNKNOWN_ID) for part in text)
    return windows, targets


class Texts(NamedTuple):
    """What is scored after a pass: text that was read, text of its split, and validation text."""

    studied: Text
    unstudied: Text
    validation: Text


class Pass(NamedTuple):
    """A pass over the training text.

    Attributes:
        batches: Perplexity of each batch, scored before its step.
        studied: Text that the network was trained on, once the pass is over.
        unstudied: Other text of the training split, once the pass is over.
        validation: The validation text, once the pass is over.
        network: What was trained.
    """

    batches: list[float]
    studied: Perplexities
    unstudied: Perplexities
    validation: Perplexities
    network: nn.Module

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
    studied, unstudied, validation = (perplexities(network, text) for text in texts)
    return Pass(batches, studied, unstudied, validation, network)


def seen_groups(
    train: Sequence[Sequence[int]], text: Sequence[Sequence[int]], vocabulary: Vocabulary
) -> dict[str, Bool[np.ndarray, " N"]]:
    """Sort the tokens of a text by what the training text has shown of them."""
    pair, triple = (
        MaximumLikelihood(order, vocabulary).fit(train).probabilities(text) > 0 for order in (2, 3)
    )
    return {"trigram seen": triple, "only its bigram": pair & ~triple, "neither": ~pair}


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


def random_groups(words: Sequence[str], size: int, times: int) -> list[list[str]]:
    """Draw groups of different words, a control for a group that was chosen."""
    draw = np.random.default_rng(0)
    return [draw.choice(words, size, replace=False).tolist() for _ in range(times)]


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
