import types

import ipywidgets
import matplotlib.pyplot as plt
import numpy as np
import pytest
from IPython.core.interactiveshell import InteractiveShell

from workbook import widgets
from workbook.figures import picture_in
from workbook.questions.predict import output_html
from workbook.widgets import (
    WIDGET_VIEW,
    build,
    choose,
    explore,
    slide,
    text,
    toggle,
    without_controls,
)


@pytest.fixture(autouse=True)
def no_windows():
    plt.switch_backend("agg")
    yield
    plt.close("all")


def bars(height):
    figure, axes = plt.subplots(figsize=(1, 1))
    axes.bar([0], [height])
    return figure


def square(n):
    return f"<p>{n * n}</p>"


class Page:
    """Keeps what is displayed, and what of it is updated, as a front end does."""

    def __init__(self, monkeypatch, kernel):
        self.first, self.outputs = [], {}
        shell = types.SimpleNamespace(kernel=kernel)
        monkeypatch.setattr(widgets, "get_ipython", lambda: shell)
        monkeypatch.setattr(widgets, "display", self.display)
        monkeypatch.setattr(widgets, "DisplayHandle", self.handle)

    def display(self, data, raw, name=None):
        assert raw
        self.first.append(data)
        self.outputs[name] = data

    def handle(self, name):
        return types.SimpleNamespace(
            display=lambda data, raw: self.display(data, raw, name),
            update=lambda data, raw: self.outputs.update({name: data}),
        )


def test_the_first_picture_is_there_before_a_control_moves():
    found = build(bars, "One <bar>.", height=slide(1, 3))
    picture = picture_in(found.view.value)
    assert (picture.alt, picture.width, found.words) == ("One <bar>.", 100, "One <bar>.")
    assert 'alt="One &lt;bar&gt;."' in found.view.value
    assert plt.get_fignums() == []


def test_the_picture_follows_its_control():
    control = slide(1, 3)
    found = build(bars, "One bar.", height=control)
    first = found.view.value
    control.value = 3
    assert found.view.value != first
    control.value = 1
    assert found.view.value == first
    assert plt.get_fignums() == []


def test_controls_pass_their_values_by_name():
    seen = []

    def draw(layer, scale, words, head, causal):
        seen.append((layer, scale, words, head, causal))
        return str(seen[-1])

    controls = {
        "causal": toggle("Causal mask"),
        "head": choose([("first", 0), ("second", 1)], value=1),
        "words": text("a b"),
        "layer": slide(0, 5, value=2),
        "scale": slide(0.0, 1.0),
    }
    build(draw, "Values.", **controls)
    controls["head"].value = 0
    controls["causal"].value = True
    assert seen == [(2, 0.0, "a b", 1, False), (2, 0.0, "a b", 0, False), (2, 0.0, "a b", 0, True)]


def test_html_is_shown_as_it_is():
    control = slide(2, 4)
    found = build(square, "A square.", n=control)
    assert found.view.value == "<p>4</p>"
    control.value = 4
    assert found.view.value == "<p>16</p>"


def test_the_alternative_can_follow_the_values():
    control = slide(1, 3)
    found = build(bars, lambda height: f"A bar of {height}.", height=control)
    assert found.words == "A bar of 1."
    control.value = 2
    assert 'alt="A bar of 2."' in found.view.value


def test_values_that_cannot_be_drawn_say_so_and_leave_no_figure():
    def draw(height):
        figure = bars(height)
        if height == 2:
            raise KeyError("no <two>")
        return figure

    control = slide(1, 3)
    found = build(draw, "One bar.", height=control)
    first = found.view.value
    kept = plt.figure()
    control.value = 2
    assert "No picture for these values" in found.view.value
    assert "KeyError: &#x27;no &lt;two&gt;&#x27;" in found.view.value
    assert plt.get_fignums() == [kept.number]
    control.value = 1
    assert found.view.value == first


