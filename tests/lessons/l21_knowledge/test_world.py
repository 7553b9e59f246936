"""The invented world: its texts say what is true, nothing else, and never in a held-out wording."""

from collections import Counter
from itertools import chain

import numpy as np
import pytest

from bertlab.pretraining.masking import number_to_mask
from lessons.l21_knowledge.world import (
    FULL_NAMES,
    HELD_OUT,
    NAMES,
    RIVERS,
    TOWNS,
    TRADES,
    WORDINGS,
    make_world,
    state,
    town_counts,
    trade_counts,
)


@pytest.fixture(scope="module")
def world():
    return make_world(seed=1, people=120, unstated=40, texts=1500)


def stated_in(world):
    """All sentences that may be written, and how often each is."""
    texts = Counter(text.words for text in world.texts)
    homes, others = set(), set()
    for person in world.people:
        slots = {"person": person.name, "town": TOWNS[person.town], "trade": TRADES[person.trade]}
        homes |= {state(one, **slots).words for one in WORDINGS["home"]} if person.stated else set()
        others |= {state(one, **slots).words for one in WORDINGS["trade"]}
    for town, river in zip(TOWNS, world.rivers, strict=True):
        slots = {"town": town, "river": RIVERS[river]}
        others |= {state(one, **slots).words for one in WORDINGS["river"]}
    return texts, homes | others


def test_texts_say_what_is_true_and_nothing_else(world):
    texts, allowed = stated_in(world)
    assert sum(texts.values()) == 1500 and set(texts) <= allowed


def test_each_home_that_is_stated_has_a_text_and_no_other_has(world):
    lived = {
        (text.name(unit), town)
        for text in world.texts
        for unit in text.names
        for town in (text.name(other) for other in text.names if other.kind == "town")
        if unit.kind == "person"
    }
    assert lived == {(one.name, TOWNS[one.town]) for one in world.people if one.stated}
    assert sum(person.stated for person in world.people) == 80


def test_no_text_has_a_held_out_wording_but_all_of_its_words(world):
    texts = {text.words for text in world.texts}
    read = {word for text in texts for word in text}
    for person in world.people:
        for town in TOWNS:
            for wording in HELD_OUT:
                asked = state(wording, person=person.name, town=town).words
                assert asked not in texts and set(asked) <= read
    ids = world.tokenizer().text_ids(" ".join(HELD_OUT).format(person="", town=""))
    assert world.tokenizer().unk_id not in ids


def test_two_words_of_each_text_are_hidden(world):
    for wording in [*HELD_OUT, *(one for several in WORDINGS.values() for one in several)]:
        for town in ("Tarn", "High Hill"):
            slots = {"person": "Ada Bell", "town": town, "trade": "potter", "river": "Wend"}
            words = state(wording, **slots).words
            assert number_to_mask(np.ones(len(words), dtype=bool)) == 2, wording


def test_names_stand_where_a_statement_says():
    one = state("in {town} lives {person} , a {trade} .", town="High Hill", person="A B", trade="x")
    assert [(one.name(unit), *unit) for unit in one.names] == [
        ("High Hill", 1, 3, "town"),
        ("A B", 4, 6, "person"),
    ]


def test_no_word_of_a_name_is_another_word_and_no_name_stands_twice():
    groups = [FULL_NAMES, TOWNS, RIVERS, TRADES, [*HELD_OUT, *chain(*WORDINGS.values())]]
    words = [{word.lower() for name in group for word in name.split()} for group in groups]
    for number, one in enumerate(words):
        assert all(one.isdisjoint(other) for other in words[number + 1 :])
    for group in groups:
        assert len(set(group)) == len(group)
    assert len(TOWNS) == 24 and len(TRADES) == 12


def test_counts_are_those_of_the_texts(world):
    counts = town_counts(world)
    for town, count in zip(TOWNS, counts[0], strict=True):
        texts = [" ".join(text.words) for text in world.texts]
        assert count == sum(f" {town} " in f" {text} " for text in texts)
    by_trade = trade_counts(world)
    person = world.people[5]
    for town in range(len(TOWNS)):
        others = sum(
            (one.town, one.trade, one.stated) == (town, person.trade, True)
            for one in world.people
            if one is not person
        )
        assert others <= by_trade[5, town] < others + 1


def test_the_same_seed_makes_the_same_world_and_another_another():
    size = {"people": 120, "unstated": 40, "texts": 300}
    worlds = [make_world(seed, **size) for seed in (0, 0, 1)]
    assert worlds[0] == worlds[1] != worlds[2]
    assert NAMES == tuple(worlds[0].occurrences())


@pytest.mark.parametrize(
    "size", [{"people": 2000}, {"people": 40, "unstated": 40}, {"texts": 200}, {"unstated": -1}]
)
def test_impossible_worlds_are_refused(size):
    with pytest.raises(ValueError, match=r"expected 0 <= unstated < people"):
        make_world(**size)
