"""A direction is taken out in 24 cases; random groups lose pieces that are as large."""

import pytest
import torch

from bertlab.before.ngrams.corpus import Vocabulary
from bertlab.before.nnlm.model import WindowNetwork
from lessons.l02_nnlm import removal, space

OTHERS = [f"word{number}" for number in range(30)]
WORDS = [*removal.NUMBERS, *OTHERS, "million", "estimated", "that", "about"]


@pytest.fixture(scope="module")
def vocabulary():
    return Vocabulary.from_sentences([WORDS, WORDS])


@pytest.fixture(scope="module")
def network(vocabulary):
    torch.manual_seed(0)
    return WindowNetwork(len(vocabulary), 4, 3, 5)


def test_control_groups_have_no_number_words(vocabulary):
    groups = removal.control_groups(vocabulary)
    assert len(groups) == 200
    assert {len(set(group)) for group in groups} == {10}
    assert not {*removal.NUMBERS} & {word for group in groups for word in group}
    assert {*OTHERS} < {*removal.other_words(vocabulary)}


def test_many_rows_at_once_are_one_by_one(network, vocabulary):
    window = vocabulary.encode(["estimated", "that", "about", "eight"])
    rows = torch.randn(4, 3)
    found = removal.probabilities_with(network, window, 7, rows)
    alone = [space.probability_with(network, window, 7, row) for row in rows]
    assert found.tolist() == pytest.approx(alone)


def test_cases_leave_what_a_single_removal_leaves(network, vocabulary):
    cases = removal.removals(network, vocabulary)
    assert len(cases) == 24 and {len(case.controls) for case in cases} == {200}
    table = network.embedding.weight.detach()
    window = vocabulary.encode(["estimated", "that", "about", "eight"])
    million, row = vocabulary.index("million"), table[vocabulary.index("eight")]
    own = table[vocabulary.encode([word for word in removal.NUMBERS if word != "eight"])]
    piece = space.piece_along(row, own)
    group = table[vocabulary.encode(removal.control_groups(vocabulary)[3])]
    as_large = space.piece_along(row, group, piece.norm().item())
    whole, left, control = (
        space.probability_with(network, window, million, row - one) for one in (0, piece, as_large)
    )
    assert cases[6].left == pytest.approx(left / whole, rel=1e-4)
    assert cases[6].controls[3] == pytest.approx(control / whole, rel=1e-4)


def test_a_control_counts_if_it_leaves_no_more():
    assert removal.Removal(0.2, [0.1, 0.2, 0.3]).as_low == 2
