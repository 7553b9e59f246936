"""Vectors of entities: where they enter, and what they know."""

import numpy as np
import pytest
import torch
from safetensors.torch import load_file

from lessons.l21_knowledge import entities
from lessons.l21_knowledge.experiments import entities as experiment
from lessons.l21_knowledge.judge import completed, hidden_town
from lessons.l21_knowledge.ways import Asking, side_by_side
from lessons.l21_knowledge.world import HELD_OUT, make_world
from workbook.records import recorded

SETTINGS = {**experiment.CONFIGURATION, **experiment.SLICE}


@pytest.fixture(scope="module")
def world():
    return make_world(**SETTINGS["world"])


def model_of(world, enter, words=True):
    own = {"vectors": experiment.RANDOM, "enter": enter, "align": True, "words": words}
    return experiment.taught({**SETTINGS, "kind": own}, world, 0)[0]


def test_a_graph_tells_its_homes_and_no_others(world):
    silent = np.array([not person.stated for person in world.people])
    for unstated, least, most in ((True, 0.9, 1), (False, 0, 0.7)):
        vectors = entities.trans_e(entities.graph_of(world, unstated), 0)
        right = completed(entities.nearest_towns(*vectors, world).numpy(), world)
        assert right[~silent].mean() > 0.9
        assert least <= right[silent].mean() <= most


def test_names_are_linked_where_they_stand_unless_they_are_hidden(world):
    asking, model, graph = Asking(world), model_of(world, True), entities.graph_of(world)
    for text in world.texts[:50]:
        linked = model.linked(torch.tensor([asking.ids(text.words)]))[0]
        for unit in text.names:
            name = " ".join(text.words[unit.start : unit.end])
            assert graph.names[linked[unit.start + 1] - 1] == name
    question = hidden_town(asking, HELD_OUT[0], world.people[3].name, 2)
    linked = model.linked(torch.tensor([question.ids]))
    assert linked[linked > 0].tolist() == [4]  # the person alone


@pytest.mark.parametrize(("enter", "words"), [(False, True), (True, True), (True, False)])
def test_what_is_filled_in_depends_on_what_enters(world, enter, words):
    asking, name = Asking(world), world.people[0].name
    asked = side_by_side([hidden_town(asking, HELD_OUT[0], name, 1)], asking.tokenizer)
    model = model_of(world, enter, words).requires_grad_(False)
    before = model.answers(asked)[0]
    model.vectors.neg_()
    assert torch.allclose(before, model.answers(asked)[0]) != enter
    model.vectors.neg_()
    ids = [asking.tokenizer.ids[word.lower()] for word in name.split()]
    model.bert.embeddings.word.weight[ids] *= -9
    changed = (model.answers(asked)[0] - before).abs()
    changed[:, ids] = 0  # words are read out by the same vectors
    assert (changed.max() > 1e-6) == words


def test_noise_replaces_and_drops_some_and_leaves_other_tokens_alone():
    linked = torch.cat([torch.full((1, 4000), 7), torch.zeros(1, 100, dtype=torch.long)], dim=1)
    noised = entities.noised(linked, 200)
    assert not noised[:, 4000:].any() and noised.max() < 200
    rates = [((noised == value)[:, :4000]).double().mean().item() for value in (0, 7)]
    assert rates == pytest.approx([0.15, 0.8], abs=0.03)


def test_what_is_kept_has_the_recorded_proportions():
    record, kept = recorded("entities"), load_file(experiment.KEPT)
    stated = [person.stated for person in make_world(**record["configuration"]["world"]).people]
    for kind, runs in record["results"]["kinds"].items():
        for right, one in zip(kept[kind], runs, strict=True):
            mean = right[:, torch.tensor(stated)].double().mean().item()
            assert mean == pytest.approx(one["model"]["stated"], abs=1e-4)
