"""Check the deck of every lesson, slide by slide, and stamp those in which nothing is wrong.

``python -m tests.browser.decks`` writes ``decks.json``. With it the tests look again only at decks
that are not what was checked: a look at one takes half a minute. ``--all`` looks at every deck.
"""

import hashlib
import json
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from bertlab.files import write_atomically
from workbook.publish import browser, slide_checks
from workbook.publish.browser import launch
from workbook.publish.page_parts import ROOT
from workbook.publish.slide_checks import check_deck
from workbook.publish.slides import build_deck

if TYPE_CHECKING:
    from playwright.sync_api import Browser

STAMPS = Path(__file__).with_name("decks.json")
LESSONS = sorted((ROOT / "notebooks").glob("*.ipynb"))
CHECKS = (
    *(Path(module.__file__ or "") for module in (browser, slide_checks)),
    *(slide_checks.PARTS / name for name in ("check.js", "frame.js")),
)


def hash_of(deck: str) -> str:
    """Return a hash of a deck and of what looks at it."""
    digest = hashlib.sha256(deck.encode())
    for part in CHECKS:
        digest.update(part.read_bytes())
    return digest.hexdigest()


def stamps() -> dict[str, str]:
    """Return the hash of each deck in which nothing was wrong."""
    return json.loads(STAMPS.read_text(encoding="utf-8")) if STAMPS.exists() else {}


def wrong_with(deck: str, folder: Path, browser: "Browser") -> list[str]:
    """Return what is wrong on the slides of a deck."""
    path = folder / "deck.html"
    path.write_text(deck, encoding="utf-8")
    return [str(finding) for finding in check_deck(path, browser)]


def main() -> int:
    """Check what has no stamp, stamp what is right, and name what is not."""
    known, found, wrong = {} if "--all" in sys.argv else stamps(), {}, 0
    with launch() as started, tempfile.TemporaryDirectory() as folder:
        for lesson in LESSONS:
            deck = build_deck(lesson)
            decides = hash_of(deck)
            findings = []
            if known.get(lesson.stem) != decides:
                findings = wrong_with(deck, Path(folder), started)
            if not findings:
                found[lesson.stem] = decides
            wrong += len(findings)
            print("\n  ".join([f"{lesson.stem}: {len(findings)} findings", *findings]), flush=True)
    write_atomically(STAMPS, (json.dumps(found, indent=1) + "\n").encode())
    return min(wrong, 1)


if __name__ == "__main__":
    raise SystemExit(main())
