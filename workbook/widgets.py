"""Widgets: a picture that the reader changes, and the same picture on pages without a kernel.

``explore(draw, alt=..., layer=slide(0, 5))`` shows a slider above what ``draw(layer=0)`` returns,
and draws again in the kernel when the slider moves. Below stands a still picture in an output of
its own: what exported pages, slides and GitHub show, and what is there after save, stop and reopen.
It follows the controls, and hides while they live. The controls bring a picture of their own, since
JupyterLab forgets after a reload of the page which outputs a running kernel may still change.
"""

import html
import inspect
import re
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from numbers import Integral
from typing import Any

import ipywidgets
import matplotlib.pyplot as plt
from IPython import get_ipython
from IPython.core.displaypub import CapturingDisplayPublisher
from IPython.display import DisplayHandle, display
from matplotlib.figure import Figure

from workbook.figures import picture_html

WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
STILL = re.compile(
    r'<div class="bertlab-still-\w+">\n<style>.*?</style>\n<p>.*?</p>\n(?P<drawn>.*)\n</div>',
    re.DOTALL,
)


def choose(options: Sequence, label: str = "", value: object = None) -> ipywidgets.Dropdown:
    """Return a control that offers some values or ``(name, value)`` pairs, at first the first."""
    chosen = {} if value is None else {"value": value}
    return ipywidgets.Dropdown(options=list(options), description=label, **chosen)


def slide(
    low: int | float,
    high: int | float,
    value: int | float | None = None,
    step: int | float | None = None,
    label: str = "",
) -> ipywidgets.IntSlider | ipywidgets.FloatSlider:
    """Return a slider. It yields ints if all its numbers are whole, and redraws when let go.

    Args:
        low: Smallest value.
        high: Largest value.
        value: Value at the start, ``low`` by default.
        step: Distance of neighboring values; by default 1 for ints, else a fiftieth of the range.
        label: What stands beside it; by default the name of the argument it sets.

    Raises:
        ValueError: If ``low <= value <= high`` does not hold.
    """
    value = low if value is None else value
    if not low <= value <= high or low == high:
        raise ValueError(f"expected low <= value <= high, got {low}, {value}, {high}")
    whole = all(isinstance(number, Integral) for number in (low, high, value, step or 1))
    kind = ipywidgets.IntSlider if whole else ipywidgets.FloatSlider
    step = step or (1 if whole else (high - low) / 50)
    return kind(
        min=low, max=high, value=value, step=step, description=label, continuous_update=False
    )


def toggle(label: str = "", value: bool = False) -> ipywidgets.Checkbox:
    """Return a check box, for a truth value."""
    return ipywidgets.Checkbox(value=value, description=label)


def text(value: str, label: str = "") -> ipywidgets.Text:
    """Return a line to type in; it redraws at the Enter key and when the reader leaves the line."""
    return ipywidgets.Text(value=value, description=label, continuous_update=False)


@dataclass(frozen=True)
class Exploration:
    """Controls, and what they draw.

    Attributes:
        box: The widget: the controls above the view.
        view: Holds the picture for the present values, as HTML.
        words: The text alternative of the first picture.
    """

    box: ipywidgets.VBox
    view: ipywidgets.HTML
    words: str


def explore(
    draw: Callable[..., Figure | str],
    alt: str | Callable[..., str],
    **controls: Any,
) -> None:
    """Show what a function draws, with controls for its arguments.

    Args:
        draw: Takes the values of the controls by name, and returns a figure or a piece of HTML.
        alt: One or two sentences that say what the picture shows. A string has to be true for all
            values; a function takes the values and describes that state.
        **controls: A control for each argument, from ``choose``, ``slide``, ``toggle``, ``text``.

    Raises:
        ValueError: If an argument lacks a control, the text alternative is empty, or ``draw``
            returns something else. What ``draw`` raises at the first values is raised as it is.
    """
    made = build(draw, alt, **controls)
    first = made.view.value
    if not _reaches_a_page():
        display({"text/html": first, "text/plain": made.words}, raw=True)
        return
    labels = ", ".join(control.description for control in controls.values())
    key = f"{zlib.crc32(f'{labels} {made.words}'.encode()):08x}"
    made.box.add_class(f"bertlab-live-{key}")
    live = {"version_major": 2, "version_minor": 0, "model_id": made.box.model_id}
    display({WIDGET_VIEW: live}, raw=True)
    still = DisplayHandle(made.box.model_id)
    still.display({"text/html": still_html(first, labels, key), "text/plain": made.words}, raw=True)

    def follow(change: dict[str, Any]) -> None:
        still.update({"text/html": still_html(change["new"], labels, key)}, raw=True)

    made.view.observe(follow, names="value")


