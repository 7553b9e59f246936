"""A phone shows a page whole: nothing makes it wider than 400 pixels.

What is wider, such as a table or a formula, scrolls inside its own box. The pages of the lessons
are tested in ``test_slides.py``, with their decks.
"""

import nbformat
import pytest

from tests.browser.lesson_pages import PHONE, width_of
from tests.browser.needs import needs_chromium
from workbook.publish.browser import open_page
from workbook.publish.pages import page_of

pytestmark = needs_chromium


def written(notebook, name, folder):
    page = folder / "page.html"
    page.write_text(page_of(notebook, name), encoding="utf-8")
    return page


@pytest.mark.parametrize(
    "wide",
    [
        "$" + " + ".join(f"a_{{{i}}}" for i in range(40)) + "$",
        "$$" + " + ".join(f"a_{{{i}}}" for i in range(40)) + "$$",
        "|" + " a_heading |" * 12 + "\n|" + "---|" * 12 + "\n|" + " cell |" * 12,
    ],
    ids=["formula", "displayed formula", "table"],
)
def test_what_is_wider_scrolls_in_its_box(browser, wide, tmp_path):
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_markdown_cell(f"# Wide\n\n{wide}")])
    assert width_of(browser, written(notebook, "wide", tmp_path)) <= PHONE


def test_a_planted_width_is_seen(browser, tmp_path):
    page = tmp_path / "page.html"
    page.write_text('<!doctype html><div style="width: 600px">wide</div>', encoding="utf-8")
    assert width_of(browser, page) > PHONE


FIT = """() => [...document.querySelectorAll('pre')].map(block => [
    block.clientWidth > 0, block.scrollWidth <= block.clientWidth,
    parseFloat(getComputedStyle(block).fontSize)])"""


def blocks_of(browser, cells, tmp_path, opened=False):
    """Return for each block: whether it is seen, whether it is whole, and its size of type."""
    notebook = nbformat.v4.new_notebook(cells=cells)
    with open_page(
        written(notebook, "printed", tmp_path), browser=browser, size=(400, 900)
    ) as visit:
        visit.page.wait_for_selector("html.ready")
        if opened:
            visit.page.locator("summary").click()
            visit.page.wait_for_timeout(100)
        return visit.page.evaluate(FIT)


def printing(text):
    output = nbformat.v4.new_output("stream", text=text)
    return nbformat.v4.new_code_cell("print()", outputs=[output], execution_count=1)


def test_what_was_printed_is_whole_and_code_keeps_its_size(browser, tmp_path):
    [(_, _, code), (_, short_whole, short), (_, _, _), (_, long_whole, long)] = blocks_of(
        browser, [printing("short"), printing("a line of sixty letters " + "x" * 36)], tmp_path
    )
    assert short_whole and long_whole
    assert 9 <= long < short == code


def test_a_line_without_end_scrolls_and_can_be_read(browser, tmp_path):
    blocks = blocks_of(browser, [printing("x" * 300)], tmp_path)
    assert blocks[1] == [True, False, 9]


def test_behind_a_fold_it_is_fitted_when_it_opens(browser, tmp_path):
    folded = f"<details><summary>Open</summary><pre>{'x' * 55}</pre></details>"
    cells = [nbformat.v4.new_markdown_cell(folded)]
    seen, whole, _ = blocks_of(browser, cells, tmp_path, opened=True)[0]
    assert seen and whole
