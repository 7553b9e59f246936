"""The exercises on pre-training, worked by hand."""

import math

import torch

from lessons.l08_pretraining import exercises
from tests.exercise_checks import loaded
from workbook.exercises import diagnose
from workbook.exercises.edits import build, source_of

pretraining = loaded(exercises)


def test_pairs_by_hand():
    documents = [[[1], [2, 3], [4]], [[5], [6], [7, 8], [9]]]
    reference = pretraining.sentence_pair.reference
    assert reference(documents, 0, 1, 0.2, 0.0, 0.6) == ([1], [2, 3, 4], 0)
    assert reference(documents, 0, 1, 0.7, 0.0, 0.6) == ([1], [7, 8, 9], 1)
    assert reference(documents, 1, 3, 0.7, 0.9, 0.0) == ([5, 6, 7, 8], [1, 2, 3, 4], 1)


def test_two_slips_in_the_number_are_both_said():
    source = source_of(pretraining.choose_and_mask.reference)
    answer = build(source, "choose_and_mask", ["max(1, round(", "(int("])
    verdict = diagnose(pretraining.choose_and_mask, answer)
    assert "15% is rounded down or up" in verdict.text
    assert "a text with few tokens may have none chosen" in verdict.text


def test_the_cases_tempt_specials_and_meet_every_fate():
    fates = set()
    for case in pretraining.choose_and_mask.cases():
        ids, maskable, mask_id, scores, _, random_ids = case.args
        assert scores[~maskable].max() < scores[maskable].min()
        shown, places, targets = pretraining.choose_and_mask.reference(*case.args)
        assert not torch.isin(ids[places], torch.tensor([0, 2, 3, mask_id])).any()
        assert torch.equal(targets, ids[places])
        for place in places.tolist():
            names = {mask_id: "mask", int(random_ids[place]): "random", int(ids[place]): "kept"}
            fates.add(names[int(shown[place])])
    assert fates == {"mask", "random", "kept"}


def test_the_loss_by_hand():
    """Uniform guesses among 5 pieces and 2 classes cost log 5 + log 2 = log 10."""
    chosen = torch.tensor([[True, False, False], [True, True, False]])
    ids = torch.tensor([[1, 2, 3], [4, 1, 2]])
    loss = pretraining.pretraining_loss.reference(
        torch.zeros(2, 3, 5), ids, chosen, torch.zeros(2, 2), torch.tensor([0, 1])
    )
    assert math.isclose(loss.item(), math.log(10), rel_tol=1e-6)


def test_the_factor_is_that_of_the_lessons_table():
    found = [pretraining.factor.reference(step, 100, 10) for step in (0, 4, 9, 10, 55, 99)]
    assert found == [0.1, 0.5, 1, 1, 0.5, 1 / 90]


def test_a_visit_changes_its_place_only():
    ids = torch.tensor([[2, 5, 6, 3]])
    visit, draw = pretraining.visit.reference, lambda p: p.argmax(dim=1) + 7
    assert visit(ids, 1, 4, lambda ids: torch.zeros(1, 4, 9), draw).tolist() == [[2, 7, 6, 3]]
