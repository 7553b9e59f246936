"""Texts from somebody else on a page: labels, tags, tokens, quiz texts. Nothing of them runs."""

import html
import re
from pathlib import Path

import nbformat
import nbformat.v4 as v4
import numpy as np
import pytest

from bertlab.inspection.attention_viz import head_view
from bertlab.inspection.explain import OWEN
from bertlab.inspection.explanation import Explanation
from tests.browser.needs import needs_chromium
from tests.browser.test_attention_views import TOKENIZER, small_model
from workbook.publish.browser import export, open_page
from workbook.publish.slides import build_deck
from workbook.quiz import Quiz
from workbook.quiz_file import Choice, Question

pytestmark = needs_chromium
HOSTILE = (
    "<img src=x onerror=\"window.ran='image'\">",
    "<script>window.ran='script'</script>",
    "</script><script>window.ran='closed script'</script>",
    "</style><img src=x onerror=window.ran=1>",
    "' onmouseover='window.ran=1' x='",
    '" autofocus onfocus="window.ran=1" x="',
    "<svg onload=window.ran=1>",
    "<iframe srcdoc='<script>parent.ran=1</script>'></iframe>",
    "<a href=javascript:window.ran=1>a</a>",
    "&lt;img src=x onerror=window.ran=1&gt;",
    "<link rel=stylesheet href=https://example.org/x.css>",
    "\u202e<b>",
)


def explanation(text: str) -> Explanation:
    values = np.array([0.5, -0.25])
    return Explanation((text, "good"), values, 0.0, 0.25, text, OWEN if len(text) % 2 else text)


def quiz(text: str) -> Quiz:
    choices = (Choice(text, text, True), Choice("b", text, False), Choice("c", "c", False))
    questions = (Question(text, choices),) * 5
    return Quiz(text, questions, (1,))


def shown(text: str) -> list[str]:
    """Everything that our own code makes HTML of, with one hostile text in all places."""
    return [
        explanation(text)._repr_html_(),
        explanation(text).words()._repr_html_(),
        quiz(text)._repr_html_(),
        head_view(small_model(), TOKENIZER, f"good {text}").html,
    ]


def notebook(parts: list[str]):
    cells = [v4.new_markdown_cell("# 01. Title", metadata={"slideshow": {"slide_type": "slide"}})]
    for part in parts:
        output = v4.new_output("display_data", {"text/html": part, "text/plain": "words"})
        slide = {"slideshow": {"slide_type": "slide"}}
        cells.append(v4.new_code_cell("1", outputs=[output], execution_count=1, metadata=slide))
    return v4.new_notebook(cells=cells)


@pytest.fixture(scope="module")
def parts() -> list[str]:
    return [part for text in HOSTILE for part in shown(text)]


def visit_of(page: Path, browser) -> tuple[object, list[str]]:
    """Open a page, wait for what it loads, and return what ran and what it asked for outside."""
    with open_page(page, browser=browser) as visit:
        visit.page.wait_for_timeout(1000)
        ran = [frame.evaluate("window.ran") for frame in visit.page.frames]
        return [word for word in ran if word], visit.outside


def test_a_page_runs_nothing(parts, browser, tmp_path):
    page = export(notebook(parts), tmp_path)
    assert visit_of(page, browser) == ([], [])


def test_a_deck_runs_nothing(parts, browser, tmp_path):
    path = tmp_path / "01_hostile.ipynb"
    nbformat.write(notebook(parts), path)
    deck = tmp_path / "deck.html"
    deck.write_text(build_deck(path), encoding="utf-8")
    assert visit_of(deck, browser) == ([], [])


def test_a_text_that_is_not_escaped_would_be_seen(browser, tmp_path):
    page = tmp_path / "page.html"
    page.write_text(f"<p>{HOSTILE[0]}</p>{HOSTILE[10]}", encoding="utf-8")
    ran, outside = visit_of(page, browser)
    assert ran == ["image"] and outside == ["https://example.org/x.css"]


@pytest.mark.parametrize("text", HOSTILE)
def test_what_shap_is_given_is_escaped(text):
    assert explanation(text).to_shap().output_names == html.escape(text)
    names = re.findall(r"font-size=\"8px\">(.*?)</tspan>", explanation(text)._repr_html_())
    assert html.escape(text) in names and text not in names
