"""The controls of the lesson on ELMo: random readers, neighbors without a network, word counts.

A network with random weights takes away what was learned; one with the trained word vectors and
random LSTMs takes away the reading alone; the mean of the neighbors' word2vec vectors has no
network at all.
"""

from lessons.l04_elmo.senses import (
    MONTHS,
    VERBS,
    Place,
    Vectors,
    places_of,
    states_at,
    word2vec,
)

import copy
import random
from collections.abc import Container, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import torch
from jaxtyping import Bool, Float
from numpy.typing import NDArray
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.linear_model import LogisticRegression
from torch import Tensor, nn
from torch.nn.functional import normalize

from bertlab.before.elmo.network import ElmoNetwork, Padded, pad
from bertlab.before.ngrams.corpus import LanguageModelData, tokenize
from bertlab.datasets import movie_reviews

WIDTH = 2  # neighbors on each side


def with_trained_words(
    trained: ElmoNetwork, random_ones: Sequence[ElmoNetwork]
) -> list[ElmoNetwork]:
    """Return copies of networks with random weights that got the trained word vectors."""
    networks = [copy.deepcopy(network) for network in random_ones]
    for network in networks:
        network.embedding.load_state_dict(trained.embedding.state_dict())
    return networks


@torch.no_grad()
def with_open_gates(networks: Sequence[ElmoNetwork], bias: float = 3) -> list[ElmoNetwork]:
    """Return copies whose forget gates start open: a number is added to their bias."""
    copies = [copy.deepcopy(network) for network in networks]
    for network in copies:
        for reader in (*network.forward_layers, *network.backward_layers):
            reader.bias_ih_l0.chunk(4)[1].add_(bias)  # the order is i, f, g, o
    return copies


def around(sentence: Sequence[str], at: int) -> Float[Tensor, " D"]:
    """Return the mean word2vec vector of the two words on each side of a place."""
    table = word2vec()
    words = [*sentence[max(0, at - WIDTH) : at], *sentence[at + 1 : at + 1 + WIDTH]]
    rows = [table[word] for word in words if word in table]
    size = len(next(iter(table.values())))
    return torch.tensor(np.mean(rows, axis=0) if rows else np.zeros(size))


def margins(
    vectors: Vectors, data: LanguageModelData, places: Sequence[Place]
) -> Float[Tensor, " N"]:
    """Return the cosine with the nearest month less that with the nearest verb such as can.

    Args:
        vectors: Gives the vectors of some places of the training text.
        data: The text.
        places: Uses of the word that is asked about.
    """
    others = [places_of(data, word, 10) for word in (*MONTHS, *VERBS)]
    found = vectors([*places, *(place for some in others for place in some)]).double()
    uses, *rest = found.split([len(places), *map(len, others)])
    means = torch.stack([some.mean(dim=0) for some in rest])  # (words, F)
    cosines = normalize(uses, dim=1) @ normalize(means, dim=1).T
    months, verbs = cosines.split([len(MONTHS), len(VERBS)], dim=1)
    return months.amax(dim=1) - verbs.amax(dim=1)


class Strip(NamedTuple):
    """What one kind of vector says about each use: above 0 it lies with the months."""

    values: Float[Tensor, " N"]
    month: Bool[Tensor, " N"]

    @property
    def right_of_0(self) -> tuple[int, int]:
        """How many of the months, and of the verbs, lie above 0."""
        above = self.values > 0
        return int(above[self.month].sum()), int(above[~self.month].sum())

    @property
    def ordered(self) -> float:
        """How often a month lies above a verb, over all pairs of both: the AUC."""
        pairs = self.values[self.month][:, None] > self.values[~self.month]
        return pairs.double().mean().item()


def ways_to_vectors(
    networks: Mapping[str, Sequence[ElmoNetwork]],
    data: LanguageModelData,
    sentences: Sequence[Sequence[str]],
) -> dict[str, list[Vectors]]:
    """Return what gives a vector to each place: the networks' top layers, and the neighbors."""

    def neighbors(some: Sequence[Place]) -> Float[Tensor, "N F"]:
        return torch.stack([around(sentences[number], at) for number, at in some])

    def top(network: ElmoNetwork) -> Vectors:
        return lambda some: states_at(network, data, some)[-1]

    ways = {name: [top(network) for network in some] for name, some in networks.items()}
    return {**ways, "neighbors, word2vec": [neighbors]}


def forward_halves(ways: Mapping[str, Sequence[Vectors]]) -> dict[str, list[Vectors]]:
    """Return what gives the forward half alone; the neighbors' vectors have no halves."""

    def half(way: Vectors) -> Vectors:
        return lambda some: way(some).chunk(2, dim=1)[0]

    return {
        name: list(some) if name == "neighbors, word2vec" else [half(way) for way in some]
        for name, some in ways.items()
    }


def all_words(network: ElmoNetwork, data: LanguageModelData) -> Vectors:
    """Return what gives the mean word vector of a place's whole sentence, without its order."""
    return lambda some: _means(network, [data.train[number] for number, _ in some])


