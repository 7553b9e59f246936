"""Predictions in a browser: a choice opens the result; so does the summary, and without scripts.

Nothing is wider than its column, on a page and on a phone; test_slides.py has the slides.
"""

import pytest

from tests.browser.needs import needs_chromium
from workbook.publish.browser import open_page
from workbook.questions.predict import Predicted
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
        assert visit.page.get_by_role("status").inner_text().startswith("You said B")
        for _ in range(2):
            visit.page.keyboard.press("Tab")
        visit.page.keyboard.press("Space")
        assert not visit.page.locator("details").evaluate("d => d.open")


def test_it_opens_without_scripts(browser, page):
    with open_page(page(), browser=browser, javascript=False) as visit:
        visit.page.get_by_text("See what happens").click()
        assert visit.page.get_by_text("variance 64").is_visible()


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
