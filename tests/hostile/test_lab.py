"""Texts from somebody else in JupyterLab, shown by a running kernel: nothing of them runs.

One notebook shows all of them in all places: explanations, quizzes, views, tables of lessons,
widgets, errors, printed lines. It and the files beside it have hostile names as well.
"""

from pathlib import Path
from urllib.parse import quote

import nbformat
import nbformat.v4 as v4

from tests.browser.lab import KERNEL_IS_THERE, jupyterlab, show_cell
from tests.browser.needs import needs_chromium
from tests.browser.test_attention_views import assert_drawn, frames_of
from tests.hostile.texts import FILE_NAMES, HOSTILE, hostile_files
from tests.hostile.watch import dialogs_of, what_ran
from workbook.publish.browser import open_page

pytestmark = needs_chromium
SETUP = """import sys
from pathlib import Path
from IPython.display import HTML, display
from tests.hostile import texts
from workbook.widgets import explore"""
TEXTS = """for text in texts.HOSTILE:
    display(texts.explanation(text), texts.quiz(text))
    display(*map(HTML, texts.of_lessons(text)))"""
VIEWS = "display(*texts.views())"
PRINTED = """for said in [*texts.HOSTILE, *texts.refusals(Path())]:
    print(said)
    print(said, file=sys.stderr)
    display({"text/plain": said}, raw=True)
display(texts.HOSTILE, texts.explanation(texts.HOSTILE[0])._repr_html_())"""
WIDGETS = """for text in texts.HOSTILE:
    for draw in (texts.drawing(Path()), texts.escaping):
        explore(draw, alt=text, **texts.controls(text))"""
FAILING = """for text in texts.HOSTILE:
    controls = texts.controls(text)
    explore(texts.escaping, alt=text, **controls)
    controls["fails"].value = 1
controls = texts.controls("a label")
explore(texts.drawing(Path()), alt="words", **controls)
controls["fails"].value = 1"""
RAISED = "texts.read_texts(next(texts.hostile_files(Path())))"
CELLS = (SETUP, TEXTS, VIEWS, PRINTED, WIDGETS, FAILING, RAISED)
RAW = "display(*map(HTML, texts.HOSTILE))"  # the last cell: as if nothing escaped them
RUN = """async (command) => {
  const { content } = jupyterapp.shell.currentWidget;
  content.activeCellIndex = content.widgets.length - 1;
  await jupyterapp.commands.execute(`notebook:${command}`);
}"""
EXECUTED = "jupyterapp.shell.currentWidget.content.widgets.map(({ model }) => model.executionCount)"
ERRORS = """jupyterapp.shell.currentWidget.content.widgets.map(
  ({ model }) => model.sharedModel.outputs.filter((out) => out.output_type === "error").length)"""


def write_notebook(folder: Path) -> str:
    """Write the notebook, with a hostile name, beside files with hostile names."""
    assert len(list(hostile_files(folder))) > 5
    cells = [v4.new_code_cell(source) for source in (*CELLS, RAW)]
    cells[CELLS.index(RAISED)].metadata["tags"] = ["raises-exception"]
    name = f"{FILE_NAMES[0]}.ipynb"
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    nbformat.write(v4.new_notebook(cells=cells, metadata={"kernelspec": kernel}), folder / name)
    return name


def test_nothing_runs_in_jupyterlab(browser, tmp_path):
    name = quote(write_notebook(tmp_path))
    with (
        jupyterlab(tmp_path) as address,
        open_page(address.format(name), browser=browser, size=(1400, 1400)) as visit,
        dialogs_of(visit.page) as dialogs,
    ):
        page = visit.page
        page.wait_for_function(KERNEL_IS_THERE)
        page.evaluate(RUN, "run-all-above")
        assert page.evaluate(EXECUTED) == [*range(1, len(CELLS) + 1), None]
        assert page.evaluate(ERRORS) == [*(int(source == RAISED) for source in CELLS), 0]
        for place, source in enumerate(CELLS):
            show_cell(page, place)
            assert_shown(page, source)
            assert what_ran(page) == [], source
        assert (visit.outside, dialogs) == ([], [])
        page.evaluate(RUN, "run-cell")  # the check itself
        show_cell(page, len(CELLS))
        page.wait_for_function("window.ran")
        assert what_ran(page) and visit.outside


def assert_shown(page, source: str) -> None:
    """State that what a cell shows is there: the texts themselves, drawn views, live widgets."""
    if source == TEXTS:
        page.locator("form.bertlab-quiz").nth(len(HOSTILE) - 1).wait_for()
        assert page.get_by_text(HOSTILE[0]).count() > 10
    if source == VIEWS:
        for frame in frames_of(page, 3):
            assert_drawn(frame)
    if source == WIDGETS:
        page.locator(".jp-OutputArea .widget-vbox").nth(2 * len(HOSTILE) - 1).wait_for()
        assert page.locator(".widget-label", has_text=HOSTILE[0]).count() > 2
    if source == FAILING:
        alerts = page.locator("p[role=alert]").filter(visible=True)
        alerts.filter(has_text=FILE_NAMES[0]).last.wait_for()
        alerts.filter(has_text=".tsv, line 1").wait_for()
    if source == RAISED:
        page.locator(".jp-RenderedText", has_text=f"{FILE_NAMES[0]}.tsv, line 1").last.wait_for()
