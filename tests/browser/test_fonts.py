"""Slides, pages and views bring their fonts: the same letters and lines on every machine."""

import sys

import nbformat
import numpy as np
import pytest

from bertlab.inspection.attention_viz import neuron_view
from bertlab.inspection.explain import OWEN
from bertlab.inspection.explanation import Explanation, text_plot
from tests.browser.fonts import POOR, RICH, fonts_used, lines_of, machine
from tests.browser.needs import needs_chromium
from tests.browser.sample_lesson import code, sample_lesson, save, shown, words
from tests.browser.test_attention_views import CHINESE, TOKENIZER, small_model
from workbook.make.new_lesson import TEMPLATES
from workbook.publish.browser import export, launch, open_page
from workbook.publish.slides import build_deck
from workbook.questions.quiz import questions

pytestmark = [
    needs_chromium,
    pytest.mark.skipif(sys.platform != "linux", reason="two machines are made with fontconfig"),
]
QUIZ = TEMPLATES / "lesson" / "quiz.toml"
OURS = {"FiraGO", "DejaVu Sans", "DejaVu Sans Mono", "Bertlab Chinese"}
OF_A_VIEW = {"FiraGO", "Bertlab Chinese"}
ALL_KINDS = r"Text *slanted* **bold 删** `code 删 ✗` ✓ ☃ é $x^2$ $\text{删除 and so on} \ne 0$"
TABLE = "<table><tr><td><b>the</b></td><td>##s</td><td>老爸</td></tr></table>"
FORM = "<select><option>one</option></select> <input value='two'> <button>three</button>"
READY = """() => document.querySelector(".pdf-page") ? Reveal.isReady()
  : document.documentElement.className === "ready" || !document.querySelector("main, .slides")"""
BARE = "<body class=drawn>No font in here, <code>code</code>"
BARE_FRAME = f"<iframe sandbox='allow-scripts' srcdoc='{BARE}'></iframe>"


def sample() -> nbformat.NotebookNode:
    """Return a lesson with every kind of text that lessons show; its frame brings no font."""
    lesson = sample_lesson()
    lesson.cells = [cell for cell in lesson.cells if "<iframe" not in str(cell.get("outputs"))]
    values = np.array([0.5, -0.25, 1.0])
    text = Explanation(("good ", "book ", "删"), values, 0.0, 1.25, "positive", OWEN)
    for html in (TABLE, FORM, text_plot(text)):
        lesson.cells += [words(f"## More\n\n{ALL_KINDS}", "slide"), shown({"text/html": html})]
    lesson.cells += [
        words("## Quiz", "slide"),
        shown({"text/html": questions(QUIZ, 1)._repr_html_()}),
    ]
    return lesson


@pytest.fixture(scope="module")
def files(tmp_path_factory) -> dict[str, str]:
    """A deck (its printed form has all slides at once), a page, and a view in its frame."""
    folder = tmp_path_factory.mktemp("fonts")
    deck, view = folder / "deck.html", folder / "view.html"
    deck.write_text(build_deck(save(sample(), folder)), encoding="utf-8")
    html = neuron_view(small_model(), TOKENIZER, *CHINESE).html
    # The line about the still picture is of the page around a view, and in its letters.
    around = "<!DOCTYPE html><meta charset='utf-8'><style>small { display: none }</style>"
    view.write_text(f"{around}{html}", encoding="utf-8")
    page = export(sample(), folder)
    return {"deck": f"{deck.as_uri()}?print-pdf", "page": page.as_uri(), "view": view.as_uri()}


@pytest.fixture(scope="module")
def found(files, tmp_path_factory):
    """What two machines made of the files: lines and fonts of each file, poor and rich."""
    folder = tmp_path_factory.mktemp("machines")
    bare = folder / "bare.html"
    bare.write_text(f"<p>No font of its own{BARE_FRAME}", encoding="utf-8")
    looked = {}
    for name in (POOR, RICH):
        with launch(machine(name, folder)) as browser:
            for kind, address in {**files, "bare": bare.as_uri()}.items():
                with open_page(address, browser=browser) as visit:
                    visit.page.wait_for_function(READY)
                    for frame in visit.page.frames[1:]:
                        frame.wait_for_selector("body.drawn", state="attached")
                    looked[name, kind] = lines_of(visit.page), fonts_used(visit.page)
                    assert visit.clean(), (visit.errors, visit.outside)
    return looked


@pytest.mark.parametrize("name", [POOR, RICH])
@pytest.mark.parametrize("kind", ["deck", "page", "view"])
def test_every_text_is_in_our_fonts(name, kind, found):
    _, fonts = found[name, kind]
    assert [one for one in fonts if not one.is_ours] == []
    assert {one.font for one in fonts} == (
        OURS if kind != "view" else {"FiraGO", "Bertlab Chinese"}
    )


@pytest.mark.parametrize("kind", ["deck", "page", "view"])
def test_lines_lie_where_they_lie_on_any_machine(kind, found):
    """Every line of every text has the same box, measured in our fonts (see above)."""
    poor, rich = found[POOR, kind][0], found[RICH, kind][0]
    assert len(poor) > 20
    assert [line for line, other in zip(poor, rich, strict=True) if line != other] == []


def test_the_machines_differ_and_a_page_without_fonts_is_noticed(found):
    """The checks themselves: what brings no font is drawn with another one on each machine."""
    poor, rich = found[POOR, "bare"], found[RICH, "bare"]
    assert poor[0] != rich[0]
    assert {(one.font, one.is_ours) for one in poor[1]} == {("DejaVu Sans", False)}
    for beginning in ("No font of its own", "No font in here"):  # on the page, and in a frame
        assert any(one.text.startswith(beginning) for one in poor[1])
    assert ("cmtt10", False) in {(one.font, one.is_ours) for one in rich[1]}


def test_a_font_that_is_left_out_is_noticed(browser, tmp_path):
    """The check itself: a deck whose code falls back on the machine's font."""
    deck = tmp_path / "deck.html"
    lesson = sample_lesson()
    lesson.cells = [*lesson.cells[:1], words("## Code", "slide"), code("run()", "-")]
    html = build_deck(save(lesson, tmp_path))
    deck.write_text(html.replace('"Bertlab Mono", "Bertlab Signs"', '"Absent"'), encoding="utf-8")
    with open_page(f"{deck.as_uri()}?print-pdf", browser=browser) as visit:
        visit.page.wait_for_function(READY)
        others = {one.text for one in fonts_used(visit.page) if not one.is_ours}
    assert {"run", "()"} <= others
