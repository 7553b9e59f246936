"""What the lesson on neural language models measures: gradients, passes, mixtures, choices."""

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor, nn
from torch.nn.functional import cross_entropy

from bertlab.before.ngrams.corpus import Vocabulary
from bertlab.before.ngrams.counts import UNKNOWN_ID
from bertlab.before.ngrams.ngram import MaximumLikelihood
from bertlab.before.nnlm.model import mix

Text = tuple[Int[Tensor, "B T"], Int[Tensor, " B"]]  # windows, and the word after each
Scorer = Callable[[Sequence[Sequence[int]]], Float[np.ndarray, " N"]]  # log P of each token
PAIRS = ("is", "are"), ("was", "were"), ("has", "have"), ("a", "an"), ("this", "these")
REACH = 4  # words of a window: a word changes its own probability and those of the next four


def rows_with_gradient(network: nn.Module, batch: Text) -> tuple[Tensor, Tensor]:
    """Go back once from the loss of a batch; tell which rows of C and of U have a gradient."""
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


class Pass(NamedTuple):
    """A pass over the training text.

    Attributes:
        during: Perplexity as it is usually reported: each batch is scored before its step.
        again: The same text, once the pass is over.
        validation: The validation text, once the pass is over.
    """

    during: float
    again: Perplexities
    validation: Perplexities


def first_pass(
    one_pass: Callable[[nn.Module, torch.optim.Optimizer], float],
    make: Callable[[], nn.Module],
    seed: int,
    again: Text,
    validation: Text,
) -> Pass:
    """Train a new network for one pass.

    Args:
        one_pass: Trains for a pass and returns the mean loss of its batches.
        make: Returns a network.
        seed: Decides the first weights and the order of the batches.
        again: Sentences of the training text.
        validation: The validation text.
    """
    torch.manual_seed(seed)
    network = make()
    optimizer = torch.optim.AdamW(network.parameters(), lr=3e-3, weight_decay=0.1)
    during = float(np.exp(one_pass(network, optimizer)))
    return Pass(during, perplexities(network, again), perplexities(network, validation))


def seen_groups(
    train: Sequence[Sequence[int]], text: Sequence[Sequence[int]], vocabulary: Vocabulary
) -> dict[str, Bool[np.ndarray, " N"]]:
    """Sort the tokens of a text by what the training text has shown of them."""
    pair, triple = (
        MaximumLikelihood(order, vocabulary).fit(train).probabilities(text) > 0 for order in (2, 3)
    )
    return {"trigram seen": triple, "only its bigram": pair & ~triple, "neither": ~pair}


class Gaps(NamedTuple):
    """Places of a text at which one of two words stood, with the right and the wrong word in.

    Attributes:
        right: A stretch of the sentence around each place, as it was written.
        wrong: The same with the other word of the pair.
        counted: How many of its tokens to score; ``</s>`` only where the sentence ends.
        frequent: Whether the right word is the one that is more frequent in the training text.
    """

    right: list[list[int]]
    wrong: list[list[int]]
    counted: list[int]
    frequent: Bool[np.ndarray, " G"]


def gaps(pair: tuple[str, str], text: Sequence[Sequence[int]], vocabulary: Vocabulary) -> Gaps:
    """Find every place at which a word of a pair stands, and put the other word there."""
    ids = [vocabulary.index(word) for word in pair]
    other = dict(zip(ids, reversed(ids), strict=True))
    right, wrong, counted, frequent = [], [], [], []
    for sentence in text:
        for place in range(len(sentence)):
            word = sentence[place]
            if word not in other:
                continue
            first, last = max(0, place - REACH), min(len(sentence), place + REACH + 1)
            stretch = list(sentence[first:last])
            right.append(stretch)
            wrong.append([*stretch[: place - first], other[word], *stretch[place - first + 1 :]])
            counted.append(len(stretch) + (last == len(sentence)))
            frequent.append(vocabulary.counts[word] >= vocabulary.counts[other[word]])
    return Gaps(right, wrong, counted, np.array(frequent))


def scores(model: Scorer, stretches: Sequence[Sequence[int]]) -> list[Float[np.ndarray, " N"]]:
    """Score all tokens of some stretches; return an array for each."""
    ends = np.cumsum([len(stretch) + 1 for stretch in stretches])[:-1]
    return np.split(model(stretches), ends)


def right_words(
    trigram: Scorer,
    network: Scorer,
    weight: float,
    text: Sequence[Sequence[int]],
    vocabulary: Vocabulary,
) -> dict[str, list[Bool[np.ndarray, " G"]]]:
    """Let four choosers fill every gap of a text.

    Args:
        trigram: Scores with the trigram model.
        network: Scores with the network.
        weight: Of the network in the mixture.
        text: Sentences of ids.
        vocabulary: Their words.

    Returns:
        For each chooser an array a pair of words: where it chose the right one.
    """
    answers: dict[str, list[Bool[np.ndarray, " G"]]] = {}
    for pair in PAIRS:
        found = gaps(pair, text, vocabulary)
        counted, neural = (
            [scores(model, side) for side in (found.right, found.wrong)]
            for model in (trigram, network)
        )
        mixed = [
            [mix(net, count, weight) for net, count in zip(*side, strict=True)]
            for side in zip(neural, counted, strict=True)
        ]
        answers.setdefault("more frequent word", []).append(found.frequent)
        for name, sides in (("trigram model", counted), ("network", neural), ("mixture", mixed)):
            triples = zip(*sides, found.counted, strict=True)
            better = [right[:n].sum() > wrong[:n].sum() for right, wrong, n in triples]
            answers.setdefault(name, []).append(np.array(better))
    return answers


def lead(
    answers: Mapping[str, Sequence[Bool[np.ndarray, " G"]]], first: str, second: str
) -> tuple[float, float]:
    """Return by how much one model is right more often, and half of the 95% interval of it."""
    ahead = np.concatenate(answers[first]).astype(float) - np.concatenate(answers[second])
    return float(ahead.mean()), float(1.96 * ahead.std() / len(ahead) ** 0.5)


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
