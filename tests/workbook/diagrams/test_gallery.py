"""Every mechanism of the lessons can be drawn, and read."""

import pytest
from matplotlib.figure import Figure

from bertlab.pictures import png
from tests.workbook.diagrams.gallery import GALLERY
from workbook import figures, widgets
from workbook.diagrams import overlaps

SMALLEST = 9  # points, in a figure at most 9 inches wide


@pytest.mark.parametrize("name", GALLERY)
def test_a_diagram_can_be_read(name):
    drawing = GALLERY[name]()
    assert overlaps(drawing) == []
    figure = drawing.figure()
    assert isinstance(figure, Figure) and figure.get_figwidth() <= 9
    assert overlaps(drawing) == []  # nor once it has its final size
    texts = [text.artist for text in drawing.texts] + figure.texts
    assert min(text.get_fontsize() for text in texts) >= SMALLEST
    pixels = figure.bbox
    for text in texts:
        extent = text.get_window_extent()
        assert pixels.x0 <= extent.x0 and extent.x1 <= pixels.x1, text
        assert pixels.y0 <= extent.y0 and extent.y1 <= pixels.y1, text
    assert png(figure).startswith(b"\x89PNG")  # and no letter is missing: that would be a warning


def test_a_diagram_is_shown_and_explored(monkeypatch):
    shown = []
    monkeypatch.setattr(figures, "display", lambda data, **more: shown.append(data))
    monkeypatch.setattr(widgets, "display", lambda data, **more: shown.append(data))
    figures.show(GALLERY["projections"]().figure(), alt="One vector, three others.")
    assert shown[0]["text/plain"] == "One vector, three others."
    widgets.explore(
        lambda step: GALLERY["four_tasks"]().figure(), "Arrows.", step=widgets.slide(1, 2)
    )
    assert len(shown) > 1


def test_words_say_what_was_drawn_in_order():
    words = GALLERY["projections"]().words()
    assert words[:3] == [
        "One vector becomes a query, a key and a value",
        "x of “cat” (1, D)",
        "W_Q W_K W_V",
    ]
    assert "W_Q → query (1, K)" in words