def build(
    draw: Callable[..., Figure | str],
    alt: str | Callable[..., str],
    **controls: Any,
) -> Exploration:
    """Return what ``explore`` shows, without showing it. Arguments and errors are the same."""
    _check_controls(draw, controls)
    drawn, words = _draw(draw, alt, controls)
    view = ipywidgets.HTML(value=drawn)

    def redraw(_change: object) -> None:
        before = set(plt.get_fignums())
        try:
            view.value, _ = _draw(draw, alt, controls)
        except Exception as error:  # whatever it is, the reader sees it in place of the picture
            view.value = _problem(error)
        finally:
            for number in set(plt.get_fignums()) - before:
                plt.close(number)

    _lay_out(controls)
    for control in controls.values():
        control.observe(redraw, names="value")
    return Exploration(ipywidgets.VBox([*controls.values(), view]), view, words)


def without_controls(page: str) -> str:
    """Return what ``explore`` drew, without the line on controls; other HTML as it is."""
    found = STILL.fullmatch(page.strip())
    return page if found is None else found["drawn"]


def _reaches_a_page() -> bool:
    """Tell whether there is a kernel, and what is displayed is not caught to be shown later."""
    shell = get_ipython()
    caught = isinstance(getattr(shell, "display_pub", None), CapturingDisplayPublisher)
    return getattr(shell, "kernel", None) is not None and not caught


def still_html(drawn: str, labels: str, key: str) -> str:
    """Return a picture that is hidden while its controls live, as they are where it is not.

    The controls are an output just before: JupyterLab writes an error there if no kernel has them.
    """
    live = f"body:has(.bertlab-live-{key}) .bertlab-still-{key}"
    before = f".jp-OutputArea-child:has(+ .jp-OutputArea-child .bertlab-still-{key})"
    dead = f"{before}:not(:has(.jp-OutputArea-output > *))"
    return "\n".join(
        [
            f'<div class="bertlab-still-{key}">',
            f"<style>{live}, {dead} {{ display: none }}</style>",
            f"<p>Run this cell to change the picture: its controls ({html.escape(labels)})"
            " need a running kernel.</p>",
            drawn,
            "</div>",
        ]
    )


def _check_controls(draw: Callable, controls: dict[str, Any]) -> None:
    """Raise a ValueError unless there is a control for each argument and no other."""
    for name, control in controls.items():
        if not isinstance(control, ipywidgets.ValueWidget):
            kind = type(control).__name__
            raise ValueError(f"expected choose, slide, toggle or text for {name!r}, got {kind}")
    try:
        inspect.signature(draw).bind(**controls)
    except TypeError as error:
        raise ValueError(f"draw and its controls {sorted(controls)} disagree: {error}") from error
    if not controls:
        raise ValueError("expected at least one control, got none")


def _draw(
    draw: Callable, alt: str | Callable[..., str], controls: dict[str, Any]
) -> tuple[str, str]:
    """Return the picture for the present values as HTML, and its text alternative."""
    values = {name: control.value for name, control in controls.items()}
    drawn = draw(**values)
    words = alt if isinstance(alt, str) else alt(**values)
    if not words.strip():
        raise ValueError("an exploration needs a text alternative, got an empty one")
    if isinstance(drawn, Figure):
        return picture_html(drawn, words), words
    if isinstance(drawn, str):
        return drawn, words
    raise ValueError(f"expected draw to return a Figure or a str, got {type(drawn).__name__}")


def _problem(error: Exception) -> str:
    """Return what a reader sees whose values cannot be drawn."""
    words = html.escape(f"{type(error).__name__}: {error}")
    return f'<p role="alert"><strong>No picture for these values.</strong> {words}</p>'


def _lay_out(controls: dict[str, Any]) -> None:
    """Name the controls that have no label, and line the labels up."""
    for name, control in controls.items():
        control.description = control.description or name.replace("_", " ").capitalize()
    beside = [c for c in controls.values() if not isinstance(c, ipywidgets.Checkbox)]
    width = max((len(control.description) for control in beside), default=0)
    for control in controls.values():
        control.style.description_width = f"{width}ch"
        control.layout.width = "min(36em, 98%)"
