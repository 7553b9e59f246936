"""Measures of attention and silenced heads, against values worked by hand."""

import math

import pytest
import torch
from torch import nn

from bertlab.inspection.attention_measures import (
    HeadMeans,
    entropy,
    head_roles,
    measure_heads,
    totals,
    without_heads,
)
from bertlab.model.bert import BertModel
from bertlab.model.config import BertConfig
from bertlab.model.tasks import BertForSequenceClassification
from bertlab.text.wordpiece import SPECIALS, WordPieceTokenizer

TOKENIZER = WordPieceTokenizer([*SPECIALS, "the", "cat", "sat", "on", "a", "mat"])
CLS, SEP = TOKENIZER.cls_id, TOKENIZER.sep_id
CONFIG = BertConfig(
    vocab_size=len(TOKENIZER.vocabulary),
    hidden_size=15,
    num_layers=2,
    num_heads=3,
    intermediate_size=22,
    max_positions=32,
)
TEXTS = ("the cat sat on a mat", "a cat", "the mat sat on the cat on a mat", "on")
PAIRS = ("the mat", "on a mat", "a cat sat", "the cat sat on the mat")


@pytest.fixture
def classifier():
    """A classifier that is sure of itself, since fresh ones answer nearly the same to all."""
    torch.manual_seed(3)
    model = BertForSequenceClassification(CONFIG, labels=("a", "b", "c", "d")).double().eval()
    with torch.no_grad():
        for layer in model.bert.encoder.layers:
            for part in (layer.attention.query, layer.attention.key, layer.attention.value):
                part.weight *= 25
        for parameter in (model.classifier.dense.weight, model.bert.pooler.dense.weight):
            parameter *= 60
    return model


# --- measures by hand -----------------------------------------------------------------------------


def test_entropy_by_hand():
    rows = torch.tensor([[1.0, 0, 0, 0], [0.25, 0.25, 0.25, 0.25], [0.5, 0, 0.5, 0]])
    expected = torch.tensor([0.0, math.log(4), math.log(2)])
    torch.testing.assert_close(entropy(rows), expected)


def test_totals_by_hand():
    ids = torch.tensor([CLS, 7, SEP, 8, SEP])
    weights = torch.zeros(2, 5, 5)
    weights[0, range(5), [0, 0, 1, 2, 3]] = 1.0  # each looks at the one before
    weights[1] = torch.tensor([0.0, 0.2, 0.3, 0.1, 0.4])  # all look alike
    sums, counts = totals(weights, ids, CLS, SEP)
    assert counts.tolist() == [5, 4, 4, 5, 5, 5]
    one = -sum(p * math.log(p) for p in (0.2, 0.3, 0.1, 0.4))
    expected = torch.tensor(
        [
            [0.0, 5 * one],
            [4.0, 0.0 + 0.2 + 0.3 + 0.1],
            [0.0, 0.2 + 0.3 + 0.1 + 0.4],
            [1.0, 1.0],
            [2.0, 0.0],
            [1.0, 5 * 0.7],
        ]
    )
    torch.testing.assert_close(sums, expected)


@pytest.mark.parametrize("pairs", [None, PAIRS])
def test_measures_of_many_texts_are_those_of_each(classifier, pairs):
    """Padding, batches and order do not matter: the same comes out text by text."""
    sums, counts = torch.zeros(6, 2, 3, dtype=torch.float64), torch.zeros(6)
    for text, second in zip(TEXTS, pairs or [None] * len(TEXTS), strict=True):
        encoded = TOKENIZER.encode(text, second)
        batch = TOKENIZER.pad([encoded])
        for number, layer in enumerate(classifier.bert.inspect(*batch).layers):
            added, tokens = totals(layer.weights[0], batch.input_ids[0], CLS, SEP)
            sums[:, number] += added
        counts += tokens
    expected = sums / counts[:, None, None]
    for size in (1, 3, 16):
        found = measure_heads(classifier, TOKENIZER, TEXTS, pairs, batch_size=size)
        torch.testing.assert_close(torch.stack(found).double(), expected, atol=1e-5, rtol=0)


