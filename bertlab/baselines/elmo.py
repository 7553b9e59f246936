"""Two language models in one: a stack of LSTMs that reads forward, one that reads backward.

Every sentence stands between ``<s>`` and ``</s>``. At each token the forward stack has read all
tokens up to it and predicts the next; the backward stack has read all from it on and predicts the
one before. The two stacks share the word vectors and the softmax and nothing else: they never meet
before the top, or a prediction could see its answer. What the layers know about a token, both
directions side by side, are its *contextual vectors*.

Adds to ``bertlab.baselines.recurrent``: a second direction, a second layer, LSTM cells. Differs from
the paper: a table of word vectors takes the place of the character network, the LSTM has no
projection, and all is smaller.

Source: Peters, Neumann, Iyyer, Gardner, Clark, Lee and Zettlemoyer 2018.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from jaxtyping import Float, Int, Shaped
from torch import Tensor, nn
from torch.nn.functional import cross_entropy

from bertlab.baselines.corpus import Vocabulary
from bertlab.baselines.neural import FloatArray, NeuralModel, Training
from bertlab.baselines.ngram_counts import BEGIN_ID, END_ID, UNKNOWN_ID
from bertlab.baselines.sampled_softmax import SampledSoftmax
from bertlab.checkpoint import read_tensors, write_atomically, write_tensors

SCORING_BATCH = 64  # sentences scored at once; the number does not change the result


class Padded(NamedTuple):
    """Sentences of different lengths in one rectangle (B, T), and how long each is (B,)."""

    tokens: Int[Tensor, "B T"]
    lengths: Int[Tensor, " B"]


class Directions(NamedTuple):
    """One result of the forward model, one of the backward model."""

    forward: FloatArray
    backward: FloatArray


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
    places = torch.arange(values.shape[1])
    mirrored = lengths[:, None] - 1 - places  # (B, T)
    source = torch.where(mirrored >= 0, mirrored, places)
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


class BidirectionalLanguageModel(NeuralModel):
    """A forward and a backward language model that share word vectors and softmax.

    Args:
        vocabulary: The words the model knows; text is encoded with it.
        hidden_size: D.
        num_layers: L.
        dropout: See ``ElmoNetwork``.
        num_samples: Words drawn against which a training step compares; the scores of a held-out
            text use all V words.
        training: How to train; ``batch_size`` counts sentences.

    Raises:
        ValueError: If a size is below 1 or the dropout is outside [0, 1).
    """

    network_: ElmoNetwork

    def __init__(
        self,
        vocabulary: Vocabulary,
        hidden_size: int = 128,
        num_layers: int = 2,
        dropout: float = 0.2,
        num_samples: int = 1024,
        training: Training | None = None,
    ) -> None:
        super().__init__(vocabulary, training or Training(batch_size=32))
        self.sizes = {"hidden_size": hidden_size, "num_layers": num_layers, "dropout": dropout}
        ElmoNetwork(1, **self.sizes)  # type: ignore[arg-type]  # refuses bad sizes at once
        self._softmax = SampledSoftmax(vocabulary.counts, num_samples)

    @torch.no_grad()
    def directions(self, sentences: Iterable[Sequence[int]]) -> Directions:
        """Give each direction's log P of its tokens, in nats, in the order of the text.

        Raises:
            ValueError: If there is no sentence or an id is out of range.
        """
        network, texts = self._fitted().eval(), self._checked(sentences)
        by_length = sorted(range(len(texts)), key=lambda i: len(texts[i]))
        parts: list[list[Tensor]] = [[torch.empty(0)] * len(texts) for _ in range(2)]
        for chosen in torch.tensor(by_length).split(SCORING_BATCH):
            padded = pad([texts[i] for i in chosen.tolist()])
            for task, part in zip(
                prediction_tasks(network(*padded)[-1], padded), parts, strict=True
            ):
                scores = -cross_entropy(network.output(task.states), task.targets, reduction="none")
                for row, index in enumerate(chosen.tolist()):
                    part[index] = scores[task.rows == row]
        return Directions(*(torch.cat(part).double().numpy() for part in parts))

    def log_probabilities(self, sentences: Iterable[Sequence[int]]) -> FloatArray:
        """Give log P of all tokens of the forward model, then of all of the backward model."""
        return np.concatenate(self.directions(sentences))

    def _build(self) -> nn.Module:
        return ElmoNetwork(len(self.vocabulary), **self.sizes)  # type: ignore[arg-type]

    def _losses(self, sentences: Iterable[Sequence[int]]) -> Iterator[Tensor]:
        texts = self._checked(sentences)
        lengths = torch.tensor([float(len(text)) for text in texts])
        order = (lengths + 4 * torch.rand(len(texts))).argsort()  # a batch has similar lengths
        batches = order.split(self.training.batch_size)
        self.network_.train()
        for number in torch.randperm(len(batches)).tolist():
            padded = pad([texts[i] for i in batches[number].tolist()])
            ahead, behind = prediction_tasks(self.network_(*padded)[-1], padded)
            states = torch.cat([ahead.states, behind.states])
            targets = torch.cat([ahead.targets, behind.targets])
            yield self._softmax(states, targets, self.network_.output)

    def _next_scores(self, history: Sequence[int]) -> Float[Tensor, " V"]:
        padded = pad([history])
        top = self.network_.eval()(*padded)[
            -1, 0, len(history)
        ]  # the last word's state, not </s>'s
        return self.network_.output(top.chunk(2)[0])

    def _checked(self, sentences: Iterable[Sequence[int]]) -> list[list[int]]:
        texts = [list(sentence) for sentence in sentences]
        ids = {word for sentence in texts for word in sentence}
        wrong = sorted(word for word in ids if not 0 <= word < len(self.vocabulary))
        if wrong:
            raise ValueError(f"expected ids from 0 to {len(self.vocabulary) - 1}, got {wrong[0]}")
        if not texts:
            raise ValueError("expected at least one sentence, got none")
        return texts

    def save(self, folder: Path) -> None:
        """Write ``config.json``, ``vocabulary.json`` and, in half precision, ``model.safetensors``."""
        tensors = {k: v.half().contiguous() for k, v in self._fitted().state_dict().items()}
        folder.mkdir(parents=True, exist_ok=True)
        words = {"words": self.vocabulary.words, "counts": self.vocabulary.counts}
        texts = {
            "config.json": json.dumps(self.sizes, indent=1),
            "vocabulary.json": json.dumps(words, ensure_ascii=False),
        }
        for name, text in texts.items():
            write_atomically(folder / name, f"{text}\n".encode())
        write_tensors(folder / "model.safetensors", tensors)

    @classmethod
    def load(cls, folder: Path) -> "BidirectionalLanguageModel":
        """Read what ``save`` wrote; the numbers are those of half precision.

        Raises:
            FileNotFoundError: If a file is missing.
            ValueError: If the tensors are damaged or do not fit the configuration.
        """
        sizes, words = (
            json.loads((folder / name).read_text("utf-8"))
            for name in ("config.json", "vocabulary.json")
        )
        vocabulary = Vocabulary(tuple(words["words"]), tuple(words["counts"]))
        model = cls(vocabulary, **sizes)
        network = model._build()
        try:
            network.load_state_dict(read_tensors(folder / "model.safetensors"))
        except RuntimeError as error:
            raise ValueError(
                f"{folder.name}: expected tensors for {sizes}, got others: {error}"
            ) from error
        model.network_ = network.eval()
        return model
