"""The check of pairs from two chains: right ones are accepted, and slips are named."""

from fractions import Fraction

import pytest

from lessons.l10_four_tasks import bugs


def three(chain, other, i, against=None):
    return [
        [chain[i + 1], chain[i], "entailment"],
        [chain[i - 1], chain[i], "neutral"],
        [other[i] if against is None else other[against], chain[i], "contradiction"],
    ]


def by_comprehension(chain, other):
    return [pair for i in range(1, len(chain) - 1) for pair in three(chain, other, i)]


def twice(chain, other):
    return by_comprehension(chain, other) * 2


def test_right_ones_are_accepted(capsys):
    for function in (bugs.make_pairs, by_comprehension, twice):
        assert bugs.mends(function) is function
        assert "make_pairs: no reader of a half gets far." in capsys.readouterr().out


def test_an_open_one_is_filled_in(capsys):
    def make_pairs(chain, other): ...

    assert bugs.mends(make_pairs) is bugs.make_pairs
    assert "not filled in yet" in capsys.readouterr().out


def always_the_sword(chain, other):
    inner = range(1, len(chain) - 1)
    return [pair for i in inner for pair in three(chain, other, i, against=0)]


def one_middle_alone(chain, other):
    return three(chain, other, len(chain) // 2)


def with_the_ends(chain, other):
    ends = [[chain[1], chain[0], "entailment"], [other[0], chain[0], "contradiction"]]
    return [*by_comprehension(chain, other), *ends]


def renamed(chain, other):
    names = {"neutral": "entailment", "entailment": "neutral"}
    return [(p, h, names.get(label, label)) for p, h, label in by_comprehension(chain, other)]


def the_first_two(chain, other):
    return three(chain, other, 1) + three(chain, other, 2)


SLIPS = {
    "There are no pairs": lambda chain, other: [],
    "The hypothesis 'weapon' is not": lambda chain, other: by_comprehension(other, chain),
    "The premise 'cat' is of neither": lambda chain, other: [("cat", "dog", "contradiction")],
    "Premise and hypothesis are one noun, 'dog'": lambda chain, other: [
        ("dog", "dog", "entailment")
    ],
    "A label is wrong": renamed,
    "A label never occurs": lambda chain, other: [
        pair for pair in by_comprehension(chain, other) if pair[2] != "neutral"
    ],
    "The hypothesis gives labels away": with_the_ends,
    "With chains of 4, whoever reads the premise alone gets 100%": one_middle_alone,
    "With chains of 4, whoever reads the premise alone gets 83%": always_the_sword,
    "With chains of 6, whoever reads the premise alone gets 67%": the_first_two,
}


@pytest.mark.parametrize("says", SLIPS)
def test_slips_are_named(says, capsys):
    assert bugs.mends(SLIPS[says]) is bugs.make_pairs
    assert f"make_pairs: not yet. {says}" in capsys.readouterr().out


def test_what_each_half_tells():
    pairs = [("p", "h", "neutral"), ("p", "h", "entailment"), ("q", "h", "entailment")]
    assert bugs.known_from(pairs, 0) == Fraction(2, 3)
    assert bugs.known_from(pairs, 1) == Fraction(2, 3)
    assert bugs.known_from(pairs[:2], 0) == Fraction(1, 2)


def test_the_leak_of_long_chains_is_small():
    rows = bugs.leaks(bugs.make_pairs, (4, 6, 12))
    assert rows == [("4", "33%", "67%"), ("6", "33%", "50%"), ("12", "33%", "40%")]
