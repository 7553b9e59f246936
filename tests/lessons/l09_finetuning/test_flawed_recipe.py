"""The flawed recipe: its loop, its printed loss and the way back, its head, its padding."""

import math

import numpy as np
import pytest
import torch
from torch.nn.functional import cross_entropy
from torch.utils.flop_counter import FlopCounterMode

from bertlab.model.bert import BertModel
from bertlab.model.config import BertConfig
from bertlab.model.heads import LinearHead
from lessons.l09_finetuning import flawed_recipe
from lessons.l09_finetuning.flawed_recipe import RectifiedHead, follow, mean_loss
from tests.bertlab.finetuning.test_classifier import toy_model, toy_texts


def test_the_way_back_from_a_printed_loss():
    assert mean_loss(2.0, num_texts=4, batch_size=2) == 4.0  # the mean of 1, 3, 5 and 7
    assert mean_loss((2 + 6 + 9) / 5, 5, 2) == pytest.approx((2 + 6 + 9) / 3)
    assert mean_loss(0.7, 9, 1) == 0.7


@pytest.mark.parametrize(("texts", "size"), [(0, 2), (5, 0)])
def test_no_way_back_without_texts(texts, size):
    with pytest.raises(ValueError, match=f"got {texts} and {size}"):
        mean_loss(1.0, texts, size)


def test_the_printed_log_begins_at_chance():
    first, last = flawed_recipe.PRINTED_LOG[0], flawed_recipe.PRINTED_LOG[-1]
    size = (flawed_recipe.PRINTED_TEXTS, flawed_recipe.PRINTED_BATCH)
    assert size[0] / size[1] == 596
    chance = math.log(flawed_recipe.PRINTED_CLASSES)
    assert mean_loss(first.train_loss, *size) == pytest.approx(chance, abs=0.05)
    assert mean_loss(last.train_loss, *size) < 0.2


@pytest.fixture
def still():
    """A model and texts, and what a loop finds that hardly moves the weights."""
    model, data = toy_model(), toy_texts(number=7)
    lines = follow(model, data, batch_size=2, learning_rate=1e-12, epochs=2, seed=3)
    logits = torch.cat([model(*data.batch([place]).inputs) for place in range(len(data))]).detach()
    return data, lines, logits


def test_the_loop_counts_each_text_once(still):
    data, lines, logits = still
    labels = torch.tensor(data.labels)
    right = (logits.argmax(dim=1) == labels).float().mean().item()
    for line in lines:
        assert line["loss"] == pytest.approx(cross_entropy(logits, labels).item(), abs=1e-6)
        assert line["accuracy"] == pytest.approx(right)
    assert [line["updates"] for line in lines] == [4, 8]


def test_the_loop_prints_as_the_recipe_does(still):
    data, lines, logits = still
    losses = cross_entropy(logits, torch.tensor(data.labels), reduction="none").numpy()
    for epoch, line in enumerate(lines):
        means = [losses[places].mean() for places in data.epoch(epoch, 2, 3)]
        assert line["printed"] == pytest.approx(sum(means) / 7, abs=1e-6)


def test_the_loop_learns_and_repeats():
    before, found = torch.random.get_rng_state(), []
    for _ in range(2):
        model, data = toy_model(dropout=0.1), toy_texts(number=40)
        found.append(follow(model, data, 8, 1e-2, epochs=20, seed=0))
        assert not model.training
    assert found[0] == found[1]
    assert found[0][-1]["loss"] < 0.8 * found[0][0]["loss"]
    assert torch.equal(before, torch.random.get_rng_state())


def test_a_rectified_head_lets_no_logit_fall_below_0():
    head, other = RectifiedHead(6, 3), LinearHead(6, 3)
    other.load_state_dict(head.state_dict())
    vectors = torch.randn(20, 6, generator=torch.Generator().manual_seed(0))
    assert torch.equal(head(vectors), other(vectors).clamp(min=0))
    assert (other(vectors) < 0).any()


def test_kinds_of_a_seed_begin_alike():
    plain, rectified = (flawed_recipe.recipe_model(flag, seed=4) for flag in (False, True))
    assert plain.state_dict().keys() == rectified.state_dict().keys()
    for name, tensor in plain.classifier.state_dict().items():
        assert torch.equal(tensor, rectified.classifier.state_dict()[name])
    assert isinstance(rectified.classifier, RectifiedHead)
    assert not isinstance(plain.classifier, RectifiedHead)
    assert plain.classifier.dropout.p == rectified.classifier.dropout.p == 0.5
    other = flawed_recipe.recipe_model(False, seed=5)
    assert not torch.equal(plain.classifier.dense.weight, other.classifier.dense.weight)


def test_widths_are_those_of_the_longest_text_or_a_given_one():
    lengths, batches = np.array([3, 9, 4, 5]), [np.array([0, 2]), np.array([1]), np.array([3])]
    assert flawed_recipe.widths(lengths, batches) == [(2, 4), (1, 9), (1, 5)]
    assert flawed_recipe.widths(lengths, batches, width=16) == [(2, 16), (1, 16), (1, 16)]


def test_multiplications_are_those_that_torch_counts():
    config = BertConfig(
        vocab_size=11, hidden_size=6, num_layers=2, num_heads=3, intermediate_size=10
    )
    model, batches = BertModel(config, with_pooler=False).eval(), [(3, 7), (1, 4)]
    with torch.no_grad(), FlopCounterMode(display=False) as counter:
        for texts, length in batches:
            model.inspect(torch.ones(texts, length, dtype=torch.long))
    assert 2 * flawed_recipe.multiply_adds(config, batches) == counter.get_total_flops()


def test_a_head_of_two_classes_silences_a_quarter_of_the_texts():
    pooled = torch.randn(50, 8, generator=torch.Generator().manual_seed(1))
    for classes in (2, 3):
        shares = flawed_recipe.silent_shares(pooled, classes, 400, std=0.02)
        assert len(shares) == 400 and all(0 <= share <= 1 for share in shares)
        assert np.mean(shares) == pytest.approx(0.5**classes, abs=0.03)


def test_texts_that_are_alike_are_silent_together():
    pooled = torch.ones(5, 4)
    assert set(flawed_recipe.silent_shares(pooled, 2, 40, std=1.0)) == {0.0, 1.0}
