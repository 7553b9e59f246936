"""The recorded ablation: its slice runs, and its table comes out of the kept answers."""

import numpy as np
import pytest

from bertlab.pretraining.corpora import corpus
from bertlab.pretraining.trials import Trial, english_characters, final_scores
from lessons.l08_pretraining.experiments import ablation
from workbook.answer_sheets import read_sheets, right_answers
from workbook.records import recorded, run_slice

CONFIGURATION = ablation.CONFIGURATION
RUNS = recorded("ablation")["results"]["runs"]


@pytest.fixture(scope="module")
def tokenizer():
    return english_characters()


def trial(name, tokenizer, seed=0):
    kind = {**CONFIGURATION["standard"], **CONFIGURATION["runs"][name]}
    return Trial(CONFIGURATION, kind, corpus("wiki"), tokenizer, seed)


@pytest.fixture(scope="module")
def asked(tokenizer):
    """What stood at the places of pairs, and at those of single stretches of text."""
    found = {}
    for name in ("full", "few articles, one mask"):
        held_out = trial(name, tokenizer).held_out
        found[held_out.next_sentence] = right_answers(held_out, CONFIGURATION["held_out"])
    return found


@pytest.mark.nightly
def test_a_slice_has_the_fields_of_the_record():
    part = run_slice("ablation")["runs"]
    assert part.keys() == RUNS.keys()
    for name, found in part.items():
        assert found["parameters"] == RUNS[name]["parameters"]
        assert len(found["curves"]) == 1 and len(RUNS[name]["curves"]) == 3
        assert found["curves"][0][0].keys() == RUNS[name]["curves"][0][0].keys()


@pytest.mark.parametrize("name", RUNS)
def test_scores_come_out_of_the_kept_answers(name, asked):
    kind = {**CONFIGURATION["standard"], **CONFIGURATION["runs"][name]}
    targets, sheet = asked[kind["pairs"]], read_sheets(ablation.KEPT, name)
    right = (sheet.guess == targets).double().mean(dim=1)
    expected = final_scores(RUNS[name], "held_out_masked_accuracy")
    np.testing.assert_allclose(right, expected, atol=1e-4)
    losses = sheet.surprise.double().mean(dim=1)
    expected = final_scores(RUNS[name], "held_out_masked_lm")
    np.testing.assert_allclose(losses, expected, atol=1e-3)


def test_all_kinds_read_the_same_batches(tokenizer):
    first = trial("full", tokenizer)
    names = first.train_data.order(3, 4)
    for name in ("left to right", "full, small", "without next sentences"):
        other = trial(name, tokenizer)
        assert other.train_data.order(3, 4) == names
        for ours, theirs in zip(
            first.train_data.batch(names), other.train_data.batch(names), strict=True
        ):
            assert ours.equal(theirs)


def test_seeds_change_the_training_but_not_the_question(tokenizer):
    one, two = trial("full", tokenizer, 0), trial("full", tokenizer, 1)
    assert one.train_data.order(0, 4) != two.train_data.order(0, 4)
    examples = [(0, 5), (0, 70)]
    assert one.held_out.batch(examples).targets.equal(two.held_out.batch(examples).targets)


def test_one_mask_stays_and_new_masks_change(tokenizer):
    for name, same in (("few articles, one mask", True), ("few articles, new masks", False)):
        data = trial(name, tokenizer).train_data
        assert (
            data.example(0, 3)[0].targets.tolist() == data.example(1, 3)[0].targets.tolist()
        ) is same
        assert not data.next_sentence
