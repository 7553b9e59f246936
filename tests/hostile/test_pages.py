"""Texts from somebody else on a page and in a deck: labels, tags, tokens, quizzes, file names.

Nothing of them runs, and nothing is asked of another machine. In JupyterLab: ``test_lab``.
"""

import html
import re
from html.parser import HTMLParser
from pathlib import Path

import nbformat
import nbformat.v4 as v4
import pytest

from bertlab.inspection.explanation import import_shap
from tests.browser.needs import needs_chromium
from tests.browser.test_attention_views import frames_of
from tests.hostile.texts import FILE_NAMES, HOSTILE, all_shown, explanation, refusals
from tests.hostile.watch import dialogs_of, what_ran
from workbook.make.rooms import SOURCES
from workbook.publish.browser import export, open_page
from workbook.publish.page_parts import ROOT
from workbook.publish.pages import build_page, page_of
from workbook.publish.slides import build_deck

pytestmark = needs_chromium
LESSONS = ROOT / "lessons"
MAKES_HTML = re.compile(r"[\"']</?(b|div|img|p|span|svg|table|td|th|tr)\b")
PIXEL = "R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=="
# All that shap's plot of a text does when somebody points or clicks at it. Only the name of the
# plot and the place of a token differ from one handler to the next.
SHOW_VALUE = (
    "if (this.previousSibling.style.display == 'none') "
    "{ this.previousSibling.style.display = 'block'; "
    "this.parentNode.style.display = 'inline-block'; } "
    "else { this.previousSibling.style.display = 'none'; "
    "this.parentNode.style.display = 'inline'; }"
)
LIGHT = re.compile(
    r"(document\.getElementById\('_(tp|fb|fs)_[a-z]+_ind_\d+'\)"
    r"\.style\.(opacity ?= ?(0|1)|textDecoration ?= ?'(underline|none)'); ?)+"
)


class Handlers(HTMLParser):
    """Collects the tags of a page, and the code that stands in its attributes."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.code: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.code += [" ".join((value or "").split()) for name, value in attrs if name[:2] == "on"]


def outputs(parts: list[str], errors: list[str]) -> list:
    """Return cells' outputs of every kind, with hostile texts in all places."""
    words = [v4.new_output("stream", name=n, text="\n".join(HOSTILE)) for n in ("stdout", "stderr")]
    pictures = [
        v4.new_output("display_data", {"image/jpeg": PIXEL}, metadata={"image/jpeg": {"alt": text}})
        for text in HOSTILE
    ]
    plain = [
        v4.new_output("display_data", {kind: "\n".join(HOSTILE)})
        for kind in ("text/plain", "text/latex")
    ]
    raised = [
        v4.new_output("error", ename=text, evalue=said, traceback=[f"\x1b[31m{text}\x1b[0m", said])
        for text, said in zip(HOSTILE * len(errors), errors, strict=False)
    ]
    made = [v4.new_output("display_data", {"text/html": p, "text/plain": "words"}) for p in parts]
    return [*words, *pictures, *plain, *raised, *made]


def notebook(shown: list):
    """Return a notebook without a heading, so that its file's name is its title."""
    cells = []
    slide = {"slideshow": {"slide_type": "slide"}}
    for output in shown:
        source = f"f({HOSTILE[0]!r}, {HOSTILE[2]!r})"
        cells.append(v4.new_code_cell(source, outputs=[output], execution_count=1, metadata=slide))
    return v4.new_notebook(cells=cells)


@pytest.fixture(scope="module")
def hostile(tmp_path_factory) -> Path:
    """A notebook of a hostile name."""
    folder = tmp_path_factory.mktemp("hostile")
    path = folder / f"{FILE_NAMES[0]}.ipynb"
    nbformat.write(notebook(outputs(all_shown(), list(refusals(folder)))), path)
    return path


