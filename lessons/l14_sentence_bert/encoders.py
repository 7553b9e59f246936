"""Encoders for sentence vectors: with low-rank updates while they learn, and as they were kept."""

from pathlib import Path

import torch

from bertlab.model.bert import BertModel
from bertlab.model.tasks import BertForSequenceClassification
from bertlab.pretraining.readout import from_change
from bertlab.training.changes import read_change
from bertlab.training.low_rank import LowRankUpdate, add_low_rank

SENTENCES, JUDGE = "minilm-sentences", "minilm-judge"  # checkpoints that this lesson made
ANSWERS = ("other", "same")  # of a pair, as the cross-encoder sees it


def initial() -> BertModel:
    """Return the encoder of ``minilm-words``, from which all training here begins."""
    bert = from_change("minilm-words").bert
    bert.pooler = None  # the mean is taken
    return bert.eval()


def with_updates(model: BertModel | BertForSequenceClassification, rank: int, seed: int) -> None:
    """Give every matrix of the encoder an update of low rank; it alone, and a head, is trained."""
    bert = model if isinstance(model, BertModel) else model.bert
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


def fresh_judge(seed: int) -> BertForSequenceClassification:
    """Return a cross-encoder that has learned nothing yet: do two texts say the same?"""
    with torch.random.fork_rng():
        torch.manual_seed(seed)
        model = BertForSequenceClassification.from_pretrained(
            "minilm", new_heads=True, labels=ANSWERS
        )
    start = initial().state_dict()
    model.bert.load_state_dict(start, strict=False)  # all but the pooler
    return model


def judge(folder: str | Path = JUDGE) -> BertForSequenceClassification:
    """Return the cross-encoder that was trained in this lesson."""
    return read_change(fresh_judge(0), folder).eval()
