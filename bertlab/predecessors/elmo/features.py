"""What tasks do with contextual vectors: mix the layers, and look words up wherever they stand.

The language model stays as it is. A task learns one weight per layer and a scale, the *scalar mix*,
and whatever it builds on top.

Adds to ``bertlab.predecessors.elmo.language_model``: all that is learned after the language model.

Source: Peters et al. 2018, section 3.2, equation 1.
"""

from collections.abc import Sequence
from typing import NamedTuple

import torch
from jaxtyping import Float
from torch import Tensor, nn

from bertlab.predecessors.elmo.language_model import SCORING_BATCH, BidirectionalLanguageModel
from bertlab.predecessors.elmo.network import pad


class ScalarMix(nn.Module):
    r"""Mixes layers: $\gamma \sum_j s_j h_j$ with $s = \mathrm{softmax}(w)$.

    At the start all layers weigh the same and $\gamma = 1$.

    Args:
        num_layers: L + 1, the layer of the word vectors included.

    Raises:
        ValueError: If there is no layer.
    """

    def __init__(self, num_layers: int) -> None:
        super().__init__()
        if num_layers < 1:
            raise ValueError(f"expected at least 1 layer, got {num_layers}")
        self.w = nn.Parameter(torch.zeros(num_layers))
        self.gamma = nn.Parameter(torch.ones(()))

    @property
    def weights(self) -> Float[Tensor, " layers"]:
        """Give s: positive and of sum 1."""
        return self.w.softmax(dim=0)

    def forward(self, layers: Float[Tensor, "layers ..."]) -> Float[Tensor, "..."]:
        """Mix along the first axis.

        Raises:
            ValueError: If the number of layers differs from the one the mix was made for.
        """
        if len(layers) != len(self.w):
            raise ValueError(f"expected {len(self.w)} layers, got {len(layers)}")
        return self.gamma * torch.tensordot(self.weights, layers, dims=1)


class Occurrences(NamedTuple):
    """Where a word stands, as (sentence, position), and its vectors there (layers, N, F)."""

    positions: list[tuple[int, int]]
    vectors: Float[Tensor, "layers N F"]


@torch.no_grad()
def occurrences(
    model: BidirectionalLanguageModel, sentences: Sequence[Sequence[int]], word: str
) -> Occurrences:
    """Find a word in a text and give its contextual vectors at every position.

    Raises:
        ValueError: If the vocabulary or the text lacks the word.
    """
    index = model.vocabulary.index(word)
    holding = [number for number, sentence in enumerate(sentences) if index in sentence]
    if not holding:
        raise ValueError(f"{word!r} stands in none of the {len(sentences)} sentences")
    network, positions, parts = model.network_.eval(), [], []
    for start in range(0, len(holding), SCORING_BATCH):
        numbers = holding[start : start + SCORING_BATCH]
        padded = pad([sentences[number] for number in numbers])
        rows, columns = (padded.tokens == index).nonzero(as_tuple=True)
        parts.append(network(*padded)[:, rows, columns])
        # <s> stands in front, so a position in the sentence is one less than its column
        found = zip(rows.tolist(), columns.tolist(), strict=True)
        positions += [(numbers[row], column - 1) for row, column in found]
    return Occurrences(positions, torch.cat(parts, dim=1))
