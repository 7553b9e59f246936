"""What the references give: the examples of the texts, and the paper's."""

from random import Random
from types import SimpleNamespace

import pytest

from lessons.l21_knowledge.exercises.exchange.reference import exchange
from lessons.l21_knowledge.exercises.hang.reference import hang
from lessons.l21_knowledge.exercises.hide_name.reference import hide_name
from lessons.l21_knowledge.exercises.soft_positions.reference import soft_positions
from lessons.l21_knowledge.exercises.visible.reference import visible
from lessons.l21_knowledge.exercises.wrong_facts.reference import wrong_facts

SENTENCE = ["the", "cello", "was", "heavy"]
FACTS = {"cello": [["is", "an", "instrument"]]}


def test_the_cello_and_its_fact():
    words, branches = zip(*hang(["the", "cello", "was", "heavy"], FACTS), strict=True)
    assert words == ("the", "cello", "is", "an", "instrument", "was", "heavy")
    assert branches == (0, 0, 1, 1, 1, 0, 0)
    assert soft_positions(branches) == [0, 1, 2, 3, 4, 2, 3]
    sees = visible(branches)
    assert [sees[i].nonzero().flatten().tolist() for i in (0, 1, 2)] == [
        [0, 1, 5, 6],
        [0, 1, 2, 3, 4, 5, 6],
        [1, 2, 3, 4],
    ]


def test_the_example_of_the_paper():
    """Liu et al. (2020), figure 2: a branch at Cook, two at Beijing."""
    facts = {"Cook": [["CEO", "Apple"]], "Beijing": [["capital", "China"], ["is_a", "City"]]}
    sentence = ["[CLS]", "Tim", "Cook", "is", "visiting", "Beijing", "now"]
    branches = [branch for _, branch in hang(sentence, facts)]
    assert soft_positions(branches) == [0, 1, 2, 3, 4, 3, 4, 5, 6, 7, 6, 7, 6]
    sees = visible(branches)
    apple, china, city = 4, 9, 11
    assert sees[apple].nonzero().flatten().tolist() == [2, 3, 4]
    assert sees[china].nonzero().flatten().tolist() == [7, 8, 9]
    assert sees[city].nonzero().flatten().tolist() == [7, 10, 11]


def test_no_word_of_a_control_has_its_own_facts_and_no_fact_is_lost():
    facts = {word: [[word, "is", "a", "word"]] * number for number, word in enumerate(SENTENCE)}
    control = wrong_facts(facts)
    assert [*control] == [*facts]
    assert not any(own == facts[word] for word, own in control.items())
    assert sorted(map(len, control.values())) == [0, 1, 2, 3]
    assert wrong_facts(FACTS) == {"cello": []}


def test_the_example_of_a_hidden_name():
    draws = SimpleNamespace(random=iter([0.9, 0.1, 0.6, 0.2]).__next__)
    hidden = hide_name(["the", "cello", "of", "Ada", "Blum"], [(3, 5)], 0.5, draws)
    assert hidden == (["the", "[MASK]", "of", "[MASK]", "[MASK]"], [1, 3, 4])


def test_a_name_is_hidden_as_often_as_a_word_and_never_in_part():
    generator = Random(0)
    draws = [hide_name(SENTENCE, [(0, 2)], 0.3, generator) for _ in range(4000)]
    for text, positions in draws:
        assert (0 in positions) == (1 in positions)
        assert positions == [i for i, word in enumerate(text) if word == "[MASK]"]
    for position in (0, 2, 3):  # three standard errors are 0.022
        rate = sum(position in positions for _, positions in draws) / len(draws)
        assert rate == pytest.approx(0.3, abs=0.022)


def test_half_of_the_names_are_replaced_and_every_other_name_is_as_likely():
    generator = Random(0)
    same_type = {"the cello": ["a violin", "the cello", "drums"]}
    made = [exchange(SENTENCE, [(0, 2)], same_type, generator) for _ in range(4000)]
    texts = [" ".join(words) for words, _ in made]
    assert [[int(text != "the cello was heavy")] for text in texts] == [
        labels for _, labels in made
    ]
    rates = {name: texts.count(f"{name} was heavy") / len(made) for name in same_type["the cello"]}
    assert rates == pytest.approx({"a violin": 0.25, "the cello": 0.5, "drums": 0.25}, abs=0.024)
    assert exchange(SENTENCE, [(0, 2)], {"the cello": ["the cello"]}, None) == (SENTENCE, [0])
