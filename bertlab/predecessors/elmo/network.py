"""The network of ELMo: word vectors, LSTMs that read forward, LSTMs that read backward.

Every sentence stands between ``<s>`` and ``</s>``. At each token the forward stack has read all
tokens up to it, the backward stack all from it on. The two share the word vectors and the softmax
and nothing else: they never meet before the top, or a prediction could see its answer.

Adds to ``lessons.l02_nnlm.recurrent``: a second direction, a second layer, LSTM cells. Differs
from the paper: a table of word vectors takes the place of the character network, the LSTM has no
projection, and all is smaller. ``bertlab.predecessors.elmo.language_model`` trains it.

Source: Peters, Neumann, Iyyer, Gardner, Clark, Lee and Zettlemoyer 2018, section 3.
"""

from collections.abc import Sequence
from typing import NamedTuple

import torch
from jaxtyping import Float, Int, Shaped
from torch import Tensor, nn

from bertlab.predecessors.ngrams.counts import BEGIN_ID, END_ID, UNKNOWN_ID


class Padded(NamedTuple):
    """Sentences of different lengths in one rectangle (B, T), and how long each is (B,)."""

    tokens: Int[Tensor, "B T"]
    lengths: Int[Tensor, " B"]


def pad(sentences: Sequence[Sequence[int]]) -> Padded:
    """Put each sentence between ``<s>`` and ``</s>`` and fill short ones up with ``<unk>``.

    Args:
        sentences: Ids, without ``<s>`` and ``</s>``; a sentence may be empty.

    Raises:
        ValueError: If there is no sentence.
    """
    if not sentences:
        raise ValueError("expected at least one sentence, got none")
    rows = [torch.tensor([BEGIN_ID, *sentence, END_ID]) for sentence in sentences]
    tokens = nn.utils.rnn.pad_sequence(rows, batch_first=True, padding_value=UNKNOWN_ID)
    return Padded(tokens, torch.tensor([len(row) for row in rows]))


def flip(
    values: Shaped[Tensor, "B T *rest"], lengths: Int[Tensor, " B"]
) -> Shaped[Tensor, "B T *rest"]:
    """Reverse each row within its own length; the padding behind it stays where it is.

    ``[a b c - -]`` with length 3 becomes ``[c b a - -]``. Twice is the row again.
    """
    positions = torch.arange(values.shape[1])
    mirrored = lengths[:, None] - 1 - positions  # (B, T)
    source = torch.where(mirrored >= 0, mirrored, positions)
    return values[torch.arange(len(values))[:, None], source]


class ElmoNetwork(nn.Module):
    r"""Word vectors, L layers of LSTMs in each direction, and one softmax for both directions.

    Layer 1 is $h_1 = \mathrm{LSTM}_1(x)$; above it, $h_j = \mathrm{LSTM}_j(h_{j-1}) + h_{j-1}$.

    Args:
        vocabulary_size: V.
        hidden_size: D, the size of a word's vector and of each direction's state.
        num_layers: L.
        dropout: Share of the components of x and of each LSTM's output set to 0 in training.

    Raises:
        ValueError: If a size is below 1 or the dropout is outside [0, 1).
    """

    def __init__(
        self, vocabulary_size: int, hidden_size: int, num_layers: int = 2, dropout: float = 0.0
    ) -> None:
        super().__init__()
        sizes = (vocabulary_size, hidden_size, num_layers)
        if min(sizes) < 1:
            raise ValueError(f"sizes must be at least 1, got V, D and L = {sizes}")
        if not 0 <= dropout < 1:
            raise ValueError(f"dropout must lie in [0, 1), got {dropout}")
        self.embedding = nn.Embedding(vocabulary_size, hidden_size)
        self.forward_layers, self.backward_layers = (
            nn.ModuleList(
                nn.LSTM(hidden_size, hidden_size, batch_first=True) for _ in range(num_layers)
            )
            for _ in range(2)
        )
        self.dropout = nn.Dropout(dropout)
        self.output = nn.Linear(hidden_size, vocabulary_size)

    def forward(
        self, tokens: Int[Tensor, "B T"], lengths: Int[Tensor, " B"]
    ) -> Float[Tensor, "layers B T two_D"]:
        """Give all L + 1 layers of contextual vectors, forward half first.

        Layer 0 is the word's own vector, twice. Places behind a row's length hold no meaning.
        """
        return self.contextualize(self.embedding(tokens), lengths)

    def contextualize(
        self, vectors: Float[Tensor, "B T D"], lengths: Int[Tensor, " B"]
    ) -> Float[Tensor, "layers B T two_D"]:
        """Do the same from the word vectors on."""
        x = self.dropout(vectors)
        ahead = self._stack(x, self.forward_layers)
        behind = self._stack(flip(x, lengths), self.backward_layers)
        aligned = [flip(layer, lengths) for layer in behind]
        pairs = zip(ahead, aligned, strict=True)
        return torch.stack([torch.cat(pair, dim=-1) for pair in pairs])

    def _stack(self, x: Tensor, layers: nn.ModuleList) -> list[Tensor]:
        outputs = [x]
        for number, layer in enumerate(layers):
            new = self.dropout(layer(outputs[-1])[0])
            outputs.append(new + outputs[-1] if number else new)
        return outputs


class PredictionTask(NamedTuple):
    """States that predict (N, D), the words they should predict (N,), and the row of each (N,)."""

    states: Float[Tensor, "N D"]
    targets: Int[Tensor, " N"]
    rows: Int[Tensor, " N"]


def prediction_tasks(
    top: Float[Tensor, "B T two_D"], padded: Padded
) -> tuple[PredictionTask, PredictionTask]:
    """Pair the top states with their targets: the next token forward, the one before backward.

    Each sentence of n words gives n + 1 pairs a direction: forward its words and ``</s>``,
    backward its words and ``<s>``. Both tasks list them in the order of the text.
    """
    tokens, lengths = padded
    ahead, behind = top.chunk(2, dim=-1)
    inside = torch.arange(1, tokens.shape[1]) < lengths[:, None]  # (B, T - 1)
    rows = inside.nonzero()[:, 0]
    return (
        PredictionTask(ahead[:, :-1][inside], tokens[:, 1:][inside], rows),
        PredictionTask(behind[:, 1:][inside], tokens[:, :-1][inside], rows),
    )
