"""Predictions in a browser: a choice opens the result; so does the summary, and without scripts.

Nothing is wider than its column, on a page and on a phone; test_slides.py has the slides.
"""

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook, new_output

from tests.browser.lab import KERNEL_IS_THERE, jupyterlab
from tests.browser.needs import needs_chromium
from workbook.publish.browser import open_page
from workbook.publish.copies import make_copies
from workbook.questions.predict import HINT, Predicted
from workbook.questions.prediction_file import Prediction

pytestmark = needs_chromium
ASKED = Prediction(
    "With vectors of 64 components of variance 1, how large is a score typically?",
    ("about 1", "about 8", "about 64, since there are so many products to add up in each of them"),
    "about 8",
    "A sum of 64 products has variance 64; its root is 8.",
)
PICTURE = (
    "data:image/svg+xml;utf8,<svg xmlns='http://www.w3.org/2000/svg' width='900' height='500'>"
    "<rect width='900' height='500' fill='teal'/></svg>"
)
RESULT = f'<img alt="A hill." src="{PICTURE}"><pre>{"wide " * 60}</pre>'


@pytest.fixture
def page(tmp_path):
    def made(inside="{}"):
        path = tmp_path / "page.html"
        content = inside.format(Predicted(ASKED, RESULT)._repr_html_())
        path.write_text(f'<meta charset="utf-8">{content}', encoding="utf-8")
        return path

    return made


def test_a_choice_opens_the_result_and_says_what_was_chosen(browser, page):
    with open_page(page(), browser=browser) as visit:
        details = visit.page.locator("details")
        assert not details.evaluate("d => d.open")
        assert not visit.page.get_by_text("variance 64").is_visible()
        visit.page.get_by_role("button", name="about 1").click()
        assert (
            details.evaluate("d => d.open") and visit.page.get_by_text("variance 64").is_visible()
        )
        said = visit.page.get_by_role("status")
        assert said.inner_text().startswith("You said A. It comes out differently")
        visit.page.get_by_role("button", name="about 8").click()
        assert said.inner_text().startswith("You said B. So it is")
        pressed = visit.page.locator('button[aria-pressed="true"]')
        assert pressed.count() == 1 and visit.clean()


def test_it_works_by_keyboard(browser, page):
    with open_page(page(), browser=browser) as visit:
        visit.page.keyboard.press("Tab")
        visit.page.keyboard.press("Tab")
        visit.page.keyboard.press("Enter")
        assert not visit.page.get_by_text(HINT).is_visible()
        assert visit.page.get_by_role("status").inner_text().startswith("You said B")
        for _ in range(2):
            visit.page.keyboard.press("Tab")
        visit.page.keyboard.press("Space")
        assert not visit.page.locator("details").evaluate("d => d.open")


def test_it_opens_without_scripts(browser, page):
    with open_page(page(), browser=browser, javascript=False) as visit:
        assert visit.page.get_by_text(HINT).is_visible()
        visit.page.get_by_text("See what happens").click()
        assert visit.page.get_by_text("variance 64").is_visible()


def test_in_jupyterlab_a_copy_answers_at_once_and_another_notebook_says_what_to_do(
    browser, tmp_path, monkeypatch
):
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(tmp_path / "jupyter"))
    asked = Predicted(ASKED, RESULT)
    data = {"text/html": asked._repr_html_(), "text/plain": repr(asked)}
    cell = new_code_cell("ask()", outputs=[new_output("execute_result", data, execution_count=1)])
    (tmp_path / "published").mkdir()
    kernel = {"name": "python3", "display_name": "Python 3"}
    notebook = new_notebook(cells=[cell], metadata={"kernelspec": kernel})
    nbformat.write(notebook, tmp_path / "published" / "05_a.ipynb")
    make_copies(tmp_path / "published", tmp_path)
    with jupyterlab(tmp_path) as address:
        with open_page(address.format("05_a.ipynb"), browser=browser) as visit:
            visit.page.wait_for_function(KERNEL_IS_THERE)
            visit.page.get_by_role("button", name="about 1").click()
            visit.page.get_by_text("You said A.").wait_for()
            assert not visit.page.get_by_text(HINT).is_visible()
        with open_page(address.format("published/05_a.ipynb"), browser=browser) as visit:
            visit.page.wait_for_function(KERNEL_IS_THERE)
            visit.page.get_by_text(HINT).filter(visible=True).wait_for()


@pytest.mark.parametrize(
    ("inside", "size"),
    [
        ("<div>{}</div>", (1100, 900)),
        ("<div>{}</div>", (400, 800)),
    ],
)
def test_nothing_is_wider_than_its_column(browser, page, inside, size):
    with open_page(page(inside), size=size, browser=browser) as visit:
        visit.page.locator("summary").click()
        wide = visit.page.evaluate("document.documentElement.scrollWidth")
        assert wide <= size[0]
        picture = visit.page.get_by_role("img").bounding_box()
        assert picture["width"] <= size[0] - 16
