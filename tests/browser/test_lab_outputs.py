"""Our outputs in a real JupyterLab: pictures with words that are there after save, stop and reopen.

One JupyterLab serves all tests of this file; what axe-core finds in our outputs is nothing serious,
in both themes. The handle of ipywidgets' slider has no name for a screen reader (its label stands
beside it, but is not tied to it), and nothing that Python sets gives it one.
"""

import nbformat
import pytest
from axe_playwright_python.sync_playwright import Axe
from nbformat.v4 import new_code_cell, new_notebook

from tests.browser.lab import KERNEL_IS_THERE, jupyterlab
from tests.browser.lesson_pages import SERIOUS
from tests.browser.needs import needs_chromium
from workbook.publish.browser import open_page

pytestmark = needs_chromium
CONTROL = """
from matplotlib.figure import Figure
from workbook.figures import show
from workbook.widgets import choose, explore, slide, text, toggle

def draw(layer, **others):
    figure = Figure(figsize=(9, 2))
    figure.subplots().plot([0, 1 / (4 - layer)])
    return figure

controls = {"head": choose(["first", "second"]), "words": text("a b"), "causal": toggle("Causal")}
print("Printed before.")
explore(draw, alt=lambda layer, **others: f"A line up to {layer}.", layer=slide(1, 5), **controls)
"""
FIGURE = "show(draw(1), 'A line in a figure.')"
QUIZ = "from lessons.l05_attention import quiz\n\nquiz(1, 2)"
PREDICTION = """
from workbook.questions.predict import Predicted, output_html
from workbook.questions.prediction_file import Prediction

asked = Prediction("How large?", ("1", "8"), "8", "The root of `64`.")
Predicted(asked, output_html(lambda: explore(draw, "A folded line.", layer=slide(1, 5))))
"""
LIVE = ".widget-vbox .widget-html img[alt='A line up to {}.']"
STILL = "[class^='bertlab-still'] img[alt='A line up to {}.']"
HINT = "its controls (Layer, Head, Words, Causal) need a running kernel"
SAVE = "jupyterapp.shell.currentWidget.context.save()"
SHUTDOWN = "jupyterapp.shell.currentWidget.context.sessionContext.shutdown()"
THEME = "name => jupyterapp.commands.execute('apputils:change-theme', { theme: name })"
OURS = {"include": [[".jp-OutputArea"]], "exclude": [[".noUi-handle"]]}
TOO_WIDE = """() => [...document.querySelectorAll(".jp-OutputArea-output")]
  .filter((output) => output.scrollWidth > output.clientWidth).map((output) => output.innerText)"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("lab")


@pytest.fixture(scope="module")
def lab(folder):
    with jupyterlab(folder) as address:
        yield address


@pytest.fixture
def opened(browser, lab, folder):
    """Open a notebook with our four kinds of outputs, run from top to bottom."""
    cells = [new_code_cell(source) for source in (CONTROL, FIGURE, QUIZ, PREDICTION)]
    notebook = new_notebook(cells=cells)
    notebook.metadata.kernelspec = {"name": "python3", "display_name": "Python 3"}
    nbformat.write(notebook, folder / "outputs.ipynb")
    address = lab.format("outputs.ipynb")
    with open_page(address, browser=browser, size=(1280, 2400)) as visit:
        visit.page.wait_for_function(KERNEL_IS_THERE)
        visit.page.evaluate("jupyterapp.commands.execute('notebook:run-all-cells')")
        visit.page.locator(".bertlab-predict").wait_for()
        visit.page.locator(LIVE.format(1)).wait_for()
        yield visit.page


def test_a_picture_is_there_after_save_stop_and_reopen(opened, folder):
    page = opened
    assert not page.locator(STILL.format(1)).is_visible()
    assert not page.get_by_text(HINT).is_visible()
    move(page)
    page.locator(LIVE.format(2)).wait_for()
    page.locator(STILL.format(2)).wait_for(state="attached")
    page.evaluate(SAVE)
    _, live, still = nbformat.read(folder / "outputs.ipynb", 4).cells[0].outputs
    assert [*live.data] == ["application/vnd.jupyter.widget-view+json"]
    assert "A line up to 2." in still.data["text/html"]

    page.reload()
    move(page)  # the same kernel: the controls live on
    page.locator(LIVE.format(3)).wait_for()
    assert page.locator("img").filter(visible=True).count() == 2  # with that of the figure
    move(page)
    page.locator(".widget-vbox [role=alert]", has_text="division by zero").wait_for()

    page.evaluate(SHUTDOWN)
    page.reload()
    page.wait_for_function(KERNEL_IS_THERE)  # another one, which knows no controls
    page.locator(STILL.format(2)).wait_for()
    assert page.get_by_text(HINT).is_visible()
    assert page.locator("pre", has_text="Printed before.").is_visible()
    error = page.get_by_text("Error displaying widget")
    error.wait_for(state="attached")
    assert not error.is_visible()


def move(page):
    """Move the slider by one."""
    page.locator("[role=slider]").focus()
    page.keyboard.press("ArrowRight")


def test_nothing_serious_and_nothing_too_wide_in_both_themes(opened):
    page = opened
    page.locator(".bertlab-quiz button").first.click()
    page.locator(".bertlab-predict button").first.click()
    folded = page.locator(".bertlab-predict img")
    assert folded.get_attribute("alt") == "A folded line." and folded.is_visible()
    assert page.get_by_text("saved with the notebook").count() == 2
    for theme in ("JupyterLab Light", "JupyterLab Dark"):
        page.evaluate(THEME, theme)
        page.locator(f"body[data-jp-theme-name='{theme}']").wait_for(state="attached")
        page.locator("#jupyterlab-splash").wait_for(state="detached")
        found = Axe().run(page, context=OURS).response["violations"]
        assert [(v["id"], v["nodes"][0]["html"]) for v in found if v["impact"] in SERIOUS] == []
    for width in (1280, 400):
        page.set_viewport_size({"width": width, "height": 2400})
        page.evaluate("jupyterapp.shell.collapseLeft()")
        assert page.evaluate(TOO_WIDE) == [], width
