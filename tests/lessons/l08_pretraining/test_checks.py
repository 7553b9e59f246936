"""Counts of masks, giveaways of pairs and filled gaps, by hand and planted."""

import numpy as np
import pytest
import torch

from bertlab.pretraining.generation import Candidate
from bertlab.pretraining.masking import Masked
from lessons.l08_pretraining.checks import (
    answers_of,
    compare_ends,
    count_masks,
    coverage,
    gap_to_bertlab,
    gaps_filled,
    pair_lengths,
    told_apart_by_length,
)
from lessons.l08_pretraining.exercises.pretraining_loss.reference import pretraining_loss
from lessons.l08_pretraining.stories import Gap
from tests.toy_pretraining import toy_data, toy_objective


@pytest.fixture
def data():
    return toy_data()


def test_masks_are_counted(data):
    """Five tokens, [CLS] a b c [SEP]: a is masked, b is swapped, c stays."""
    tokenizer = data.tokenizer
    ids = [tokenizer.cls_id, tokenizer.mask_id, 9, 7, tokenizer.sep_id]
    masked = Masked(np.array(ids), np.array([1, 2, 3]), np.array([5, 6, 7]))
    counts = count_masks([(masked, [0] * 5, True)] * 2, tokenizer)
    assert counts.fates.tolist() == [2, 2, 2]
    assert counts.asked.tolist() == counts.free.tolist() == [0, 0, 2, 0, 2, 0, 2, 0, 0, 0]
    assert counts.specials == 0


def test_a_chosen_special_is_counted(data):
    ids = np.array([data.tokenizer.mask_id, 9, 9, 9, data.tokenizer.sep_id])
    masked = Masked(ids, np.array([0]), np.array([data.tokenizer.cls_id]))
    assert count_masks([(masked, [0] * 5, True)], data.tokenizer).specials == 1


def test_what_two_masks_cover_by_hand():
    def places(num_tokens, number, seed, epoch, example):
        assert (num_tokens, number, seed) == (20, 3, 0)
        return [epoch, 10 + example, 19]

    found = coverage(places, num_masks=2, epochs=3, num_tokens=20, num_examples=2)
    assert found.tolist() == [3 / 20, 4 / 20, 4 / 20]


def pairs(lengths):
    return [(10, length, is_next) for length, is_next in lengths]


def test_pairs_of_a_function_are_measured_by_hand():
    def pair(texts, place, split, coin, which, where):
        assert len(texts) == 2 and all(len(text) == 4 for text in texts) and 1 <= split <= 3
        return [1] * split, [2, 2], int(coin >= 0.5)

    document = [[1], [2], [3], [4], [5], [6], [7], [8], [9]]  # two texts, and one sentence over
    found = pair_lengths(pair, [document, document[:3]], num_pairs=50)
    assert {first for first, _, _ in found} == {1, 2, 3} and {x for _, x, _ in found} == {2}
    assert {follows for _, _, follows in found} == {True, False} and len(found) == 50


def test_lengths_that_give_pairs_away_are_found():
    generator = np.random.default_rng(0)
    true = [(int(n), True) for n in generator.integers(5, 40, 200)]
    alike = [(int(n), False) for n in generator.integers(5, 40, 200)]
    longer = [(int(n), False) for n in generator.integers(30, 60, 200)]
    assert told_apart_by_length(pairs(true + alike)) < 0.58
    assert told_apart_by_length(pairs(true + longer)) > 0.8


@pytest.fixture
def filled(monkeypatch):
    """A model that says *door* if *in* stands in the text, else *book*."""

    def fill(model, tokenizer, text, top):
        return [[Candidate("door" if " in" in text else "book", 0, 0.5)] * top]

    monkeypatch.setattr("lessons.l08_pretraining.checks.fill_mask", fill)


def test_gaps_that_are_filled_are_counted(filled, data):
    gaps = [Gap("a [MASK] in", "door"), Gap("a [MASK] out", "book"), Gap("a [MASK] in", "book")]
    assert gaps_filled(toy_objective().model, data.tokenizer, gaps) == 2


@pytest.mark.parametrize(
    ("ends", "said"),
    [
        (["in", "out"], "ends: right: the right side decides."),
        (["up", "out"], "ends: not yet. The first guess is the same"),
        (["up"], "ends: not yet. Give two ends."),
        (["and went in.", "and began to read."], "ends: not yet. Those are the ends of the first"),
    ],
)
def test_ends_are_compared(filled, data, capsys, ends, said):
    compare_ends(toy_objective().model, data.tokenizer, "a [MASK]", ends)
    assert said in capsys.readouterr().out


def test_answers_stand_where_tokens_were_chosen(data):
    batch = data.batch([(0, 0), (0, 1)])
    chosen, before = answers_of(batch)
    assert chosen.flatten().nonzero().flatten().tolist() == batch.positions.tolist()
    assert before[chosen].tolist() == batch.targets.tolist()
    assert torch.equal(before[~chosen], batch.input_ids[~chosen])


def test_a_loop_with_the_right_loss_is_that_of_bertlab(data):
    assert gap_to_bertlab(pretraining_loss, data, steps=2) < 1e-4


def test_a_loop_with_half_the_loss_is_not(data):
    assert gap_to_bertlab(lambda *inputs: pretraining_loss(*inputs) / 2, data, steps=2) > 1
