"""What a color means, in all lessons: a role has one color, of Okabe and Ito's palette."""

from collections.abc import Sequence
from difflib import get_close_matches
from typing import NamedTuple

from matplotlib.colors import to_hex, to_rgb

INK = "#222222"  # text and arrows
_BLUE, _VERMILLION, _GREEN, _PURPLE = "#0072B2", "#D55E00", "#009E73", "#CC79A7"
_ORANGE, _SKY, _YELLOW, _GRAY = "#E69F00", "#56B4E9", "#F0E442", "#808080"
COLORS = {
    "query": _BLUE,
    "key": _VERMILLION,
    "value": _GREEN,
    "weight": _PURPLE,  # of attention: how much a token reads of another
    "hidden": _YELLOW,  # a hidden state: what goes from layer to layer
    "embedding": _SKY,  # rows of a table: words, positions, token types
    "layer": _GRAY,  # what has parameters: a matrix, a layer, a whole model
    "output": _ORANGE,  # a head, and the probabilities or classes it returns
    "loss": "#000000",
    "mask": _GRAY,  # hidden from attention, or padding; hatched as well
    "special": _GRAY,  # [CLS], [SEP], [MASK] in a row of tokens
    "first": _SKY,  # the tokens of the first text of a pair
    "second": _ORANGE,  # and of the second
    "plain": "#FFFFFF",
}
# How much of a role's color a box has; the rest is white. Chosen so that no two of these look alike
# to a reader who does not see red, or green: where hues come close, one is darker.
_FILLS = {
    "query": 0.55,
    "key": 0.4,
    "value": 0.6,
    "weight": 0.55,
    "hidden": 0.3,
    "embedding": 0.45,
    "layer": 0.25,
    "output": 0.4,
    "loss": 0.85,
    "mask": 0.35,
    "special": 0.15,
    "first": 0.45,
    "second": 0.4,
    "plain": 1.0,
}


class Role(NamedTuple):
    """How things of a role are drawn.

    Attributes:
        color: The full color: lines of weights, bars.
        fill: The color of a box.
        edge: The color of its border: darker.
        ink: The color of the text on the fill.
        hatch: Strokes over the fill, which tell it without any color; none if empty.
    """

    color: str
    fill: str
    edge: str
    ink: str
    hatch: str


def role_of(name: str) -> Role:
    """Return how to draw a role.

    Raises:
        ValueError: If there is no such role; the message names a near one.
    """
    if name not in COLORS:
        near = get_close_matches(name, COLORS, n=1)
        hint = f" Did you mean {near[0]!r}?" if near else ""
        raise ValueError(f"expected a role ({', '.join(COLORS)}), got {name!r}.{hint}")
    color = COLORS[name]
    return Role(
        color=color,
        fill=tint(color, _FILLS[name]),
        edge="#555555" if name == "plain" else _mixed(color, "#000000", 0.65),
        ink="#FFFFFF" if name == "loss" else INK,
        hatch="////" if name == "mask" else "",
    )


def roles_of(names: str | Sequence[str], count: int) -> list[str]:
    """Return one role for each of several things: the same for all, or one each.

    Raises:
        ValueError: If there are more or fewer roles than things.
    """
    if isinstance(names, str):
        return [names] * count
    if len(names) != count:
        raise ValueError(f"expected one role, or one for each of {count} things, got {len(names)}")
    return list(names)


def tint(color: str, strength: float) -> str:
    """Return a color mixed with white: 1 is the color itself, 0 is white."""
    return _mixed(color, "#FFFFFF", strength)


def _mixed(color: str, other: str, strength: float) -> str:
    mixed = [
        strength * a + (1 - strength) * b for a, b in zip(to_rgb(color), to_rgb(other), strict=True)
    ]
    return to_hex((mixed[0], mixed[1], mixed[2]))
