"""The lesson on BertViz as it is committed: its views draw and answer, and the network is off.

Exported as HTML, and in JupyterLab: not trusted, then trusted. What the views hold is tested in
``test_attention_views``.
"""

import shutil
from pathlib import Path

import nbformat
import pytest

from tests.browser.lab import CELL, KERNEL_IS_THERE, jupyterlab, show_cell
from tests.browser.needs import needs_chromium
from tests.browser.test_attention_views import assert_drawn, frames_of
from workbook.publish.browser import export, open_page

pytestmark = needs_chromium
LESSON = Path(__file__).resolve().parents[3] / "notebooks" / "11_attention_seen.ipynb"
VIEWS = ("offline(",) * 6 + ("neuron_view(",)  # in the lesson's order
OPACITIES = """(selector) => [...document.querySelectorAll(selector)]
  .map((line) => +line.getAttribute("stroke-opacity"))"""


@pytest.fixture(scope="module")
def lesson():
    return nbformat.read(LESSON, as_version=4)


@pytest.fixture(scope="module")
def places(lesson):
    """Where the cells of the views stand."""
    found = [
        number
        for number, cell in enumerate(lesson.cells)
        if cell.cell_type == "code" and "<iframe" in str(cell.outputs)
    ]
    names = [lesson.cells[number].source.splitlines()[-1] for number in found]
    assert [name[: name.index("(") + 1] for name in names] == list(VIEWS)
    return found


def use_head_view(frame, hidden):
    """Show a head by a click on its square, then only it by a double click."""
    lines = f'.headAttention[head-index="{hidden}"] line'
    square = frame.locator("#vis svg > g:last-child rect").nth(hidden)
    assert max(frame.evaluate(OPACITIES, lines)) == 0
    square.click()
    shared = frame.evaluate(OPACITIES, lines)
    assert max(shared) > 0
    square.dblclick()
    alone = frame.evaluate(OPACITIES, lines)
    assert max(alone) >= 2 * max(shared) * 0.999  # not divided by other heads any more


def use_model_view(frame):
    """Open a thumbnail, and close it again."""
    region = frame.locator("#vis svg > g").nth(14).locator("> rect").last
    region.click()
    assert frame.locator("text.detail").first.text_content() == "Layer 1, Head 2"
    region.click()
    assert frame.locator(".detail").count() == 0


def use_neuron_view(frame):
    """Point at a token, and click the plus that appears."""
    token = frame.locator("#collapsed #leftText g").nth(2)
    token.hover()
    assert token.locator(".plus-sign").evaluate("sign => +getComputedStyle(sign).opacity") == 1
    token.locator("rect").last.click()
    assert frame.locator("#expanded").get_attribute("visibility") == "visible"


def use_translator(frame):
    """Choose the cross-attention: the tokens at the left are French then."""
    frame.locator("#filter").select_option(label="Cross")
    words = frame.locator("#left text").all_text_contents()
    assert [word.strip() for word in words][:2] == ["deux", "cent"]


def use_one_head(frame):
    use_head_view(frame, hidden=1)


USES = (use_one_head, use_model_view, use_one_head, use_one_head, use_one_head, use_translator)
USES = (*USES, use_neuron_view)


def use_all(frames):
    """Use a control of each view of the lesson and state what it changes."""
    for frame, use in zip(frames, USES, strict=True):
        use(frame)


def test_as_exported_page(lesson, browser, tmp_path):
    with open_page(export(lesson, tmp_path), browser=browser, size=(1280, 1000)) as visit:
        frames = frames_of(visit.page, len(VIEWS))
        assert len(frames) == len(VIEWS)
        for frame in frames:
            assert_drawn(frame)
        use_all(frames)
        assert visit.clean(), (visit.errors, visit.outside)


def test_in_jupyterlab(lesson, places, browser, tmp_path):
    """Not trusted, a still picture shows; trusted, the views draw and answer."""
    shutil.copy(LESSON, tmp_path / "lesson.ipynb")
    with (
        jupyterlab(tmp_path) as address,
        open_page(address.format("lesson.ipynb"), browser=browser, size=(1400, 1400)) as visit,
    ):
        page = visit.page
        page.wait_for_function(KERNEL_IS_THERE)  # and so can be shut down
        show_cell(page, places[0])
        still = page.locator(f"{CELL.format(places[0])} .jp-OutputArea-output img")
        still.first.wait_for()
        assert still.first.bounding_box()["height"] > 100
        assert page.locator("iframe[srcdoc]").count() == 0
        page.evaluate(
            """() => {
                 const notebook = jupyterapp.shell.currentWidget.content;
                 for (const cell of notebook.model.cells) cell.trusted = true;
               }"""
        )
        for place, use in zip(places, USES, strict=True):
            show_cell(page, place)
            frame = frame_of(page, place)
            assert_drawn(frame)
            use(frame)
        assert visit.outside == []
        assert not [error for error in visit.errors if "bertviz" in error.lower()]


def frame_of(page, place):
    """Return the frame of a cell's view, once it has drawn."""
    element = page.locator(f"{CELL.format(place)} iframe[srcdoc]")
    element.wait_for()
    frame = element.element_handle().content_frame()
    frame.wait_for_selector("body.drawn", state="attached")
    return frame
