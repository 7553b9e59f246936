"""Widgets: a picture that the reader changes, and the same picture on pages without a kernel.

``explore(draw, alt=..., layer=slide(0, 5))`` shows a slider above what ``draw(layer=0)`` returns,
and draws again in the kernel when the slider moves. The output also holds the first picture by
itself, which is what exported pages, slides and GitHub show.
"""

import base64
import html
import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import ipywidgets
import matplotlib.pyplot as plt
from IPython import get_ipython
from IPython.display import display
from matplotlib.figure import Figure

from bertlab.datasets.fonts.figures import png

WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"


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
    """Return a slider. It yields ints if all its numbers are ints, and redraws when let go.

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
    whole = all(isinstance(number, int) for number in (low, high, value, step or 1))
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
    """Controls, what they draw, and the same for pages without a kernel.

    Attributes:
        box: The widget: the controls above the view.
        view: Holds the picture for the present values, as HTML.
        data: The first picture by itself, as an output: media type -> content.
        metadata: The text alternative of the first picture, for exported pages.
    """

    box: ipywidgets.VBox
    view: ipywidgets.HTML
    data: dict[str, Any]
    metadata: dict[str, Any]


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
    exploration = build(draw, alt, **controls)
    data = dict(exploration.data)
    if getattr(get_ipython(), "kernel", None) is not None:
        data[WIDGET_VIEW] = {
            "version_major": 2,
            "version_minor": 0,
            "model_id": exploration.box.model_id,
        }
    display(data, metadata=exploration.metadata, raw=True)


def build(
    draw: Callable[..., Figure | str],
    alt: str | Callable[..., str],
    **controls: Any,
) -> Exploration:
    """Return what ``explore`` shows, without showing it. Arguments and errors are the same."""
    _check_controls(draw, controls)
    values = {name: control.value for name, control in controls.items()}
    drawn, words = _draw(draw, alt, values)
    view = ipywidgets.HTML(value=_page(drawn, words))

    def redraw(_change: object) -> None:
        values = {name: control.value for name, control in controls.items()}
        before = set(plt.get_fignums())
        try:
            view.value = _page(*_draw(draw, alt, values))
        except Exception as error:  # whatever it is, the reader sees it in place of the picture
            view.value = _problem(error)
        finally:
            for number in set(plt.get_fignums()) - before:
                plt.close(number)

    _lay_out(controls)
    for control in controls.values():
        control.observe(redraw, names="value")
    box = ipywidgets.VBox([*controls.values(), view])
    if isinstance(drawn, str):
        return Exploration(box, view, {"text/html": drawn, "text/plain": words}, {})
    data = {"image/png": base64.b64encode(drawn).decode("ascii"), "text/plain": words}
    return Exploration(box, view, data, {"image/png": {"alt": words}})


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
    draw: Callable, alt: str | Callable[..., str], values: dict[str, Any]
) -> tuple[bytes | str, str]:
    """Return the picture as PNG bytes, or the HTML, and its text alternative."""
    drawn = draw(**values)
    words = alt if isinstance(alt, str) else alt(**values)
    if not words.strip():
        raise ValueError("an exploration needs a text alternative, got an empty one")
    if isinstance(drawn, Figure):
        return png(drawn), words
    if isinstance(drawn, str):
        return drawn, words
    raise ValueError(f"expected draw to return a Figure or a str, got {type(drawn).__name__}")


def _page(drawn: bytes | str, words: str) -> str:
    """Return the HTML of a view."""
    if isinstance(drawn, str):
        return drawn
    source = base64.b64encode(drawn).decode("ascii")
    style = "max-width: 100%; height: auto"
    return f'<img style="{style}" alt="{html.escape(words)}" src="data:image/png;base64,{source}">'


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
