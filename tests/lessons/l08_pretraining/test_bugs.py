"""The friend's bugs show in the counts, and the reference has none."""

import pytest
import torch

from lessons.l08_pretraining import bugs
from lessons.l08_pretraining.exercises.choose_and_mask.reference import choose_and_mask


def friends(order=False, aliased=False):
    """The function of the lesson, with neither, one or both of its bugs."""

    def mask(ids, maskable, mask_id, scores, fates, random_ids):
        number = max(1, round(0.15 * int(maskable.sum())))
        places = scores.masked_fill(~maskable, 2.0).argsort()[:number].sort().values
        fate, shown = fates[places], ids if aliased else ids.clone()
        swapped = fate < 0.9 if order else (fate >= 0.8) & (fate < 0.9)
        shown[places[fate < 0.8]] = mask_id
        shown[places[swapped]] = random_ids[places[swapped]]
        return shown, places, ids[places]

    return mask


def test_the_reference_is_right():
    assert bugs.is_right(bugs.counts(choose_and_mask)) and bugs.is_right(bugs.counts(friends()))


@pytest.mark.parametrize(
    ("kind", "named", "silent"),
    [
        ({"order": True}, "written over it", "stood there:"),
        ({"aliased": True}, "not what stood there", "written over"),
    ],
)
def test_each_bug_is_named(kind, named, silent, capsys):
    bugs.examine(friends(**kind))
    said = capsys.readouterr().out
    assert "friends_mask: not yet." in said and named in said and silent not in said


def test_both_bugs_are_named_at_once(capsys):
    bugs.examine(friends(order=True, aliased=True))
    said = capsys.readouterr().out
    assert "written over it" in said and "not what stood there" in said


def test_other_proportions_are_named(capsys):
    def half(ids, maskable, mask_id, scores, fates, random_ids):
        return choose_and_mask(ids, maskable, mask_id, scores, fates / 2, random_ids)

    def more(ids, maskable, mask_id, scores, fates, random_ids):
        places = (maskable & (scores < 0.3)).nonzero().flatten()
        return ids, places, ids[places]

    for mask, named in ((half, "80%, 10% and 10%"), (more, "15% of the words")):
        bugs.examine(mask)
        assert named in capsys.readouterr().out


def test_the_mended_one_is_told(capsys):
    bugs.examine(friends())
    assert "friends_mask: right: it masks as BERT does." in capsys.readouterr().out


def test_nothing_stays_hidden_if_the_random_pieces_come_last():
    found = bugs.counts(friends(order=True))
    assert found["become [MASK]"] == 0 and torch.isclose(
        torch.tensor(found["become another piece"]), torch.tensor(0.9), atol=0.02
    )
