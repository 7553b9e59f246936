"""The recurrent language model: a state that is carried from word to word replaces the window.

The text is one unbroken stream. At each word the network makes a new state from the word's vector
and the state before, so nothing fixes how far back it can look. Training runs over the stream in
chunks: the state crosses from chunk to chunk, its gradient does not (truncated back-propagation
through time).

Adds to ``bertlab.predecessors.nnlm.model``: the carried state. Differs from the paper: tanh for the
logistic function, gradients that go back more than one word (Mikolov et al. 2011 do that), AdamW
for plain gradient descent. Leaves out: its network that goes on learning while it is tested.

Source: Mikolov, Karafiat, Burget, Cernocky and Khudanpur 2010.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import torch
from jaxtyping import Float, Int
from torch import Tensor, nn
from torch.nn.functional import cross_entropy

from bertlab.predecessors.ngrams.corpus import Vocabulary
from bertlab.predecessors.ngrams.counts import END_ID, prediction_rows
from bertlab.predecessors.nnlm.training import FloatArray, NeuralModel, Training

SCORING_CHUNK = 512  # words scored at once; the chunk does not change the result


class RecurrentOutput(NamedTuple):
    """Scores after each word (B, T, V), and the state after the last one (B, D)."""

    scores: Float[Tensor, "B T V"]
    state: Float[Tensor, "B D"]


class RecurrentNetwork(nn.Module):
    r"""Scores every word after each word of a stream.

    $s_t = \tanh(C(w_t) + d + R s_{t-1})$ and $y_t = b + U s_t$. The vector of a word is as long as
    the state, since it is added to it.

    Args:
        vocabulary_size: V.
        hidden_size: D, the size of the state and of a word's vector.

    Raises:
        ValueError: If a size is below 1.
    """

    def __init__(self, vocabulary_size: int, hidden_size: int) -> None:
        super().__init__()
        if min(vocabulary_size, hidden_size) < 1:
            raise ValueError(
                f"sizes must be at least 1, got V and D = {(vocabulary_size, hidden_size)}"
            )
        self.embedding = nn.Embedding(vocabulary_size, hidden_size)  # C
        self.recurrence = nn.Linear(hidden_size, hidden_size)  # R and d
        self.output = nn.Linear(hidden_size, vocabulary_size)  # U and b

    def first_state(self, batch_size: int) -> Float[Tensor, "B D"]:
        """Give the state before any word: zeros."""
        return torch.zeros(batch_size, self.recurrence.in_features, dtype=self.output.weight.dtype)

    def step(
        self, vectors: Float[Tensor, "B D"], state: Float[Tensor, "B D"]
    ) -> Float[Tensor, "B D"]:
        """Make the new state from the vector of one word of each stream and the state before."""
        return torch.tanh(vectors + self.recurrence(state))

    def forward(self, words: Int[Tensor, "B T"], state: Float[Tensor, "B D"]) -> RecurrentOutput:
        """Read T words of each stream, starting from a state.

        Args:
            words: Ids, (B, T).
            state: The state after the words before, (B, D).
        """
        states = []
        for vectors in self.embedding(words).unbind(dim=1):  # one word of each stream: (B, D)
            state = self.step(vectors, state)
            states.append(state)
        return RecurrentOutput(self.output(torch.stack(states, dim=1)), state)


class RecurrentLanguageModel(NeuralModel):
    """A language model without a window: its state has read all of the text so far.

    Sentences follow each other in one stream, ``w w w </s> w w </s>``, and ``</s>`` is both the end
    of a sentence and what the next one follows. So the state also carries what the sentences before
    were about, which a window with its ``<s>`` cannot know.

    Args:
        vocabulary: The words the model knows; text is encoded with it.
        hidden_size: Size of the state and of a word's vector.
        chunk_size: Words of a chunk: as far as a gradient can go back.
        training: How to train; ``batch_size`` is the number of streams read side by side.

    Raises:
        ValueError: If a size is below 1.
    """

    network_: RecurrentNetwork

    def __init__(
        self,
        vocabulary: Vocabulary,
        hidden_size: int = 64,
        chunk_size: int = 20,
        training: Training | None = None,
    ) -> None:
        super().__init__(vocabulary, training or Training(batch_size=16))
        if min(hidden_size, chunk_size) < 1:
            raise ValueError(
                f"sizes must be at least 1, got hidden {hidden_size} and chunk {chunk_size}"
            )
        self.hidden_size = hidden_size
        self.chunk_size = chunk_size

    @torch.no_grad()
    def log_probabilities(self, sentences: Iterable[Sequence[int]]) -> FloatArray:
        """Give log P of each predicted token, in nats: every word and each closing ``</s>``."""
        self._fitted()
        network = self.network_
        state, parts = network.first_state(1), []
        for words, targets in chunks(self.stream(sentences), 1, SCORING_CHUNK):
            scores, state = network(words, state)
            parts.append(-cross_entropy(scores[0], targets[0], reduction="none"))
        return torch.cat(parts).double().numpy()

    def _build(self) -> nn.Module:
        return RecurrentNetwork(len(self.vocabulary), self.hidden_size)

    def _losses(self, sentences: Iterable[Sequence[int]]) -> Iterator[Tensor]:
        streams = self.training.batch_size
        state = self.network_.first_state(streams)
        for words, targets in chunks(self.stream(sentences), streams, self.chunk_size):
            scores, state = self.network_(words, state.detach())  # the value crosses, no gradient
            yield cross_entropy(scores.flatten(0, 1), targets.flatten())

    def _next_scores(self, history: Sequence[int]) -> Float[Tensor, " V"]:
        words = torch.tensor([[END_ID, *history]])
        return self.network_(words, self.network_.first_state(1)).scores[0, -1]

    def stream(self, sentences: Iterable[Sequence[int]]) -> Int[Tensor, " N"]:
        """Lay a text out as one row of ids; ``</s>`` stands before the first sentence too."""
        tokens = prediction_rows(sentences, 1, len(self.vocabulary))[:, 0]
        return torch.cat([torch.tensor([END_ID]), torch.from_numpy(tokens)])


def chunks(
    stream: Int[Tensor, " N"], num_streams: int, chunk_size: int
) -> Iterator[tuple[Int[Tensor, "B T"], Int[Tensor, "B T"]]]:
    """Cut a text into parallel streams and walk along them in chunks of words and next words.

    With 2 streams, ``0 1 2 3 4 5 6`` becomes ``0 1 2`` and ``3 4 5``; their targets are
    ``1 2 3`` and ``4 5 6``. Row b of a chunk continues row b of the chunk before, so a state can be
    carried. The last few words, too few for another column, are left out.

    Args:
        stream: All ids of the text, in order.
        num_streams: Rows of a chunk.
        chunk_size: Columns of a chunk; the last may be shorter.

    Raises:
        ValueError: If a size is below 1 or the text has no word for each stream.
    """
    if min(num_streams, chunk_size) < 1:
        raise ValueError(
            f"sizes must be at least 1, got {num_streams} streams and chunks of {chunk_size}"
        )
    length = (len(stream) - 1) // num_streams
    if length < 1:
        raise ValueError(
            f"expected a text longer than its {num_streams} streams, got {len(stream)} tokens"
        )
    words = stream[: num_streams * length].view(num_streams, length)
    targets = stream[1 : num_streams * length + 1].view(num_streams, length)
    yield from zip(words.split(chunk_size, dim=1), targets.split(chunk_size, dim=1), strict=True)
