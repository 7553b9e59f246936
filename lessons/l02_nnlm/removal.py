"""Taking the direction of the number words out of rows of C: 24 cases, beside random groups."""

from lessons.l02_nnlm.measure import random_groups
from lessons.l02_nnlm.space import piece_along

from collections.abc import Sequence
from typing import NamedTuple

import torch
from jaxtyping import Float
from torch import Tensor, nn

from bertlab.before.ngrams.corpus import Vocabulary

NUMBERS = [
    *("two", "three", "four", "five", "six", "seven"),
    *("eight", "nine", "ten", "eleven", "twelve"),
]
UNSEEN = "six", "eight", "ten", "twelve"  # never before *million* in the training text
BEGINNINGS = (
    "estimated that about",
    "more than",
    "a total of",
    "population of",
    "at least",
    "nearly",
)


class Removal(NamedTuple):
    """What is left of P(million) once a direction was taken out of the word before it.

    Attributes:
        left: The share that is left without the direction of the other number words.
        controls: The share that is left without a piece as large, along each random group.
    """

    left: float
    controls: list[float]

    @property
    def as_low(self) -> int:
        """How many random groups leave no more."""
        return sum(control <= self.left for control in self.controls)


def as_frequent(vocabulary: Vocabulary) -> list[int]:
    """Return the ids of all words that are at least as frequent as the rarest number word."""
    rarest = min(vocabulary.counts[vocabulary.index(word)] for word in NUMBERS)
    return [word for word in range(len(vocabulary)) if vocabulary.counts[word] >= rarest]


def other_words(vocabulary: Vocabulary) -> list[str]:
    """Return the words that are no number words, and as frequent as these."""
    words = vocabulary.decode(as_frequent(vocabulary)[3:])  # without <s>, </s> and <unk>
    return [word for word in words if word not in {*NUMBERS, "<num>"}]


def control_groups(vocabulary: Vocabulary) -> list[list[str]]:
    """Draw 200 groups of ten other words."""
    return random_groups(other_words(vocabulary), size=len(NUMBERS) - 1, times=200)


@torch.no_grad()
def probabilities_with(
    network: nn.Module, window: Sequence[int], word: int, rows: Float[Tensor, "N m"]
) -> Float[Tensor, " N"]:
    """Return P(word) after a window, with each of some rows in the place of its last word's.

    Args:
        network: Has ``embedding``, ``hidden`` and ``output``.
        window: Ids of the words before.
        word: The word to predict.
        rows: What stands in the place of the last word's row, one after the other.
    """
    before = network.get_parameter("embedding.weight")[list(window[:-1])].flatten()
    features = torch.cat([before.expand(len(rows), -1), rows], dim=1)
    hidden = torch.tanh(network.get_submodule("hidden")(features))
    return network.get_submodule("output")(hidden).softmax(dim=1)[:, word]


def removals(network: nn.Module, vocabulary: Vocabulary) -> list[Removal]:
    """Take the direction of the ten other number words out of four words, after six beginnings."""
    table = network.get_parameter("embedding.weight").detach()
    million = vocabulary.index("million")
    groups = [table[vocabulary.encode(group)] for group in control_groups(vocabulary)]
    found = []
    for word in UNSEEN:
        row = table[vocabulary.index(word)]
        own = table[vocabulary.encode([other for other in NUMBERS if other != word])]
        piece = piece_along(row, own)
        length = piece.norm().item()
        pieces = [torch.zeros_like(row), piece, *(piece_along(row, g, length) for g in groups)]
        for beginning in BEGINNINGS:
            window = vocabulary.encode((["<s>"] * 4 + beginning.split() + [word])[-4:])
            after = probabilities_with(network, window, million, row - torch.stack(pieces))
            whole, without, *controls = after.tolist()
            found.append(Removal(without / whole, [one / whole for one in controls]))
    return found
