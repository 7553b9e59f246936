"""What the word2vec lesson measures, before anything is drawn."""

from lessons.l03_word2vec.experiments.word2vec import human_scores, unpack
from lessons.l03_word2vec.rank_correlation import spearman

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import torch
from jaxtyping import Float
from torch import Tensor

from bertlab.datasets import Analogy
from bertlab.predecessors.word2vec.word_vectors import WordVectors

_KINDS = {
    "months": "january march april june july october november december",
    "sport": "cricket football tennis team match",
    "war": "army soldiers troops battle",
    "space": "moon earth orbit spacecraft lunar",
    "politics": "president minister senate parliament election",
    "places": "river island coast sea mountains lake",
    "money": "bank money economy trade market",
}
KINDS = {name: tuple(words.split()) for name, words in _KINDS.items()}
BANDS = ["5-9", "10-29", "30-99", "100 up"]  # occurrences, in the record word2vec_sizes
OBJECTIVES = ("hierarchical softmax", "negative sampling")


def final_scores(
    p: Float[Tensor, "W V"], q: Float[Tensor, " V"], k: int, shift: Float[Tensor, "#V"] | float
) -> Float[Tensor, "W V"]:
    """Return the scores at which P(real) = sigmoid(score - shift) comes to rest.

    A score for each cell of a small table descends its expected gradient, in the place of draws.

    Args:
        p: For each word seen, the probabilities of its neighbors.
        q: The noise distribution.
        k: Noise words a neighbor.
        shift: What is taken from each score: log(k q) for NCE, 0 for negative sampling.
    """
    scores = torch.zeros_like(p)
    for _ in range(5000):
        real = (scores - shift).sigmoid()
        scores -= k * q * real - p * (1 - real)
    return scores


def four_words(
    kinds: Mapping[str, Sequence[str]], count: int, known: WordVectors
) -> list[tuple[list[str], str]]:
    """Draw puzzles: three words of one kind and one of another, shuffled; and the odd one.

    Args:
        kinds: What to draw from.
        count: How many puzzles.
        known: Words without a vector here are left out.
    """
    generator = np.random.default_rng(0)
    members = [[word for word in words if word in known] for words in kinds.values()]
    puzzles = []
    for _ in range(count):
        first, second = generator.choice(len(members), 2, replace=False)
        three = generator.choice(members[first], 3, replace=False).tolist()
        odd = str(generator.choice(members[second]))
        puzzles.append((generator.permutation([*three, odd]).tolist(), odd))
    return puzzles


def one_step(
    v: Float[Tensor, " D"], u: Float[Tensor, "K D"], labels: Float[Tensor, " K"], rate: float
) -> tuple[Float[Tensor, " D"], Float[Tensor, "K D"]]:
    """Return the vectors after a step of negative sampling: the word seen, the words asked about.

    Args:
        v: The vector of the word that is seen.
        u: A row for each word asked about.
        labels: 1 for the neighbor, 0 for noise.
        rate: The learning rate.
    """
    error = (u @ v).sigmoid() - labels
    return v - rate * error @ u, u - rate * error[:, None] * v


def known_to_all(questions: Sequence[Analogy], sources: Sequence[WordVectors]) -> list[Analogy]:
    """Return the analogies whose four words have a vector in every source."""
    return [
        question
        for question in questions
        if all(
            word.lower() in source
            for source in sources
            for word in (question.a, question.b, question.c, question.d)
        )
    ]


def judged_by_people(record: Mapping[str, Any], name: str) -> dict[tuple[int, str, str], list]:
    """Return correlations with a list's ratings: of all pairs, and of halves by frequency.

    Args:
        record: Results of ``word2vec_sizes``.
        name: The list.

    Returns:
        For each size, objective and part (``"all"``, ``"rare"``, ``"frequent"``) a Spearman
        correlation a seed. A pair is rare if its rarer word is at most as frequent as the median.
    """
    human = human_scores(name, record["places"][name])
    rarer = np.array(record["rarer"][name])
    low = rarer <= np.median(rarer)
    parts = {"all": low | True, "rare": low, "frequent": ~low}
    return {
        (row["size"], row["objective"], part): [
            spearman(human[chosen], unpack(cosines)[chosen]) for cosines in row[name]
        ]
        for row in record["models"]
        for part, chosen in parts.items()
    }


