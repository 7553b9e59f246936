"""Both losses of pre-training: what is scored and how it is summed; scores of held-out text."""

import math

import pytest
import torch
from torch.nn.functional import cross_entropy

from bertlab.model.config import BertConfig
from bertlab.model.tasks import BertForMaskedLM, BertForPreTraining
from bertlab.pretraining.data import PretrainingData
from bertlab.pretraining.objectives import (
    PretrainingObjective,
    held_out_scores,
    masked_scores,
    score_masked,
)
from bertlab.text.wordpiece import SPECIALS, WordPieceTokenizer
from tests.toy_pretraining import toy_data, toy_objective

NAMES = [(0, 3), (2, 0), (1, 7), (0, 9), (2, 11), (4, 2)]


@pytest.fixture
def objective():
    return toy_objective(dtype=torch.float64)


@pytest.fixture
def batch():
    return toy_data().batch(NAMES)


def everywhere(model, batch):
    """Logits at all positions, then those at the chosen ones, found by counting rows."""
    full = model(batch.input_ids, batch.token_type_ids, batch.attention_mask)
    width = batch.input_ids.shape[1]
    rows = [full.masked_lm[place // width, place % width] for place in batch.positions.tolist()]
    return torch.stack(rows), full.next_sentence


def test_scoring_the_chosen_is_scoring_all_and_choosing(objective, batch):
    assert batch.attention_mask.min() == 0, "with padding"
    masked, pairs = everywhere(objective.model, batch)
    found = score_masked(objective.model, batch)
    torch.testing.assert_close(found.masked_lm, masked, atol=1e-12, rtol=0)
    torch.testing.assert_close(found.next_sentence, pairs, atol=1e-12, rtol=0)


def test_sums_are_surprisals_added_up(objective, batch):
    masked, pairs = everywhere(objective.model, batch)
    sums = objective(batch)
    expected = -sum(
        scores.log_softmax(0)[target] for scores, target in zip(masked, batch.targets, strict=True)
    )
    assert sums["masked_lm"].item() == pytest.approx(expected.item(), abs=1e-10)
    expected = -sum(
        scores.log_softmax(0)[label] for scores, label in zip(pairs, batch.next_labels, strict=True)
    )
    assert sums["next_sentence"].item() == pytest.approx(expected.item(), abs=1e-10)
    assert sums.keys() == objective.counts(batch).keys() == {"masked_lm", "next_sentence"}


def test_counts_are_predictions(objective, batch):
    chosen = sum(len(toy_data().example(*name)[0].positions) for name in NAMES)
    assert objective.counts(batch) == {"masked_lm": chosen, "next_sentence": len(NAMES)}


def test_sums_add_up_over_parts(objective):
    """A batch and its parts, padded differently, give the same sums."""
    data = toy_data()
    whole = objective(data.batch(NAMES))
    parts = [objective(data.batch(names)) for names in (NAMES[:1], NAMES[1:5], NAMES[5:])]
    for name, total in whole.items():
        assert total.item() == pytest.approx(sum(part[name].item() for part in parts), abs=1e-10)


def test_without_pairs_there_is_one_loss():
    objective = toy_objective(next_sentence=False)
    batch = toy_data(next_sentence=False).batch(NAMES)
    assert objective(batch).keys() == objective.counts(batch).keys() == {"masked_lm"}


def test_fresh_weights_guess_evenly():
    """Nearly uniform guesses: log V nats for a piece, log 2 for a pair."""
    objective = toy_objective()
    with torch.no_grad():
        for parameter in objective.parameters():
            parameter.mul_(1e-3)
    batch = toy_data().batch(NAMES)
    sums, counts = objective(batch), objective.counts(batch)
    assert sums["masked_lm"].item() / counts["masked_lm"] == pytest.approx(math.log(35), abs=1e-2)
    assert sums["next_sentence"].item() / len(NAMES) == pytest.approx(math.log(2), abs=1e-2)


@pytest.mark.parametrize("batch_size", [1, 4, 64])
def test_held_out_scores(objective, batch_size):
    data = toy_data()
    scores = held_out_scores(objective.model, data, 10, batch_size)
    batch = data.batch([(0, i * len(data) // 10) for i in range(10)])  # evenly spread
    masked, pairs = everywhere(objective.model, batch)
    expected = {
        "masked_lm": cross_entropy(masked, batch.targets).item(),
        "next_sentence": cross_entropy(pairs, batch.next_labels).item(),
        "masked_accuracy": (masked.argmax(1) == batch.targets).double().mean().item(),
        "next_accuracy": (pairs.argmax(1) == batch.next_labels).double().mean().item(),
    }
    assert scores == pytest.approx(expected, abs=1e-10)
    assert 0 < scores["next_accuracy"] < 1


def test_held_out_scores_of_all_there_is(objective):
    data = toy_data()
    assert held_out_scores(objective.model, data, 10**6) == held_out_scores(
        objective.model, data, len(data)
    )


@pytest.mark.parametrize("training", [True, False])
def test_held_out_scores_drop_nothing_and_leave_the_mode(training):
    model = toy_objective(dropout=0.5).model.train(training)
    first, second = (held_out_scores(model, toy_data(), 8) for _ in range(2))
    assert first == second
    assert model.training == training
    assert model.bert.training == training


def test_held_out_scores_keep_no_gradients(objective):
    held_out_scores(objective.model, toy_data(), 4)
    assert all(parameter.grad is None for parameter in objective.parameters())


def test_the_model_is_the_objectives_own(objective):
    assert {id(p) for p in objective.parameters()} == {id(p) for p in objective.model.parameters()}
    assert isinstance(objective, PretrainingObjective)
    assert isinstance(toy_data(), PretrainingData)


def test_scores_of_masked_words_alone_are_those_of_both_heads():
    """The same weights, asked without and with the head for pairs; places spread alike."""
    tokenizer = WordPieceTokenizer([*SPECIALS, *"abcdefgh"])
    documents = [[[5, 6, 7, 8, 9], [10, 11]], [[12, 5], [6, 6, 7]], [[8, 9, 10], [11]]]
    data = PretrainingData(documents, tokenizer, max_length=10)
    config = BertConfig(13, 12, 1, 3, 20, 10)
    torch.manual_seed(0)
    both, alone = BertForPreTraining(config), BertForMaskedLM(config)
    weights = both.state_dict()
    alone.load_state_dict({name: weights[name] for name in alone.state_dict()})
    found, expected = masked_scores(alone, data, 2), held_out_scores(both, data, 2)
    assert found == pytest.approx({name: expected[name] for name in found})
    assert masked_scores(alone, data, 3) != found
    with pytest.raises(ValueError, match="expected at least 1 example to score, got 0"):
        masked_scores(alone, data, 0)
