"""Unsupervised SimCSE: a sentence goes through the encoder twice, and dropout makes the difference.

The two vectors of one sentence should be near each other, and far from those of the other sentences
of the batch. No label is needed.
"""

from collections.abc import Sequence

import numpy as np
from jaxtyping import Float
from torch import Tensor, nn

from bertlab.model.attention import MultiHeadAttention
from bertlab.model.bert import BertModel
from bertlab.text.wordpiece import Batch, WordPieceTokenizer
from bertlab.training.config import TrainConfig
from bertlab.training.loop import Line, Objective, train
from bertlab.vectors.contrastive import in_batch_loss
from bertlab.vectors.text_vectors import mean_pooling


def set_dropout(model: nn.Module, probability: float) -> None:
    """Set every dropout of an encoder, those of the attention weights too.

    It acts in training mode alone (``model.train()``); checkpoints may store it as 0.

    Raises:
        ValueError: If the probability is not in [0, 1).
    """
    if not 0 <= probability < 1:
        raise ValueError(f"expected a probability in [0, 1), got {probability}")
    for module in model.modules():
        if isinstance(module, nn.Dropout):
            module.p = probability
        if isinstance(module, MultiHeadAttention):
            module.attention_dropout = probability


class SimCSE(Objective):
    """An encoder, and the in-batch loss of its two vectors for each sentence.

    Args:
        bert: The encoder; what is frozen in it stays as it is.
        temperature: The cosines are divided by it.

    Source: Gao et al. 2021, SimCSE: Simple Contrastive Learning of Sentence Embeddings, section 3.
    """

    def __init__(self, bert: BertModel, temperature: float = 0.05) -> None:
        super().__init__()
        self.bert, self.temperature = bert, temperature

    def counts(self, batch: Batch) -> dict[str, int]:
        """Return how many sentences look for their other vector."""
        return {"contrast": len(batch.input_ids)}

    def forward(self, batch: Batch) -> dict[str, Tensor]:
        """Return the sum of the loss over the sentences, in nats."""
        loss = in_batch_loss(self._vectors(batch), self._vectors(batch), self.temperature)
        return {"contrast": loss * len(batch.input_ids)}

    def _vectors(self, batch: Batch) -> Float[Tensor, "B D"]:
        hidden = self.bert(*batch).last_hidden_state
        return mean_pooling(hidden, batch.attention_mask)


def fit_simcse(
    bert: BertModel,
    tokenizer: WordPieceTokenizer,
    texts: Sequence[str],
    config: TrainConfig,
    temperature: float = 0.05,
    dropout: float = 0.1,
    max_length: int = 32,
) -> list[Line]:
    """Train an encoder on sentences without labels.

    Args:
        bert: Changed in place; at the end its dropout is what it was set to here.
        tokenizer: Cuts the sentences.
        texts: The sentences; each pass takes them in another order.
        config: Steps, sentences in a batch, learning rate, seed.
        temperature: The cosines are divided by it.
        dropout: Probability to drop an element, everywhere in the encoder.
        max_length: Pieces that are read of a sentence.

    Returns:
        The history of ``bertlab.training.loop.train``; ``contrast`` is the loss in nats.

    Raises:
        ValueError: If there are fewer sentences than a batch has.
    """
    size = config.batch_size
    if len(texts) < size:
        raise ValueError(f"expected {size} sentences or more, got {len(texts)}")
    set_dropout(bert, dropout)
    encoded = [tokenizer.encode(text, max_length=max_length) for text in texts]
    in_pass = len(texts) // size

    def draw(step: int, process: int, processes: int) -> list[Batch]:
        generator = np.random.default_rng([config.seed, step // in_pass])
        order = generator.permutation(len(encoded))
        start = step % in_pass * size
        return [tokenizer.pad([encoded[i] for i in order[start : start + size]])]

    return train(SimCSE(bert, temperature), draw, config)
