"""Models that go on learning with a masker, and what they are asked afterwards."""

from lessons.l16_what_to_mask.similar_words import Pieces, SimilarWordMasker
from lessons.l16_what_to_mask.span_boundary import SpanBoundaryHead, SpanBoundaryObjective

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import torch
from jaxtyping import Float
from torch import Tensor

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
from bertlab.text.wordpiece import Encoded, WordPieceTokenizer
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


@torch.no_grad()
def first_guess(
    model: BertForMaskedLM, rows: Sequence[Sequence[int]], hidden: Sequence[Sequence[int]]
) -> Float[Tensor, "N V"]:
    """Return the probabilities at the first hidden place of each row.

    Args:
        model: Guesses.
        rows: Ids without specials.
        hidden: For each row the places where [MASK] stands.
    """
    pieces, found = tokenizer(), []
    for begin in range(0, len(rows), 64):
        encoded = []
        for row, places in zip(rows[begin:][:64], hidden[begin:][:64], strict=True):
            ids = [pieces.mask_id if i in places else one for i, one in enumerate(row)]
            encoded.append(Encoded([pieces.cls_id, *ids, pieces.sep_id], [0] * (len(ids) + 2)))
        batch = pieces.pad(encoded)
        wanted = torch.tensor([places[0] + 1 for places in hidden[begin:][:64]])
        flat = torch.arange(len(wanted)) * batch.input_ids.shape[1] + wanted
        vectors = model.bert.read(flat, *batch)
        found.append(model.masked_lm(vectors, model.bert.embeddings.word.weight).softmax(dim=1))
    return torch.cat(found)
