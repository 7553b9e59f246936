"""The experiment on nouns: what each way of reading lays out."""

import pytest
import torch
from safetensors.torch import load_file

from bertlab.datasets.generated.inference_kinds import kind_pairs
from bertlab.datasets.generated.inference_pairs import LABELS
from lessons.l21_knowledge.experiments import nouns
from lessons.l21_knowledge.nouns import KIND_OF, MANY, NONE, RIGHT, WRONG, exchanged
from workbook.records import recorded

PAIRS = kind_pairs(48, 48, 96).test
DATA = {way: nouns.as_data(PAIRS, way, 64) for way in nouns.OPTIONS}


def test_facts_hang_on_the_noun_of_the_premise_and_on_no_hypothesis():
    for number, pair in enumerate(PAIRS):
        narrow = bool(KIND_OF.keys() & set(DATA[NONE].tokenizer.words(pair.premise)))
        assert narrow or pair.label != LABELS.index("entailment")
        assert not narrow or pair.label != LABELS.index("neutral")
        trees = {way: data.trees[number] for way, data in DATA.items()}
        assert {way: max(tree.branches) for way, tree in trees.items()} == {
            way: 0 if way == NONE else narrow * (4 if way == MANY else 1) for way in nouns.OPTIONS
        }
        assert trees[RIGHT] == trees[nouns.NUMBERED] == trees[nouns.ALL_SEE_ALL]
        types = DATA[MANY].encoded[number].token_type_ids
        branches = trees[MANY].branches
        assert not any(t and b for t, b in zip(types, branches, strict=True))


def test_the_ways_differ_in_what_they_are_called():
    batches = {way: data.batch([0, 1, 2]) for way, data in DATA.items()}
    assert batches[nouns.NUMBERED].position_ids is None
    assert batches[nouns.ALL_SEE_ALL].visible is None
    assert torch.equal(batches[RIGHT].position_ids, batches[nouns.ALL_SEE_ALL].position_ids)
    assert torch.equal(batches[RIGHT].visible, batches[nouns.NUMBERED].visible)


def test_a_wrong_fact_names_another_kind():
    for pair, tree in zip(PAIRS, DATA[WRONG].trees, strict=True):
        fact = {p for p, b in zip(tree.pieces, tree.branches, strict=True) if b}
        for noun in KIND_OF.keys() & set(DATA[WRONG].tokenizer.words(pair.premise)):
            assert KIND_OF[exchanged()[noun]] in fact
            assert KIND_OF[noun] not in fact


def test_accuracies_by_family():
    classes = torch.tensor([pair.label for pair in PAIRS])
    half = torch.tensor([pair.family == nouns.NEW for pair in PAIRS])
    assert nouns.accuracies(classes, PAIRS) == {"all": 1, nouns.KNOWN: 1, nouns.NEW: 1}
    classes[half] = (classes[half] + 1) % 3
    assert nouns.accuracies(classes, PAIRS) == {"all": 0.5, nouns.KNOWN: 1, nouns.NEW: 0}


@pytest.mark.parametrize("kind", nouns.CONFIGURATION["runs"])
def test_a_model_reads_first_what_it_learned_from(kind):
    assert nouns.CONFIGURATION["runs"][kind][0] == kind


def test_classes_that_are_kept_have_the_recorded_accuracies():
    record, kept = recorded("nouns"), load_file(nouns.KEPT)
    pairs = kind_pairs(**record["configuration"]["kinds"]).test
    assert kept.keys() == record["results"].keys()
    for kind, runs in record["results"].items():
        for classes, one in zip(kept[kind], runs, strict=True):
            scores = [nouns.accuracies(own, pairs) for own in classes]
            assert scores == list(one["test"].values())
