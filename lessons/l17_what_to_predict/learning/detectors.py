"""How well replaced tokens are found: by a detector, and by counting which pieces are replaced."""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import numpy as np
import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor

from bertlab.model.detection import BertForTokenDetection
from bertlab.model.tasks import BertForMaskedLM
from bertlab.pretraining.data import PretrainingBatch
from bertlab.pretraining.replaced_tokens import detection, written_by
from bertlab.probing.cloze import batches
from bertlab.probing.news import HELD_OUT_SEED, masked_news, tokenizer

SEED = 2000  # of what generators write in held-out text


class Written(NamedTuple):
    """Tokens that a detector is asked about, text by text, [CLS] and [SEP] left out.

    Attributes:
        pieces: What stands there, (N,).
        replaced: Whether the generator put it there and the author wrote something else, (N,).
        logits: What the detector says, (N,).
        examples: The example that each is in, (N,).
        chosen: How many places the generator was asked to fill.
    """

    pieces: Int[np.ndarray, " N"]
    replaced: Bool[np.ndarray, " N"]
    logits: Float[np.ndarray, " N"]
    examples: Int[np.ndarray, " N"]
    chosen: int


@torch.no_grad()
def read(
    detector: BertForTokenDetection, generator: BertForMaskedLM, texts: Sequence[PretrainingBatch]
) -> Written:
    """Let a generator write in some batches, and a detector read them."""
    parts: list[tuple[Tensor, ...]] = []
    chosen = offset = 0
    for number, batch in enumerate(texts):
        written = written_by(generator, batch, tokenizer().mask_id, SEED + number)
        logits, labels = detection(detector, batch, written)
        B, T = batch.input_ids.shape
        places = torch.nonzero(batch.attention_mask.flatten())[:, 0]
        ids = written.input_ids.flatten()[places]
        words = (ids != tokenizer().cls_id) & (ids != tokenizer().sep_id)
        parts.append(tuple(x[words] for x in (ids, labels, logits, places // T + offset)))
        offset, chosen = offset + B, chosen + len(batch.targets)
    columns = [torch.cat(column).numpy() for column in zip(*parts, strict=True)]
    pieces, replaced, said, examples = columns
    return Written(pieces, replaced, said, examples, chosen)


def read_held_out(
    detector: BertForTokenDetection, generator: BertForMaskedLM, number: int, length: int = 128
) -> tuple[Written, Written]:
    """Let a generator write in validation text and in test text, and a detector read them.

    Args:
        detector: Reads.
        generator: Writes.
        number: Of examples of each part.
        length: Of an example, at most.
    """
    validation, test = (
        read(detector, generator, held_out(part, length, number)) for part in ("validation", "test")
    )
    return validation, test


@cache
def held_out(part: str, length: int, number: int) -> list[PretrainingBatch]:
    """Return held-out text with 15% of the tokens hidden, the same for all models."""
    return batches(masked_news(part, length, HELD_OUT_SEED), number)


class PieceCounts:
    """A detector that looks at a piece alone: how often was it replaced, where it stood?

    Args:
        written: Counted.
        vocab_size: V.
    """

    def __init__(self, written: Written, vocab_size: int) -> None:
        replaced = np.bincount(written.pieces[written.replaced], minlength=vocab_size)
        own = np.bincount(written.pieces[~written.replaced], minlength=vocab_size)
        self.log_odds = np.log(replaced + 0.5) - np.log(own + 0.5)

    def __call__(self, pieces: Int[np.ndarray, " N"]) -> Float[np.ndarray, " N"]:
        """Return the log odds of each to be replaced."""
        return self.log_odds[pieces]


def proportion_found(scores: Float[np.ndarray, " N"], replaced: Bool[np.ndarray, " N"]) -> float:
    """Return the proportion of replaced tokens among as many that have the highest scores.

    Whoever marks as many tokens as were replaced is right and complete in the same proportion. Of
    equal scores those that come first are marked.

    Raises:
        ValueError: If nothing was replaced.
    """
    number = int(replaced.sum())
    if not number:
        raise ValueError("expected replaced tokens, got none")
    marked = np.argsort(-scores, kind="stable")[:number]
    return float(replaced[marked].mean())
