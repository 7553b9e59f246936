"""Generated pairs: labels that follow from the texts, and nothing else that gives them away."""

import re
from collections import Counter, defaultdict
from itertools import pairwise

import pytest

from bertlab.datasets.generated import inference_words
from bertlab.datasets.generated.inference_pairs import (
    LABELS,
    InferencePair,
    baseline_accuracies,
    inference_pairs,
    overlap_features,
    words_of,
)
from bertlab.datasets.generated.inference_templates import FAMILIES

PARTS = ("train", "validation", "test")
NUMBERS = inference_words.NUMBERS
MONTHS = inference_words.MONTHS


@pytest.fixture(scope="module")
def data():
    return inference_pairs()


def templates(part):
    return [template for family in FAMILIES.values() for template in getattr(family, part)]


def test_sizes_and_balance(data):
    assert [len(part) for part in data] == [6480, 810, 810]
    for part in data:
        counts = Counter((pair.family, pair.label) for pair in part)
        assert len(counts) == 3 * len(FAMILIES)
        assert set(counts.values()) == {len(part) // (3 * len(FAMILIES))}
        assert len({(pair.premise, pair.hypothesis) for pair in part}) == len(part)
        assert not any(re.search(r"[{}|]", pair.premise + pair.hypothesis) for pair in part)


def test_labels_do_not_stand_in_order(data):
    """Pairs are shuffled: in the first hundred each label occurs, and not one after the other."""
    labels = [pair.label for pair in data.train[:100]]
    assert min(Counter(labels).values()) > 15
    assert len(Counter(pairwise(labels))) == 9


def test_each_hypothesis_has_each_label_equally_often(data):
    for part in data:
        counts = defaultdict(Counter)
        for pair in part:
            counts[pair.hypothesis][pair.label] += 1
        assert all(len(set(count.values())) == 1 and len(count) == 3 for count in counts.values())


def test_premises_of_a_hypothesis_consist_of_the_same_words(data):
    """Sorted, the words are the same for each label: no counting of words tells them apart."""
    for part in data:
        bags = [Counter(), Counter(), Counter()]
        for pair in part:
            bag = (pair.hypothesis, *sorted(words_of(pair.premise)))
            bags[pair.label][bag] += 1
        assert bags[0] == bags[1] == bags[2]


def test_overlap_is_spread_equally(data):
    for part in data:
        found = [
            Counter(tuple(overlap_features(pair)) for pair in part if pair.label == label)
            for label in range(3)
        ]
        assert found[0] == found[1] == found[2]
        assert len(found[0]) > 15


def test_baselines_that_do_not_read_fail(data):
    found = baseline_accuracies(data.train, data.test)
    assert found["premise only"] == pytest.approx(1 / 3, abs=0.05)
    assert found["hypothesis only"] == found["word overlap"] == pytest.approx(1 / 3)


def test_baselines_find_what_gives_a_label_away(data):
    """Planted: a word of the hypothesis, and words in common, that go with one label."""
    told = [
        pair._replace(hypothesis=pair.hypothesis + " Never." * (pair.label == 2))
        for pair in data.train[:900]
    ]
    assert baseline_accuracies(told[:600], told[600:])["hypothesis only"] > 0.55
    shared = [
        pair._replace(premise=pair.premise + f" {pair.hypothesis}" * (pair.label == 0))
        for pair in data.train[:900]
    ]
    assert baseline_accuracies(shared[:600], shared[600:])["word overlap"] > 0.55


def test_templates_of_the_parts_are_disjoint(data):
    for first, second in (("train", "validation"), ("train", "test"), ("validation", "test")):
        ours, theirs = templates(first), templates(second)
        for column in (0, 1, 2):
            left, right = ({t.split(" | ")[column] for t in part} for part in (ours, theirs))
            assert not left & right
        left, right = ({p.hypothesis for p in getattr(data, part)} for part in (first, second))
        assert not left & right


def test_words_of_the_parts_overlap(data):
    words = [{word for pair in part for word in words_of(pair.premise)} for part in data]
    for names in (inference_words.FIRST_NAMES, inference_words.PLACES):
        known = {name.lower() for name in names} & words[0]
        assert len(known & words[2]) > 0.7 * len(known)


@pytest.mark.parametrize("part", PARTS)
def test_templates_are_well_formed(part):
    for name, family in FAMILIES.items():
        for template in getattr(family, part):
            premise, hypothesis, opposite = template.split(" | ")
            size = 1 + max(map(int, re.findall(r"{(\d)}", premise)))
            places = [*family.entailment, *family.neutral, *family.contradiction]
            assert sorted(re.findall(r"{(\d)}", premise)) == [str(i) for i in range(size)], name
            assert {i for place in places for i in place} == set(range(size))
            assert len(set(places)) == len(places), "no place has two labels"
            asked = {"a", "b"} if len(places[0]) == 2 else {"a"}
            for claim in (hypothesis, opposite):
                assert set(re.findall(r"{(a|b)}", claim)) == asked
                slots = set(re.findall(r"{(\w+)}", claim)) - {"a", "b"}
                assert slots <= set(re.findall(r"{(\w+)}", premise))
            assert all(text.endswith(".") for text in (premise, hypothesis, opposite))


# The labels again, from the text alone, for every family and wording of a number of kinds.


def by_place(premise, claim):
    """X lives in Rome."""
    name, said, city = re.fullmatch(r"(\w+) (lives|does not live) in ([\w ]+)\.", claim).groups()
    where = dict(re.findall(r"(\w+) lives in ([\w ]+)\.", premise)).get(name)
    if where is None:
        return "neutral"
    return LABELS[0 if (where == city) == (said == "lives") else 2]


def by_months(premise, claim):
    """X arrived before Y."""
    first, said, second = re.fullmatch(
        r"(\w+) (arrived|did not arrive) before (\w+)\.", claim
    ).groups()
    when = {n: MONTHS.index(m) for n, m in re.findall(r"(\w+) arrived in (\w+) \d+\.", premise)}
    if not {first, second} <= when.keys():
        return "neutral"
    return LABELS[0 if (when[first] < when[second]) == (said == "arrived") else 2]


def by_numbers(premise, claim):
    """X has more things than Y."""
    first, denied, second = re.fullmatch(
        r"(\w+) (has|does not have) more \w+ than (\w+)\.", claim
    ).groups()
    many = {n: NUMBERS.index(w) for n, w in re.findall(r"(\w+) has (\w+) ", premise) if w != "some"}
    if not {first, second} <= many.keys():
        return "neutral"
    return LABELS[0 if (many[first] > many[second]) == (denied == "has") else 2]


def by_chain(premise, claim):
    """X is taller than Y, who is taller than Z."""
    first, denied, second = re.fullmatch(r"(\w+) is (not )?taller than (\w+)\.", claim).groups()
    row = re.search(r"(\w+) is taller than (\w+), who is taller than (\w+)\.", premise).groups()
    if not {first, second} <= set(row):
        return "neutral"
    return LABELS[0 if (row.index(first) < row.index(second)) == (not denied) else 2]


def by_winner(premise, claim):
    """X is taller than Y and Z."""
    first, denied, second = re.fullmatch(r"(\w+) is (not )?taller than (\w+)\.", claim).groups()
    tallest = premise.split()[0]
    if tallest not in (first, second):
        return "neutral"
    return LABELS[0 if (tallest == first) == (not denied) else 2]


def by_boxes(premise, claim):
    """The key is in the box, and the box is in the attic."""
    thing, denied, room = re.fullmatch(r"The (\w+) is (not )?in the (\w+)\.", claim).groups()
    where = dict(re.findall(r"The (\w+) is in the (\w+)\.", premise))
    found = where.get(where[thing])
    if found is None:
        return "neutral"
    return LABELS[0 if (found == room) == (not denied) else 2]


def by_quantifier(premise, claim):
    """All of the boxes are red."""
    start, things = re.fullmatch(r"(All|Not all) of the (\w+) are \w+\.", claim).groups()
    (said,) = re.findall(rf"(All|some|None) of the {things}", premise)
    if said == "some":
        return "neutral"
    return LABELS[0 if (said == start) or (said, start) == ("None", "Not all") else 2]


READERS = {
    ("place", "lives in|not live in"): by_place,
    ("time", "arrived before|not arrive before"): by_months,
    ("quantity", "(has|does not have) more"): by_numbers,
    ("chain", "taller"): by_chain,
    ("comparison", "taller"): by_winner,
    ("two steps", r"in the \w+\."): by_boxes,
    ("quantifier", "(All|Not all) of the .* are "): by_quantifier,
}


@pytest.mark.parametrize(("family", "wording"), READERS)
def test_labels_follow_from_the_texts(data, family, wording):
    """A reader written for one wording, which knows nothing of how pairs are made."""
    pairs = [p for p in data.train if p.family == family and re.search(wording, p.hypothesis)]
    if family == "two steps":
        pairs = [pair for pair in pairs if "the box" in pair.premise]
    assert len(pairs) > 30
    for premise, hypothesis, label, _ in pairs:
        assert READERS[family, wording](premise, hypothesis) == LABELS[label], (premise, hypothesis)


def test_the_same_seed_gives_the_same_pairs(data):
    assert inference_pairs.__wrapped__(("place",), 9, 3, 3) == inference_pairs(("place",), 9, 3, 3)
    assert inference_pairs(("place",), 9, 3, 3) != inference_pairs(("place",), 9, 3, 3, seed=1)
    assert isinstance(data.test[0], InferencePair)


def test_families_are_chosen():
    found = inference_pairs(("time", "chain"), 60, 6, 6)
    assert Counter(pair.family for pair in found.train) == {"time": 30, "chain": 30}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"families": ("plaice",)}, r"families among place, .*, got \('plaice',\)"),
        ({"families": ()}, r"expected different families among .*, got \(\)"),
        ({"families": ("time", "time")}, r"got \('time', 'time'\)"),
        ({"train": 100}, "train: expected a multiple of 27 pairs, got 100"),
        ({"test": 0}, "test: expected a multiple of 27 pairs, got 0"),
    ],
)
def test_what_is_refused(options, message):
    with pytest.raises(ValueError, match=message):
        inference_pairs(**options)
