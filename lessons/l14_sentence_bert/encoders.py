"""Encoders for sentence vectors: with low-rank updates while they learn, and as they were kept."""

from pathlib import Path

import torch

from bertlab.model.bert import BertModel
from bertlab.pretraining.readout import from_change
from bertlab.training.changes import read_change
from bertlab.training.low_rank import LowRankUpdate, add_low_rank

SENTENCES = "minilm-sentences"  # a checkpoint that this lesson made


def initial() -> BertModel:
    """Return the encoder of ``minilm-words``, from which all training here begins."""
    bert = from_change("minilm-words").bert
    bert.pooler = None  # the mean is taken
    return bert.eval()


def with_updates(bert: BertModel, rank: int, seed: int) -> None:
    """Give every matrix of the encoder an update of low rank; it alone is trained."""
    with torch.random.fork_rng():
        torch.manual_seed(seed)
        add_low_rank(bert.encoder, rank)
    bert.requires_grad_(False)
    for module in bert.modules():
        if isinstance(module, LowRankUpdate):
            module.requires_grad_(True)


def sentence_encoder(folder: str | Path = SENTENCES) -> BertModel:
    """Return the encoder that was trained in this lesson with the in-batch loss."""
    return read_change(initial(), folder).eval()
