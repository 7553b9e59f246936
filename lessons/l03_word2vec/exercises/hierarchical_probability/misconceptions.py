"""The misconceptions about ``hierarchical_probability``, each a wrong function with advice."""

from lessons.l03_word2vec.exercises.hierarchical_probability.reference import (
    hierarchical_probability,
    turns,
)

from collections.abc import Sequence

from torch import Tensor

from workbook.exercises import Misconception


def _cosine_turns(hidden: Tensor, nodes: Tensor, path: Sequence[int], code: Sequence[int]) -> float:
    length = nodes.norm(dim=1, keepdim=True) * hidden.norm()
    return hierarchical_probability(hidden, nodes / length, path, code)


MISCONCEPTIONS = (
    Misconception(
        "left and right are mixed up",
        "A turn with code 0 has the probability sigmoid(score), one with code 1 has "
        "1 - sigmoid(score). Either choice makes a model, but all words must share it.",
        lambda hidden, nodes, path, code: float(
            turns(hidden, nodes, path, [1 - turn for turn in code]).prod()
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
        lambda hidden, nodes, path, code: float(turns(hidden, nodes, path, code).sum()),
    ),
    Misconception(
        "the probabilities of the turns are averaged",
        "The product is the probability of the word. A mean, arithmetic or geometric, does "
        "not sum to 1 over the words.",
        lambda hidden, nodes, path, code: float(turns(hidden, nodes, path, code).mean()),
        variants=(
            lambda hidden, nodes, path, code: float(
                turns(hidden, nodes, path, code).log().mean().exp()
            ),
        ),
    ),
    Misconception(
        "the path is read from the word up, the code from the root down",
        "Both stand in the same order, the root first: turn i is taken at node i of the path.",
        lambda hidden, nodes, path, code: float(turns(hidden, nodes, path[::-1], code).prod()),
    ),
    Misconception(
        "the root is left out",
        "The first turn is taken at the root. Without it, the two halves of the tree would "
        "each sum to 1.",
        lambda hidden, nodes, path, code: float(turns(hidden, nodes, path[1:], code[1:]).prod()),
    ),
    Misconception(
        "the last turn is left out",
        "The last turn is the one that ends at the word: without it, two words that share a "
        "parent could not be told apart.",
        lambda hidden, nodes, path, code: float(turns(hidden, nodes, path[:-1], code[:-1]).prod()),
    ),
    Misconception(
        "the result is the log-probability",
        "This exercise asks for the probability itself: apply exp, or multiply instead of "
        "adding logarithms.",
        lambda hidden, nodes, path, code: float(turns(hidden, nodes, path, code).log().sum()),
    ),
    Misconception(
        "the scores are cosines",
        "The score of a node is the dot product, as long as the vectors make it: with cosines "
        "no turn could ever be more certain than sigmoid(1).",
        _cosine_turns,
    ),
)
