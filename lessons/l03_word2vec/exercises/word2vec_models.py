"""Exercises of the word2vec lesson on the models: the mean of a context, a path in a tree."""

from collections.abc import Sequence

import torch
from jaxtyping import Float, Int
from torch import Tensor

from bertlab.baselines.word2vec import mean_vectors
from bertlab.exercises import Case, Exercise, Misconception

# ------------------------------------------------------------------------- the mean of a context


def _context_mean(
    vectors: Float[Tensor, "V D"], context: Int[Tensor, "B C"]
) -> Float[Tensor, "B D"]:
    """Return the mean vector of the words of each context; -1 is no word."""
    return mean_vectors(context, vectors)


def _picked(vectors: Tensor, context: Tensor) -> Tensor:
    """Return the vector of each word, zeros for padding."""
    return vectors[context.clamp(min=0)] * (context >= 0)[:, :, None]  # (B, C, D)


def _distinct_mean(vectors: Tensor, context: Tensor) -> Tensor:
    rows = [torch.unique(row[row >= 0]) for row in context]
    return torch.stack([vectors[row].mean(dim=0) for row in rows])


def _context_cases() -> list[Case]:
    random = torch.Generator().manual_seed(0)
    return [
        Case(
            (
                torch.randn(7, 4, generator=random),
                torch.tensor([[0, 3, -1], [6, 6, 2], [-1, -1, 5], [1, -1, -1], [2, 4, 0]]),
            )
        ),
        Case((torch.randn(5, 3, generator=random), torch.tensor([[4, -1, 1, 1], [0, 2, 3, 3]]))),
    ]


context_mean = Exercise(
    name="context_mean",
    reference=_context_mean,
    cases=_context_cases,
    difficulty=2,
    minutes=7,
    misconceptions=(
        Misconception(
            "the vectors are added, not averaged",
            "Divide the sum by the number of words seen: otherwise a word in a full window gets "
            "scores several times as large as one at the end of a sentence.",
            lambda vectors, context: _picked(vectors, context).sum(dim=1),
        ),
        Misconception(
            "padding counts as a word",
            "Divide by the number of words in each row, (context >= 0).sum(dim=1), not by the "
            "width of the table.",
            lambda vectors, context: _picked(vectors, context).mean(dim=1),
        ),
        Misconception(
            "padding reads the last row of the table",
            "Index -1 is the last word in Python, so vectors[context] gives padding a meaning. "
            "Set these places to zero before adding.",
            lambda vectors, context: vectors[context].mean(dim=1),
            variants=(
                lambda vectors, context: (
                    vectors[context].sum(dim=1) / (context >= 0).sum(dim=1, keepdim=True)
                ),
            ),
        ),
        Misconception(
            "padding reads row 0",
            "clamp(min=0) only keeps the look-up from failing. The row it finds has to be set to "
            "zero before adding: word 0 is a word like any other.",
            lambda vectors, context: vectors[context.clamp(min=0)].mean(dim=1),
            variants=(
                lambda vectors, context: (
                    vectors[context.clamp(min=0)].sum(dim=1)
                    / (context >= 0).sum(dim=1, keepdim=True)
                ),
            ),
        ),
        Misconception(
            "a word that stands twice in the window counts once",
            "CBOW averages over places, not over different words: a word seen twice weighs twice.",
            _distinct_mean,
        ),
        Misconception(
            "the vectors are put side by side",
            "Concatenation is what the NNLM of lesson 02 does. CBOW forgets the order: a bag of "
            "words has one vector, the mean.",
            lambda vectors, context: _picked(vectors, context).flatten(start_dim=1),
        ),
    ),
)

# --------------------------------------------------------------------------- a path in the tree


def _hierarchical_probability(
    hidden: Float[Tensor, " D"],
    nodes: Float[Tensor, "R D"],
    path: Sequence[int],
    code: Sequence[int],
) -> float:
    """Return the probability of a word: the product of the turns on its path, 0 left, 1 right."""
    return float(_turns(hidden, nodes, path, code).prod())


