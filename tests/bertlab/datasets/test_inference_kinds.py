"""Pairs of kinds: labels that follow from the nouns, and nothing that gives them away but these."""

from collections import Counter, defaultdict
from string import Formatter

import pytest

from bertlab.datasets.generated.inference_kinds import (
    KINDS,
    KNOWN,
    MIDDLE,
    NEW,
    TEMPLATES,
    kind_pairs,
    narrow_words,
)
from bertlab.datasets.generated.inference_pairs import (
    baseline_accuracies,
    overlap_features,
    words_of,
)

BROADER = {
    narrow: middle for kinds in KINDS.values() for middle, four in kinds.items() for narrow in four
}
NOUNS = {*KINDS, *MIDDLE, *BROADER}


@pytest.fixture(scope="module")
def data():
    return kind_pairs()


def noun(text):
    (found,) = [word for word in words_of(text) if word in NOUNS]
    return found


def judge(premise, hypothesis):
    """Climb from the premise's noun: is the hypothesis above, below, or elsewhere?"""
    above = {**BROADER, **MIDDLE}
    for label, low, high in ((0, premise, hypothesis), (1, hypothesis, premise)):
        while low in above:
            low = above[low]
            if low == high:
                return label
    return 2


def test_a_judge_by_hand():
    assert judge("poodle", "dog") == judge("poodle", "creature") == 0
    assert judge("creature", "dog") == 1
    assert judge("sparrow", "dog") == judge("weapon", "dog") == judge("bird", "dog") == 2


def test_nouns_are_all_different_and_begin_alike():
    nouns = [*KINDS, *MIDDLE, *BROADER]
    assert len(nouns) == len(NOUNS) == 6 + 16 + 64
    assert not any(word[0] in "aeiou" for word in nouns), "the article would tell"


def test_labels_follow_from_the_nouns(data):
    for part in data:
        for pair in part:
            assert judge(noun(pair.premise), noun(pair.hypothesis)) == pair.label, pair
            assert noun(pair.hypothesis) in MIDDLE


def test_one_word_differs_and_it_is_the_noun(data):
    for part in data:
        for pair in part:
            premise, hypothesis = pair.premise.split(), pair.hypothesis.split()
            (differing,) = [
                both for both in zip(premise, hypothesis, strict=True) if len({*both}) > 1
            ]
            assert {word.strip(".,") for word in differing} <= NOUNS
        found = [
            Counter(tuple(overlap_features(pair)) for pair in part if pair.label == label)
            for label in range(3)
        ]
        assert found[0] == found[1] == found[2]


def test_each_hypothesis_has_each_label_once(data):
    for part in data:
        labels = defaultdict(list)
        for pair in part:
            labels[pair.hypothesis].append(pair.label)
        assert all(sorted(found) == [0, 1, 2] for found in labels.values())
        kinds = Counter((noun(pair.hypothesis), pair.label) for pair in part)
        assert set(kinds.values()) == {len(part) // 48}


def test_pairs_are_shuffled(data):
    assert min(Counter(pair.label for pair in data.train[:90]).values()) > 15


def test_parts_share_nouns_but_no_template(data):
    texts = [[text for pair in part for text in pair[:2]] for part in data]
    for first, second in ((0, 1), (0, 2), (1, 2)):
        assert not {*texts[first]} & {*texts[second]}
    every = [template for part in TEMPLATES.values() for template in part]
    assert len(set(every)) == len(every)
    for template in every:
        slots = [slot for _, slot, _, _ in Formatter().parse(template) if slot]
        assert sorted(slots) in (["name", "noun"], ["noun", "room"]), template
    known = [pair for pair in data.test if pair.family == KNOWN]
    assert {noun(pair.premise) for pair in known} <= {noun(pair.premise) for pair in data.train}


def test_new_nouns_are_new(data):
    seen = {noun(text) for part in data[:2] for pair in part for text in pair[:2]}
    new = [pair for pair in data.test if pair.family == NEW]
    assert len(new) == len(data.test) / 2
    narrow = {noun(pair.premise) for pair in new if noun(pair.premise) in BROADER}
    assert narrow == {four[-1] for kinds in KINDS.values() for four in kinds.values()}
    assert not narrow & seen


def test_what_is_excluded_comes_from_near_and_far(data):
    """Half of what contradicts is a broad word, a quarter a narrow one of the same broad word."""
    excluded = [pair for pair in data.train if pair.label == 2]
    broad = [pair for pair in excluded if noun(pair.premise) in KINDS]
    assert len(broad) / len(excluded) == pytest.approx(1 / 2, abs=0.08)
    near = [
        pair
        for pair in excluded
        if pair not in broad
        and MIDDLE[BROADER[noun(pair.premise)]] == MIDDLE[noun(pair.hypothesis)]
    ]
    assert len(near) / len(excluded) == pytest.approx(1 / 4, abs=0.08)


def test_half_of_the_input_tells_nothing_or_two_labels_of_three(data):
    found = baseline_accuracies(data.train, data.test)
    assert found["hypothesis only"] == pytest.approx(1 / 3)
    assert found["word overlap"] == pytest.approx(1 / 3)
    assert 0.5 < found["premise only"] < 0.7


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


def test_the_seed_decides():
    assert kind_pairs.__wrapped__(48, 48, 96) == kind_pairs(48, 48, 96)
    assert kind_pairs(48, 48, 96) != kind_pairs(48, 48, 96, seed=1)


def test_the_largest_set_can_be_made():
    found = kind_pairs(3840, 768, 2304)
    assert [len({pair.hypothesis for pair in part}) for part in found] == [1280, 256, 768]


def test_narrow_words():
    assert narrow_words("dog", KNOWN) == ["poodle", "terrier", "beagle"]
    assert narrow_words("dog", NEW) == ["collie"]


@pytest.mark.parametrize(
    ("sizes", "message"),
    [
        ((100, 48, 96), "train: expected a multiple of 48 pairs up to 3840, got 100"),
        ((48, 0, 96), "validation: expected a multiple of 48 pairs up to 768, got 0"),
        ((48, 48, 48), "test: expected a multiple of 96 pairs up to 2304, got 48"),
        ((48, 816, 96), "validation: expected .* up to 768, got 816"),
    ],
)
def test_sizes_that_are_refused(sizes, message):
    with pytest.raises(ValueError, match=message):
        kind_pairs(*sizes)
