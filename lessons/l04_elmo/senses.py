"""Does a vector know which *may* it is? Static against contextual, with two controls.

The text is lower-cased, so a month and a verb are one word. ``is_month`` tells them apart by a rule
that looks at one word on each side. Controls: the *the* that stands closest in
the same sentence, which has one meaning; and networks with randomly initialized weights, which have
learned nothing.
"""

import random
from collections.abc import Iterable, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np
import torch
from jaxtyping import Bool, Float
from numpy.typing import NDArray
from safetensors import safe_open
from torch import Tensor
from torch.nn.functional import normalize

from bertlab.before.elmo.network import ElmoNetwork, pad
from bertlab.before.ngrams.corpus import LanguageModelData
from bertlab.datasets.fetching.releases import data_folder

BEFORE_A_MONTH = {
    *("in", "of", "on", "by", "from", "since", "until"),
    *("early", "late", "between", "<num>"),
}
MONTHS = [
    *("january", "february", "april", "june", "july"),
    *("august", "september", "october", "november", "december"),
]  # march is a verb as well
VERBS = ["can", "could", "would", "must", "should", "might", "will"]
QUESTIONS = [  # a sentence to ask with, and the word in it
    ("They have the right to vote.", "right"),
    ("He was right.", "right"),
    ("He raised his right arm.", "right"),
    ("It took one second.", "second"),
    ("He was the second son of the king.", "second"),
    ("He will leave the city.", "will"),
    ("He wrote his will.", "will"),
    ("He wrote a play.", "play"),
    ("He left the city.", "left"),
    ("His left leg was broken.", "left"),
    ("The house stood on the bank of the river.", "bank"),
]
Place = tuple[int, int]  # a sentence's number, and where in it a word stands


@cache
def word2vec() -> dict[str, NDArray[np.float64]]:
    """Return the vectors that lesson 03 trained, each of length 1."""
    path = data_folder() / "runs" / "word2vec.safetensors"
    with safe_open(path, framework="numpy") as file:
        words = file.metadata()["words"].split(" ")
        vectors = file.get_tensor("vectors").astype(np.float64)
    vectors = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    return dict(zip(words, vectors, strict=True))


def word2vec_cosines(word: str, others: Iterable[str]) -> dict[str, float]:
    """Return the cosine of a word with others, by the vectors that lesson 03 trained."""
    vectors = word2vec()
    return {other: float(vectors[other] @ vectors[word]) for other in others}


def places_of(data: LanguageModelData, word: str, at_most: int | None = None) -> list[Place]:
    """Return where a word stands in the training text; if too often, some places by chance."""
    index = data.vocabulary.index(word)
    places = [
        (number, at)
        for number, sentence in enumerate(data.train)
        for at, id_ in enumerate(sentence)
        if id_ == index
    ]
    if at_most is None or len(places) <= at_most:
        return places
    return random.Random(0).sample(places, at_most)


def is_month(sentence: Sequence[str], at: int) -> bool:
    """Guess from the word on each side whether a *may* is the month."""
    before = sentence[at - 1] if at else ""
    after = sentence[at + 1] if at + 1 < len(sentence) else ""
    return before in BEFORE_A_MONTH or after == "<num>"


def months_and_some_verbs(
    places: Sequence[Place], month: Bool[Tensor, " N"], verbs: int = 100
) -> tuple[list[Place], Bool[Tensor, " M"]]:
    """Return all uses as a month, and some uses as a verb, drawn by chance."""
    rows = month.nonzero()[:, 0].tolist()
    rows += random.Random(0).sample((~month).nonzero()[:, 0].tolist(), verbs)
    return [places[row] for row in rows], month[rows]


@torch.no_grad()
def states_at(
    network: ElmoNetwork, data: LanguageModelData, places: Sequence[Place]
) -> Float[Tensor, "layers N F"]:
    """Return all layers at some places of the training text."""
    parts = []
    for start in range(0, len(places), 64):
        some = places[start : start + 64]
        layers = network.eval()(*pad([data.train[number] for number, _ in some]))
        columns = torch.tensor([at + 1 for _, at in some])  # <s> stands in front
        parts.append(layers[:, torch.arange(len(some)), columns])
    return torch.cat(parts, dim=1)


def untrained(vocabulary_size: int, seeds: Iterable[int]) -> list[ElmoNetwork]:
    """Return networks of the size of the published one, with randomly initialized weights."""
    networks = []
    for seed in seeds:
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(seed)
            networks.append(ElmoNetwork(vocabulary_size, 128).eval())
    return networks


def same_sense(vectors: Float[Tensor, "N F"], month: Bool[Tensor, " N"], draws: int = 20) -> float:
    """Return how often a use's nearest other use has its sense; chance is 1/2.

    There are more verbs than months, so as many of them are drawn, several times.
    """
    generator, found = torch.Generator().manual_seed(0), []
    months, verbs = month.nonzero()[:, 0], (~month).nonzero()[:, 0]
    for _ in range(draws):
        drawn = verbs[torch.randperm(len(verbs), generator=generator)[: len(months)]]
        rows = torch.cat([months, drawn])
        unit = normalize(vectors[rows].double(), dim=1)
        nearest = (unit @ unit.T).fill_diagonal_(-2).argmax(dim=1)
        found.append((month[rows][nearest] == month[rows]).double().mean().item())
    return sum(found) / draws


class Pairs(NamedTuple):
    """Places of *may* and of the nearest *the* in the same sentence, and which *may* is a month."""

    may: list[Place]
    the: list[Place]
    month: Bool[Tensor, " N"]


def may_and_the(
    data: LanguageModelData, sentences: Sequence[Sequence[str]], places: Sequence[Place]
) -> Pairs:
    """Find the uses of *may* that have a *the* in their sentence."""
    the = data.vocabulary.index("the")
    may, controls, month = [], [], []
    for number, at in places:
        others = [other for other, id_ in enumerate(data.train[number]) if id_ == the]
        if others:
            may.append((number, at))
            controls.append((number, min(others, key=lambda other: abs(other - at))))
            month.append(is_month(sentences[number], at))
    return Pairs(may, controls, torch.tensor(month))


def with_controls(
    trained: ElmoNetwork, random_ones: Sequence[ElmoNetwork], data: LanguageModelData, pairs: Pairs
) -> dict[str, list[float]]:
    """Measure ``same_sense`` in the top layer, for *may* and *the*, trained and untrained."""
    found: dict[str, list[float]] = {}
    for name, networks in (("trained", [trained]), ("random weights", random_ones)):
        for word, places in (("may", pairs.may), ("the", pairs.the)):
            values = [
                same_sense(states_at(network, data, places)[-1], pairs.month)
                for network in networks
            ]
            found[f"{word}, {name}"] = values
    return found
