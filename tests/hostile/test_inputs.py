"""Inputs of the wrong kind: said in a sentence, at the door."""

import pytest
import torch

from bertlab.model import (
    BertForMaskedLM,
    BertForPreTraining,
    BertForQuestionAnswering,
    BertForSequenceClassification,
    BertForTokenClassification,
    BertModel,
)
from bertlab.text import SPECIALS, WordPieceTokenizer
from tests.hostile.checkpoints import TINY

pytestmark = pytest.mark.usefixtures("without_annotations")
LABELLED = (BertForSequenceClassification, BertForTokenClassification)
MODELS = (BertModel, BertForMaskedLM, BertForPreTraining, BertForQuestionAnswering, *LABELLED)
IDS = torch.tensor([[2, 5, 3]])
WRONG = ([[2, 5, 3]], "a text", None, 5, IDS.numpy(), IDS.float(), IDS[0], IDS[:0], IDS.bool())


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("wrong", WRONG, ids=lambda wrong: str(type(wrong)))
def test_ids_that_are_none(model, wrong):
    made = model(TINY, **({"labels": ["a", "b"]} if model in LABELLED else {})).eval()
    with pytest.raises(ValueError, match=r"^input_ids must"):
        made(wrong)
    for place, name in ((1, "token_type_ids"), (2, "attention_mask")):
        given = [IDS, torch.zeros_like(IDS), torch.ones_like(IDS)]
        if wrong is not None:  # for these None is a value
            given[place] = wrong
            with pytest.raises(ValueError, match=rf"^{name} must"):
                made(*given)


def test_parts_of_a_batch_are_checked_too():
    model = BertModel(TINY).eval()
    for call in (model.summarize, model.inspect, lambda ids: model.read(torch.tensor([0]), ids)):
        with pytest.raises(ValueError, match=r"^input_ids must be a tensor \(B, T\), got list"):
            call([[2, 5, 3]])
    with pytest.raises(ValueError, match=r"positions must be a tensor, int64 .*, got \[0\]"):
        model.read([0], IDS)


@pytest.mark.parametrize("ids", [[1.5], ["a"], [None], [torch.tensor(1.5)], [torch.ones(2)], "a"])
def test_ids_to_decode_are_whole_numbers(ids):
    tokenizer = WordPieceTokenizer([*SPECIALS, "a"])
    with pytest.raises(ValueError, match="ids must be integers, got"):
        tokenizer.decode(ids)
    assert tokenizer.decode(torch.tensor([5, 5])) == "a a"


@pytest.mark.parametrize("text", [None, 5, b"bytes", ["a"], float("nan")])
def test_texts_that_are_none(text):
    tokenizer = WordPieceTokenizer([*SPECIALS, "a"])
    for call in (tokenizer.encode, tokenizer.tokenize, lambda one: tokenizer.batch([one])):
        with pytest.raises(ValueError, match=r"expected a text \(str\), got"):
            call(text)
