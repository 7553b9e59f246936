"""What is wrong with a lesson in a browser: its deck slide by slide, its page on a phone."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import nbformat
from axe_playwright_python.sync_playwright import Axe

from workbook.publish.browser import open_page
from workbook.publish.page_parts import ROOT
from workbook.publish.pages import page_of
from workbook.publish.slide_checks import check_deck
from workbook.publish.slides import build_deck

if TYPE_CHECKING:
    from playwright.sync_api import Browser

LESSONS = sorted((ROOT / "notebooks").glob("[0-9][0-9]_*.ipynb"))
WITH_AXE = ("05_attention", "12_explanations")
PHONE = 400
SERIOUS = ("serious", "critical")
TYPESET = "window.MathJax ? MathJax.startup.promise.then(() => true) : true"


def faults(notebook: Path, folder: Path, browser: "Browser") -> list[str]:
    """Return what is wrong with the deck and the page of a notebook, written into a folder."""
    deck, page = (folder / name for name in ("deck.html", "page.html"))
    deck.write_text(build_deck(notebook), encoding="utf-8")
    read = nbformat.read(notebook, as_version=4)
    page.write_text(page_of(read, notebook.stem), encoding="utf-8")
    found = [str(finding) for finding in check_deck(deck, browser)]
    if (width := width_of(browser, page)) > PHONE:
        found.append(f"on a phone the page is {width} pixels wide")
    if notebook.stem in WITH_AXE:
        found += [*serious(browser, page, "light"), *serious(browser, page, "dark")]
    return found


def width_of(browser: "Browser", page: Path) -> int:
    """Return how wide a page is on a phone, in pixels."""
    with open_page(page, browser=browser, size=(PHONE, 900)) as visit:
        visit.page.evaluate(TYPESET)
        width: int = visit.page.evaluate("document.documentElement.scrollWidth")
        return width


def serious(
    browser: "Browser", page: Path, scheme: Literal["light", "dark"] = "light"
) -> Iterator[str]:
    """Name what axe-core finds serious: the rule, and the first place."""
    with open_page(page, size=(1100, 900), color_scheme=scheme, browser=browser) as visit:
        for each in Axe().run(visit.page).response["violations"]:
            if each["impact"] in SERIOUS:
                first = each["nodes"][0]["html"][:120]
                yield f"{each['id']} at {len(each['nodes'])} places: {first}"
