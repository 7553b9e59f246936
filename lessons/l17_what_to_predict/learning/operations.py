"""How much a way to learn reads and computes: tokens, predictions, multiplications."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bertlab.model.config import BertConfig
from bertlab.pretraining.data import PretrainingBatch
from bertlab.pretraining.replaced_tokens import ReplacedTokenObjective


@dataclass
class Work:
    """What was done so far.

    Attributes:
        tokens: Read, specials included, padding not.
        predictions: Tokens that the model in question learned at. What a generator learns at is
            not counted: it is thrown away.
        multiplications: Of numbers by weights and by each other in the forward passes, padding
            included, the generator's too. Backward passes take twice as many for all alike.
    """

    tokens: int = 0
    predictions: int = 0
    multiplications: int = 0

    def add(self, objective: Any, batch: PretrainingBatch) -> None:
        """Count a batch that an objective learns from."""
        if not isinstance(objective, ReplacedTokenObjective):
            self.add_words(objective.model.config, batch)
            return
        B, T = batch.input_ids.shape
        places = objective.counts(batch)["detection"]
        self.tokens += int(batch.attention_mask.sum())
        self.predictions += places
        self.multiplications += words(objective.generator.config, B, T, len(batch.targets))
        self.multiplications += detections(objective.detector.config, B, T, places)

    def add_words(self, config: BertConfig, batch: PretrainingBatch) -> None:
        """Count a batch as a masked language model would learn from it."""
        B, T = batch.input_ids.shape
        self.tokens += int(batch.attention_mask.sum())
        self.predictions += len(batch.targets)
        self.multiplications += words(config, B, T, len(batch.targets))


def encoder(config: BertConfig, B: int, T: int, places: int) -> int:
    """Count the multiplications of an encoder that is read at some places.

    In each layer a token is multiplied by the four matrices of attention, with all other tokens
    twice (scores, context), and by the two of the feed-forward network, which the last layer
    computes only where it is read.
    """
    D, F, L = config.hidden_size, config.intermediate_size, config.num_layers
    attention = B * T * (4 * D * D + 2 * T * D)
    return L * attention + ((L - 1) * B * T + places) * 2 * D * F


def words(config: BertConfig, B: int, T: int, places: int) -> int:
    """Count those of a masked language model: encoder, dense layer, vocabulary."""
    D, V = config.hidden_size, config.vocab_size
    return encoder(config, B, T, places) + places * (D * D + D * V)


def detections(config: BertConfig, B: int, T: int, places: int) -> int:
    """Count those of a detector: encoder, dense layer, one number."""
    D = config.hidden_size
    return encoder(config, B, T, places) + places * (D * D + D)


def last_layer_everywhere(
    works: Mapping[str, Work], config: BertConfig, batches: Sequence[PretrainingBatch]
) -> dict[str, int]:
    """Count the last feed-forward network at every place, a generator's too, and not where read.

    Args:
        works: What some batches took; ``"masked words"`` have no generator.
        config: Of all networks, but for their number of layers.
        batches: Those.
    """
    places = sum(batch.input_ids.numel() for batch in batches)
    each = 2 * config.hidden_size * config.intermediate_size
    left_out = {way: places - work.predictions for way, work in works.items()}
    generator = places - sum(len(batch.targets) for batch in batches)
    return {
        way: work.multiplications
        + each * (left_out[way] + (0 if way == "masked words" else generator))
        for way, work in works.items()
    }
