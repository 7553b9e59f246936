"""What the browser tests share: Chromium without the internet, and a record of what a page did.

``open_page`` opens a file or an address of this machine in Chromium, and notes each console error
and each request that tried to leave the machine. Tests marked ``needs_chromium`` are skipped, and
counted as skipped, where there is no Chromium or no Playwright; with CI=true they fail instead.
"""

import os
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from nbformat import NotebookNode

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ConsoleMessage, Page, Route

BROWSERS = (
    *("chromium", "chromium-browser", "google-chrome"),
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)
CHROMIUM = next((found for found in map(shutil.which, BROWSERS) if found), None)
FAILURES = Path(__file__).resolve().parents[2] / "build" / "failures"
SLIDE = (1280, 720)
PATIENCE = 120_000  # milliseconds to wait for what a page does; JupyterLab starts slowly
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    # What a sandboxed frame asks for while it loads is seen only if it is in the page's process.
    "--disable-site-isolation-trials",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1",
)
STAYS_HERE = re.compile(r"^(file:|data:|blob:|about:|(http|ws)://(localhost|127\.0\.0\.1)[:/])")


@dataclass
class Visit:
    """One visit to a page: the page, and what it did so far.

    Attributes:
        page: Playwright's page.
        errors: Console errors and uncaught exceptions, in order.
        outside: Addresses of requests that tried to leave this machine (all were refused).
    """

    page: "Page"
    errors: list[str] = field(default_factory=list)
    outside: list[str] = field(default_factory=list)

    def clean(self) -> bool:
        """Tell whether the page stayed on this machine and raised no error."""
        return not self.errors and not self.outside


def export(notebook: NotebookNode, folder: Path) -> Path:
    """Write a notebook as the page that readers get (``make pages``)."""
    from workbook.publish.pages import page_of

    path = folder / "exported.html"
    path.write_text(page_of(notebook, "exported"), encoding="utf-8")
    return path


@contextmanager
def launch(fonts: Path | None = None) -> Iterator["Browser"]:
    """Start Chromium; everything is closed on the way out.

    Args:
        fonts: A file of fontconfig that names the machine's fonts; None leaves them as they are.

    Raises:
        FileNotFoundError: If this machine has no Chromium.
    """
    if CHROMIUM is None:
        raise FileNotFoundError("no chromium on this machine: apt-get install chromium")
    from playwright.sync_api import sync_playwright

    environment: dict[str, Any] = {
        **os.environ,
        **({"FONTCONFIG_FILE": str(fonts)} if fonts else {}),
    }
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=list(FLAGS), env=environment
        )
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def open_page(
    target: str | Path,
    *,
    size: tuple[int, int] = SLIDE,
    javascript: bool = True,
    color_scheme: Literal["light", "dark"] = "light",
    browser: "Browser | None" = None,
) -> Iterator[Visit]:
    """Open a page with the internet blocked.

    Args:
        target: A file, or an address of this machine.
        size: Width and height of the window in pixels.
        javascript: Whether scripts run.
        color_scheme: ``"light"`` or ``"dark"``, as the reader's system prefers.
        browser: From ``launch``, to open several pages in one browser; else one is started.

    Yields:
        The visit. ``visit.page`` has loaded.
    """
    if browser is None:
        with launch() as fresh:
            again = partial(open_page, javascript=javascript, color_scheme=color_scheme)
            with again(target, size=size, browser=fresh) as visit:
                yield visit
        return
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        java_script_enabled=javascript,
        color_scheme=color_scheme,
        reduced_motion="reduce",
    )
    context.set_default_timeout(PATIENCE)
    try:
        visit = Visit(context.new_page())
        visit.page.on("console", _note_error(visit))
        visit.page.on("pageerror", lambda error: visit.errors.append(str(error)))
        context.route("**/*", _gate(visit))
        visit.page.goto(target.resolve().as_uri() if isinstance(target, Path) else target)
        with _pictured(visit.page):
            yield visit
    finally:
        context.close()


@contextmanager
def _pictured(page: "Page") -> Iterator[None]:
    """In CI, keep a picture of a page where a test fails: the job keeps ``build/failures``."""
    try:
        yield
    except Exception:
        if os.environ.get("CI") == "true":
            name = re.sub(r"\W+", "-", os.environ.get("PYTEST_CURRENT_TEST", "page"))[-100:]
            with suppress(Exception):  # of a page that is gone; the test's own error says more
                page.screenshot(path=FAILURES / f"{name}.png")
        raise


def _note_error(visit: Visit) -> Callable:
    def note(message: "ConsoleMessage") -> None:
        if message.type == "error":
            visit.errors.append(message.text)

    return note


def _gate(visit: Visit) -> Callable[["Route"], None]:
    def gate(route: "Route") -> None:
        if STAYS_HERE.match(route.request.url):
            route.continue_()
        else:
            visit.outside.append(route.request.url)
            route.abort()

    return gate
