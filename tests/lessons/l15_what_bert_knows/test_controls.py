"""Controls of probes and the strength of cues, counted by hand."""

from random import Random

import pytest

from lessons.l15_what_bert_knows.controls import control_labels, usual_label_right
from lessons.l15_what_bert_knows.cues import cue_strengths


def test_control_labels_belong_to_the_type_and_keep_the_proportions():
    types = Random(1).choices([str(number) for number in range(400)], k=3000)
    labels = ["n"] * 2400 + ["v"] * 600
    found = control_labels(types, labels, seed=0)
    assert len(set(zip(types, found, strict=True))) == len(set(types))
    assert 0.72 < found.count("n") / len(found) < 0.88
    assert found == control_labels(types, labels, seed=0) != control_labels(types, labels, seed=1)
    with pytest.raises(ValueError, match="got none"):
        control_labels(types, [], 0)


def test_the_usual_label_is_that_of_the_type_else_of_all():
    found = usual_label_right(list("xxxyy"), list("aabbb"), list("xyzz"), list("abab"))
    # x is usually a, y is b; z is unknown, and b is the most frequent of all.
    assert found.tolist() == [True, True, False, True]


def test_cues_are_counted_once_for_each_question():
    right = ["It is not rare.", "Not, not here!", "It is cheap."]
    wrong = ["It is rare.", "It is here.", "It is not cheap."]
    found = {cue.word: cue for cue in cue_strengths(right, wrong)}
    assert found["not"][1:] == (3, 2 / 3, 1.0)
    assert found["is"][1:] == (1, 0.0, 1 / 3)
    assert "rare" not in found
    assert cue_strengths(right, wrong)[0].word in ("is", "it", "not")


def test_the_strongest_cue_comes_first():
    right, wrong = ["a not", "b not", "c x", "d x"], ["a x", "b y", "c not", "d z"]
    cues = cue_strengths(right, wrong)
    strengths = [abs(cue.productivity - 0.5) * cue.coverage for cue in cues]
    assert strengths == sorted(strengths, reverse=True)


@pytest.mark.parametrize("wrong", [[], ["a", "b"]])
def test_a_right_answer_needs_a_wrong_one(wrong):
    with pytest.raises(ValueError, match="a wrong answer for each right one"):
        cue_strengths(["a"], wrong)
