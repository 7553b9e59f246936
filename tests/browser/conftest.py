"""What the browser tests share as fixtures: one Chromium a file."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.browser.browser import launch

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture(scope="module")
def browser() -> Iterator["Browser"]:
    with launch() as started:
        yield started