def words_so_far(network: ElmoNetwork, data: LanguageModelData) -> Vectors:
    """Return what gives the mean word vector up to a place, its own word included."""
    return lambda some: _means(network, [data.train[number][: at + 1] for number, at in some])


def place_alone(some: Sequence[Place]) -> Float[Tensor, "N two"]:
    """Return a point on a circle for each place in its sentence, so that near places are near."""
    angles = torch.tensor([at / 100 for _, at in some])
    return torch.stack([angles.cos(), angles.sin()], dim=1)


@torch.no_grad()
def _means(network: ElmoNetwork, texts: Sequence[Sequence[int]]) -> Float[Tensor, "N D"]:
    return torch.stack([network.embedding(torch.tensor(ids)).mean(dim=0) for ids in texts])


def strips(
    ways: Mapping[str, Sequence[Vectors]],
    data: LanguageModelData,
    places: Sequence[Place],
    month: Bool[Tensor, " N"],
) -> dict[str, list[Strip]]:
    """Compare uses with months and verbs, by each kind of vector."""
    return {
        name: [Strip(margins(way, data, places), month) for way in some]
        for name, some in ways.items()
    }


def bars_in_words(found: Mapping[str, Sequence[float]]) -> str:
    """Write the mean agreement of each kind of vectors."""
    means = (f"{name} {np.mean(values):.1%}" for name, values in found.items())
    return f"Bars from 50%: {', '.join(means)}."


@torch.no_grad()
def moved_by_exchange(network: ElmoNetwork, sentence: Sequence[int], at: int) -> list[int]:
    """Exchange one word for <unk>; return the places whose forward states change, <s> being 0."""
    other = [*sentence]
    other[at] = 0
    before, after = (network(*pad([ids]))[1:, 0].chunk(2, dim=-1)[0] for ids in (sentence, other))
    changed = (before != after).any(dim=-1).any(dim=0)  # (T,)
    return changed.nonzero()[:, 0].tolist()


def sides_in_words(
    words: Sequence[str], at: int, moved: Sequence[int], reached: Mapping[str, Sequence[int]]
) -> str:
    """Write which states an exchanged word moved, and how many vectors reach a state by layer."""
    tokens = ["<s>", *words, "</s>"]
    lines = [f"If “{words[at]}” is exchanged, the forward", "states of these tokens change:"]
    lines += [f"   {' '.join(tokens[place] for place in moved)}", ""]
    lines += ["How many of 7 input vectors change the", "forward half of the middle one?"]
    lines += [
        f"   {name}: {low} in layer 1, {high} in layer 2" for name, (low, high) in reached.items()
    ]
    return "\n".join(lines)


@torch.no_grad()
def packed_first_layer(network: ElmoNetwork, batch: Padded) -> Float[Tensor, "B T two_D"]:
    """Read a packed batch by PyTorch's bidirectional LSTM, with the first layer's weights."""
    vectors = network.embedding(batch.tokens)
    size = vectors.shape[2]
    both = nn.LSTM(size, size, bidirectional=True, batch_first=True)
    readers = {"": network.forward_layers[0], "_reverse": network.backward_layers[0]}
    for ending, reader in readers.items():
        for name, value in reader.state_dict().items():
            getattr(both, name + ending).copy_(value)
    packed = nn.utils.rnn.pack_padded_sequence(
        vectors, batch.lengths, batch_first=True, enforce_sorted=False
    )
    return nn.utils.rnn.pad_packed_sequence(both(packed)[0], batch_first=True)[0]


@cache
def _counted() -> tuple[Any, Any, dict[str, int]]:
    """Return the words of the training and of the test reviews, and the column of each word."""
    reviews = movie_reviews()
    counter = CountVectorizer(tokenizer=tokenize, token_pattern=None, binary=True)
    train = counter.fit_transform([rated.text for rated in reviews.train])
    return train, counter.transform([rated.text for rated in reviews.test]), counter.vocabulary_


def word_counts(
    sizes: Sequence[int], seeds: Sequence[int] = range(5), known: Container[str] | None = None
) -> NDArray[np.float64]:
    """Return test accuracies (sizes, seeds) of a logistic regression that reads words alone.

    It gets the training snippets that the recorded classifiers got, and only known words, if given.
    """
    reviews = movie_reviews()
    train, test, columns = _counted()
    if known is not None:
        kept = [column for word, column in columns.items() if word in known]
        train, test = train[:, kept], test[:, kept]
    labels, right = (
        np.array([rated.label for rated in part]) for part in (reviews.train, reviews.test)
    )
    found = []
    for size in sizes:
        for seed in seeds:
            drawn = random.Random(seed).sample(range(len(labels)), size)
            regression = LogisticRegression(solver="liblinear").fit(train[drawn], labels[drawn])
            found.append(regression.score(test, right))
    return np.array(found).reshape(len(sizes), len(seeds))
