import base64
import io

import matplotlib.pyplot as plt
import pytest
from PIL import Image

from workbook import figures
from workbook.figures import picture_html, picture_in, show, use_style


@pytest.fixture(autouse=True)
def style():
    plt.switch_backend("agg")
    with plt.rc_context():
        use_style()
        yield
    plt.close("all")


def line(size=(2, 1)):
    figure, axes = plt.subplots(figsize=size)
    axes.plot([0, 1])
    return figure


def test_a_figure_is_shown_with_its_words(monkeypatch):
    shown = []
    monkeypatch.setattr(figures, "display", lambda data, raw: shown.append((data, raw)))
    show(line(), 'A "line" < 2.')
    ((data, raw),) = shown
    assert raw and set(data) == {"text/html", "text/plain"}
    assert data["text/plain"] == 'A "line" < 2.'
    assert ' alt="A &quot;line&quot; &lt; 2." ' in data["text/html"]
    assert plt.get_fignums() == []


def test_a_picture_is_read_back():
    page = picture_html(line(), 'A "line" < 2.')
    found = picture_in(f"{page}\n")
    assert (found.alt, found.width) == ('A "line" < 2.', 200)
    with Image.open(io.BytesIO(base64.b64decode(found.data))) as image:
        assert image.size == (200, 100)
        assert image.convert("RGB").getpixel((0, 0)) == (255, 255, 255)  # also on a dark page


@pytest.mark.parametrize(
    "page", ["<p>words</p>", '<img alt="A line." src="data:image/png;base64,"']
)
def test_other_html_holds_no_picture(page):
    assert picture_in(page) is None
    assert picture_in(page + picture_html(line(), "A line.")) is None


def test_a_finer_figure_takes_no_more_room():
    plt.rcParams["savefig.dpi"] = 200
    found = picture_in(picture_html(line(), "A line."))
    with Image.open(io.BytesIO(base64.b64decode(found.data))) as image:
        assert image.width == 400
    assert found.width == 200


def test_a_figure_without_words_is_not_shown():
    with pytest.raises(ValueError, match="text alternative, got an empty one"):
        show(line(), " ")
