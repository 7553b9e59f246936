"""What a test asks for that opens a page."""

import os
from importlib.util import find_spec

import pytest

from workbook.publish.browser import CHROMIUM

needs_chromium = pytest.mark.skipif(
    (CHROMIUM is None or find_spec("playwright") is None) and os.environ.get("CI") != "true",
    reason="no chromium or no playwright on this machine",
)
