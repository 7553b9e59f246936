"""Figures of what is measured live show what they are given, and their claims can fail."""

import pytest
import torch

from lessons.l22_few_labels import controls, figures, live
from workbook.claims import ClaimError
from workbook.recorded_answers import accuracy

LABELS = [0, 1] * 50


def scored(right: float, good: float) -> torch.Tensor:
    """Return scores of 100 reviews: so many are right, and so many are *good*."""
    true = round(50 * (right - 0.5 + good))  # good reviews that are classified as good
    false = round(100 * good) - true
    margins = torch.full((100,), -1.0)
    margins[torch.where(torch.tensor(LABELS) == 1)[0][:true]] = 1.0
    margins[torch.where(torch.tensor(LABELS) == 0)[0][:false]] = 1.0
    return torch.stack([torch.zeros(100), margins], dim=1)


def several(*pairs: tuple[float, float]) -> torch.Tensor:
    return torch.stack([scored(*pair) for pair in pairs])


FIVE = several((0.55, 0.15), (0.6, 0.4), (0.55, 0.87), (0.5, 0.04), (0.53, 0.18))
ALIKE = several(*[(0.57, 0.5)] * 4, (0.6, 0.5))


def test_the_gap_judges_and_its_claim_can_fail():
    assert "great and good are likelier" in figures.gap().words
    with pytest.raises(ClaimError, match="good words"):
        figures.gap(figures.REVIEWS[::-1])


def test_five_patterns():
    assert accuracy(FIVE[0], LABELS) == pytest.approx(0.55)
    assert "100 validation reviews" in figures.five_patterns(FIVE, LABELS).caption
    with pytest.raises(ClaimError, match="from chance"):
        figures.five_patterns(ALIKE, LABELS)
    balanced = several(*[(right, 0.5) for right in (0.5, 0.55, 0.55, 0.55, 0.6)])
    with pytest.raises(ClaimError, match="far from half"):
        figures.five_patterns(balanced, LABELS)


def test_calibration_brings_patterns_together():
    empty = torch.rand(5, 3, 2)
    kinds = {"zero-shot": FIVE, "calibrated": ALIKE, "at the median": ALIKE}
    assert "calibrated by your function" in figures.calibration(empty, kinds, LABELS).caption
    with pytest.raises(ClaimError, match="spread shrinks"):
        figures.calibration(empty, {**kinds, "calibrated": FIVE}, LABELS)


@pytest.mark.parametrize(
    ("change", "broken"),
    [
        ({"chosen": [0.62, 0.62]}, "no better than any"),
        ({"promised": [0.6, 0.6]}, "too much"),
        ({"best": [0.58, 0.58]}, "best by the judge"),
    ],
)
def test_choices(change, broken):
    made = live.Choices([0.7, 0.6], [0.58, 0.57], [0.57, 0.58], [0.6, 0.61])
    assert "Means over 2 draws" in figures.choices({16: made, 64: made}).caption
    with pytest.raises(ClaimError, match=broken):
        figures.choices({16: made._replace(**change), 64: made})


def test_votes():
    counts = {0.5 + 0.05 * i: (200 - 40 * i, 0.55 + 0.06 * i) for i in range(5)}
    assert "200 training reviews" in figures.votes(counts, 200).caption
    with pytest.raises(ClaimError, match="more often right"):
        figures.votes({key: (count, 0.55) for key, (count, _) in counts.items()}, 200)


def test_what_learned():
    caption = figures.after("22.4", "Two", {"cloze": 0.61, "new head": 0.58}, 300).caption
    assert "300 validation reviews" in caption
    with pytest.raises(ClaimError, match="overlap"):
        figures.after("22.4", "Two", {"before": 0.5, "cloze": 0.7, "new head": 0.55}, 300)


@pytest.fixture
def draws(monkeypatch):
    """What draws for a reader's texts, where a model says that all of them are bad by ln 3."""
    kept: list = []
    monkeypatch.setattr(controls, "explore", lambda draw, **_: kept.append(draw))
    says = torch.tensor([3.0, 1.0]).log()
    monkeypatch.setattr(live, "scores_of", lambda model, texts: says.repeat(len(texts), 1))
    return kept


def test_a_readers_review_is_judged(draws):
    controls.ask({"cloze": None})
    drawn = draws[0]("It cost $5 <b>")
    assert drawn.get_suptitle() == "\u201cIt cost $5 <b>\u201d"
    assert [one.get_text() for one in drawn.axes[0].texts] == ["25%"]


def test_a_readers_pattern_is_judged(draws):
    asked = []
    cloze = type("Cloze", (), {"ask": lambda self, *what: asked.append(what)})()
    controls.own_pattern(cloze, ["a", "b", "c", "d"], [0, 0, 0, 1])
    drawn = draws[0]("{} So [MASK].", "fine  good", "poor")
    assert asked == [("{} So [MASK].", {"bad": ["poor"], "good": ["fine", "good"]})]
    assert [one.get_text() for one in drawn.axes[0].texts] == ["good: 0%"]
    assert drawn.axes[0].lines[1].get_xdata().item() == 0.75
