"""SHAP's text plot in a browser: its labels stay apart, on a phone, on a slide, on dark pages."""

from itertools import combinations

import numpy as np
import pytest
from axe_playwright_python.sync_playwright import Axe

from bertlab.inspection.explanation import Explanation, import_shap, text_plot
from tests.browser.needs import needs_chromium
from workbook.publish.browser import open_page

pytestmark = needs_chromium
CASES = {  # tokens' values, base
    "far apart": ([-1.0, -2.0, -3.0], 2.0),
    "next to each other": ([1.5, -1.4, 0.0], 1.413),
    "the other way around": ([-1.5, 1.4, 0.0], 1.413),
}
LABELS = """() => [...document.querySelectorAll("svg text")]
  .filter((text) => text.closest("svg").parentElement.closest("svg") === null)
  .filter((text) => getComputedStyle(text).opacity > 0 && !text.style.stroke)
  .map((text) => text.getBoundingClientRect().toJSON())"""


def explained(case: str) -> Explanation:
    values, base = CASES[case]
    prediction = base + sum(values)
    tokens = ("a", "dull", "film")
    return Explanation(tokens, np.array(values), base, prediction, "negative", "Owen values")


@pytest.fixture
def page_of(tmp_path):
    def made(plot: str, size: int = 14):
        path = tmp_path / "page.html"
        look = f"margin: 0; background: #111; color: #ddd; font-size: {size}px"
        body = f'<title>SHAP</title><body style="{look}"><main>{plot}</main>'
        path.write_text(f'<!DOCTYPE html><html lang="en"><meta charset="utf-8">{body}', "utf-8")
        return path

    return made


def covered(boxes: list[dict]) -> int:
    """Count the pairs of boxes that overlap."""
    return sum(
        min(one["right"], other["right"]) - max(one["left"], other["left"]) > 1
        and min(one["bottom"], other["bottom"]) - max(one["top"], other["top"]) > 5
        for one, other in combinations(boxes, 2)
    )


@pytest.mark.parametrize(("width", "size"), [(400, 14), (828, 14), (1168, 28)])
@pytest.mark.parametrize("case", CASES)
def test_labels_stay_apart_and_inside(browser, page_of, case, width, size):
    with open_page(
        page_of(text_plot(explained(case)), size), browser=browser, size=(width, 600)
    ) as visit:
        boxes = visit.page.evaluate(LABELS)
        assert len(boxes) == 4  # two names, two numbers
        assert covered(boxes) == 0
        assert all(box["left"] >= 0 and box["right"] <= width for box in boxes)
        heights = [box["height"] for box in boxes]
        assert min(heights) > 0.8 * size
        assert visit.page.evaluate("document.documentElement.scrollWidth") <= width
        assert visit.clean(), (visit.errors, visit.outside)


NAMES = """() => [...document.querySelectorAll("svg svg svg > text")]
  .filter((text) => getComputedStyle(text).display !== "none")
  .map((text) => [text, text.ownerSVGElement.ownerSVGElement])
  .map(([text, bar]) => [text.getBBox().width, bar.width.baseVal.value])"""


@pytest.mark.parametrize("size", [14, 28])
def test_names_fit_into_their_bars_or_are_not_there(browser, page_of, size):
    values = np.array([2.5, -2.5, 0.9, 0.7, -0.5, 0.3, -0.1])
    tokens = ("joy", "unashamed", "yet", "电", "thin", "of", "unremarkably")
    shown = Explanation(tokens, values, 0.0, float(values.sum()), "positive", "Owen values")
    numbers = []
    for width in (400, 1168):
        with open_page(
            page_of(text_plot(shown), size), browser=browser, size=(width, 600)
        ) as visit:
            names = visit.page.evaluate(NAMES)
        assert [pair for pair in names if pair[0] >= pair[1]] == []
        numbers.append(len(names))
    assert 1 <= numbers[0] < numbers[1]


def test_labels_of_shap_itself_would_not(browser, page_of):
    drawn = import_shap().plots.text(explained("next to each other").to_shap(), display=False)
    with open_page(page_of(drawn), browser=browser, size=(400, 600)) as visit:
        assert covered(visit.page.evaluate(LABELS)) > 0


@pytest.mark.parametrize("case", CASES)
def test_words_can_be_read_on_their_colors(browser, page_of, case):
    with open_page(page_of(text_plot(explained(case))), browser=browser) as visit:
        found = Axe().run(visit.page).response["violations"]
        assert [each["id"] for each in found if each["id"] == "color-contrast"] == []


def test_a_click_on_a_token_shows_its_value(browser, page_of):
    with open_page(page_of(text_plot(explained("far apart"))), browser=browser) as visit:
        token = visit.page.locator("[id^=_tp_]").nth(1)
        value = token.locator("xpath=preceding-sibling::div")
        assert value.text_content() == "-2.0" and not value.is_visible()
        token.click()
        assert value.is_visible()
