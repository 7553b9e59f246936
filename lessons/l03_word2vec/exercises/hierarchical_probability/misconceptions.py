"""The misconceptions about ``hierarchical_probability``, each a wrong function with advice."""

from lessons.l03_word2vec.exercises.hierarchical_probability.reference import (
    hierarchical_probability,
    turns,
)

from collections.abc import Callable, Sequence

import torch
from torch import Tensor

from workbook.exercises import Misconception

Turns = Sequence[int]


def _scores(hidden: Tensor, nodes: Tensor, path: Turns, code: Turns) -> Tensor:
    return nodes[list(path)] @ hidden


def _signed(hidden: Tensor, nodes: Tensor, path: Turns, code: Turns) -> Tensor:
    return _scores(hidden, nodes, path, code) * (1 - 2 * torch.tensor(code))


def _product(
    right: Callable[[Tensor], Tensor], left: Callable[[Tensor], Tensor] = torch.sigmoid
) -> Callable[..., float]:
    """Multiply a function of the scores on the left by another of those on the right."""

    def wrong(hidden: Tensor, nodes: Tensor, path: Turns, code: Turns) -> float:
        scores = _scores(hidden, nodes, path, code)
        return float(torch.where(torch.tensor(code) == 0, left(scores), right(scores)).prod())

    return wrong


def _at(place: int) -> Callable[..., float]:
    return lambda *given: float(turns(*given)[place])


def _one_minus_the_whole(hidden: Tensor, nodes: Tensor, path: Turns, code: Turns) -> float:
    product = 1.0
    for score, turn in zip(_scores(hidden, nodes, path, code).tolist(), code, strict=True):
        product *= torch.tensor(score).double().sigmoid().item()
        product = product if turn == 0 else 1 - product
    return product


def _softmax(hidden: Tensor, nodes: Tensor, path: Turns, code: Turns) -> float:
    shares = _scores(hidden, nodes, path, code).softmax(dim=0)
    return float(torch.where(torch.tensor(code) == 0, shares, 1 - shares).prod())


def _numbered(first: int) -> Callable[..., float]:
    """Read the nodes in the order of the table."""
    return lambda hidden, nodes, path, code: hierarchical_probability(
        hidden, nodes, [(first + place) % len(nodes) for place in range(len(code))], code
    )


def _cosine_turns(hidden: Tensor, nodes: Tensor, path: Turns, code: Turns) -> float:
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
        variants=(lambda *given: 1 + float(turns(*given).sum()),),
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
        variants=(lambda *given: float(turns(*given).log2().sum()),),
    ),
    Misconception(
        "the scores are cosines",
        "The score of a node is the dot product, as long as the vectors make it: with cosines "
        "no turn could ever be more certain than sigmoid(1).",
        _cosine_turns,
    ),
    Misconception(
        "every turn is taken as right",
        "Look at the code: where it is 0, the probability of the turn is sigmoid(score) itself.",
        lambda *given: float((1 - _scores(*given).sigmoid()).prod()),
    ),
    Misconception(
        "the nodes are read in the order of the table, not along the path",
        "Turn i is taken at node path[i], so its vector is nodes[path[i]]. Other rows belong to "
        "other branches of the tree.",
        _numbered(0),
        variants=(
            _numbered(1),
            lambda hidden, nodes, path, code: hierarchical_probability(hidden, nodes, code, code),
        ),
    ),
    Misconception(
        "only the last turn counts",
        "Multiply what has been found so far by each new turn: a plain = in the loop forgets it.",
        _at(-1),
    ),
    Misconception(
        "only the first turn counts",
        "Return after the loop: a return inside it ends the walk at the root.",
        _at(0),
    ),
    Misconception(
        "the sigmoid is missing",
        "A score can be any number. The sigmoid makes a probability of it, and only then is "
        "1 less it the probability of the other turn.",
        _product(lambda scores: 1 - scores, lambda scores: scores),
        variants=(
            _product(lambda scores: -scores, lambda scores: scores),
            _product(lambda scores: 1 - scores.tanh(), torch.tanh),
            _product(lambda scores: 1 - scores.exp(), torch.exp),
            _product(lambda scores: (-scores).exp(), torch.exp),
        ),
    ),
    Misconception(
        "turns of one kind are left out",
        "Every turn has to happen, so each one is a factor: sigmoid(score) where the code is 0, "
        "1 - sigmoid(score) where it is 1.",
        _product(torch.ones_like),
        variants=(_product(lambda scores: 1 - scores.sigmoid(), torch.ones_like),),
    ),
    Misconception(
        "1 minus is taken of the whole product, not of the one turn",
        "Put the condition in brackets, or find the probability of the turn first: product * left "
        "if ... else 1 - product * left reads otherwise than meant.",
        _one_minus_the_whole,
        variants=(
            lambda *given: 1 - float(_scores(*given).sigmoid().prod()),
            lambda *given: 1 - float(turns(*given).prod()),
        ),
    ),
    Misconception(
        "the scores are put together before the sigmoid",
        "Take the sigmoid of each score: every node decides for itself. The product of sigmoids "
        "is not the sigmoid of a sum.",
        lambda *given: float(_signed(*given).sum().sigmoid()),
        variants=(
            lambda *given: float(_scores(*given).sum().sigmoid()),
            lambda *given: float(_scores(*given).prod().sigmoid()),
            lambda *given: float(_signed(*given).prod().sigmoid()),
            lambda *given: float(_signed(*given).mean().sigmoid()),
        ),
    ),
    Misconception(
        "the probability of right is not 1 minus that of left",
        "There are two ways at a node, and both together have probability 1: right has "
        "1 - sigmoid(score), which is sigmoid(-score).",
        _product(lambda scores: (1 - scores).sigmoid()),
        variants=(
            _product(lambda scores: -scores.sigmoid()),
            _product(lambda scores: scores.sigmoid() - 1),
            _product(lambda scores: 1 / scores.sigmoid()),
            _product(lambda scores: -scores),
            _product(lambda scores: 1 - scores),
        ),
    ),
    Misconception(
        "the nodes share one softmax",
        "Each node has two ways of its own, so use sigmoid: nodes do not compete with each other.",
        _softmax,
        variants=(
            lambda *given: float(_scores(*given).softmax(dim=0).prod()),
            lambda h, nodes, path, code: float((nodes @ h).softmax(dim=0)[list(path)].prod()),
            lambda h, nodes, path, code: float((nodes @ h).softmax(dim=0)[path[-1]]),
        ),
    ),
    Misconception(
        "the product starts at 0",
        "Start at 1.0: a product that begins with 0 stays 0.",
        lambda hidden, nodes, path, code: 0.0,
    ),
    Misconception(
        "the result is the negative log-probability",
        "That is the loss. This exercise asks for the probability itself, so multiply the turns.",
        lambda *given: -float(turns(*given).log().sum()),
    ),
    Misconception(
        "path and code are one turn apart",
        "The first turn is taken at the root, the first node of the path: both lists have the same "
        "length, and turn i goes with node i.",
        lambda hidden, nodes, path, code: hierarchical_probability(
            hidden, nodes, path[:-1], code[1:]
        ),
        variants=(
            lambda hidden, nodes, path, code: hierarchical_probability(
                hidden, nodes, path[1:], code[:-1]
            ),
        ),
    ),
)
