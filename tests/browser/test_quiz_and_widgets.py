"""Quizzes and widgets in Chromium: exported, without scripts, at the size of a slide, and live."""

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook, new_output
from page_parts import font_styles

from bertlab.quiz import quiz
from tests.browser.browser import export, needs_chromium, open_page
from tests.browser.fonts import assert_drawn_with
from tests.browser.lab import jupyterlab

pytestmark = needs_chromium
ROOM_ON_A_SLIDE = (1168, 560)  # what a heading leaves of 1280 x 720, in pixels
TEXT_SIZE = 28  # of a slide, in pixels
KERNEL_IS_THERE = (
    "window.jupyterapp && jupyterapp.shell.currentWidget?.context?.sessionContext"
    "?.session?.kernel?.connectionStatus === 'connected'"
)
QUIZ_CELL = 'from bertlab.quiz import quiz\n\nquiz("bert", 2, 10)'
WIDGET_CELL = """
from matplotlib.figure import Figure
from bertlab.widgets import explore, slide

def draw(layer):
    figure = Figure(figsize=(4, 2))
    figure.subplots().plot([0, layer])
    return figure

explore(draw, alt=lambda layer: f"A line up to {layer}.", layer=slide(1, 5))
"""


def quiz_cell():
    shown = quiz("bert", 2, 10)
    data = {"text/html": shown._repr_html_(), "text/plain": repr(shown)}
    output = new_output("execute_result", data, execution_count=1)
    return new_code_cell(QUIZ_CELL, outputs=[output], execution_count=1)


@pytest.fixture(scope="module")
def exported(tmp_path_factory):
    return export(new_notebook(cells=[quiz_cell()]), tmp_path_factory.mktemp("exported"))


def test_a_click_is_answered_and_marked(browser, exported):
    with open_page(exported, browser=browser) as visit:
        form = visit.page.locator("form.bertlab-quiz")
        first, second = form.locator("fieldset").all()
        feedback = first.locator("[aria-live=polite]")
        wrong, right = first.locator("button[value='2B']"), first.locator("button[value='2A']")
        assert feedback.inner_text() == ""
        assert not form.get_by_text("That is pre-norm").first.is_visible()

        wrong.click()
        assert feedback.inner_text().startswith("✗ B is wrong. That is pre-norm")
        assert wrong.get_attribute("aria-pressed") == "true"
        assert mark(wrong) == '"✗"' and mark(right) == '""'

        right.click()
        assert feedback.inner_text().startswith("✓ A is right. Post-norm")
        assert wrong.get_attribute("aria-pressed") == "false"
        assert mark(right) == '"✓"' and mark(wrong) == '"✗"'
        assert second.locator("[aria-live]").inner_text() == ""

        second.locator("button[value='10D']").focus()
        visit.page.keyboard.press("Space")
        score = form.locator("[role=status]").inner_text()
        assert score == "Answered 2 of 2. Right at the first try: 1."
        hint = form.locator(".bertlab-quiz-hint")
        assert not hint.is_visible()
        form.evaluate("form => form.removeAttribute('onclick')")
        assert hint.is_visible()
        assert visit.clean(), (visit.errors, visit.outside)


def mark(button):
    """Return the sign at the end of a choice, as CSS puts it."""
    return button.evaluate("button => getComputedStyle(button, '::after').content")


def test_without_scripts_all_is_readable(browser, exported):
    with open_page(exported, browser=browser, javascript=False) as visit:
        form = visit.page.locator("form.bertlab-quiz")
        for number in (2, 10):
            for choice in quiz("bert").questions[number - 1].choices:
                assert choice.text in form.locator("fieldset").all_inner_texts()[number == 10]
        assert form.locator(".bertlab-quiz-hint").is_visible()
        reasons = form.locator("details li")
        assert not reasons.first.is_visible()
        form.locator("summary").click()
        assert all(reason.is_visible() for reason in reasons.all())
        assert reasons.count() == 8
        assert "✗ B is wrong. That is pre-norm" in reasons.nth(1).inner_text()


@pytest.mark.parametrize("name", ["bert", "start"])
def test_two_questions_fit_on_a_slide(browser, name, tmp_path):
    width, height = ROOM_ON_A_SLIDE
    page = tmp_path / "slides.html"
    total = len(quiz(name).questions)
    pairs = [(first, first + 1) for first in range(1, total, 2) if first < total]
    forms = "\n".join(quiz(name, *pair)._repr_html_() for pair in pairs)
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


REVEAL_THE_LONGEST = """() => {
  for (const question of document.querySelectorAll("fieldset")) {
    const length = (button) => button.form
      .querySelector(`[data-feedback="${button.value}"]`).textContent.length;
    [...question.querySelectorAll("button")].sort((a, b) => length(b) - length(a))[0].click();
  }
}"""


def test_live_in_jupyterlab(browser, tmp_path):
    notebook = new_notebook(cells=[quiz_cell(), new_code_cell(WIDGET_CELL)])
    notebook.metadata.kernelspec = {"name": "python3", "display_name": "Python 3"}
    nbformat.write(notebook, tmp_path / "mini.ipynb")
    with (
        jupyterlab(tmp_path) as address,
        open_page(address.format("mini.ipynb"), browser=browser, size=(1280, 1200)) as visit,
    ):
        page, form = visit.page, visit.page.locator("form.bertlab-quiz")
        page.wait_for_function(KERNEL_IS_THERE)
        form.locator(".bertlab-quiz-hint").wait_for()  # not trusted yet: the handlers are stripped

        page.evaluate("jupyterapp.commands.execute('notebook:run-all-cells')")
        picture = page.locator(".jp-OutputArea-output img")
        picture.wait_for()
        assert picture.count() == 1  # the widget, and not the still picture beside it
        assert picture.get_attribute("alt") == "A line up to 1."
        before = picture.get_attribute("src")
        page.locator("[role=slider]").focus()
        page.keyboard.press("ArrowRight")
        page.locator("img[alt='A line up to 2.']").wait_for()
        assert picture.get_attribute("src") != before

        assert not form.locator(".bertlab-quiz-hint").is_visible()
        form.locator("button[value='2B']").focus()
        page.keyboard.press("Enter")  # answers, and is no shortcut of the notebook
        assert page.locator(".jp-Notebook.jp-mod-commandMode").count() == 1
        feedback = form.locator("fieldset").first.locator("[aria-live]")
        assert feedback.inner_text().startswith("✗ B is wrong. That is pre-norm")
        form.locator("button[value='2D']").click()
        assert "$" not in feedback.inner_text() and "D is wrong" in feedback.inner_text()
        assert feedback.locator("mjx-container").count() == 2  # $f$ and $x$, typeset
        assert visit.outside == []
