"""Quizzes and widgets in Chromium: exported, without scripts, at the size of a slide, and live."""

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook, new_output

from lessons import l07_bert
from tests.browser.lab import KERNEL_IS_THERE, jupyterlab
from tests.browser.needs import needs_chromium
from workbook.publish.browser import export, open_page

pytestmark = needs_chromium
QUIZ_CELL = "from lessons.l07_bert import quiz\n\nquiz(5, 1)"
WIDGET_CELL = """
from matplotlib.figure import Figure
from workbook.widgets import explore, slide

def draw(layer):
    figure = Figure(figsize=(4, 2))
    figure.subplots().plot([0, layer])
    return figure

explore(draw, alt=lambda layer: f"A line up to {layer}.", layer=slide(1, 5))
"""


def quiz_cell():
    shown = l07_bert.quiz(5, 1)
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
        wrong, right = first.locator("button[value='5B']"), first.locator("button[value='5A']")
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

        second.locator("button[value='1A']").focus()
        visit.page.keyboard.press("Space")
        score = form.locator("[role=status]").inner_text()
        assert score.startswith("Answered 2 of 2. Right at the first try: 1.")
        assert score.endswith("Answers are not saved with the notebook.")
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
        for number in (5, 1):
            for choice in l07_bert.quiz().questions[number - 1].choices:
                assert choice.text in form.locator("fieldset").all_inner_texts()[number == 1]
        assert form.locator(".bertlab-quiz-hint").is_visible()
        reasons = form.locator("details li")
        assert not reasons.first.is_visible()
        form.locator("summary").click()
        assert all(reason.is_visible() for reason in reasons.all())
        assert reasons.count() == 8
        assert "✗ B is wrong. That is pre-norm" in reasons.nth(1).inner_text()


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
        picture = page.locator(".jp-OutputArea-output img").filter(visible=True)
        picture.wait_for()
        assert picture.count() == 1  # the widget's, and not the still one below
        assert picture.get_attribute("alt") == "A line up to 1."
        before = picture.get_attribute("src")
        page.locator("[role=slider]").focus()
        page.keyboard.press("ArrowRight")
        page.locator(".widget-html img[alt='A line up to 2.']").wait_for()
        assert picture.get_attribute("src") != before

        assert not form.locator(".bertlab-quiz-hint").is_visible()
        form.locator("button[value='5B']").focus()
        page.keyboard.press("Enter")  # answers, and is no shortcut of the notebook
        assert page.locator(".jp-Notebook.jp-mod-commandMode").count() == 1
        feedback = form.locator("fieldset").first.locator("[aria-live]")
        assert feedback.inner_text().startswith("✗ B is wrong. That is pre-norm")
        form.locator("button[value='5D']").click()
        assert "$" not in feedback.inner_text() and "D is wrong" in feedback.inner_text()
        assert feedback.locator("mjx-container").count() == 2  # $f$ and $x$, typeset
        assert visit.outside == []
