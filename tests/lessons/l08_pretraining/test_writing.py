"""One visit of Gibbs sampling: a right one passes, each slip is named."""

import pytest
import torch

from lessons.l08_pretraining import writing


def row_by_row(ids, place, mask_id, scores_of, draw):
    for row in ids:
        row[place] = mask_id
    powers = scores_of(ids)[:, place].exp()
    ids[:, place] = draw(powers / powers.sum(dim=1, keepdim=True))


def test_right_answers_pass(capsys):
    assert writing.masks_and_draws(row_by_row) is row_by_row
    assert "visit: right" in capsys.readouterr().out


@pytest.mark.parametrize("slip", writing.MISTAKES, ids=lambda slip: slip.says[:30])
def test_each_mistake_is_named(slip, capsys):
    assert writing.masks_and_draws(slip.wrong) is writing.visit
    assert slip.says in capsys.readouterr().out


def test_an_open_gap_and_another_slip(capsys):
    def visit(ids, place, mask_id, scores_of, draw):
        """Not filled in."""

    assert writing.masks_and_draws(visit) is writing.visit
    assert "not filled in yet" in capsys.readouterr().out
    assert "Mask the place in ids" in writing.mistake(lambda ids, *others: ids.zero_())


def test_only_the_place_changes():
    ids = torch.tensor([[2, 5, 6, 3]])
    writing.visit(ids, 1, 4, lambda ids: torch.zeros(1, 4, 9), lambda p: p.argmax(dim=1) + 7)
    assert ids.tolist() == [[2, 7, 6, 3]]