def _turns(hidden: Tensor, nodes: Tensor, path: Sequence[int], code: Sequence[int]) -> Tensor:
    """Return the probability of each turn: sigmoid for left, 1 - sigmoid for right."""
    left = (nodes[list(path)] @ hidden).sigmoid()
    return torch.where(torch.tensor(code) == 0, left, 1 - left)


def _cosine_turns(hidden: Tensor, nodes: Tensor, path: Sequence[int], code: Sequence[int]) -> float:
    length = nodes.norm(dim=1, keepdim=True) * hidden.norm()
    return _hierarchical_probability(hidden, nodes / length, path, code)


def _tree_cases() -> list[Case]:
    random = torch.Generator().manual_seed(1)

    def tensors(num_nodes: int, size: int) -> tuple[Tensor, Tensor]:
        numbers = torch.randn(num_nodes + 1, size, generator=random, dtype=torch.float64)
        return numbers[0], numbers[1:]

    return [
        Case((*tensors(5, 3), [4, 2, 1], [0, 1, 1])),
        Case((*tensors(6, 4), [5, 3], [1, 0])),
        Case((*tensors(7, 2), [6, 5, 2, 0], [1, 1, 0, 1])),
        Case((*tensors(4, 3), [3], [1])),
    ]


hierarchical_probability = Exercise(
    name="hierarchical_probability",
    reference=_hierarchical_probability,
    cases=_tree_cases,
    difficulty=2,
    minutes=8,
    misconceptions=(
        Misconception(
            "left and right are mixed up",
            "A turn with code 0 has the probability sigmoid(score), one with code 1 has "
            "1 - sigmoid(score). Either choice makes a model, but all words must share it.",
            lambda hidden, nodes, path, code: float(
                _turns(hidden, nodes, path, [1 - turn for turn in code]).prod()
            ),
        ),
        Misconception(
            "every turn is taken as left",
            "Look at the code: where it is 1, the probability of the turn is 1 - sigmoid(score). "
            "Otherwise the probabilities of all words do not sum to 1.",
            lambda hidden, nodes, path, code: float((nodes[path] @ hidden).sigmoid().prod()),
        ),
        Misconception(
            "the probabilities of the turns are added",
            "All turns have to be taken, one after the other, so their probabilities multiply.",
            lambda hidden, nodes, path, code: float(_turns(hidden, nodes, path, code).sum()),
        ),
        Misconception(
            "the probabilities of the turns are averaged",
            "The product is the probability of the word. A mean, arithmetic or geometric, does "
            "not sum to 1 over the words.",
            lambda hidden, nodes, path, code: float(_turns(hidden, nodes, path, code).mean()),
            variants=(
                lambda hidden, nodes, path, code: float(
                    _turns(hidden, nodes, path, code).log().mean().exp()
                ),
            ),
        ),
        Misconception(
            "the path is read from the word up, the code from the root down",
            "Both stand in the same order, the root first: turn i is taken at node i of the path.",
            lambda hidden, nodes, path, code: float(_turns(hidden, nodes, path[::-1], code).prod()),
        ),
        Misconception(
            "the root is left out",
            "The first turn is taken at the root. Without it, the two halves of the tree would "
            "each sum to 1.",
            lambda hidden, nodes, path, code: float(
                _turns(hidden, nodes, path[1:], code[1:]).prod()
            ),
        ),
        Misconception(
            "the last turn is left out",
            "The last turn is the one that ends at the word: without it, two words that share a "
            "parent could not be told apart.",
            lambda hidden, nodes, path, code: float(
                _turns(hidden, nodes, path[:-1], code[:-1]).prod()
            ),
        ),
        Misconception(
            "the result is the log-probability",
            "This exercise asks for the probability itself: apply exp, or multiply instead of "
            "adding logarithms.",
            lambda hidden, nodes, path, code: float(_turns(hidden, nodes, path, code).log().sum()),
        ),
        Misconception(
            "the scores are cosines",
            "The score of a node is the dot product, as long as the vectors make it: with cosines "
            "no turn could ever be more certain than sigmoid(1).",
            _cosine_turns,
        ),
    ),
)
