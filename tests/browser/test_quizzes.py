"""Two questions of a quiz fit on a slide, even when the longest feedback is open."""

from pathlib import Path

import pytest

from tests.browser.fonts import assert_drawn_with
from tests.browser.needs import needs_chromium
from workbook.publish.browser import open_page
from workbook.publish.page_parts import font_styles
from workbook.questions.quiz import load, questions

pytestmark = needs_chromium
LESSONS = Path(__file__).resolve().parents[2] / "lessons"
QUIZZES = sorted(path for n in (0, 7) for path in LESSONS.glob(f"l{n:02}_*/quiz.toml"))
ROOM_ON_A_SLIDE = (1168, 560)  # what a heading leaves of 1280 x 720, in pixels
TEXT_SIZE = 28  # of a slide, in pixels
REVEAL_THE_LONGEST = """() => {
  for (const question of document.querySelectorAll("fieldset")) {
    const length = (button) => button.form
      .querySelector(`[data-feedback="${button.value}"]`).textContent.length;
    [...question.querySelectorAll("button")].sort((a, b) => length(b) - length(a))[0].click();
  }
}"""


@pytest.mark.parametrize("path", QUIZZES, ids=lambda path: path.parent.name)
def test_two_questions_fit_on_a_slide(browser, path, tmp_path):
    width, height = ROOM_ON_A_SLIDE
    page = tmp_path / "slides.html"
    total = len(load(path).questions)
    pairs = [(first, first + 1) for first in range(1, total, 2) if first < total]
    forms = "\n".join(questions(path, *pair)._repr_html_() for pair in pairs)
    slide = f'<div class="reveal" style="width: {width}px; font-size: {TEXT_SIZE}px">'
    page.write_text(
        f'<meta charset="utf-8"><style>{font_styles(forms)}</style>{slide}{forms}</div>',
        encoding="utf-8",
    )
    with open_page(page, browser=browser) as visit:
        visit.page.evaluate("() => document.fonts.ready")
        mono = {"DejaVu Sans Mono"} if "<code>" in forms else set()
        assert_drawn_with(visit.page, "FiraGO", *mono)
        visit.page.evaluate(REVEAL_THE_LONGEST)
        for pair, form in zip(pairs, visit.page.locator("form").all(), strict=True):
            assert form.locator("[data-verdict].bertlab-quiz-feedback").count() == 2
            box = form.bounding_box()
            assert box["height"] <= height, (pair, box["height"])
            assert form.evaluate("form => form.scrollWidth") <= width
