"""What is shown of recorded answers can fail: with other answers each claim is refused."""

import pytest
import torch

from bertlab.statistics import Estimate
from lessons.l21_knowledge import figures, further, live, tables
from lessons.l21_knowledge.experiments import entities, roles
from lessons.l21_knowledge.experiments.nouns import ALL_SEE_ALL, CONFIGURATION, MANY, RIGHT
from lessons.l21_knowledge.roles import GOLD, NONE
from workbook.claims import ClaimError
from workbook.records import recorded

PAIRS = further.kind_pairs(**CONFIGURATION["kinds"]).test
NOUN_LABELS = torch.tensor([pair.label for pair in PAIRS])
ROLE_LABELS = torch.tensor([pair.label for pair in roles.test_pairs(roles.CONFIGURATION["test"])])
READ = CONFIGURATION["runs"][RIGHT].index(ALL_SEE_ALL)


@pytest.fixture
def answer(monkeypatch):
    """Return what changes the kept answers of a kind in one way of reading, or in all."""

    def change(module, kind, values, way=slice(None)):
        read = module.read_tensors

        def changed(path):
            kept = dict(read(path))
            kept[kind] = kept[kind].clone()
            kept[kind][:, way] = values
            return kept

        monkeypatch.setattr(module, "read_tensors", changed)

    return change


@pytest.mark.parametrize(
    ("kind", "values", "way", "claim"),
    [
        (GOLD, 0, 0, "15 points and more"),
        (NONE, ROLE_LABELS, 0, "15 points and more"),
        (GOLD, ROLE_LABELS, 2, "follows its roles"),
        (GOLD, ROLE_LABELS, 1, "it guesses"),
        ("20% wrong", 0, 0, "have their price"),
        ("40% wrong", ROLE_LABELS, 0, "have their price"),
        ("shuffled", ROLE_LABELS, 0, "shuffled roles"),
    ],
)
def test_roles(answer, kind, values, way, claim):
    further.roles(recorded("roles"))
    answer(further, kind, values, way)
    with pytest.raises(ClaimError, match=claim):
        further.roles(recorded("roles"))


@pytest.mark.parametrize(
    ("kind", "right", "claim"),
    [
        (entities.TRANS_E, True, "beside words it is not decided"),
        (f"{entities.TRANS_E}{entities.ALONE}", False, "without words vectors tell"),
        (f"{entities.TEXTS}{entities.ALONE}", True, "what no text says"),
    ],
)
def test_vectors_of_a_graph(answer, kind, right, claim):
    further.entities(recorded("entities"))
    answer(further, kind, right)
    with pytest.raises(ClaimError, match=claim):
        further.entities(recorded("entities"))


def test_too_many_facts(answer):
    further.branches(recorded("nouns"))
    answer(further, RIGHT, NOUN_LABELS, READ)
    with pytest.raises(ClaimError, match="nothing changes for sure"):
        further.branches(recorded("nouns"))


@pytest.mark.parametrize(
    ("kind", "claim"), [(MANY, "no facts help for sure"), (RIGHT, "no facts help for sure")]
)
def test_pairs(answer, kind, claim):
    answer(tables, kind, NOUN_LABELS)
    with pytest.raises(ClaimError, match=claim):
        tables.pairs(recorded("nouns"))


@pytest.mark.parametrize(
    ("ways", "gain", "claim"),
    [
        (("words of names", "words"), 0.0, "asking about names"),
        (("words of names", "one word of a name"), 0.0, "more often"),
        (("names", "one word of a name"), 0.2, "hiding whole names"),
        (("names", "words"), 0.4, "any words: not sure"),
    ],
)
def test_hidden_names(monkeypatch, ways, gain, claim):
    paired = live.paired
    other = Estimate(gain, gain - 0.1, gain + 0.1)
    monkeypatch.setattr(live, "paired", lambda *two: other if two == ways else paired(*two))
    with pytest.raises(ClaimError, match=claim):
        figures.hidden_names(recorded("names"))
