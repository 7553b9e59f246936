"""Decks as an instructor meets them: in Chromium, from a file, without the internet."""

import re
from pathlib import Path

import pytest

from tests.browser.fonts import fonts_used
from tests.browser.lesson_pages import LESSONS, faults
from tests.browser.needs import needs_chromium
from tests.browser.sample_lesson import (
    code,
    figure_cell,
    sample_lesson,
    save,
    shown,
    words,
)
from workbook.publish.browser import open_page
from workbook.publish.slide_checks import READY, check_deck
from workbook.publish.slides import build_deck

pytestmark = needs_chromium
ALWAYS = "00_start_here"
LONG = " ".join(["These are words."] * 300)
FRAME = "<iframe sandbox='allow-scripts' width='400' height='60' srcdoc=\"{}\"></iframe>"
FREE_FRAME = FRAME.replace("allow-scripts", "allow-scripts allow-same-origin").format("a view")
WIDE = "|" + "|".join(["column"] * 30) + "|\n|" + "---|" * 30
PIXEL = "data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=="
SCROLLS = f"<div style='height:60px;overflow:auto'>{LONG}</div>"
BROKEN = "<img alt='a' src='data:image/png;base64,AAAA'>"

# heading: (what is wrong, kind of the finding on that slide)
FAULTS = {
    "Too long a paragraph": (words(LONG, "-"), "small"),
    "Too long a paragraph in a fragment": (words(LONG, "fragment"), "small"),
    "Too wide a table": (words(WIDE, "-"), "small"),
    "Off the left edge": (words("<p style='margin-left:-300px'>left</p>", "-"), "overflow"),
    "Pinned below": (words("<p style='position:fixed;top:900px'>low</p>", "-"), "overflow"),
    "Scrolls inside": (
        words(SCROLLS, "-"),
        "overflow",
    ),
    "A frame that scrolls": (words(FRAME.format("<p>line" * 20), "-"), "overflow"),
    "A frame without a sandbox": (words("<iframe srcdoc='a view'></iframe>", "-"), "frame"),
    "A frame that reaches out": (words(FREE_FRAME, "-"), "frame"),
    "A frame with nothing": (words(FRAME.format("<p></p>"), "-"), "blank"),
    "Formula left alone": (words("<p class='mathjax_ignore'>so $x^2$ grows</p>", "-"), "latex"),
    "Formula of unknown names": (words(r"so $\unknownname{x}$ grows", "-"), "latex"),
    "Formula without an argument": (words(r"so $\frac{1}$ grows", "-"), "latex"),
    "Formula cut short": (words(r"so $\frac{1}{$ grows", "-"), "latex"),
    "Caption without its figure": (
        words("<p class='bertlab-caption'><b>Figure 1.1.</b> A curve.</p>", "-"),
        "caption",
    ),
    "Figure without words": (figure_cell(None), "alt"),
    "Empty words": (words(f"<img alt=' ' src='{PIXEL}'>", "-"), "alt"),
    "Image that is not there": (
        words(BROKEN, "-"),
        "image",
    ),
}
# what is wrong: (kind of the finding about the deck, words of it)
FAULTS_OF_THE_DECK = {
    "<img alt='a' src='https://example.org/planted.png'>": ("request", "planted.png"),
    "<script src='https://example.org/planted.js'></script>": ("request", "planted.js"),
    FRAME.format("<link rel=stylesheet href='https://example.org/planted.css'>a"): (
        "request",
        "planted.css",
    ),
    "<img alt='a' src='beside.png'>": ("request", "beside.png"),
    "<script>console.error('planted message')</script>": ("error", "planted message"),
    "<script>throw new Error('planted exception')</script>": ("error", "planted exception"),
}


@pytest.fixture(scope="module")
def sample(tmp_path_factory) -> Path:
    return write_deck(sample_lesson(), tmp_path_factory.mktemp("sample"))


@pytest.fixture(scope="module")
def faulty(tmp_path_factory, browser):
    """All planted faults in one deck, and what the check says about it."""
    lesson = sample_lesson()
    lesson.cells = lesson.cells[:1]
    for heading, (cell, _) in FAULTS.items():
        lesson.cells += [words(f"## {heading}", "slide"), cell]
    for fault in FAULTS_OF_THE_DECK:
        html = {"text/html": f"<p>Below is a fault.</p>{fault}", "text/plain": "a fault"}
        lesson.cells += [words("## Fault of the deck", "slide"), shown(html)]
    lesson.cells += [words("&nbsp;", "slide")]
    folder = tmp_path_factory.mktemp("faulty")
    (folder / "beside.png").write_bytes(b"")
    return check_deck(write_deck(lesson, folder), browser)


@pytest.mark.parametrize(
    "notebook",
    [
        pytest.param(path, id=path.stem, marks=[] if path.stem == ALWAYS else pytest.mark.nightly)
        for path in LESSONS
    ],
)
def test_deck_and_page_of_a_lesson(notebook, tmp_path, browser):
    """One lesson in every run: a look takes a minute."""
    assert faults(notebook, tmp_path, browser) == []


