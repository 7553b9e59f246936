"""The exercises on pre-training, worked by hand."""

import math
from unittest import mock

import pytest
import torch

from bertlab.text import WordPieceTokenizer
from bertlab.text.wordpiece import SPECIALS
from lessons.l08_pretraining import exercises
from lessons.l08_pretraining.exercises.update import reference as update_module
from tests.exercise_checks import loaded
from workbook.exercises import diagnose
from workbook.exercises.edits import build, source_of

pretraining = loaded(exercises)
BUGS = {  # of the friend, as edits of the mended code
    "15% is taken of all tokens": ["int(maskable.sum())", "len(ids)"],
    "the score that chooses a token also says what becomes of it": [
        "answers = draws",
        "answers = scores",
    ],
    "the answers are read after the change": ["positions, answers", "positions, ids[positions]"],
}


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


def test_the_cases_tempt_specials_and_meet_every_corruption():
    corruptions = set()
    for case in pretraining.choose_and_mask.cases():
        ids, maskable, mask_id, scores, _, random_ids = case.args
        assert scores[~maskable].max() < scores[maskable].min()
        shown, positions, answers = pretraining.choose_and_mask.reference(*case.args)
        assert not torch.isin(ids[positions], torch.tensor([0, 2, 3, mask_id])).any()
        assert torch.equal(answers, ids[positions])
        for position in positions.tolist():
            names = {
                mask_id: "mask",
                int(random_ids[position]): "random",
                int(ids[position]): "kept",
            }
            corruptions.add(names[int(shown[position])])
    assert corruptions == {"mask", "random", "kept"}


def test_the_loss_by_hand():
    """Uniform guesses among 5 pieces and 2 classes cost log 5 + log 2 = log 10."""
    chosen = torch.tensor([[True, False, False], [True, True, False]])
    ids = torch.tensor([[1, 2, 3], [4, 1, 2]])
    loss = pretraining.pretraining_loss.reference(
        torch.zeros(2, 3, 5), ids, chosen, torch.zeros(2, 2), torch.tensor([0, 1])
    )
    assert math.isclose(loss.item(), math.log(10), rel_tol=1e-6)


@pytest.mark.parametrize("bug", BUGS)
def test_each_bug_that_is_left_is_named_beside_one_other(bug):
    source = source_of(pretraining.friends_mask.reference)
    for other in BUGS.keys() - {bug}:
        answer = build(source, "friends_mask", [*BUGS[bug], *BUGS[other]])
        verdict = diagnose(pretraining.friends_mask, answer, apart=False)
        assert bug in verdict.text and other in verdict.text


def test_the_friends_masks_are_those_of_exercise_2_once_mended():
    for case in pretraining.choose_and_mask.cases():
        mended, masked = (
            getattr(pretraining, name).reference(*case.args)
            for name in ("friends_mask", "choose_and_mask")
        )
        assert all(torch.equal(*pair) for pair in zip(mended, masked, strict=True))


def test_an_update_goes_down_the_clipped_gradient():
    """Scores 0 and 10 w, even at w = 0: the loss is log 4, its derivative -5, clipped to -1."""
    seen = []

    class Two(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.w = torch.nn.Parameter(torch.zeros(()))

        def forward(self, shown, types, attention_mask):
            seen.append((shown.tolist(), types.tolist(), attention_mask.tolist()))
            words = self.w * torch.tensor([0.0, 10.0])
            return words.expand(*shown.shape, 2), torch.zeros(len(shown), 2)

    model, ids = Two(), torch.tensor([[1, 1, 0]])
    batch = torch.tensor([[4, 1, 0]]), 0 * ids, ids, ids > 0, torch.tensor([0])
    optimizer = torch.optim.SGD(model.parameters(), lr=99.0)
    loss = pretraining.update.reference(model, optimizer, batch, 0.25)
    assert math.isclose(loss, math.log(4), rel_tol=1e-6)
    assert seen == [([[4, 1, 0]], [[0, 0, 0]], [[1, 1, 0]])]
    assert math.isclose(model.w.item(), 0.25, rel_tol=1e-6)


def test_the_cases_of_an_update_have_long_gradients_and_short_ones():
    lengths = []

    def spy(parameters, max_norm):
        lengths.append(torch.nn.utils.clip_grad_norm_(parameters, max_norm).item())

    with mock.patch.object(update_module, "clip_grad_norm_", spy):
        for case in pretraining.update.cases():
            pretraining.update.called_reference(*case.args)
    assert min(lengths) < 0.9 and max(lengths) > 2


def test_a_gap_is_filled_by_hand():
    """Powers 1, 2 and 5 of the three likeliest pieces, the others next to nothing."""
    vocabulary = ["rain", *SPECIALS, "fell", "again"]
    scores = torch.full((1, 4, 8), -99.0)
    scores[0, 2, [6, 0, 7]] = torch.tensor([1.0, 2, 5]).log()

    def model(ids, types, attention_mask):
        assert (ids.tolist(), attention_mask.tolist()) == ([[3, 0, 5, 4]], [[1, 1, 1, 1]])
        return scores, None

    filled = pretraining.fill.reference(model, WordPieceTokenizer(vocabulary), "Rain [MASK]", 2)
    assert [piece for piece, _ in filled] == ["again", "rain"]
    assert [p for _, p in filled] == pytest.approx([5 / 8, 2 / 8])


def test_three_kinds_of_positions_by_hand():
    shown, answers = torch.tensor([4, 4, 7, 8]), torch.tensor([5, 6, 9, 8])
    surprisals = torch.tensor([1.0, 3.0, 5.0, 0.5])
    means = pretraining.by_corruption.reference(shown, answers, 4, surprisals)
    assert means.tolist() == [2, 5, 0.5]


def test_pairs_are_told_by_hand():
    scores = torch.tensor([[2.0, 0.0], [0.0, 3.0], [1.0, 0.0]])
    types, ids = torch.tensor([[0, 1, 0]]).expand(3, 3), torch.tensor([[5, 6, 0]]).expand(3, 3)
    batch = (ids * 0, types, ids, ids > 0, torch.tensor([0, 1, 1]))

    def model(given, kinds, attention_mask):
        assert torch.equal(given, ids[: len(given)]) and torch.equal(kinds, types[: len(given)])
        assert attention_mask.tolist() == [[1, 1, 0]] * len(given)
        return None, scores[: len(given)]

    accuracy = pretraining.pair_accuracy.reference
    assert accuracy(model, [batch]) == pytest.approx(2 / 3)
    assert accuracy(model, [batch, tuple(column[:1] for column in batch)]) == pytest.approx(3 / 4)
