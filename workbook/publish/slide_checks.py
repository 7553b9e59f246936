"""Check decks in a browser: nothing cut off, blank, broken, too small or fetched from anywhere.

``python -m workbook.publish.slide_checks build/slides/*.html`` visits every slide of each deck in
Chromium, in a window of 1280 x 720 with the internet blocked and all fragments shown, then each
page of ``?print-pdf``, and prints what is wrong.
"""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from workbook.publish.browser import Visit, launch, open_page

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PARTS = Path(__file__).with_name("templates") / "slides"
LOOK = (PARTS / "check.js").read_text(encoding="utf-8")
LOOK_INTO_A_FRAME = (PARTS / "frame.js").read_text(encoding="utf-8")
READY = "window.Reveal && Reveal.isReady()"
READY_TO_PRINT = f"{READY} && document.querySelector('.slides > .pdf-page')"
QUIET = "Reveal.configure({fragments: false, transition: 'none'})"
POSITIONS = """Reveal.getSlides().map((slide) => {
    const { h, v } = Reveal.getIndices(slide);
    const heading = slide.querySelector("h1, h2, h3, h4")?.innerText ?? "";
    return [h, v || 0, heading];
})"""
NOT_INSIDE = """[...document.querySelectorAll("[src], link[href]")]
    .map((element) => element.src || element.href)
    .filter((address) => address && !/^(data|blob|about):/.test(address))"""
UNSEEN = ("frame", "a frame whose page cannot be looked into")
PATIENCE = 30_000  # milliseconds until a deck's formulas are set


class Finding(NamedTuple):
    """What is wrong with a deck.

    Attributes:
        kind: ``overflow``, ``small``, ``blank``, ``heading``, ``caption``, ``latex``, ``alt``,
            ``image``, ``frame``, ``error``, or ``request``.
        slide: The slide's number, from 1; 0 for what concerns the whole deck.
        heading: The slide's heading.
        detail: What, and by how much; it says so if it is wrong in print alone.
    """

    kind: str
    slide: int
    heading: str
    detail: str

    def __str__(self) -> str:
        where = f"slide {self.slide} ({self.heading})" if self.slide else "deck"
        return f"{where}: {self.kind}: {self.detail}"


NO_START = Finding("error", 0, "", "the deck does not start")


def check_deck(deck: Path, browser: "Browser | None" = None) -> list[Finding]:
    """Visit every slide of a deck, on the screen and in print, and return what is wrong.

    Args:
        deck: A file that ``workbook/publish/slides.py`` wrote.
        browser: From ``launch``, to check several decks in one browser; else one is started.
    """
    seen = _check(deck.resolve().as_uri(), browser, is_print=False)
    if seen == [NO_START]:
        return seen
    known = {(finding.kind, finding.slide) for finding in seen}
    printed = _check(f"{deck.resolve().as_uri()}?print-pdf", browser, is_print=True)
    return seen + [
        finding._replace(detail=f"in print: {finding.detail}")
        for finding in printed
        if (finding.kind, finding.slide) not in known
    ]


def _check(address: str, browser: "Browser | None", is_print: bool) -> list[Finding]:
    with open_page(address, browser=browser) as visit:
        try:
            ready = READY_TO_PRINT if is_print else READY
            visit.page.wait_for_function(ready, timeout=PATIENCE)
        except Exception as error:  # a deck that does not start is a finding, not a crash
            if type(error).__name__ != "TimeoutError":
                raise
            return [NO_START, *_of_the_deck(visit)]
        return [*_of_the_slides(visit.page, is_print), *_of_the_deck(visit)]


def _of_the_slides(page: "Page", is_print: bool) -> list[Finding]:
    findings = []
    if not is_print:
        page.evaluate(QUIET)
    for index, (h, v, heading) in enumerate(page.evaluate(POSITIONS)):
        pairs = [] if is_print else _turned_to(page, h, v)
        for kind, detail in [*page.evaluate(LOOK, index), *pairs]:
            findings.append(Finding(kind, index + 1, heading, detail))
    return findings


def _turned_to(page: "Page", h: int, v: int) -> list[tuple[str, str]]:
    """Show a slide; return what is wrong inside its frames."""
    page.evaluate("([h, v]) => Reveal.slide(h, v)", [h, v])
    return _inside_frames(page)


def _inside_frames(page: "Page") -> list[tuple[str, str]]:
    """Look into the frames of the current slide, which scripts of the deck cannot."""
    found: list[tuple[str, str]] = []
    slide = page.evaluate_handle("Reveal.getCurrentSlide()").as_element()
    for element in slide.query_selector_all("iframe") if slide else []:
        frame = element.content_frame()
        pairs = frame.evaluate(LOOK_INTO_A_FRAME) if frame else [UNSEEN]
        found += [(kind, detail) for kind, detail in pairs]
    return found


def _of_the_deck(visit: Visit) -> list[Finding]:
    requests = dict.fromkeys([*visit.outside, *visit.page.evaluate(NOT_INSIDE)])
    return [
        *(Finding("error", 0, "", text) for text in visit.errors),
        *(Finding("request", 0, "", address[:200]) for address in requests),
    ]


def main(arguments: list[str] | None = None) -> int:
    """Check the decks that the command line names; return 1 if anything is wrong."""
    parser = argparse.ArgumentParser(description="Check the slides of lessons in a browser.")
    parser.add_argument("decks", nargs="+", type=Path, help="files of build/slides")
    options = parser.parse_args(arguments)
    total = 0
    with launch() as browser:
        for deck in options.decks:
            findings = check_deck(deck, browser)
            total += len(findings)
            print(f"{deck}: {len(findings)} findings")
            for finding in findings:
                print(f"  {finding}")
    return 1 if total else 0


if __name__ == "__main__":
    sys.exit(main())
