"""Objectives on triples: equal to their definitions, and each lowers its loss."""

import pytest
import torch
from torch.nn.functional import cosine_similarity

from bertlab.model.bert import BertModel
from bertlab.training.config import TrainConfig
from bertlab.vectors.contrastive import in_batch_loss
from bertlab.vectors.text_vectors import text_vectors
from lessons.l14_sentence_bert.objectives import (
    OBJECTIVES,
    CosineRegression,
    InBatch,
    InBatchEasy,
    PairClassification,
    Triple,
    Triples,
    TripletMargin,
    pair_features,
    train_on_triples,
)
from tests.bertlab.vectors.toys import tiny_config, tokenizer_of

WORDS = ["the", "dog", "cat", "barks", "sleeps", "runs", "here", "there", "a"]
TRIPLES = [
    Triple("the dog barks", "a dog barks here", "the cat barks"),
    Triple("the cat sleeps", "a cat sleeps there", "the cat runs"),
    Triple("a dog runs", "the dog runs there", "a dog sleeps"),
]


@pytest.fixture(scope="module")
def tokenizer():
    return tokenizer_of(WORDS)


@pytest.fixture
def bert(tokenizer):
    torch.manual_seed(0)
    config = tiny_config(tokenizer, max_positions=16, hidden_dropout=0.0, attention_dropout=0.0)
    return BertModel(config).eval()


@pytest.fixture
def vectors():
    generator = torch.Generator().manual_seed(3)
    return torch.randn(3, 4, 8, generator=generator).unbind()


def test_a_batch_holds_anchors_then_positives_then_negatives(tokenizer):
    data = Triples(TRIPLES, tokenizer)
    assert len(data) == 3 and data.lengths.tolist() == [6, 6, 6]
    ids = data.batch([2, 0]).texts.input_ids
    texts = [tokenizer.decode(row.tolist(), skip_specials=True) for row in ids]
    chosen = [TRIPLES[2], TRIPLES[0]]
    assert texts == [t[part] for part in range(3) for t in chosen]


def test_the_loss_is_that_of_the_mean_vectors(bert, tokenizer):
    data = Triples(TRIPLES, tokenizer)
    for name, kind in OBJECTIVES.items():
        goal = kind(bert)
        batch = data.batch([0, 1, 2])
        texts = [t[part] for part in range(3) for t in TRIPLES]
        expected = goal.loss(*text_vectors(bert, tokenizer, texts).chunk(3)) * 3
        torch.testing.assert_close(goal(batch)[name], expected, rtol=1e-4, atol=1e-5)
        assert goal.counts(batch) == {name: 3}


def test_pair_features_are_side_by_side():
    u, v = torch.tensor([[1.0, 5.0]]), torch.tensor([[3.0, 4.0]])
    assert pair_features(u, v).tolist() == [[1, 5, 3, 4, 2, 1]]


def test_classification_reads_both_pairs(bert, vectors):
    goal = PairClassification(bert)
    anchors, positives, negatives = vectors
    logits = torch.cat(
        [goal.classifier(pair_features(anchors, each)) for each in (positives, negatives)]
    )
    right = torch.cat([logits[:4].log_softmax(1)[:, 0], logits[4:].log_softmax(1)[:, 1]])
    torch.testing.assert_close(goal.loss(*vectors), -right.mean())


def test_regression_wants_1_and_0(bert, vectors):
    anchors, positives, negatives = vectors
    near, far = (cosine_similarity(anchors, each) for each in (positives, negatives))
    expected = (((near - 1) ** 2).mean() + (far**2).mean()) / 2
    torch.testing.assert_close(CosineRegression(bert).loss(*vectors), expected)


def test_triplets_cost_what_is_missing(bert):
    a = torch.zeros(2, 2)
    p, n = torch.tensor([[0.0, 2.0], [0.0, 5.0]]), torch.tensor([[5.0, 0.0], [2.0, 0.0]])
    assert TripletMargin(bert).loss(a, p, n).item() == pytest.approx((0 + 4) / 2)


def test_only_one_of_the_two_uses_hard_negatives(bert, vectors):
    anchors, positives, negatives = vectors
    hard = in_batch_loss(anchors, positives, 0.05, negatives)
    torch.testing.assert_close(InBatch(bert).loss(*vectors), hard)
    easy = in_batch_loss(anchors, positives, 0.05)
    torch.testing.assert_close(InBatchEasy(bert).loss(*vectors), easy)


@pytest.mark.parametrize("name", OBJECTIVES)
def test_training_lowers_the_loss_and_leaves_the_pooler(bert, tokenizer, name):
    pooler = bert.pooler.dense.weight.clone()
    config = TrainConfig(steps=30, batch_size=3, learning_rate=1e-2, precision="no", log_every=1)
    history = train_on_triples(bert, Triples(TRIPLES, tokenizer), name, config)
    assert history[-1]["loss"] < 0.8 * history[0]["loss"]
    assert torch.equal(bert.pooler.dense.weight, pooler)


def test_what_cannot_be_is_said(bert, tokenizer):
    data, config = Triples(TRIPLES, tokenizer), TrainConfig(steps=1, batch_size=3)
    with pytest.raises(ValueError, match="expected an objective among classification"):
        train_on_triples(bert, data, "cosine", config)
    divided = TrainConfig(steps=1, batch_size=3, micro_batch_size=1)
    with pytest.raises(ValueError, match="expected no micro_batch_size, got 1"):
        train_on_triples(bert, data, "triplet", divided)
    with pytest.raises(ValueError, match="text"):
        Triples([Triple("a", "", "b")], tokenizer)
