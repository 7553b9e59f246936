"""Reading one way: nobody sees what comes later, and everybody predicts what comes next."""

import pytest
import torch
from torch.nn.functional import cross_entropy

from bertlab.model.config import BertConfig
from bertlab.model.tasks import BertForPreTraining
from bertlab.pretraining.data import PretrainingData
from bertlab.pretraining.left_to_right import (
    LeftToRightObjective,
    left_to_right_answers,
    one_way_hidden,
    unmasked,
)
from bertlab.pretraining.objectives import mean_scores
from bertlab.text.wordpiece import SPECIALS, WordPieceTokenizer
from tests.toy_pretraining import SHORT_DOCUMENTS

TOKENIZER = WordPieceTokenizer([*SPECIALS, *"abcdefgh"])


@pytest.fixture
def model():
    torch.manual_seed(0)
    config = BertConfig(
        vocab_size=13,
        hidden_size=12,
        num_layers=2,
        num_heads=3,
        intermediate_size=20,
        max_positions=16,
        initializer_range=0.5,
    )
    return BertForPreTraining(config).double().eval()


@pytest.fixture
def batch():
    data = PretrainingData(SHORT_DOCUMENTS, TOKENIZER, max_length=12, next_sentence=False)
    batch = data.batch([(0, place) for place in range(len(data))])
    assert 0 in batch.attention_mask  # rows of different lengths
    return batch


def test_chosen_tokens_are_put_back(batch):
    ids = unmasked(batch)
    rows = [row[mask.bool()].tolist()[1:-1] for row, mask in zip(ids, batch.attention_mask)]  # noqa: B905
    assert rows == [
        [token for sentence in document for token in sentence] for document in SHORT_DOCUMENTS
    ]
    assert (batch.input_ids == TOKENIZER.mask_id).any()  # and the batch is as it was


def test_no_token_sees_a_later_one(model, batch):
    inputs = (batch.input_ids, batch.token_type_ids, batch.attention_mask)
    before = one_way_hidden(model, *inputs)
    changed = batch.input_ids.clone()
    changed[:, 4] = torch.where(changed[:, 4] == 9, 10, 9)
    after = one_way_hidden(model, changed, *inputs[1:])
    assert torch.equal(before[:, :4], after[:, :4])
    moved = (before - after).abs().amax(dim=-1) > 1e-6
    assert moved[:, 4:][batch.attention_mask[:, 4:].bool()].all()


def test_padding_changes_nothing(model, batch):
    inputs = [batch.input_ids, batch.token_type_ids, batch.attention_mask]
    longest = one_way_hidden(model, *inputs)
    row = int(batch.attention_mask.sum(dim=1).argmin())
    length = int(batch.attention_mask[row].sum())
    alone = one_way_hidden(model, *(tensor[row : row + 1, :length] for tensor in inputs))
    torch.testing.assert_close(alone[0], longest[row, :length], rtol=0, atol=1e-12)


def test_the_loss_is_that_of_every_next_token(model, batch):
    objective = LeftToRightObjective(model)
    found = objective(batch)["next_token"]
    ids, expected, count = unmasked(batch), 0.0, 0
    for row, mask in zip(ids, batch.attention_mask, strict=True):
        length = int(mask.sum())
        for t in range(length - 1):  # the prefix alone: what comes later is not even there
            prefix = row[None, : t + 1]
            ones = torch.ones_like(prefix)
            hidden = one_way_hidden(model, prefix, torch.zeros_like(prefix), ones)[0, -1:]
            logits = model.masked_lm(hidden, model.bert.embeddings.word.weight)
            expected += cross_entropy(logits, row[t + 1 : t + 2]).item()
            count += 1
    assert found.item() == pytest.approx(expected, abs=1e-9)
    assert objective.counts(batch) == {"next_token": count}


def test_what_is_not_used_is_not_trained(model):
    objective = LeftToRightObjective(model)
    frozen = {name for name, p in objective.named_parameters() if not p.requires_grad}
    assert {name.split(".")[1] for name in frozen} == {"bert", "next_sentence"}
    assert all(".pooler." in name or ".next_sentence." in name for name in frozen)


def test_scores_ask_from_the_text_before(model):
    data = PretrainingData(SHORT_DOCUMENTS, TOKENIZER, max_length=12, next_sentence=False)
    found = mean_scores(model, data, 2, lambda batch: left_to_right_answers(model, batch))
    losses, right = [], []
    for place in range(2):
        batch = data.batch([(0, place)])
        ids = unmasked(batch)
        for where, target in zip(batch.positions.tolist(), batch.targets, strict=True):
            prefix = ids[:, :where]
            hidden = one_way_hidden(
                model, prefix, torch.zeros_like(prefix), torch.ones_like(prefix)
            )[0, -1:]
            logits = model.masked_lm(hidden, model.bert.embeddings.word.weight)
            losses.append(cross_entropy(logits, target[None]).item())
            right.append(bool(logits.argmax() == target))
    assert found["masked_lm"] == pytest.approx(sum(losses) / len(losses), abs=1e-9)
    assert found["masked_accuracy"] == sum(right) / len(right)
