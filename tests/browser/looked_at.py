"""Look at lessons in a browser: decks slide by slide, pages on a phone and with axe-core.

``python -m tests.browser.looked_at`` writes ``looked_at.json``: what each lesson was made of when
nothing was wrong with it. With it the tests look again only at lessons that are not what was looked
at, because a look takes a minute. ``--all`` looks at every lesson.
"""

import hashlib
import json
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

import nbformat
from axe_playwright_python.sync_playwright import Axe

from bertlab.files import write_atomically
from workbook.make.nightly import content_hash
from workbook.publish import browser, slide_checks
from workbook.publish.browser import launch, open_page
from workbook.publish.page_parts import ROOT
from workbook.publish.pages import page_of
from workbook.publish.slide_checks import check_deck
from workbook.publish.slides import build_deck

if TYPE_CHECKING:
    from playwright.sync_api import Browser

STAMPS = Path(__file__).with_name("looked_at.json")
LESSONS = sorted((ROOT / "notebooks").glob("[0-9][0-9]_*.ipynb"))
WITH_AXE = ("05_attention", "12_explanations")
CHECKS = (
    Path(__file__),
    *(Path(module.__file__ or "") for module in (browser, slide_checks)),
    *(slide_checks.PARTS / name for name in ("check.js", "frame.js")),
)
MADE_BY = ("workbook", "bertlab/datasets", "constraints.txt", "tests/browser/looked_at.py")
PHONE = 400
SERIOUS = ("serious", "critical")
TYPESET = "window.MathJax ? MathJax.startup.promise.then(() => true) : true"


class Looked(NamedTuple):
    """What a lesson was when nothing was wrong with it, as hashes.

    Attributes:
        source: The files that deck and page are made of and by.
        made: Deck and page themselves, and what looks at them: it stays where a change of the
            source does not matter.
    """

    source: str
    made: str


class Lesson:
    """A lesson as it is now: its deck and its page, built when they are first asked for."""

    def __init__(self, notebook: Path) -> None:
        self.notebook = notebook
        self.name = notebook.stem
        self._built: tuple[str, str] | None = None

    def source(self) -> str:
        """Return a hash of what the lesson is made of and by."""
        own = (f"notebooks/{self.name}.ipynb", f"lessons/l{self.name}")
        return content_hash((*own, *MADE_BY))

    def built(self) -> tuple[str, str]:
        """Return deck and page."""
        if self._built is None:
            page = page_of(nbformat.read(self.notebook, as_version=4), self.name)
            self._built = build_deck(self.notebook), page
        return self._built

    def made(self) -> str:
        """Return a hash of deck, page and what looks at them."""
        return made_hash(*self.built())

    def was_looked_at(self, stamps: dict[str, Looked]) -> bool:
        """Tell whether this is what was looked at; without building it, if its source is."""
        known = stamps.get(self.name)
        return known is not None and (known.source == self.source() or known.made == self.made())

    def wrong(self, folder: Path, browser: "Browser") -> list[str]:
        """Return what is wrong with the deck and the page."""
        deck, page = (folder / name for name in ("deck.html", "page.html"))
        for path, text in zip((deck, page), self.built(), strict=True):
            path.write_text(text, encoding="utf-8")
        found = [str(finding) for finding in check_deck(deck, browser)]
        if (width := width_of(browser, page)) > PHONE:
            found.append(f"on a phone the page is {width} pixels wide")
        if self.name in WITH_AXE:
            found += [*serious(browser, page, "light"), *serious(browser, page, "dark")]
        return found


def made_hash(deck: str, page: str) -> str:
    """Return a hash of a deck, a page, and what looks at them."""
    digest = hashlib.sha256()
    for part in (deck.encode(), page.encode(), *(path.read_bytes() for path in CHECKS)):
        digest.update(hashlib.sha256(part).digest())
    return digest.hexdigest()


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


def stamps() -> dict[str, Looked]:
    """Return what each lesson was when nothing was wrong with it."""
    if not STAMPS.exists():
        return {}
    return {name: Looked(*one) for name, one in json.loads(STAMPS.read_text("utf-8")).items()}


def main() -> int:
    """Look at what has no stamp, stamp what is right, and name what is not."""
    known, found, wrong = {} if "--all" in sys.argv else stamps(), dict[str, Looked](), 0
    with launch() as started, tempfile.TemporaryDirectory() as folder:
        for lesson in map(Lesson, LESSONS):
            seen = lesson.was_looked_at(known)
            findings = [] if seen else lesson.wrong(Path(folder), started)
            if not findings:
                made = known[lesson.name].made if seen else lesson.made()
                found[lesson.name] = Looked(lesson.source(), made)
            wrong += len(findings)
            print("\n  ".join([f"{lesson.name}: {len(findings)} findings", *findings]), flush=True)
    write_atomically(STAMPS, (json.dumps(found, indent=1) + "\n").encode())
    return min(wrong, 1)


if __name__ == "__main__":
    raise SystemExit(main())