def test_each_lesson_that_makes_html_is_shown_hostile_texts():
    """All but the cells of a lesson's source, which cannot be called from here."""
    files = [file for file in LESSONS.glob("l*/*.py") if file.name not in SOURCES]
    rooms = {file.parent.name for file in files if MAKES_HTML.search(file.read_text("utf-8"))}
    tests = ROOT / "tests" / "lessons"
    assert {room for room in rooms if not (tests / room / "hostile.py").is_file()} == set()
    assert MAKES_HTML.search("x = f'<b>{x}'") and not MAKES_HTML.search("a <b and b> c")


def visit_of(page: Path, browser, num_views: int = 0) -> tuple[list[str], list[str]]:
    """Open a page, wait for what it loads, and return what ran or spoke, and what it asked for."""
    with open_page(page, browser=browser) as visit, dialogs_of(visit.page) as dialogs:
        visit.page.wait_for_timeout(1000)
        assert not num_views or len(frames_of(visit.page, num_views)) == num_views
        return [*what_ran(visit.page), *dialogs], visit.outside


@pytest.mark.parametrize("build", [build_page, build_deck])
def test_nothing_runs(build, hostile, browser, tmp_path):
    page = tmp_path / "page.html"
    page.write_text(build(hostile), encoding="utf-8")
    assert visit_of(page, browser, num_views=3) == ([], [])


def test_a_text_that_is_not_escaped_would_be_seen(browser, tmp_path):
    raw = [f"{text}<b title='{text}'></b><b title=\"{text}\"></b>" for text in HOSTILE]
    shown = [v4.new_output("display_data", {"text/html": part}) for part in raw]
    ran, outside = visit_of(export(notebook(shown), tmp_path), browser)
    assert any(word.startswith("ran: ") for word in ran)
    armed = {"onerror", "onmouseover", "onfocus", "onload", "href"}
    assert armed <= {word.partition("=")[0] for word in ran}
    assert set(outside) == {"https://example.org/x.css"}


@pytest.mark.parametrize("text", HOSTILE)
def test_titles_are_texts(text, tmp_path):
    """Of a notebook with a heading, and of one without, which is called as its file."""
    path = tmp_path / "name.ipynb"
    slide = {"slideshow": {"slide_type": "slide"}}
    nbformat.write(v4.new_notebook(cells=[v4.new_markdown_cell(f"# {text}", metadata=slide)]), path)
    unnamed = notebook([v4.new_output("stream", text="words")])
    for page in (build_page(path), build_deck(path), page_of(unnamed, text)):
        title = re.search(r"<title>(.*?)</title>", page)[1]
        assert "<" not in title and html.unescape(title) == re.sub("[*`]", "", text)


# --- explanations ---------------------------------------------------------------------------------


@pytest.mark.parametrize("text", HOSTILE)
def test_what_shap_is_given_is_escaped(text):
    """The label, which shap writes as it is. In our plot it stands once, and shap's is replaced."""
    given = explanation(text).to_shap()
    assert given.output_names == html.escape(text)
    shap, ours = import_shap().plots.text(given, display=False), explanation(text)._repr_html_()
    label = re.compile(r"font-size=\"8px\">(.*?)</tspan>")
    assert label.findall(shap) == [html.escape(text)] and label.findall(ours) == []
    assert re.findall("<b>(.*?)</b>", ours) == [html.escape(text)]


@pytest.mark.parametrize("text", HOSTILE)
def test_an_explanation_holds_no_code_but_handlers_of_shap(text):
    """It needs no frame: no script, and handlers in which nothing of a text stands."""
    found, plain = (Handlers(explanation(label)._repr_html_()) for label in (text, "a"))
    assert found.tags == plain.tags
    assert {"script", "iframe", "link", "form", "a", "img"}.isdisjoint(found.tags)
    assert len(found.code) == len(plain.code) >= 10
    assert [code for code in found.code if code != SHOW_VALUE and not LIGHT.fullmatch(code)] == []
