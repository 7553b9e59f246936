"""Figures and tables of the path show what they are given, and their claims can fail."""

from types import SimpleNamespace

import numpy as np
import pytest
import torch

from bertlab.pretraining.masking import Masked
from lessons.l08_pretraining import diagrams, exercises, figures, live, stories, tables
from workbook.claims import ClaimError
from workbook.exercises import load

choose_and_mask = load(exercises.choose_and_mask).reference
TOLD = stories.language()


def record(mid=3.1, end=2.2, unigram=3.55):
    """A record of two seeds whose losses stand at one height, and end at another."""
    line = [4.0, mid, mid, end]
    curves = {"step": [[50, 150, 400, 1000]] * 2, "held_out": [line] * 2, "training": [line] * 2}
    curves["unigram"] = [unigram] * 2
    return {"results": {"en": curves}, "configuration": {"stored": {"en": 400}}}


def test_a_plateau_and_its_fall():
    assert "stay there for hundreds" in figures.plateau(record()).words
    with pytest.raises(ClaimError, match="flat, then steep"):
        figures.plateau(record(end=2.9))
    with pytest.raises(ClaimError, match="below the frequencies"):
        figures.plateau(record(unigram=3.2))


def test_a_run_that_does_not_cross():
    assert "at update 400 at 3.1" in figures.crossing(record(), {0: 3.1, 50: 3.0, 100: 2.4}).words
    with pytest.raises(ClaimError, match="yours falls"):
        figures.crossing(record(), {0: 3.1, 50: 3.0, 100: 2.9})


def test_the_opening_has_to_be_answered():
    door, book = [("door", 0.9), ("book", 0.1)], [("book", 0.8), ("door", 0.1)]
    assert "First below: book" in figures.answered([door, book]).words
    with pytest.raises(ClaimError):
        figures.answered([door, door])


def test_hidden_letters_have_to_gain():
    before, after = torch.tensor([3.4, 3.9, 0.5]), torch.tensor([2.4, 3.0, 0.4])
    assert "hidden from 3.4 to 2.4" in figures.by_corruption(before, after, record()).words
    for wrong in ([3.0, 3.9, 0.5], [3.4, 3.9, 3.0]):  # hidden ones gained before, kept ones did not
        with pytest.raises(ClaimError, match="kept letters"):
            figures.by_corruption(torch.tensor(wrong), after, record())
    with pytest.raises(ClaimError, match="gain most"):
        figures.by_corruption(before, before, record())


def test_losses_are_drawn():
    runs = [[4.5] * 10 + [0.5] * 40] * 3
    assert "about 4.5 to about 0.5" in figures.learning(runs, 45).words
    with pytest.raises(ClaimError):
        figures.learning([[4.5] * 50] * 3, 45)


def test_masks_that_break_the_rule():
    words = tables.proportions(choose_and_mask).words
    assert "become [MASK] | 80% | 80% | 100%" in words
    with pytest.raises(ClaimError):
        tables.proportions(lambda ids, *others: (ids, *choose_and_mask(ids, *others)[1:]))


def test_lengths_that_give_nothing_away():
    def same(documents, index, split, coin, which, where):
        return [0] * 5, [0] * 5, int(coin >= 0.5)

    tokenizer = live.english().tokenizer
    with pytest.raises(ClaimError, match="lengths tell your pairs"):
        tables.lengths(same, tokenizer)


def test_gaps_that_a_model_does_not_fill(monkeypatch):
    right = {gap.text for gap in stories.gaps()}
    monkeypatch.setattr(
        stories, "filled", lambda way, told, gaps: sum(way and g.text in right for g in gaps)
    )
    assert "8 of 8" in tables.gaps([1] * 2, [0] * 2, TOLD).words
    with pytest.raises(ClaimError):
        tables.gaps([1] * 2, [1] * 2, TOLD)


def test_pairs_have_to_be_told():
    batches = live.held_out(TOLD, load(exercises.sentence_pair).reference, choose_and_mask, 4)

    def accuracy(right, given):
        return right if sum(len(batch[0]) for batch in given) > 12 else 0.0  # few are on one thing

    assert "the one that followed | " in tables.pairs(accuracy, [0.9], TOLD, batches).words
    with pytest.raises(ClaimError):
        tables.pairs(accuracy, [0.9, 0.5], TOLD, batches)


def test_heads_have_to_find_the_neighbors(monkeypatch):
    monkeypatch.setattr(live, "neighbor_weights", lambda weight, *others: (weight, weight))
    language = SimpleNamespace(tokenizer=SimpleNamespace(mask_id=4))
    batches = [(torch.zeros(1, 50),)]
    words = tables.neighbors(0.08, 0.7, language, batches).words
    assert "if it were even | 2% | 2%" in words
    assert "on the plateau | 8% | 8%" in words and "after your run | 70% | 70%" in words
    for weights in ((0.2, 0.7), (0.08, 0.4)):
        with pytest.raises(ClaimError):
            tables.neighbors(*weights, language, batches)


def test_letters_have_to_be_guessed(monkeypatch):
    gaps = [live.LetterGap(torch.zeros(1, 3), 1, "a", f"b▢nk {n}") for n in range(200)]
    monkeypatch.setattr(live, "letter_gaps", lambda language: gaps)
    monkeypatch.setattr(live, "before_the_fall", lambda language: 20)
    monkeypatch.setattr(live, "guesses", lambda n, gaps, language: ["e"] * (200 - n) + ["a"] * n)
    words = tables.letters(90, None).words
    assert "right, of 200 |  | 10% | 45%" in words
    for hit_or_miss in (110, 0, 1):  # 45% of three is one
        assert f"b▢nk {hit_or_miss} | a" in words
    with pytest.raises(ClaimError):
        tables.letters(40, None)


def test_a_masked_text_shows_what_stood_there():
    masked = Masked(np.array([0, 3, 2]), np.array([1]), np.array([1]))
    first, second, third = tables.mask_table(masked, ["[CLS]", "a<b", "x", "[MASK]"]).split(
        "</div>"
    )[:3]
    assert "[MASK]<br><b>a&lt;b</b>" in second and tables.CHOSEN in second
    for plain in (first, third):
        assert "<b>&nbsp;</b>" in plain and tables.PLAIN in plain


def test_diagrams_are_drawn():
    drawn = [diagrams.two_questions(), diagrams.corruptions(), diagrams.two_losses()]
    texts = [" ".join(text.get_text() for text in figure.axes[0].texts) for figure in drawn]
    assert "word head" in texts[0] and "exchanged" in texts[1] and "(M, V)" in texts[2]
