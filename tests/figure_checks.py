"""What tests read off figures."""

from matplotlib.axes import Axes


def lines(axes: Axes) -> dict[str, list[float]]:
    """Return the heights of each line by its name; of equal names the last."""
    return {line.get_label(): list(line.get_ydata()) for line in axes.lines}


def title(axes: Axes) -> str:
    """Return the title, wherever the style puts it."""
    return "".join(axes.get_title(loc=place) for place in ("left", "center", "right"))
