"""What the path shows: drawn from the reader's functions and from the records."""

import numpy as np
import pytest
import torch

from lessons.l21_knowledge import figures, kinds, live, tables
from lessons.l21_knowledge.experiments import reading
from lessons.l21_knowledge.nouns import MANY, NONE, RIGHT, WRONG
from workbook.claims import ClaimError
from workbook.records import recorded

PARTS = reading.PARTS
FACTS = {"cello": [["is", "an", "instrument"], ["has", "strings"]]}


def test_the_tree_and_its_matrix_are_drawn():
    tree = PARTS.hang(["the", "cello", "was", "heavy"], FACTS)
    branches = [branch for _, branch in tree]
    drawn = figures.sentence_tree(tree, PARTS.soft_positions(branches))
    assert "instrument at 4" in drawn.words and "heavy at 3" in drawn.words
    assert "9 by 9" in figures.visible_matrix([w for w, _ in tree], PARTS.visible(branches)).words
    assert figures.three_places().number == "21.1"


@pytest.mark.parametrize(
    ("branch", "words", "claim"),
    [
        ((0.9, 0.6), (0.9, 0.1), "a branch is hardly heard"),
        ((0.6, 0.1), (0.9, 0.1), "not even a wrong one"),
        ((0.6, 0.6), (0.6, 0.6), "plain words are read"),
    ],
)
def test_first_answers_that_are_others_are_refused(branch, words, claim):
    ways = {"none": (0.6, 0.6), live.BRANCH: branch, live.SEEN: (0.95, 0.1), live.WORDS: words}
    scores = {name: dict(zip(("right", "wrong"), two, strict=True)) for name, two in ways.items()}
    with pytest.raises(ClaimError, match=claim):
        tables.first_answers(scores)
    scores |= {live.BRANCH: scores["none"], live.WORDS: {"right": 0.9, "wrong": 0.1}}
    assert tables.first_answers(scores).number == "21.2"
    with pytest.raises(ClaimError, match="it is the matrix"):
        tables.first_answers({**scores, live.SEEN: scores["none"]})


def test_records_are_shown():
    assert "real nouns" in tables.reading(recorded("reading")).words
    shown = tables.pairs(recorded("nouns"))
    for kind in (RIGHT, WRONG, MANY):
        assert live.points(tables.gain_on_new_nouns(kind)) in shown.words
    assert tables.gain_on_new_nouns(NONE) == (0, 0, 0)
    assert "counting by trade" in figures.hidden_names(recorded("names")).words


def test_a_record_in_which_nobody_reads_is_refused():
    record = recorded("reading")
    results = {**record["results"], "invented": record["results"]["real"]}
    with pytest.raises(ClaimError, match="this check fails"):
        tables.reading({**record, "results": results})


def test_the_valley_is_asked_by_the_readers_functions():
    def nobody(words, names, rate, generator):
        raise ArithmeticError("called")

    valley = live.valley(nobody, nobody)
    for phase in (live.HIDING, live.EXCHANGING):
        with pytest.raises(ArithmeticError, match="called"):
            live.teach(None, valley, phase)


def test_homes_and_towns_of_a_model():
    valley = live.valley(None, None)
    model = live.names.new_reader(valley.asking, live.names.CONFIGURATION, seed=0).eval()
    for detects in (False, True):
        right = live.homes(model, valley, detects)
        assert right.shape == (3, 108) and right.dtype == bool and 0 <= right.mean() < 0.3
    one = valley.world.people[3]
    best = live.best_towns(model, valley, one.name, number=12)
    words = len(live.TOWNS[one.town].split())
    assert {town for town, _ in best} == {t for t in live.TOWNS if len(t.split()) == words}
    assert sum(value for _, value in best) == pytest.approx(1)
    assert [value for _, value in best] == sorted((v for _, v in best), reverse=True)
    assert live.stated(valley).sum() == 72
    of = live.stated(valley)
    knows = np.tile(of, (3, 1))  # what is stated, and nothing else
    shown = figures.exchanged(knows, knows, valley, recorded("names"))
    assert live.points(live.paired(*live.EQUAL)) in shown.caption
    ahead = live.ahead(knows[:, of], live.counted_homes(valley)[of])
    assert ahead.mean == pytest.approx(1 - live.counted_homes(valley)[of].mean())
    assert "over people" in figures.ahead({"stated": ahead}).caption
    for wrong, claim in ((right, "most stated"), (np.ones_like(knows), "no text states")):
        with pytest.raises(ClaimError, match=claim):
            figures.exchanged(wrong, wrong, valley, recorded("names"))


def test_recorded_intervals_hold_their_means_and_pair_the_same_questions():
    row = live.stated_row("names")
    assert row.low < row.mean < row.high and len(row.seeds) == 3
    assert np.mean(row.seeds) == pytest.approx(row.mean)
    assert live.paired("names", "names") == (0, 0, 0)
    some = live.paired("names", "words")
    assert some.mean == pytest.approx(row.mean - live.stated_row("words").mean)


def test_expected_words_are_the_likeliest():
    model = kinds.model()
    words = live.expected(model, "a cello is a [MASK] .", FACTS, PARTS, tree=False)
    assert [value for _, value in words] == sorted((v for _, v in words), reverse=True)
    assert words[0][0] == "instrument"
    assert torch.is_grad_enabled()
