"""What axe-core finds on pages and decks, in both themes: nothing serious."""

from pathlib import Path

import nbformat
import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browser.needs import needs_chromium
from tests.browser.sample_lesson import sample_lesson, save
from workbook.publish.browser import open_page
from workbook.publish.pages import page_of
from workbook.publish.slides import build_deck
from workbook.questions.predict import Predicted
from workbook.questions.prediction_file import Prediction
from workbook.questions.quiz import questions

pytestmark = needs_chromium
ROOT = Path(__file__).resolve().parents[2]
LESSONS = [ROOT / "notebooks" / f"{name}.ipynb" for name in ("05_attention", "12_explanations")]
SERIOUS = ("serious", "critical")


def findings(browser, path, scheme="light"):
    """Name what is serious: the rule, and the first place."""
    with open_page(path, size=(1100, 900), color_scheme=scheme, browser=browser) as visit:
        found = Axe().run(visit.page).response["violations"]
        return [
            f"{each['id']} at {len(each['nodes'])} places: {each['nodes'][0]['html'][:120]}"
            for each in found
            if each["impact"] in SERIOUS
        ]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("lesson", LESSONS, ids=lambda path: path.stem)
def test_a_page_to_read(browser, lesson, scheme, tmp_path):
    page = tmp_path / "page.html"
    notebook = nbformat.read(lesson, as_version=4)
    page.write_text(page_of(notebook, lesson.stem), encoding="utf-8")
    assert findings(browser, page, scheme) == []


def test_a_deck(browser, tmp_path):
    for path in (save(sample_lesson(), tmp_path), LESSONS[0]):
        deck = tmp_path / "deck.html"
        deck.write_text(build_deck(path), encoding="utf-8")
        assert findings(browser, deck) == []


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
    assert findings(browser, page) == []


def test_a_planted_fault_is_found(browser, tmp_path):
    page = tmp_path / "page.html"
    page.write_text(
        '<!doctype html><html lang="en"><title>Faults</title><main><h1>Faults</h1>'
        '<img src="a.png"><p style="color: #bbb; background: #fff">pale</p></main></html>',
        encoding="utf-8",
    )
    rules = {line.split(" ")[0] for line in findings(browser, page)}
    assert rules == {"image-alt", "color-contrast"}
