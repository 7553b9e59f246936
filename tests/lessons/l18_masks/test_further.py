"""Figures and tables of the further experiments: they show what there is, and claims can fail."""

import re
from pathlib import Path

import pytest
import torch

from bertlab.datasets import SpokenWord
from bertlab.model import BertForMaskedLM
from bertlab.pretraining.many_masks import answers_of
from lessons.l18_masks import further, live
from lessons.l18_masks.experiments import noises as noises_run
from lessons.l18_masks.words import CLS, spelled
from workbook.claims import ClaimError
from workbook.questions.prediction_file import read_predictions
from workbook.records import recorded

ASKED = {"test": 20, "pairs": 2000, "pronounced": 2000, "seeds": [0, 1], "training": {}}
CAT = SpokenWord("cat", "cat", (("K", "AE", "T"),))


def shows_or_breaks(make, words, broken):
    """Look for words in what is shown; or, if a claim is to break, see that it does."""
    if broken is None:
        shown = make()
        assert all(part in f"{shown.caption} {shown.words}" for part in words)
        return
    with pytest.raises(ClaimError, match=broken):
        make()


def test_noises_that_change_nothing(monkeypatch):
    assert "delete | ictiony | dictionary" in further.noised().words
    same = answers_of([(spelled("dictionary"), spelled("dictionary")[1:])], CLS)
    monkeypatch.setattr(noises_run, "spoiled", lambda *_: same)
    with pytest.raises(ClaimError, match="mask changes the word"):
        further.noised()


@pytest.mark.parametrize(
    ("noise", "errors", "broken"),
    [
        ("copy", (0.24, 0.26), None),
        ("infill", (0.21, 0.25), "help in each seed"),
        ("infill", (0.18, 0.18), "about equally"),
        ("infill", (0.228, 0.228), "1.5 to 2 points"),
        ("copy", (0.23, 0.23), "hardly help"),
    ],
)
def test_what_noises_teach(noise, errors, broken):
    found = {
        "nothing": (0.24, 0.24),
        "copy": (0.24, 0.24),
        **dict.fromkeys(further.BART, (0.21, 0.23)),
    }
    found |= {"shuffle": (0.24, 0.24), noise: errors}
    results = {name: [{"phoneme errors": e} for e in seeds] for name, seeds in found.items()}
    record = {"results": results, "configuration": ASKED}
    line = "infill | 22.0% | 21.0 to 23.0% | 90.8"
    shows_or_breaks(lambda: further.noises(record), [line], broken)


def test_a_batch_of_simbert():
    rows = [line.split(" | ") for line in further.both_ways().words.splitlines()[1:]]
    assert [row[3] for row in rows] == ["row 3", "row 4", "row 1", "row 2"]
    assert rows[0][1:3] == rows[2][2:0:-1] and rows[1][1:3] == rows[3][2:0:-1]


@pytest.mark.parametrize(
    ("both", "alone", "untaught", "broken"),
    [
        ((9, 9), (8, 8), 1, None),
        ((9, 9), (8, 8), 9, "has to be taught"),
        ((9, 8), (8, 8), 1, "ahead in each seed"),
        ((20, 19), (5, 5), 1, "turn this around"),
    ],
)
def test_what_simbert_finds(monkeypatch, both, alone, untaught, broken):
    hits = {"both": both, "finding": alone, "start": (untaught, 0), "writing": (0, untaught)}
    ranks = {arm: 1 + (torch.arange(20) >= torch.tensor(n)[:, None]) for arm, n in hits.items()}
    ranks["finding"] = ranks["finding"].flip(1)  # of other sentences
    results = {arm: [{"found": n / 20, "writing": 7.0} for n in ns] for arm, ns in hits.items()}
    asked = {**ASKED, "training": {"steps": 3, "batch_size": 4}}
    monkeypatch.setattr(further, "read_tensors", lambda _: ranks)
    monkeypatch.setattr(further, "counted_alike", lambda _: 0.05)
    record = {"results": results, "configuration": asked}
    words = ["finding alone: +5.0 points", "both | 45.0%"]
    shows_or_breaks(lambda: further.finding(record), words, broken)
    monkeypatch.setattr(further, "counted_alike", lambda _: 0.4)
    with pytest.raises(ClaimError, match=r"has to be taught|counting finds"):
        further.finding(record)


def test_letters_that_partners_share_find_few():
    assert further.counted_alike({"pairs": 2000, "test": 600}) == pytest.approx(0.05, abs=0.005)


@pytest.mark.usefixtures("lesson_style")
@pytest.mark.parametrize(
    ("number", "broken"),
    [(0, "knows its answer"), (1, "knows anything"), (2, "what was guessed before")],
)
def test_streams_that_break_a_claim(monkeypatch, number, broken):
    count, true = iter(range(3)), further.reach

    def reach(*arguments):
        return true(*arguments) ^ (torch.eye(5, dtype=torch.bool) & (next(count) == number))

    monkeypatch.setattr(further, "reach", reach)
    with pytest.raises(ClaimError, match=broken):
        further.streams()


def test_five_beams_and_their_probability(monkeypatch):
    model = BertForMaskedLM.from_pretrained("spoken-words")
    found = further.five(model, "cat")
    assert len(found) == 5 and sorted(found, key=lambda one: -one[1]) == found
    way, value = found[0]
    assert way == ["K", "AE", "T"]
    assert further.log_probability(model, [CAT], [way]) == pytest.approx(value, abs=1e-4)
    shown = []
    monkeypatch.setattr(further, "explore", lambda draw, **_: shown.append(draw))
    further.ways(model)
    assert [shown[0](word).count("<tr>") for word in ("Cat ", "", "c4t", "c" * 21)] == [5, 0, 0, 0]


@pytest.mark.parametrize(
    ("changed", "broken"),
    [
        ({}, None),
        ({"likelier": -1.0}, "likelier answers"),
        ({"greedy": 0}, "as many wrong ones"),
        ({"beams": 0}, "as many wrong ones"),
        ({"five": 3}, "among the five"),
    ],
)
def test_what_beams_find(monkeypatch, changed, broken):
    words = [SpokenWord(letter, letter, (("K",),)) for letter in "abcdefghij"]
    wrong = {"greedy": 3, "beams": 3, "five": 1, "likelier": 0.5} | changed
    ways = {
        name: [["AA"] if i < wrong[name] else ["K"] for i in range(10)]
        for name in ("greedy", "beams", "five")
    }
    beams = {
        w.spelling: [(ways["beams"][i], -1), (ways["five"][i], -2)] for i, w in enumerate(words)
    }
    values = iter([-1.0, -1.0 + wrong["likelier"], -2.0])
    monkeypatch.setattr(further, "test_words", lambda _: words)
    monkeypatch.setattr(further, "five", lambda model, word: beams[word])
    monkeypatch.setattr(further, "pronounced", lambda *_: ways["greedy"])
    monkeypatch.setattr(further, "log_probability", lambda *_: next(values))
    model, line = live.network(layers=1), "likeliest answer | -0.50 | 30.0% | 3 of 10"
    shows_or_breaks(lambda: further.beams(model, 10), [line], broken)


def test_the_prediction_has_the_recorded_numbers():
    told = read_predictions(Path(further.__file__).with_name("predictions.toml"))
    caption = further.finding(recorded("simbert")).caption
    points, interval = re.search(r"\+(\S+) points \((.+?)\)", caption).groups()
    because = told["does writing help"].because
    assert f"by {points} points" in because and f"from {interval} points" in because
