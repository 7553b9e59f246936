"""What axe-core finds on decks and questions: nothing serious. Pages: see ``lesson_pages.py``."""

from pathlib import Path

import pytest

from tests.browser.lesson_pages import serious
from tests.browser.needs import needs_chromium
from tests.browser.sample_lesson import sample_lesson, save
from workbook.publish.slides import build_deck
from workbook.questions.predict import Predicted
from workbook.questions.prediction_file import Prediction
from workbook.questions.quiz import questions

pytestmark = needs_chromium
ROOT = Path(__file__).resolve().parents[2]


def test_a_deck(browser, tmp_path):
    for path in (save(sample_lesson(), tmp_path), ROOT / "notebooks" / "05_attention.ipynb"):
        deck = tmp_path / "deck.html"
        deck.write_text(build_deck(path), encoding="utf-8")
        assert list(serious(browser, deck)) == []


@pytest.mark.parametrize("ground", [("#ffffff", "#000000"), ("#111111", "#e0e0e0")])
def test_quizzes_and_predictions_on_light_and_dark(browser, ground, tmp_path):
    quiz = questions(ROOT / "lessons" / "l05_attention" / "quiz.toml", 1, 2)._repr_html_()
    asked = Prediction("How large?", ("1", "8"), "8", "The root of `64`.")
    predicted = Predicted(asked, "<pre>8.0</pre>")._repr_html_()
    page = tmp_path / "page.html"
    page.write_text(
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>Questions</title>'
        f'<main style="background: {ground[0]}; color: {ground[1]}"><h1>Questions</h1>'
        f"{quiz}{predicted.replace('<details>', '<details open>')}</main></html>",
        encoding="utf-8",
    )
    assert list(serious(browser, page)) == []


def test_a_planted_fault_is_found(browser, tmp_path):
    page = tmp_path / "page.html"
    page.write_text(
        '<!doctype html><html lang="en"><title>Faults</title><main><h1>Faults</h1>'
        '<img src="a.png"><p style="color: #bbb; background: #fff">pale</p></main></html>',
        encoding="utf-8",
    )
    rules = {line.split(" ")[0] for line in serious(browser, page)}
    assert rules == {"image-alt", "color-contrast"}
