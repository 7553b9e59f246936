"""What a trained corrector does with other masks than its own: none, and that of an oracle."""

from lessons.l16_what_to_mask.spelling.corrector import SpellingCorrector
from lessons.l16_what_to_mask.spelling.sentences import NAME, data, homophones, tokenizer
from lessons.l16_what_to_mask.spelling.training import SpellingBatch

from collections.abc import Callable, Mapping
from functools import cache
from typing import NamedTuple

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor

from bertlab.model.tasks import BertForMaskedLM

SoftMask = Callable[[Tensor, Tensor, Tensor], Tensor]  # (T, D), (D,), (T,) -> (T, D)
SENTENCES, TEST_SEED = 300, 1002


class Reader(NamedTuple):
    """How sentences are read.

    Attributes:
        model: A BERT, fine-tuned or not.
        p: From the detector's p and what is wrong (1, else 0) to how much each is hidden.
        residual: Whether the embeddings are added again at the end.
    """

    model: BertForMaskedLM
    p: Callable[[Tensor, Tensor], Tensor]
    residual: bool


class Score(NamedTuple):
    """How many wrong characters a reader mends, and how many right ones it spoils."""

    mended: int
    spoiled: int


@cache
def corrector() -> SpellingCorrector:
    """Return the recorded Soft-Masked BERT, of seed 0."""
    return SpellingCorrector.from_pretrained("zh-spelling")


@cache
def plain_bert() -> BertForMaskedLM:
    """Return ``bert-mini-zh``, not fine-tuned."""
    return BertForMaskedLM.from_pretrained(NAME).eval()


@cache
def suspicions() -> tuple[tuple[SpellingBatch, Float[Tensor, "B T"]], ...]:
    """Return 300 spoiled test sentences in batches, and the detector's p of each character."""
    part = data("test", SENTENCES, seed=TEST_SEED)
    batches = [part.batch(range(start, start + 50)) for start in range(0, SENTENCES, 50)]
    with torch.no_grad():
        detected = (corrector().model(*batch[:3]).detection.sigmoid() for batch in batches)
        return tuple(zip(batches, detected, strict=True))


def is_right(batch: SpellingBatch) -> Bool[Tensor, "B T"]:
    """Tell which characters are written as they should be; specials and padding are not."""
    return batch.right_ids == batch.input_ids


def p_of_characters() -> tuple[Float[Tensor, " W"], Float[Tensor, " R"]]:
    """Return the detector's p of all wrong and of all right characters."""
    wrong = [p[batch.is_wrong.bool()] for batch, p in suspicions()]
    right = [p[is_right(batch)] for batch, p in suspicions()]
    return torch.cat(wrong), torch.cat(right)


def readers() -> Mapping[str, Reader]:
    """Return the corrector with three masks, without its residual, and a BERT as it was before."""
    trained = corrector().model.corrector
    return {
        "its own p": Reader(trained, lambda p, wrong: p, True),
        "no mask": Reader(trained, lambda p, wrong: 0 * p, True),
        "oracle": Reader(trained, lambda p, wrong: wrong, True),
        "oracle, no residual": Reader(trained, lambda p, wrong: wrong, False),
        "oracle, not fine-tuned": Reader(plain_bert(), lambda p, wrong: wrong, False),
    }


@torch.no_grad()
def logits_of(
    reader: Reader, soft_mask: SoftMask, batch: SpellingBatch, p: Float[Tensor, "B T"]
) -> Float[Tensor, "B T V"]:
    """Return what a reader says of each position if words are hidden by a function.

    Position and segment, which a word and [MASK] share, are added after the mixture.
    """
    bert, ids = reader.model.bert, batch.input_ids
    tables, visible = bert.embeddings, batch.attention_mask.bool()
    words, mask = tables.word(ids), tables.word.weight[tokenizer().mask_id]
    hidden = reader.p(p, batch.is_wrong)
    mixed = soft_mask(words.flatten(0, 1), mask, hidden.flatten()).view_as(words)  # (B, T, D)
    rest = tables.position.weight[: ids.shape[1]] + tables.token_type.weight[0]
    last = bert.encoder(tables.norm(mixed + rest), visible[:, None, None, :])
    last = last + tables.norm(words + rest) if reader.residual else last
    return reader.model.masked_lm(last, tables.word.weight)


def score(reader: Reader, soft_mask: SoftMask) -> Score:
    """Return what a reader mends and spoils of the test sentences, by homophones only."""
    choices: Bool[Tensor, "V V"] = homophones().choices()
    number = spoiled = 0
    for batch, p in suspicions():
        logits = logits_of(reader, soft_mask, batch, p)
        allowed = choices[batch.input_ids]
        best: Int[Tensor, "B T"] = logits.masked_fill(~allowed, -torch.inf).argmax(dim=-1)
        number += int(((best == batch.right_ids) & batch.is_wrong.bool()).sum())
        spoiled += int(((best != batch.right_ids) & is_right(batch)).sum())
    return Score(number, spoiled)
