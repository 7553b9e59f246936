"""Three models with a bug: what a parity test sees of each, and what is said of a wrong place."""

import pytest
import torch
from torch import nn

from bertlab.text.wordpiece import Batch
from lessons.l07_bert import suspects, whole
from lessons.l07_bert.measure import differences

IDS = torch.tensor([[1, 5, 9, 2, 7, 2], [1, 3, 2, 4, 0, 0]])
TYPES = torch.tensor([[0, 0, 0, 0, 1, 1], [0, 0, 0, 1, 0, 0]])
MASK = torch.tensor([[1, 1, 1, 1, 1, 1], [1, 1, 1, 1, 0, 0]])
PAIRS = Batch(IDS, TYPES, MASK)
ALONE = Batch(IDS[1:, :3], TYPES[1:, :3], MASK[1:, :3])
FIRST = {"A": (None, 1), "B": (2, 2), "C": (None, 0)}  # for one text, for the pairs


@pytest.mark.parametrize("name", suspects.PLANTED)
def test_a_bug_shows_where_it_is_said_to(name):
    bert = whole.Tiny()
    model = suspects.suspects(bert)[name]
    for batch, first in zip((ALONE, PAIRS), FIRST[name], strict=True):
        found = differences(model, bert, batch)
        large = [step for step, difference in enumerate(found) if difference > 1e-9]
        assert large[:1] == ([] if first is None else [first])


def test_the_suspects_are_copies():
    bert = whole.Tiny().float()
    before = [parameter.clone() for parameter in bert.parameters()]
    models = suspects.suspects(bert)
    assert list(models) == list(suspects.RIGHT)
    assert all(p.dtype == torch.float64 for m in models.values() for p in m.parameters())
    assert all(torch.equal(a, b) for a, b in zip(before, bert.parameters(), strict=True))
    assert isinstance(models["A"], nn.Module)


@pytest.mark.parametrize(
    ("where", "says"),
    [
        ({"A": "padding", "B": "layer 2", "C": "types"}, "where: each bug is in its place."),
        ({"A": ..., "B": "layer 2", "C": "types"}, "where: not filled in yet."),
        ({"B": "layer 2", "C": "types"}, "where: not filled in yet."),
        ({"A": "heads", "B": "layer 2", "C": "types"}, "A is not the model with 'heads'"),
        ({"A": "padding", "B": "layer 2", "C": "positions"}, "C is not the model with"),
        ({"A": "mask", "B": "layer 2", "C": "types"}, "A: choose one of padding, types"),
    ],
)
def test_an_answer_is_judged(where, says, capsys):
    suspects.placed(where)
    assert says in capsys.readouterr().out
