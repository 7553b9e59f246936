"""What a test asks for that opens a page; in CI, where it is absent, the test fails (conftest)."""

from importlib.util import find_spec

import pytest

from workbook.publish.browser import CHROMIUM

needs_chromium = pytest.mark.skipif(
    CHROMIUM is None or find_spec("playwright") is None,
    reason="no chromium or no playwright on this machine",
)
