"""Figures and tables of the further experiments: they are drawn, and their claims can fail."""

from pathlib import Path

import pytest
import torch

from bertlab.statistics import Estimate
from lessons.l16_what_to_mask import diagrams, further, recorded
from lessons.l16_what_to_mask.exercises.seed_interval.reference import seed_interval
from lessons.l16_what_to_mask.spelling import figures, oracle
from lessons.l16_what_to_mask.spelling import recorded as spelling
from lessons.l16_what_to_mask.spelling.corrector import Correction
from lessons.l16_what_to_mask.spelling.scoring import SpellingScores
from workbook.charts import Row
from workbook.claims import ClaimError
from workbook.questions.prediction_file import read_predictions

pytestmark = pytest.mark.usefixtures("lesson_style")


def test_diagrams_say_what_is_in_them(drawn):
    for draw in (diagrams.ernie, diagrams.boundary, diagrams.soft_masked):
        draw()
    stages, edges, soft = (" ".join(drawing.words()) for drawing in drawn)
    assert stages.count(" M") >= 3 and "position: 3rd" in edges
    assert r"p\; e_\mathrm{mask} + (1 - p)\; e" in soft


def test_a_cloze_that_plain_masks_do_not_win(monkeypatch):
    monkeypatch.setattr(recorded, "cloze_difference", lambda *_: Estimate(-0.05, -0.06, -0.04))
    with pytest.raises(ClaimError, match="plain masks win one cloze"):
        further.two_clozes()


def test_the_answers_of_the_predictions_have_the_recorded_numbers():
    told = read_predictions(Path(figures.__file__).parents[1] / "predictions.toml")
    f1 = recorded.f1_of_names()
    points = {
        name: [100 * value for value in seed_interval(seeds, f1["plain"], 4.303)]
        for name, seeds in f1.items()
    }
    _, low, high = points["whole words"]
    assert f"from {low:+.1f} to {high:+.1f} points" in told["who finds names"].because
    assert -2.5 < points["SpanBERT spans"][0] < -1.5, "about two points behind"
    assert points["MacBERT"][2] < 0.5, "no gain of more than half a point"
    assert points["start"][2] < 0 and -1.5 < points["start"][0] < -0.5, "about a point behind"
    gain = recorded.cloze_difference("whole words", "whole words").mean
    assert f"it was {100 * gain:.1f} points" in told["each game"].because
    assert 1 / 8.5 < recorded.cloze_score("whole words", "whole words").mean < 1 / 7.5


RATES = {name: spelling.rates(name) for name in (*figures.UNTRAINED, *figures.TRAINED)}
F1 = {name: spelling.f1(name) for name in RATES}
CLEAR, NONE = Row(0.03, 0.02, 0.04), Row(0.0, -0.01, 0.01)


@pytest.mark.parametrize(
    ("shows", "name", "value", "broken"),
    [
        ("untrained", "f1_difference", lambda *_: NONE, "ahead of counting"),
        ("untrained", "rates", lambda name: SpellingScores(0.9, 0.9, 0.9, 0.1), "hard to find"),
        ("correctors", "f1", lambda name: F1["counts"], "highest F1"),
        ("correctors", "rates", lambda name: RATES["soft mask"], "false alarms"),
        ("correctors", "f1_difference", lambda *_: CLEAR, "no gain of the soft mask"),
    ],
)
def test_correctors_that_break_a_claim(monkeypatch, shows, name, value, broken):
    monkeypatch.setattr(spelling, name, value)
    with pytest.raises(ClaimError, match=broken):
        getattr(figures, shows)()


@pytest.mark.parametrize(
    ("recall", "alarms", "broken"), [(NONE, 0.01, "its recall"), (CLEAR, 0.2, "no more false")]
)
def test_a_strict_hiding_that_breaks_a_claim(monkeypatch, recall, alarms, broken):
    numbers = {"hiding": (0.9, 0.5, 0.6, alarms), "soft mask": (0.8, 0.3, 0.5, 0.1)}
    rates = {name: SpellingScores(*each) for name, each in numbers.items()}
    strict = spelling.Strict(7.5, rates, {"soft mask": recall})
    monkeypatch.setattr(spelling, "strict_hiding", lambda *_, **__: strict)
    with pytest.raises(ClaimError, match=broken):
        figures.strict_hiding()


def test_the_rarest_have_to_be_the_errors(monkeypatch):
    assert "equally likely | 59%" in figures.rarest().words
    run = {"results": {"rarest": {"alike": 0.5, "by frequency": 0.2}}}
    monkeypatch.setattr(spelling, "run", lambda: run)
    with pytest.raises(ClaimError):
        figures.rarest()


def test_another_margin_changes_other_characters(monkeypatch):
    assert "best homophone | 费 | 记 | 灾 | 机" in figures.hiding_example().words
    monkeypatch.setattr(spelling, "run", lambda: {"results": {"margins": {"hiding": -3}}})
    with pytest.raises(ClaimError):
        figures.hiding_example()


def test_a_detector_that_suspects(monkeypatch):
    for wrong, right in ((0.3, 0.1), (0.1, 0.15)):
        p = torch.full((9,), wrong), torch.full((9,), right)
        monkeypatch.setattr(oracle, "p_of_characters", lambda p=p: p)
        with pytest.raises(ClaimError, match="p is low"):
            figures.suspicion()


@pytest.mark.parametrize(
    ("mended", "spoiled", "broken"),
    [
        ((160, 160, 170, 340, 360), (20, 20, 20, 450, 90), "oracle's mask"),
        ((160, 150, 220, 340, 360), (20, 20, 20, 450, 90), "its own"),
        ((160, 160, 220, 230, 360), (20, 20, 20, 450, 90), "copies errors"),
        ((160, 160, 220, 340, 360), (20, 20, 20, 110, 90), "saves right"),
    ],
)
def test_masks_that_break_a_claim(monkeypatch, mended, spoiled, broken):
    found = iter(map(oracle.Score, mended, spoiled))
    monkeypatch.setattr(oracle, "score", lambda *_: next(found))
    with pytest.raises(ClaimError, match=broken):
        figures.masks(torch.lerp)


@pytest.mark.parametrize(
    ("changed", "errors", "broken"),
    [
        (figures.LEADERS, 0.1, "mends the wrong dao"),
        (figures.FARM, 0.1, "the chicken stays"),
        ("", 0.3, "the chicken stays"),
        ("", 0.01, "as suspicious"),
    ],
)
def test_corrections_that_break_a_claim(monkeypatch, changed, errors, broken):
    right = {figures.LEADERS: "各国领导人出席了会议。", figures.FARM: "飞机在鸡场降落。"}

    class Corrector:
        def correct(self, sentence):
            text = "好" * len(sentence) if sentence == changed else right[sentence]
            p = [0.08 if a == "倒" else errors for a in sentence]
            return [
                Correction(n, a, b, error)
                for n, (a, b, error) in enumerate(zip(sentence, text, p, strict=True))
            ]

    monkeypatch.setattr(oracle, "corrector", Corrector)
    with pytest.raises(ClaimError, match=broken):
        figures.mend()
