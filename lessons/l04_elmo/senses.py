"""Does a vector know which *may* it is? Static against contextual, with controls.

The text is lower-cased, so a month and a verb are one word. ``is_month`` tells them apart by a rule
that looks at one word on each side. Controls: vectors in which the reading was not learned, or
none.
"""

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache

import numpy as np
import torch
from jaxtyping import Bool, Float, Int
from numpy.typing import NDArray
from safetensors import safe_open
from torch import Tensor
from torch.nn.functional import normalize

from bertlab.datasets.fetching.releases import data_folder
from bertlab.predecessors.elmo.network import ElmoNetwork, pad
from bertlab.predecessors.ngrams.corpus import LanguageModelData

BEFORE_A_MONTH = {
    *("in", "of", "on", "by", "from", "since", "until"),
    *("early", "late", "between", "<num>"),
}
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
RARE = {  # senses that questions ask for: the word, what stands beside it, and on which side
    "a will": ("will", {"a"}, -1),
    "left arm, left leg ...": ("left", {"arm", "foot", "hand", "leg", "side"}, 1),
    "north bank, river bank ...": ("bank", {"north", "south", "east", "west", "river"}, -1),
}
Place = tuple[int, int]  # a sentence's number, and where in it a word stands
Vectors = Callable[[Sequence[Place]], Float[Tensor, "N F"]]
Agreement = Callable[[Float[Tensor, "N F"], Bool[Tensor, " N"]], float]


@cache
def word2vec() -> dict[str, NDArray[np.float64]]:
    """Return the vectors that lesson 03 trained, each of length 1."""
    path = data_folder() / "runs" / "word2vec.safetensors"
    with safe_open(path, framework="numpy") as file:
        words = file.metadata()["words"].split(" ")
        vectors = file.get_tensor("vectors").astype(np.float64)
    vectors = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    return dict(zip(words, vectors, strict=True))


def offered() -> list[tuple[str, int]]:
    """Return what a control offers: each question in words, and its number."""
    return [(f"{text} ({word})", number) for number, (text, word) in enumerate(QUESTIONS)]


def word2vec_cosines(word: str, others: Iterable[str]) -> dict[str, float]:
    """Return the cosine of a word with others, by the vectors that lesson 03 trained."""
    vectors = word2vec()
    return {other: float(vectors[other] @ vectors[word]) for other in others}


def places_of(data: LanguageModelData, word: str) -> list[Place]:
    """Return where a word stands in the training text."""
    index = data.vocabulary.index(word)
    return [
        (number, at)
        for number, sentence in enumerate(data.train)
        for at, id_ in enumerate(sentence)
        if id_ == index
    ]


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


def balanced(month: Bool[Tensor, " N"], draws: int = 20) -> list[Int[Tensor, " M"]]:
    """Draw rows: all months, and as many of the verbs, which are more, several times."""
    generator = torch.Generator().manual_seed(0)
    months, others = month.nonzero()[:, 0], (~month).nonzero()[:, 0]
    drawn = [torch.randperm(len(others), generator=generator)[: len(months)] for _ in range(draws)]
    return [torch.cat([months, others[rows]]) for rows in drawn]


def rare_uses(sentences: Sequence[Sequence[str]]) -> dict[str, tuple[int, int]]:
    """Count by a rule the uses of three words in a sense that they seldom have, and all uses."""
    found = {}
    for name, (word, neighbors, step) in RARE.items():
        uses = [(text, at) for text in sentences for at, other in enumerate(text) if other == word]
        beside = [text[at + step] for text, at in uses if 0 <= at + step < len(text)]
        found[name] = sum(other in neighbors for other in beside), len(uses)
    return found


def with_controls(
    agreement: Agreement,
    ways: Mapping[str, Sequence[Vectors]],
    places: Sequence[Place],
    kinds: Bool[Tensor, " N"],
) -> dict[str, list[float]]:
    """Measure how often the nearest use is of the same kind.

    Args:
        agreement: Gives a proportion for vectors and the kinds of their uses.
        ways: Functions that give the vectors of some places, by the name of what is in them.
        places: Uses of a word.
        kinds: Of each use.
    """
    return {name: [agreement(way(places), kinds) for way in some] for name, some in ways.items()}


def anywhere(network: ElmoNetwork, data: LanguageModelData) -> float:
    """Return the mean cosine of the top-layer vectors of two words from anywhere in the text."""
    draw = random.Random(0)
    numbers = draw.sample(range(len(data.train)), 150)
    places = [(number, draw.randrange(len(data.train[number]))) for number in numbers]
    unit = normalize(states_at(network, data, places)[-1], dim=1)
    return (unit @ unit.T).fill_diagonal_(torch.nan).nanmean().item()


def pairs(uses: Float[Tensor, "N F"], month: Bool[Tensor, " N"]) -> tuple[float, float, float]:
    """Return the mean cosine of two verbs, of two months, and of a verb with a month."""
    unit = normalize(uses, dim=1)
    cosines = (unit @ unit.T).fill_diagonal_(torch.nan)  # no use is compared with itself
    kinds = (~month, ~month), (month, month), (~month, month)
    verbs, months, mixed = (cosines[one][:, other].nanmean().item() for one, other in kinds)
    return verbs, months, mixed