def test_sample_has_no_findings(sample, browser):
    assert check_deck(sample, browser) == []


@pytest.mark.parametrize("heading", FAULTS)
def test_planted_fault_is_found(heading, faulty):
    kinds = {finding.kind for finding in faulty if finding.heading == heading}
    assert kinds == {FAULTS[heading][1]}


@pytest.mark.parametrize("fault", FAULTS_OF_THE_DECK)
def test_planted_fault_of_the_deck_is_found(fault, faulty):
    kind, detail = FAULTS_OF_THE_DECK[fault]
    assert any(kind == finding.kind and detail in finding.detail for finding in faulty)


def test_blank_slide_is_found(faulty):
    last = max(finding.slide for finding in faulty)
    assert last == 2 + len(FAULTS) + len(FAULTS_OF_THE_DECK)
    assert [finding.kind for finding in faulty if finding.slide == last] == ["blank"]


def test_deck_that_does_not_start_is_found(tmp_path, browser, monkeypatch):
    monkeypatch.setattr("workbook.publish.slide_checks.PATIENCE", 300)
    page = tmp_path / "empty.html"
    page.write_text("<p>no slides</p>", encoding="utf-8")
    assert [finding.kind for finding in check_deck(page, browser)] == ["error"]


def test_presenter_view_shows_notes_offline(sample, browser):
    with open_page(sample, browser=browser) as visit:
        visit.page.wait_for_function(READY)
        visit.page.context.set_offline(True)
        with visit.page.context.expect_page() as opened:
            visit.page.keyboard.press("s")
        presenter = opened.value
        notes = presenter.locator(".speaker-controls-notes .value")
        notes.get_by_text("only notation").wait_for()
        assert presenter.locator("#connection-status").is_hidden()
        assert notes.locator("mjx-container svg path").count() == 2  # x and 2, drawn there
        presenter.keyboard.press("ArrowRight")
        presenter.keyboard.press("ArrowRight")
        notes.get_by_text("the common answer is 64").wait_for()
        assert visit.page.evaluate("Reveal.getIndices().h") == 2
        upcoming = presenter.frame_locator("#upcoming-slide iframe")
        upcoming.locator("p", has_text="The answer is 8").wait_for()
        assert visit.clean()


def test_notes_belong_to_the_slide_not_to_its_last_fragment(sample):
    html = sample.read_text(encoding="utf-8")
    slide = html[html.index("Why the scores are divided") :]
    assert slide.index("the common answer is 64") < slide.index('class="fragment"')


def test_prints_one_page_a_slide(sample, browser):
    with open_page(f"{sample.as_uri()}?print-pdf", browser=browser) as visit:
        visit.page.locator(".pdf-page").first.wait_for()
        visit.page.wait_for_function(READY)
        pages = visit.page.locator(".pdf-page")
        title = visit.page.locator("h1").bounding_box()
        texts = [text.strip() for text in pages.all_inner_texts()]
        document = visit.page.pdf(prefer_css_page_size=True, print_background=True)
        assert visit.clean()
    assert len(texts) == 9 and all(texts)
    assert texts[0].startswith("05. Attention")
    assert title["x"] == 92 and title["y"] > 30  # the margins of the screen, not the paper's edge
    assert len(re.findall(rb"/Type\s*/Page\b", document)) == len(texts)


def test_keys_turn_slides_after_clicks(sample, browser):
    with open_page(f"{sample.as_uri()}#/5", browser=browser) as visit:
        visit.page.wait_for_function(READY)
        at = "Reveal.getIndices().h"
        visit.page.locator("section.present input").first.click()
        assert visit.page.locator("section.present form").get_attribute("data-answer") == "a"
        visit.page.keyboard.press("ArrowRight")
        assert visit.page.evaluate(at) == 6
        visit.page.frame_locator("section.present iframe").locator("#inside").click()
        visit.page.keyboard.press("ArrowRight")
        visit.page.wait_for_function(f"{at} === 7")  # the frame's message takes a moment


def test_line_of_a_hundred_columns_is_not_wrapped(tmp_path, browser):
    lesson = sample_lesson()
    line = "0123456789" * 10
    lesson.cells = [*lesson.cells[:1], words("## Wide", "slide"), code("run()", "-", printed=line)]
    deck = write_deck(lesson, tmp_path)
    with open_page(deck, browser=browser) as visit:
        visit.page.wait_for_function(READY)
        visit.page.keyboard.press("ArrowRight")
        printed = visit.page.locator(".printed pre")
        high = printed.bounding_box()["height"]
        size = float(printed.evaluate("pre => getComputedStyle(pre).fontSize").removesuffix("px"))
        fonts = {one.font for one in fonts_used(visit.page) if one.text == line[:40]}
    assert fonts == {"DejaVu Sans Mono"}
    assert size >= 20
    assert high == pytest.approx(1.34 * size, abs=2)  # one line


def write_deck(lesson, folder: Path) -> Path:
    deck = folder / "deck.html"
    deck.write_text(build_deck(save(lesson, folder)), encoding="utf-8")
    return deck
