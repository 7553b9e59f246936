"""What a visit to a page with hostile texts has to show: that nothing of them ran."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

# What ran, and what would run at a touch: a handler or an address that a text brought along.
RAN = """() => [
  ...(window.ran ? [`ran: ${window.ran}`] : []),
  ...[...document.querySelectorAll("*")]
    .flatMap((element) => [...element.attributes])
    .filter(({ name, value }) => /^(on|href|src$|action|formaction)/.test(name)
      && /(window|parent)\\.ran/.test(value))
    .map(({ name, value }) => `${name}=${value}`),
]"""


def what_ran(page: "Page") -> list[str]:
    """Return what ran or waits to run in a page and in the frames in it, and frames that left.

    A frame that went to another address shows that it could not be reached.
    """
    left = [frame.url for frame in page.frames if frame.url.startswith("chrome-error:")]
    return [*left, *(found for frame in page.frames for found in frame.evaluate(RAN))]


@contextmanager
def dialogs_of(page: "Page") -> Iterator[list[str]]:
    """Note what a page asks or tells its reader in a window of its own."""
    found: list[str] = []

    def note(dialog) -> None:
        found.append(dialog.message)
        dialog.dismiss()

    page.on("dialog", note)
    yield found
    page.remove_listener("dialog", note)
