"""What the tests of several lessons look at."""

import pytest

from workbook.diagrams import Drawing


@pytest.fixture
def drawn(monkeypatch):
    """Drawings that were finished, to look for overlaps in."""
    found, finish = [], Drawing.figure
    monkeypatch.setattr(Drawing, "figure", lambda self: (found.append(self), finish(self))[1])
    return found
