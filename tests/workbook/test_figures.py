import base64
import io

import matplotlib.pyplot as plt
import pytest
from PIL import Image

from workbook import figures
from workbook.diagrams import Drawing
from workbook.figures import picture_html, picture_in, show, use_style
from workbook.legibility import STRICT, unreadable


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


def crowded(axes):
    axes.text(0.5, 0.5, "here")
    axes.text(0.52, 0.5, "there")


@pytest.mark.parametrize(
    ("spoil", "fault"),
    [
        (lambda axes: axes.set_title(" "), "it has no title"),
        (crowded, "'here' lies on 'there'"),
        (lambda axes: axes.text(0.95, 0.5, "far out " * 9), "leaves the paper"),
        (lambda axes: axes.set_yticks([0.5, 0.51], ["a row", "its neighbor"]), "lies on"),
        (lambda axes: axes.set_title("words " * 30), "leaves the paper"),
        (lambda axes: axes.set_xticks([0.1, 0.2], ["embeddings", "a layer"]), "lies on"),
        (lambda axes: axes.annotate("it", (0.1, 0.1), (0.1, 1.05)), "'it' lies on 'A title'"),
        (lambda axes: axes.set_xlabel("\N{CJK UNIFIED IDEOGRAPH-597D}"), "Glyph 22909 .* missing"),
    ],
)
def test_a_build_shows_nothing_that_nobody_can_read(monkeypatch, spoil, fault):
    figure, axes = plt.subplots(figsize=(4, 2))
    figure.set_layout_engine("none")
    axes.set(xlim=(0, 1), ylim=(0, 1), title="A title")
    spoil(axes)
    with monkeypatch.context() as build, pytest.raises(ValueError, match=fault):
        build.setenv(STRICT, "strict")
        show(figure, "Words.")
    if "Glyph" not in fault:
        show(figure, "Words.")  # in a reader's session, a poor picture is better than none


@pytest.mark.parametrize(("apart", "lies"), [(0.1, False), (0.02, True)])
def test_slanted_words_lie_on_each_other_only_if_their_letters_do(apart, lies):
    figure, axes = plt.subplots(figsize=(4, 2))
    for number, word in enumerate(["pronouns", "persons"]):
        axes.text(0.3 + number * apart, 0.1, word, rotation=45, rotation_mode="anchor")
    assert any("lies on" in fault for fault in unreadable(figure)) == lies


def test_a_build_draws_no_diagram_in_which_anything_overlaps(monkeypatch):
    drawing = Drawing(title="A title")
    drawing.box("here")
    drawing.note("there", at=(0.1, 0.0))
    drawing.figure()
    monkeypatch.setenv(STRICT, "strict")
    with pytest.raises(ValueError, match="'here' overlaps 'there'"):
        drawing.figure()


def test_what_is_out_of_sight_is_not_refused():
    figure, axes = plt.subplots(figsize=(4, 2))
    axes.set_yticks([0.5, 2, 2.01], ["seen", "not", "not"])
    axes.set_ylim(0, 1)
    axes.text(0.5, 0.5, "here")
    axes.text(0.5, 0.5, "not here", visible=False)
    assert unreadable(figure) == []
