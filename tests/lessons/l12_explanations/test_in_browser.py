"""The lesson on explanations as it is committed: its texts draw and answer, the network is off.

Exported as HTML, and in JupyterLab: not trusted, then trusted. Pictures are drawn by matplotlib;
here they are found, with a size and an alternative text.
"""

import re
import shutil
from pathlib import Path

import nbformat
import numpy as np
import pytest

from bertlab.inspection.explain import OWEN
from bertlab.inspection.explanation import Explanation, text_plot
from tests.browser.lab import CELL, KERNEL_IS_THERE, jupyterlab, show_cell
from tests.browser.needs import needs_chromium
from workbook.publish.browser import export, open_page

pytestmark = needs_chromium
LESSON = Path(__file__).resolve().parents[3] / "notebooks" / "12_explanations.ipynb"
TEXTS = {"clumsy": "positive", "不": "positive"}  # a word of each, and the label
PICTURES = 9  # at least: waterfall, bars, dots, curves, and maps
TOKENS = "div[id^='_tp_']"  # of a text; its bar has two parts, _fb_ and _fs_
SHAPES = "svg line, svg path, svg polygon, svg rect, svg text"
COLORS = """tokens => tokens.map(token => getComputedStyle(token).backgroundColor)"""


@pytest.fixture(scope="module")
def lesson():
    return nbformat.read(LESSON, as_version=4)


@pytest.fixture(scope="module")
def exported(lesson, tmp_path_factory):
    return export(lesson, tmp_path_factory.mktemp("exported"))


def texts_of(where, count=2):
    """Return the texts of a page or of a cell, once they are there."""
    found = where.locator(f"div:has(> p):has(> svg):has({TOKENS})")
    found.nth(count - 1).wait_for()
    assert found.count() == count
    return found.all()


def assert_drawn(text):
    """State that a text has drawn: tokens in colors that a browser reads, and a bar."""
    assert text.locator(SHAPES).count() > 20
    for part in (text, text.locator("svg").first, text.locator(TOKENS).first):
        box = part.bounding_box()
        assert min(box["width"], box["height"]) > 5
    colors = text.locator(TOKENS).evaluate_all(COLORS)
    assert len(set(colors)) > 5
    assert "rgb(0, 0, 0)" not in colors
    assert "np.float64" not in text.inner_html()


def use(text, word):
    """Click on a token: its value appears. Click again: it is gone. Point at it: its bar lights."""
    token = text.locator(TOKENS).get_by_text(word, exact=False).first
    value = token.locator("xpath=preceding-sibling::div")
    assert not value.is_visible()
    token.click()
    assert value.is_visible()
    assert re.fullmatch(r"-?\d+(\.\d+)?", value.inner_text())
    token.click()
    assert not value.is_visible()
    token.hover()
    bar = text.locator(f"#{token.get_attribute('id').replace('_tp_', '_fs_')}")
    assert bar.evaluate("bar => +getComputedStyle(bar).opacity") == 1  # pointed at


def assert_pictures(pictures):
    for picture in pictures:
        assert picture.get_attribute("alt")
        assert picture.evaluate("image => image.naturalWidth") > 300
        assert picture.bounding_box()["height"] > 100


def test_as_exported_page(exported, browser):
    with open_page(exported, browser=browser, size=(1280, 1000)) as visit:
        for text, (word, label) in zip(texts_of(visit.page), TEXTS.items(), strict=True):
            assert_drawn(text)
            assert text.locator("p b").inner_text() == label
            use(text, word)
        visit.page.evaluate(
            "() => document.querySelectorAll('details').forEach(d => d.open = true)"
        )
        pictures = visit.page.locator("img[src^='data:image/png']").all()
        assert len(pictures) >= PICTURES
        assert_pictures(pictures)
        assert visit.clean(), (visit.errors, visit.outside)


def test_chinese_has_letters_of_its_own(exported, browser):
    """The text brings its letters: they have loaded, and each is as wide as the next."""
    with open_page(exported, browser=browser, size=(1280, 1000)) as visit:
        text = texts_of(visit.page)[1]
        family = text.evaluate("text => text.style.fontFamily").split(",")[0].strip("'\" ")
        visit.page.evaluate("() => document.fonts.ready")
        loaded = visit.page.evaluate(
            """family => [...document.fonts].filter(font => font.family.includes(family))
                 .map(font => font.status)""",
            family,
        )
        assert loaded == ["loaded"]
        widths = {round(token.bounding_box()["width"]) for token in text.locator(TOKENS).all()}
        assert len(widths) == 1


def test_in_jupyterlab(lesson, browser, tmp_path):
    """Not trusted, the words can be read; trusted, the texts draw and answer."""
    (place,) = [
        number
        for number, cell in enumerate(lesson.cells)
        if cell.cell_type == "code" and "_tp_" in str(cell.outputs)
    ]
    shutil.copy(LESSON, tmp_path / "lesson.ipynb")
    with (
        jupyterlab(tmp_path) as address,
        open_page(address.format("lesson.ipynb"), browser=browser, size=(1400, 1400)) as visit,
    ):
        page = visit.page
        page.wait_for_function(KERNEL_IS_THERE)
        show_cell(page, place)
        outputs = page.locator(f"{CELL.format(place)} .jp-OutputArea-output")
        outputs.nth(len(TEXTS) - 1).wait_for()
        for output, word in zip(outputs.all(), TEXTS, strict=True):
            assert word in output.inner_text()
        assert page.locator(f"{CELL.format(place)} [onclick]").count() == 0
        page.evaluate(
            """() => {
                 const notebook = jupyterapp.shell.currentWidget.content;
                 for (const cell of notebook.model.cells) cell.trusted = true;
               }"""
        )
        show_cell(page, place)
        for text, word in zip(texts_of(page.locator(CELL.format(place))), TEXTS, strict=True):
            assert_drawn(text)
            use(text, word)
        assert visit.outside == []
        assert not [error for error in visit.errors if "shap" in error.lower()]


def test_a_text_with_black_bars_is_noticed(browser, tmp_path):
    """The check itself: colors as upstream writes them under NumPy 2 are no colors."""
    values = np.linspace(-1, 1, 12)
    tokens = tuple("abcdefghijkl")
    good = text_plot(Explanation(tokens, values, 0.0, float(values.sum()), "positive", OWEN))
    black = re.sub(r"rgba\((\d+)", r"rgba(np.float64(\1)", good)
    assert black != good
    path = tmp_path / "text.html"
    for page in (good, black):
        path.write_text(f"<!DOCTYPE html><meta charset='utf-8'>{page}", encoding="utf-8")
        with open_page(path, browser=browser) as visit:
            (text,) = texts_of(visit.page, 1)
            if page == good:
                assert_drawn(text)
            else:
                with pytest.raises(AssertionError):
                    assert_drawn(text)
