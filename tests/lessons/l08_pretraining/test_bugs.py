"""The friend's bugs show in the counts, and the reference has none."""

import pytest

from lessons.l08_pretraining import bugs
from lessons.l08_pretraining.exercises.choose_and_mask.reference import choose_and_mask


def friends(padding=False, fate_of_score=False, aliased=False):
    """The function of the lesson, with none, some or all of its bugs."""

    def mask(ids, maskable, mask_id, scores, fates, random_ids):
        number = max(1, round(0.15 * (len(ids) if padding else int(maskable.sum()))))
        places = scores.masked_fill(~maskable, 2.0).argsort()[:number].sort().values
        fate, shown = (scores if fate_of_score else fates)[places], ids if aliased else ids.clone()
        swapped = (fate >= 0.8) & (fate < 0.9)
        shown[places[fate < 0.8]] = mask_id
        shown[places[swapped]] = random_ids[places[swapped]]
        return shown, places, ids[places]

    return mask


def test_the_reference_is_right():
    assert bugs.is_right(bugs.counts(choose_and_mask)) and bugs.is_right(bugs.counts(friends()))


@pytest.mark.parametrize(
    ("bug", "shown"),
    [
        ("padding", " 20%  chosen, of the words (rule: 15%)"),
        ("fate_of_score", "100%  become [MASK] (rule: 80%)"),
        ("aliased", "answers that stood there (rule: 100%)"),
    ],
)
def test_each_bug_shows_in_a_count(bug, shown, capsys):
    bugs.examine(friends(**{bug: True}))
    said = capsys.readouterr().out
    assert "friends_mask: not yet. Some proportions" in said and shown in said


@pytest.mark.parametrize("bug", ["padding", "fate_of_score", "aliased"])
def test_two_bugs_mended_are_not_enough(bug):
    assert not bugs.is_right(bugs.counts(friends(**{bug: True})))


def test_answers_read_too_late_show_in_no_count_of_fates():
    right, late = (list(bugs.counts(friends(aliased=x)).values()) for x in (False, True))
    assert right[0] == late[0] and right[1:4] == late[1:4] and late[4] < 0.2


def test_the_mended_one_is_told(capsys):
    bugs.examine(friends())
    assert "friends_mask: right: it keeps the rule." in capsys.readouterr().out


def test_one_that_still_writes_into_its_text_is_not_mended(capsys):
    def writes(ids, maskable, mask_id, scores, fates, random_ids):
        shown, places, answers = friends()(
            ids.clone(), maskable, mask_id, scores, fates, random_ids
        )
        ids[:] = shown
        return ids, places, answers

    bugs.examine(writes)
    said = capsys.readouterr().out
    assert "not yet. It writes into the ids" in said and "right" not in said.splitlines()[-1]
    bugs.examine(lambda ids, *others: friends()(ids.clone(), *others))
    assert "right: it keeps the rule." in capsys.readouterr().out
