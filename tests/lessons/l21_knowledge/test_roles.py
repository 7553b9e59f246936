"""Roles: what the pairs tell, what is read of them, and what a model gets."""

from random import Random

import pytest
import torch
from safetensors.torch import load_file

from lessons.l21_knowledge import roles
from lessons.l21_knowledge.experiments import roles as experiment
from lessons.l21_knowledge.roles import DOER, DONE_TO, KNOWN, NEW, role_pairs
from workbook.records import recorded


@pytest.mark.parametrize(("test", "family"), [(False, KNOWN), (True, KNOWN), (True, NEW)])
def test_a_claim_follows_if_its_person_is_the_doer(test, family):
    pairs = role_pairs(40, 0, test, family)
    assert sum(pair.label for pair in pairs) == 20
    for pair in pairs:
        role_of = dict(zip(*pair.premise, strict=True))
        person = pair.hypothesis[0][1]
        assert role_of[person] == (DOER if pair.label else DONE_TO)
        assert (person in roles.NOUNS[roles.LEARNED :]) == test
        assert [role_of[noun] for noun in roles.NOUNS if noun in role_of] in ([2, 3], [3, 2])


def test_readings():
    pair, generator = role_pairs(1, 0)[0], Random(0)
    gold, claim = pair.premise[1], pair.hypothesis[1]
    assert roles.read(pair, roles.GOLD, generator) == (gold, claim)
    assert set(roles.read(pair, roles.NONE, generator)[0]) == {roles.OTHER}
    opposite = [{DOER: DONE_TO, DONE_TO: DOER}.get(role, role) for role in gold]
    assert roles.read(pair, roles.EXCHANGED, generator) == (opposite, claim)
    shuffled = [roles.read(pair, "shuffled", generator)[0] for _ in range(20)]
    assert all(sorted(one) == sorted(gold) for one in shuffled) and any(o != gold for o in shuffled)
    for rate in (0.2, 0.4):
        read = [roles.read(pair, f"{rate:.0%} wrong", generator)[0] for _ in range(400)]
        wrong = [a != b for one in read for a, b in zip(one, gold, strict=True)]
        assert sum(wrong) / len(wrong) == pytest.approx(rate, abs=0.04)


def test_a_model_gets_the_role_of_each_word_with_its_segment():
    pair = role_pairs(1, 0)[0]
    data = experiment.as_data([pair], roles.GOLD, 0)
    _, types, _ = data.batch([0]).inputs
    assert (types // 2).tolist() == [[0, *pair.premise[1], 0, *pair.hypothesis[1], 0]]
    first = len(pair.premise[1]) + 2
    assert (types % 2).tolist() == [[0] * first + [1] * (types.shape[1] - first)]


def test_a_role_changes_the_answer_and_vectors_of_zero_do_not():
    model = experiment.RoleBert.from_pretrained("minilm", new_heads=True, labels=roles.LABELS)
    pairs = role_pairs(2, 0)
    gold, none = (
        experiment.as_data(pairs, way, 0).batch([0, 1]).inputs for way in (roles.GOLD, roles.NONE)
    )
    with torch.no_grad():
        assert not torch.allclose(model(*gold), model(*none))
        model.roles.weight.zero_()
        plain = super(experiment.RoleBert, model).answer(*none)
        assert torch.allclose(model(*gold), plain, atol=1e-5)


def test_classes_that_are_kept_have_the_recorded_accuracies():
    record, kept = recorded("roles"), load_file(experiment.KEPT)
    pairs = experiment.test_pairs(record["configuration"]["test"])
    for kind, runs in record["results"].items():
        for classes, one in zip(kept[kind], runs, strict=True):
            scores = [experiment.by_wordings(own, pairs) for own in classes]
            assert scores == list(one["test"].values())