def leads(people: Mapping[tuple[int, str, str], Sequence[float]], part: str) -> dict[int, float]:
    """Return, for each size, how far the worst seed with a tree is ahead of the best without."""
    tree, noise = OBJECTIVES
    sizes = {size for size, _, _ in people}
    return {
        size: min(people[size, tree, part]) - max(people[size, noise, part])
        for size in sorted(sizes)
    }


def leads_with_people(
    record: Mapping[str, Any], name: str
) -> tuple[dict[int, float], dict[int, float]]:
    """Return ``leads`` of the rare and of the frequent pairs of a list."""
    people = judged_by_people(record, name)
    return leads(people, "rare"), leads(people, "frequent")


def agreements(
    record: Mapping[str, Any],
) -> dict[tuple[int, str], Float[np.ndarray, "S bands"]]:
    """Return the recorded agreement with the large model, a row a seed and a column a band.

    Args:
        record: The record ``word2vec_sizes``.
    """
    return {
        (row["size"], row["objective"]): np.array(row["agreement"])
        for row in record["results"]["models"]
    }


def leads_by_band(
    found: Mapping[tuple[int, str], Float[np.ndarray, "S bands"]], size: int
) -> Float[np.ndarray, " bands"]:
    """Return, for each band, how far the worst seed with a tree is ahead of the best without."""
    tree, noise = (found[size, objective] for objective in OBJECTIVES)
    return tree.min(axis=0) - noise.max(axis=0)


def with_all(vectors: WordVectors, a: str, b: str, c: str) -> str:
    """Return the word nearest to b - a + c in unit vectors, the three given words let in."""
    unit = vectors.vectors / np.linalg.norm(vectors.vectors, axis=1, keepdims=True)
    first, second, third = (unit[vectors.index(word)] for word in (a, b, c))
    return vectors.words[int((unit @ (second - first + third)).argmax())]


def apart(kind: type, step: Callable[..., tuple[Tensor, Tensor]]) -> float:
    """Return how far a class and a step for one pair end from each other, with the same noise.

    Args:
        kind: The student's ``SkipGram``.
        step: The student's ``negative_sampling_step``.
    """
    one, random = kind(torch.arange(40, 0, -1), size=6), torch.Generator().manual_seed(0)
    one.outputs = torch.randn(one.outputs.shape, generator=random).double()
    tables = one.inputs.clone(), one.outputs.clone()
    torch.manual_seed(0)
    drawn = torch.multinomial(one.noise, 5, replacement=True).tolist()
    torch.manual_seed(0)
    one.step(torch.tensor([3]), torch.tensor([7]), rate=0.1)
    moved = step(*tables, 3, 7, drawn, rate=0.1)
    both = zip((one.inputs, one.outputs), moved, strict=True)
    return max((first - second).abs().max().item() for first, second in both)


def train_small(
    names: Sequence[str],
    pairs: Sequence[tuple[str, str]],
    step: Callable[..., tuple[Tensor, Tensor]],
    seed: int,
) -> tuple[Float[Tensor, "V 4"], Float[Tensor, "V 4"]]:
    """Take 1500 steps of negative sampling, pair after pair; return both tables.

    Args:
        names: The vocabulary.
        pairs: Words seen and their neighbors.
        step: The student's ``negative_sampling_step``.
        seed: Decides the first rows and the noise.
    """
    torch.manual_seed(seed)
    v, u = torch.randn(len(names), 4).double() / 4, torch.zeros(len(names), 4).double()
    for number in range(1500):
        seen, neighbor = map(names.index, pairs[number % len(pairs)])
        v, u = step(v, u, seen, neighbor, torch.randint(len(names), (3,)).tolist(), rate=0.2)
    return v, u
