"""Two language models in one, forward and backward: together they give contextual vectors.

The forward model predicts each word and the closing ``</s>`` from the words before, the backward
model each word and the opening ``<s>`` from the words after: n + 1 predictions a sentence of n
words in both, as in all lessons before. What the layers hold at a word, both directions side by
side, are its *contextual vectors*.

Adds to ``bertlab.predecessors.elmo.network``: training with a sampled softmax, scores of a text,
and the files of a trained model. Leaves out what tasks do with the vectors
(``bertlab.predecessors.elmo.features``).

Source: Peters, Neumann, Iyyer, Gardner, Clark, Lee and Zettlemoyer 2018.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from jaxtyping import Float
from torch import Tensor, nn
from torch.nn.functional import cross_entropy

from bertlab import files
from bertlab.datasets.fetching.releases import data_folder
from bertlab.model.checkpoint import read_tensors, write_tensors
from bertlab.model.header import check_weights
from bertlab.predecessors.elmo.network import ElmoNetwork, pad, prediction_tasks
from bertlab.predecessors.elmo.sampled_softmax import SampledSoftmax
from bertlab.predecessors.ngrams.corpus import Vocabulary
from bertlab.predecessors.ngrams.counts import BEGIN_ID, END_ID
from bertlab.predecessors.nnlm.training import FloatArray, NeuralModel, Training

SCORING_BATCH = 64  # sentences scored at once; the number does not change the result


class Directions(NamedTuple):
    """One result of the forward model, one of the backward model."""

    forward: FloatArray
    backward: FloatArray


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
        self.hidden_size = hidden_size
        self.num_layers = num_layers
        self.dropout = dropout
        self._network(1)  # refuses bad sizes at once
        counts = list(vocabulary.counts)
        counts[BEGIN_ID] = counts[END_ID]  # the backward model predicts <s> once a sentence
        self._softmax = SampledSoftmax(counts, num_samples)

    @torch.no_grad()
    def directions(self, sentences: Iterable[Sequence[int]]) -> Directions:
        """Give each direction's log P of its tokens, in nats, in the order of the text.

        Raises:
            ValueError: If there is no sentence or an id is out of range.
        """
        self._fitted()
        network, texts = self.network_.eval(), self._checked(sentences)
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

    def _network(self, vocabulary_size: int) -> ElmoNetwork:
        return ElmoNetwork(vocabulary_size, self.hidden_size, self.num_layers, self.dropout)

    def _build(self) -> nn.Module:
        return self._network(len(self.vocabulary))

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
        """Write the sizes and words as JSON, and the weights as safetensors in half precision."""
        tensors = {k: v.half().contiguous() for k, v in self._fitted().state_dict().items()}
        sizes = {name: getattr(self, name) for name in ("hidden_size", "num_layers", "dropout")}
        words = {"words": self.vocabulary.words, "counts": self.vocabulary.counts}
        with files.published(folder) as prepared:
            for name, content in (("config.json", sizes), ("vocabulary.json", words)):
                text = json.dumps(content, ensure_ascii=False)
                files.write_atomically(prepared / name, f"{text}\n".encode())
            write_tensors(prepared / "model.safetensors", tensors)

    @classmethod
    def load(cls, folder: Path) -> "BidirectionalLanguageModel":
        """Read what ``save`` wrote; the numbers are those of half precision.

        Raises:
            FileNotFoundError: If a file is missing.
            ValueError: If the tensors are damaged or do not fit the configuration.
        """
        files.settle(folder)
        sizes = files.read_json(folder / "config.json")
        words = files.read_json(folder / "vocabulary.json")
        tensors = read_tensors(folder / "model.safetensors")
        check_weights(tensors)
        layers = sum(name.startswith("forward_layers.") for name in tensors) // 4  # 4 tensors each
        vectors = tensors.get("embedding.weight", torch.empty(0))
        held = {"hidden_size": vectors.shape[-1], "num_layers": layers}
        if not held.items() <= sizes.items():
            raise ValueError(f"{folder.name}: the weights are of {held}, config.json says {sizes}")
        model = cls(Vocabulary(tuple(words["words"]), tuple(words["counts"])), **sizes)
        model.network_ = model._network(len(model.vocabulary)).eval()
        try:
            model.network_.load_state_dict(tensors)
        except RuntimeError as error:
            raise ValueError(f"{folder.name}: expected tensors of {sizes}, {error}") from error
        return model


def published_folder() -> Path:
    """Return where the model of the recorded run is kept."""
    return data_folder() / "checkpoints" / "elmo-en"


def published() -> BidirectionalLanguageModel:
    """Load the model of the recorded run: English, 8,000 words, D = 128."""
    return BidirectionalLanguageModel.load(published_folder())
