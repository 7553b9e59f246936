"""Figures and tables of the path: they are drawn, and their claims can fail."""

from copy import deepcopy

import pytest
import torch

from bertlab.datasets import cmudict
from bertlab.model import BertForMaskedLM
from lessons.l18_masks import figures, live, tables
from lessons.l18_masks.exercises.best_letter.reference import best_letter
from lessons.l18_masks.exercises.permutation_masks.reference import permutation_masks
from lessons.l18_masks.exercises.prefix_mask.reference import prefix_mask
from workbook.claims import ClaimError
from workbook.records import recorded

pytestmark = pytest.mark.usefixtures("lesson_style")


def scores(model, ids, types, mask):
    vectors = model.bert.encoder(model.bert.embeddings(ids, types), mask[:, None])
    return model.masked_lm(vectors, model.bert.embeddings.word.weight)


@pytest.fixture(scope="module")
def finished():
    return BertForMaskedLM.from_pretrained("spoken-words")


def test_the_three_games_of_the_first_page(finished):
    words = figures.three_games(finished).words
    assert "fills gaps: jacket" in words and "pronounces: JH AE K AH T" in words


def test_what_is_reached_but_not_shown_breaks_the_claim():
    masks = {name: torch.ones(1, 10, 10).tril().bool() for name in ("prefix", "causal")}
    found = {name: mask[0].clone() for name, mask in masks.items()}
    figures.reached(found, masks)
    found["causal"][0, 9] = True
    with pytest.raises(ClaimError, match="causal: what is reached"):
        figures.reached(found, masks)


def test_a_mask_that_leaks_is_shown_beside_one_that_does_not():
    types = live.walk()[1]
    yours = prefix_mask(types)

    def two_steps(mask):
        return (mask[0].float() @ mask[0].float()) > 0

    assert "hatched" in figures.leaking(yours, two_steps).words
    with pytest.raises(ClaimError, match="yours does not"):
        figures.leaking(live.letters_see_all(types), two_steps)
    with pytest.raises(ClaimError, match="yours does not"):
        figures.leaking(yours, lambda mask: mask[0])


def test_gaps_that_are_filled_no_better_than_by_frequency():
    assert 2.8 < figures.letter_entropy() < 3.0
    below = {"pronounce": [1.0] * 20, "go on": [2.0] * 20, "fill in": [2.7] * 20}
    figures.losses(below)
    with pytest.raises(ClaimError, match="by frequency"):
        figures.losses({**below, "fill in": [3.0] * 20})


def test_a_guess_that_hears_what_it_should_not():
    order = torch.tensor([[2, 0, 4, 1, 3]])
    content, query = permutation_masks(order)
    figures.permuted(order, content, query, query[0])
    with pytest.raises(ClaimError, match="guessed before"):
        figures.permuted(order, content, query, content[0])


def test_an_alignment_that_goes_back(monkeypatch):
    assert "JH at j, AE at a, K at c" in figures.cross_attention().words
    seen = figures.looks("jacket")
    back = seen._replace(cross=seen.cross.flip(2))
    monkeypatch.setattr(figures, "looks", lambda word: back)
    with pytest.raises(ClaimError, match="from left to right"):
        figures.cross_attention()


@pytest.mark.parametrize(
    ("score", "value", "broken"), [("loss", 0.3, "lower loss"), ("phoneme errors", 0.2, "errors")]
)
def test_a_leak_that_does_no_harm(score, value, broken):
    record = deepcopy(recorded("pronouncing"))
    assert "the friend's mask" in tables.leak(record).words
    for entries in record["results"]["leak"]:
        entries[score] = value
    with pytest.raises(ClaimError, match=broken):
        tables.leak(record)


@pytest.mark.parametrize(
    ("kind", "errors", "broken"),
    [
        ("one network", 0.11, "better than three"),
        ("half", 0.13, "games help"),
        ("causal", 0.115, "costs errors"),
        ("encoder-decoder", 0.10, "slightly fewer"),
        ("encoder-decoder", 0.12, "slightly fewer"),
    ],
)
def test_error_rates_are_those_of_the_records(kind, errors, broken):
    record = deepcopy(recorded("pronouncing"))
    assert "one task | 11.6 to 11.7% | 44.5 to 45.0%" in tables.error_rates(record).words
    shown = tables.at_scale(record, recorded("spoken_words"))
    assert "a list | 38.1% | 96.6%\nthe finished network | 8.6% | 34.6%" in shown.words
    for entries in record["results"][kind]:
        entries["phoneme errors"] = errors
    with pytest.raises(ClaimError, match=broken):
        tables.error_rates(record)


def test_hangman_is_won_by_letters_that_fit(finished):
    asked = live.hangman_words(cmudict().test, 8)
    games = [live.play(best_letter, finished, scores, word) for word in asked]
    assert "of 8" in tables.hangman(games).words
    with pytest.raises(ClaimError, match="misses less often"):
        tables.hangman([live.Game("word", "zqxyvkbjfghmnaeisltucpword")] * 8)


def test_a_list_tries_what_most_words_have_that_fit():
    known = ["abcd", "abce", "afce", "xyz"]
    assert live.play_by_list(known, "zyxfedcba", "afce").tried == "caef"
    assert live.play_by_list([], "tolrdw", "word").missed == 2


def test_a_game_with_a_word_of_a_reader(finished, monkeypatch):
    games = []
    monkeypatch.setattr(tables, "explore", lambda game, **_: games.append(game))
    tables.play(best_letter, finished, scores)
    assert games[0](" Bertlab ").count("<tr>") >= 6 and "Type a word" in games[0]("naïve")


def test_tables_of_words_say_which_stand_in_the_dictionary(finished):
    said = {"walk": ["W", "AO", "K"], "zzz": []}
    words = tables.pronounced(["walk", "zzz"], said, said, recorded("spoken_words")).words
    assert "walk | W AO K | W AO K | W AO K | no" in words and "not in it | yes" in words
    sampled = ["walk", *["zzz"] * 9]
    shown = tables.invented(sampled, lambda *_: [], finished, scores)
    assert "walk | " in shown.words and "1 of all are learned words" in shown.caption
    with pytest.raises(ClaimError, match="in no part of the dictionary"):
        tables.invented(["walk", "zzz"], lambda *_: [], finished, scores)


def test_each_task_in_training_has_its_turn():
    told = {}

    def three_tasks(ids, types, seen, seed):
        assert (types[seen == 0] == 1).all()
        return {
            "fill in": live.gaps(ids, seed),
            "go on": (ids, live.causal(ids), ids),
            "pronounce": (ids, live.causal(ids), ids),
        }

    def update(model, optimizer, scores, types, task):
        shown, mask, _ = task
        told.setdefault(len(told), (types.shape == shown.shape, optimizer.param_groups[0]["lr"]))
        assert not mask[:, :, shown[0] == 0][0, shown[0] != 0].any()
        return 1.0

    model = live.network(layers=1)
    losses = live.train(model, cmudict().train[:200], three_tasks, update, scores, steps=20)
    assert {name: len(values) for name, values in losses.items()} == {
        "pronounce": 10, "go on": 5, "fill in": 5,
    }  # fmt: skip
    assert all(same for same, _ in told.values())
    rates = [rate for _, rate in told.values()]
    assert rates[0] < rates[1] > rates[-1] > 0 and max(rates) == 1.5e-3
