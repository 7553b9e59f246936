"""The controls of the lesson on ELMo: random readers, and neighbors without a network.

A network with random weights takes away what was learned; one with the trained word vectors and
random LSTMs takes away the reading alone; the mean of the neighbors' word2vec vectors has no
network at all.
"""

from lessons.l04_elmo.senses import (
    Place,
    Vectors,
    states_at,
    word2vec,
)

import copy
from collections.abc import Mapping, Sequence

import numpy as np
import torch
from jaxtyping import Float
from torch import Tensor, nn

from bertlab.predecessors.elmo.network import ElmoNetwork, Padded, pad
from bertlab.predecessors.ngrams.corpus import LanguageModelData

WIDTH = 2  # neighbors on each side


def with_trained_words(
    trained: ElmoNetwork, random_ones: Sequence[ElmoNetwork]
) -> list[ElmoNetwork]:
    """Return copies of networks with random weights that got the trained word vectors."""
    networks = [copy.deepcopy(network) for network in random_ones]
    for network in networks:
        network.embedding.load_state_dict(trained.embedding.state_dict())
    return networks


def around(sentence: Sequence[str], at: int) -> Float[Tensor, " D"]:
    """Return the mean word2vec vector of the two words on each side of a place."""
    table = word2vec()
    words = [*sentence[max(0, at - WIDTH) : at], *sentence[at + 1 : at + 1 + WIDTH]]
    rows = [table[word] for word in words if word in table]
    size = len(next(iter(table.values())))
    return torch.tensor(np.mean(rows, axis=0) if rows else np.zeros(size))


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


def all_words(network: ElmoNetwork, data: LanguageModelData) -> Vectors:
    """Return what gives the mean word vector of a place's whole sentence, without its order."""
    return lambda some: _means(network, [data.train[number] for number, _ in some])


@torch.no_grad()
def _means(network: ElmoNetwork, texts: Sequence[Sequence[int]]) -> Float[Tensor, "N D"]:
    return torch.stack([network.embedding(torch.tensor(ids)).mean(dim=0) for ids in texts])


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
