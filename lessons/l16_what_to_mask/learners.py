"""Models that went on learning with a masker, for the recorded comparison."""

from lessons.l16_what_to_mask.similar_words import Pieces, SimilarWordMasker
from lessons.l16_what_to_mask.span_boundary import SpanBoundaryHead, SpanBoundaryObjective

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import torch

from bertlab.model.tasks import BertForMaskedLM
from bertlab.pretraining.data import PretrainingBatch, PretrainingData
from bertlab.pretraining.maskers import (
    Masker,
    SpanMasker,
    ernie_stages,
    span_bert,
)
from bertlab.pretraining.objectives import MaskedLMObjective
from bertlab.probing.news import NAME, tokenizer
from bertlab.text.wordpiece import WordPieceTokenizer
from bertlab.training.config import TrainConfig
from bertlab.training.loop import train

START, BASE = "start", "plain"
ARMS = (BASE, "whole words", "ERNIE 1.0", "SpanBERT spans", "SpanBERT", "MacBERT")


class Learned(NamedTuple):
    """A model after some updates, and how many tokens it had to guess."""

    model: BertForMaskedLM
    hidden: int


def maskers_of(
    arm: str, pieces: WordPieceTokenizer, similar: Mapping[Pieces, Sequence[Pieces]]
) -> tuple[Masker, ...]:
    """Return the maskers of an arm, one for each stage of its training.

    Raises:
        ValueError: If there is no such arm.
    """
    if arm not in ARMS:
        raise ValueError(f"expected an arm among {', '.join(ARMS)}, got {arm!r}")
    if arm == "ERNIE 1.0":
        return ernie_stages(pieces)
    if arm == "MacBERT":
        return (SimilarWordMasker(pieces, similar),)
    if arm == "whole words":
        return (SpanMasker(pieces),)
    return (Masker(pieces),) if arm == BASE else (span_bert(pieces),)


def learn(
    arm: str,
    data: PretrainingData,
    config: TrainConfig,
    similar: Mapping[Pieces, Sequence[Pieces]],
) -> Learned:
    """Let ``bert-mini-zh`` go on with one arm's maskers; ``start`` is left as it is.

    The stages of an arm share the steps equally.
    """
    model = BertForMaskedLM.from_pretrained(NAME)
    if arm == START:
        return Learned(model, 0)
    stages = [data.masked_by(masker) for masker in maskers_of(arm, tokenizer(), similar)]
    hidden = 0

    def draw(step: int, process: int, processes: int) -> list[PretrainingBatch]:
        nonlocal hidden
        stage = stages[step * len(stages) // config.steps]
        batch = stage.batch(stage.order(step, config.batch_size))
        hidden += len(batch.targets)
        return [batch]

    with torch.random.fork_rng():
        torch.manual_seed(config.seed)
        head = SpanBoundaryHead(model.config)
    both = arm == "SpanBERT"
    train(SpanBoundaryObjective(model, head) if both else MaskedLMObjective(model), draw, config)
    return Learned(model.eval(), hidden)
