"""Check decks in a browser: nothing cut off, blank, broken or fetched from anywhere.

``python -m workbook.publish.slide_checks build/slides/*.html`` visits every slide of each deck in
Chromium, in a window of 1280 x 720 with the internet blocked and all fragments shown, and prints
what is wrong.
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
QUIET = "Reveal.configure({fragments: false, transition: 'none'})"
PLACES = """Reveal.getSlides().map((slide) => {
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
        kind: ``overflow``, ``blank``, ``latex``, ``alt``, ``image``, ``frame``, ``error``, or
            ``request``.
        slide: The slide's number, from 1; 0 for what concerns the whole deck.
        heading: The slide's heading; slides without one carry the last heading before them.
        detail: What, and by how much.
    """

    kind: str
    slide: int
    heading: str
    detail: str

    def __str__(self) -> str:
        where = f"slide {self.slide} ({self.heading})" if self.slide else "deck"
        return f"{where}: {self.kind}: {self.detail}"


def check_deck(deck: Path, browser: "Browser | None" = None) -> list[Finding]:
    """Visit every slide of a deck and return what is wrong.

    Args:
        deck: A file that ``workbook/publish/slides.py`` wrote.
        browser: From ``launch``, to check several decks in one browser; else one is started.
    """
    with open_page(deck, browser=browser) as visit:
        try:
            visit.page.wait_for_function(READY, timeout=PATIENCE)
        except Exception as error:  # a deck that does not start is a finding, not a crash
            if type(error).__name__ != "TimeoutError":
                raise
            return [Finding("error", 0, "", "the deck does not start"), *_of_the_deck(visit)]
        return [*_of_the_slides(visit.page), *_of_the_deck(visit)]


def _of_the_slides(page: "Page") -> list[Finding]:
    findings = []
    page.evaluate(QUIET)
    last_heading = ""
    for number, (h, v, heading) in enumerate(page.evaluate(PLACES), start=1):
        page.evaluate("([h, v]) => Reveal.slide(h, v)", [h, v])
        last_heading = heading or last_heading
        for kind, detail in [*page.evaluate(LOOK), *_inside_frames(page)]:
            findings.append(Finding(kind, number, last_heading, detail))
    return findings


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