def test_measures_without_dropout_and_leave_the_model_as_it_was(classifier):
    expected = measure_heads(classifier, TOKENIZER, TEXTS)
    classifier.train()
    found = measure_heads(classifier, TOKENIZER, TEXTS)
    assert all(map(torch.equal, found, expected))
    assert classifier.bert.training


def test_roles_by_hand():
    weights = dict.fromkeys(HeadMeans._fields, torch.full((2, 3), 0.2))
    weights["previous"] = torch.tensor([[0.2, 0.9, 0.2], [0.5, 0.2, 0.2]])  # 0.5 is not above 0.5
    weights["separator"] = torch.tensor([[0.2, 0.2, 0.2], [0.2, 0.2, 0.95]])
    means = HeadMeans(**weights)
    found = [(role.layer, role.head, role.role) for role in head_roles(means)]
    assert found == [(1, 2, "separator"), (0, 1, "previous")]
    assert len(head_roles(means, 0.4)) == 3
    assert head_roles(means, 0.96) == []
    with pytest.raises(ValueError, match="expected a threshold between 0 and 1, got"):
        head_roles(means, 1.5)


def test_a_planted_head_is_found(classifier):
    """Keys and queries that read the position alone make a head of the token before."""
    bert = classifier.bert
    D = CONFIG.hidden_size
    with torch.no_grad():
        place = torch.arange(CONFIG.max_positions, dtype=torch.float64)
        bert.embeddings.word.weight.zero_()
        bert.embeddings.token_type.weight.zero_()
        table = torch.zeros(CONFIG.max_positions, D, dtype=torch.float64)
        table[:, 0], table[:, 1] = (0.4 * place).cos(), (0.4 * place).sin()
        bert.embeddings.position.weight.copy_(table)
        bert.embeddings.norm = nn.Identity()
        block = bert.encoder.layers[0].attention
        for parameter in (*block.query.parameters(), *block.key.parameters()):
            parameter.zero_()
        head = 1
        turn = torch.tensor([[math.cos(0.4), math.sin(0.4)], [-math.sin(0.4), math.cos(0.4)]])
        start = 5 * head
        block.query.weight[start : start + 2, :2] = 300 * turn.double()
        block.key.weight[start : start + 2, :2] = torch.eye(2, dtype=torch.float64)
    means = measure_heads(classifier, TOKENIZER, TEXTS)
    roles = [(role.layer, role.head, role.role) for role in head_roles(means, 0.9)]
    assert (0, 1, "previous") in roles and (0, 0, "previous") not in roles


# --- silenced heads -------------------------------------------------------------------------------


def test_a_silent_head_adds_nothing(classifier):
    """The same as zeros in the columns of the output matrix that read the head."""
    batch = TOKENIZER.batch(TEXTS, PAIRS)
    before = classifier(*batch)
    with without_heads(classifier, [(1, 2), (0, 1)]):
        silenced = classifier(*batch)
        inspected = classifier.bert.inspect(*batch).hidden_states[-1]
        plain = classifier.bert(*batch).last_hidden_state
    assert torch.equal(classifier(*batch), before)
    torch.testing.assert_close(inspected, plain)
    with torch.no_grad():
        for layer, head in ((1, 2), (0, 1)):
            output = classifier.bert.encoder.layers[layer].attention.output
            output.weight[:, 5 * head : 5 * (head + 1)] = 0.0
    torch.testing.assert_close(silenced, classifier(*batch))
    assert (silenced - before).abs().max() > 0.1


def test_hooks_go_even_after_an_error(classifier):
    batch = TOKENIZER.batch(TEXTS)
    before = classifier(*batch)
    with pytest.raises(RuntimeError), without_heads(classifier, [(0, 0)]):
        raise RuntimeError
    assert torch.equal(classifier(*batch), before)


@pytest.mark.parametrize("head", [(2, 0), (0, 3), (-1, 0)])
def test_heads_that_are_not_there(classifier, head):
    with (
        pytest.raises(ValueError, match="expected a layer below 2 and a head below 3"),
        without_heads(classifier, [head]),
    ):
        pass


def test_models_without_attention():
    with pytest.raises(ValueError, match="Linear gives no attention weights"):
        measure_heads(nn.Linear(2, 2), TOKENIZER, TEXTS)
    with pytest.raises(ValueError, match="expected at least one text"):
        measure_heads(BertModel(CONFIG), TOKENIZER, [])