def test_an_error_at_the_first_values_reaches_the_author():
    with pytest.raises(ZeroDivisionError):
        build(lambda n: str(1 // n), "A fraction.", n=slide(0, 3))


@pytest.mark.parametrize(
    ("draw", "alt", "controls", "message"),
    [
        (square, "A square.", {}, "missing a required argument: 'n'"),
        (square, "A square.", {"n": slide(0, 1), "m": slide(0, 1)}, "unexpected keyword.*'m'"),
        (lambda: "x", "A letter.", {}, "expected at least one control, got none"),
        (square, "A square.", {"n": (0, 5)}, "for 'n', got tuple"),
        (square, "  ", {"n": slide(0, 1)}, "text alternative, got an empty one"),
        (lambda n: n, "A number.", {"n": slide(0, 1)}, "Figure or a str, got int"),
    ],
)
def test_an_author_is_told_what_is_wrong(draw, alt, controls, message):
    with pytest.raises(ValueError, match=message):
        build(draw, alt, **controls)


def test_sliders_yield_ints_only_for_ints():
    assert isinstance(slide(0, 5), ipywidgets.IntSlider)
    assert isinstance(slide(0, 1, step=0.1), ipywidgets.FloatSlider)
    assert type(slide(0, np.int64(5), np.uint8(2)).value) is int
    assert isinstance(slide(0, np.float32(5)), ipywidgets.FloatSlider)
    found = slide(-1.0, 4.0, value=1.5)
    assert (found.min, found.max, found.value, found.step) == (-1.0, 4.0, 1.5, 0.1)
    assert slide(3, 5).value == 3 and slide(3, 5).step == 1


@pytest.mark.parametrize("numbers", [(5, 0), (0, 5, 6), (0, 5, -1), (2, 2)])
def test_sliders_check_their_range(numbers):
    with pytest.raises(ValueError, match="expected low <= value <= high"):
        slide(*numbers)


def test_slow_pictures_wait_until_the_control_is_let_go():
    assert slide(0, 1).continuous_update is False
    assert slide(0.0, 1.0).continuous_update is False
    assert text("a").continuous_update is False


def test_controls_without_a_label_take_the_name_of_the_argument():
    given, named = slide(0, 1), slide(0, 1, label="Layer, from 0")
    build(lambda head_size, layer: "x", "A letter.", head_size=given, layer=named)
    assert given.description == "Head size"
    assert named.description == "Layer, from 0"
    assert given.style.description_width == named.style.description_width == "13ch"


def test_without_a_kernel_there_is_a_picture_and_no_control(monkeypatch):
    page = Page(monkeypatch, kernel=None)
    assert explore(bars, "One bar.", height=slide(1, 3)) is None
    (data,) = page.first
    assert set(data) == {"text/html", "text/plain"}
    assert picture_in(data["text/html"]).alt == data["text/plain"] == "One bar."


def test_with_a_kernel_the_picture_is_an_output_of_its_own(monkeypatch):
    page = Page(monkeypatch, kernel=object())
    explore(bars, "One bar.", height=slide(1, 3, label="<Height>"))
    live, still = page.first
    assert set(live) == {WIDGET_VIEW} and still["text/plain"] == "One bar."
    assert "its controls (&lt;Height&gt;) need a running kernel" in still["text/html"]
    assert picture_in(still["text/html"]) is None
    assert picture_in(without_controls(still["text/html"])).alt == "One bar."


def test_what_is_saved_follows_the_controls(monkeypatch):
    page, control = Page(monkeypatch, kernel=object()), slide(1, 3)
    explore(bars, lambda height: f"A bar of {height}.", height=control)
    (name,) = filter(None, page.outputs)
    first = page.outputs[name]["text/html"]
    control.value = 3
    saved = page.outputs[name]["text/html"]
    assert picture_in(without_controls(saved)).alt == "A bar of 3."
    assert saved.split("<img")[0] == first.split("<img")[0]  # hidden by the same controls


def test_a_still_picture_hides_only_for_its_own_controls(monkeypatch):
    page = Page(monkeypatch, kernel=object())
    for words in ("One bar.", "Another bar."):
        explore(bars, words, height=slide(1, 3))
    stills = [data["text/html"].split("\n")[0] for data in page.first if "text/html" in data]
    assert len(set(stills)) == 2


@pytest.mark.parametrize("page", ["<p>4</p>", '<div class="bertlab-still-1f">\n<p>4</p>\n</div>'])
def test_other_html_is_left_as_it_is(page):
    assert without_controls(page) == page


def test_a_result_that_is_folded_away_has_the_picture_alone(monkeypatch):
    shell = InteractiveShell.instance()
    monkeypatch.setattr(shell, "kernel", object(), raising=False)
    try:
        page = output_html(lambda: explore(bars, "One bar.", height=slide(1, 3)))
    finally:
        InteractiveShell.clear_instance()
    assert picture_in(page).alt == "One bar."


def test_output_repeats(monkeypatch):
    pages = []
    for _ in range(2):
        page = Page(monkeypatch, kernel=object())
        explore(bars, "One bar.", height=slide(1, 3))
        pages.append(page.first[1])
    assert pages[0] == pages[1]
