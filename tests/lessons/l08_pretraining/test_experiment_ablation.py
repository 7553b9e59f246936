"""The recorded ablation: its slice runs, and its table comes out of the kept answers."""

import pytest

from bertlab.pretraining.corpora import corpus
from bertlab.pretraining.trials import Trial, english_characters
from lessons.l08_pretraining.experiments import ablation
from tests.recomputed import assert_answers
from workbook.recorded_answers import right_answers
from workbook.records import recorded

CONFIGURATION = ablation.CONFIGURATION
RUNS = recorded("ablation")["results"]["runs"]


@pytest.fixture(scope="module")
def tokenizer():
    return english_characters()


def trial(name, tokenizer, seed=0):
    kind = {**CONFIGURATION["standard"], **CONFIGURATION["runs"][name]}
    return Trial(CONFIGURATION, kind, corpus("wiki"), tokenizer, seed)


@pytest.fixture(scope="module")
def targets(tokenizer):
    """What stood at the places that all are asked about."""
    return right_answers(trial("full", tokenizer).held_out, CONFIGURATION["held_out"])


@pytest.mark.parametrize("name", RUNS)
def test_scores_come_out_of_the_kept_answers(name, targets):
    assert_answers(RUNS[name], ablation.KEPT, name, targets)


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
