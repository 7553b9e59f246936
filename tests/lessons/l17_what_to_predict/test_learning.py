"""What learning takes, how detectors are scored, and that each way starts where it says."""

from dataclasses import replace

import numpy as np
import pytest
import torch
from torch.utils.flop_counter import FlopCounterMode

from bertlab.model.detection import BertForTokenDetection
from bertlab.model.tasks import BertForMaskedLM
from bertlab.pretraining.objectives import MaskedLMObjective, masked_logits
from bertlab.pretraining.replaced_tokens import ReplacedTokenObjective
from bertlab.probing.news import masked_news, tokenizer
from bertlab.training.config import TrainConfig
from lessons.l17_what_to_predict.learning import continued, operations
from lessons.l17_what_to_predict.learning.detectors import (
    PieceCounts,
    Written,
    proportion_found,
    read,
)
from lessons.l17_what_to_predict.learning.operations import Work
from tests.toy_pretraining import tiny_config, toy_data, toy_tokenizer

MASK = toy_tokenizer(30).mask_id


@pytest.fixture
def batch():
    return toy_data(next_sentence=False).batch([(0, 3), (2, 0), (1, 7), (0, 9)])


def objective_of(everywhere=True):
    generator = BertForMaskedLM(replace(tiny_config(), num_layers=1))
    detector = BertForTokenDetection(tiny_config())
    return ReplacedTokenObjective(generator, detector, MASK, 50.0, everywhere)


# --- operations ----------------------------------------------------------------------------------


def test_multiplications_are_those_that_torch_counts(batch, monkeypatch):
    """With attention written out: a fused kernel is not counted on a processor."""
    model = BertForMaskedLM(tiny_config()).eval()
    B, T = batch.input_ids.shape
    written_out = torch.nn.attention.sdpa_kernel(torch.nn.attention.SDPBackend.MATH)
    with torch.no_grad(), written_out, FlopCounterMode(display=False) as counter:
        masked_logits(model, batch)
    counted = counter.get_total_flops() // 2  # an addition for each multiplication
    assert operations.words(model.config, B, T, len(batch.targets)) == counted


def test_the_last_layer_everywhere_is_as_if_it_were_read_everywhere(batch):
    config, padded = tiny_config(), batch.input_ids.numel()
    words = Work()
    words.add_words(config, batch)
    pair = Work()
    pair.add(objective_of(), batch)
    works = {"masked words": words, "ELECTRA": pair}
    found = operations.last_layer_everywhere(works, config, [batch])
    B, T = batch.input_ids.shape
    ours = replace(config, num_layers=1)

    def more(network, places):
        return operations.encoder(network, B, T, padded) - operations.encoder(network, B, T, places)

    hidden = len(batch.targets)
    assert found["masked words"] == words.multiplications + more(config, hidden)
    both = more(config, pair.predictions) + more(ours, hidden)
    assert found["ELECTRA"] == pair.multiplications + both


def test_work_adds_up(batch):
    everywhere, chosen, words = Work(), Work(), Work()
    for _ in range(2):
        everywhere.add(objective_of(), batch)
        chosen.add(objective_of(False), batch)
        words.add(MaskedLMObjective(BertForMaskedLM(tiny_config())), batch)
    tokens = int(batch.attention_mask.sum())
    assert everywhere.tokens == chosen.tokens == words.tokens == 2 * tokens
    assert everywhere.predictions == 2 * tokens
    assert chosen.predictions == words.predictions == 2 * len(batch.targets)
    assert everywhere.multiplications > chosen.multiplications > words.multiplications / 2
    beside = Work()
    beside.add_words(tiny_config(), batch)
    assert 2 * beside.multiplications == words.multiplications
    generator = everywhere.multiplications // 2 - operations.detections(
        tiny_config(), *batch.input_ids.shape, tokens
    )
    assert 0 < generator < beside.multiplications, "it is smaller"


# --- detectors -----------------------------------------------------------------------------------


def test_found_is_the_precision_of_as_many_marks():
    replaced = np.array([True, False, True, False, True])
    assert proportion_found(np.array([5.0, 4, 3, 2, 1]), replaced) == pytest.approx(2 / 3)
    assert proportion_found(replaced.astype(float), replaced) == 1
    with pytest.raises(ValueError, match="expected replaced tokens, got none"):
        proportion_found(np.ones(2), np.zeros(2, bool))


def test_counting_looks_at_the_piece_alone():
    pieces = np.array([7, 7, 7, 8, 8, 9])
    replaced = np.array([True, True, False, False, False, True])
    written = Written(pieces, replaced, np.zeros(6), np.zeros(6, int), 4)
    counts = PieceCounts(written, 10)
    expected = [np.log(2.5 / 1.5), np.log(0.5 / 2.5), np.log(1.5 / 0.5), 0.0]
    assert counts(np.array([7, 8, 9, 1])) == pytest.approx(expected)


def test_detectors_are_asked_at_words_alone():
    data = masked_news("validation", 48, 0, 80)
    batches = [data.batch([(0, 0), (0, 1), (0, 2)]), data.batch([(0, 3)])]
    config = TrainConfig(steps=1, seed=0)
    objective = continued.new_objective("ELECTRA", config, {"layers": 1, "weight": 50.0})
    said = read(objective.detector.eval(), objective.generator.eval(), batches)
    pieces = tokenizer()
    assert not np.isin(said.pieces, [pieces.cls_id, pieces.sep_id, pieces.pad_id]).any()
    assert len(said.pieces) == sum(
        int(b.attention_mask.sum()) - 2 * len(b.input_ids) for b in batches
    )
    assert said.examples.tolist() == sorted(said.examples) and set(said.examples) == {0, 1, 2, 3}
    assert said.chosen == sum(len(b.targets) for b in batches) >= said.replaced.sum() > 0
    again = read(objective.detector, objective.generator, batches)
    assert np.array_equal(again.pieces, said.pieces), "the same for the same generator"


# --- ways to learn -------------------------------------------------------------------------------


def test_a_snapshot_is_what_training_so_far_gives():
    data = masked_news("validation", 48, 0, 80)
    config = TrainConfig(steps=3, batch_size=3, learning_rate=1e-3, log_every=1, precision="no")
    settings = {"layers": 1, "weight": 50.0}

    def taken(*at):
        objective, kept = continued.new_objective("ELECTRA", config, settings), {}
        continued.go_on(objective, data, config, at, kept.__setitem__)
        return kept

    found, again = taken(1, 2), taken(2)
    assert list(found) == [1, 2], "and it ends there"
    first, last, same = (s.model.state_dict() for s in (found[1], found[2], again[2]))
    assert all(torch.equal(last[name], same[name]) for name in last)
    assert not torch.equal(first["detection.dense.weight"], last["detection.dense.weight"])
    assert found[1].work.tokens < found[2].work.tokens == again[2].work.tokens
    assert found[2].masked.tokens == found[2].work.tokens
    assert found[2].masked.predictions < found[2].work.predictions


def test_all_ways_start_with_the_same_encoder():
    config = TrainConfig(steps=1, seed=0)
    settings = {"layers": 1, "weight": 50.0}
    start = BertForMaskedLM.from_pretrained("bert-mini-zh").bert.state_dict()
    for way in ("ELECTRA", "chosen places"):
        objective = continued.new_objective(way, config, settings)
        found = objective.detector.bert.state_dict()
        assert all(torch.equal(found[name], start[name]) for name in start)
        assert objective.everywhere == (way == "ELECTRA")
    with pytest.raises(ValueError, match="expected masked words, ELECTRA or chosen places, got"):
        continued.new_objective("ALBERT", config, settings)
