"""Pictures of what heads do with a pronoun."""

from lessons.l05_attention.trained import Pronouns

from collections.abc import Mapping

import matplotlib.pyplot as plt
import torch
from jaxtyping import Float
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from torch import Tensor


def draw_chosen(difference: Float[Tensor, "L H"], place: tuple[int, int], title: str) -> Figure:
    """Draw for each head how much more weight goes to a noun with the first ending.

    Args:
        difference: Weight with the first ending minus weight with the second.
        place: Layer and head of the one that is outlined.
        title: What the picture shows.
    """
    figure, axes = plt.subplots(figsize=(8, 3.6))
    most = difference.abs().max().item()
    image = axes.imshow(difference.numpy(), cmap="PuOr_r", vmin=-most, vmax=most, aspect="auto")
    layer, head = place
    axes.add_patch(Rectangle((head - 0.5, layer - 0.5), 1, 1, fill=False, linewidth=2.5))
    axes.set(xticks=range(difference.shape[1]), yticks=range(difference.shape[0]))
    axes.set(xlabel="head", ylabel="layer", title=title)
    figure.colorbar(image, label="weight with the first\nending minus second")
    return figure


def draw_pronouns(
    shown: Mapping[str, Float[Tensor, " 2"]],
    place: tuple[int, int],
    found: Pronouns,
) -> Figure:
    """Draw where one head leads in each pair, and how many pairs each head moves.

    Args:
        shown: By pair, the first noun's proportion with both endings in this head. The first pair
            is the one for which the head was chosen.
        place: Layer and head.
        found: The pairs in which the ending decides, in all heads.
    """
    layer, head = place
    names, parts = list(shown)[::-1], torch.stack(list(shown.values())).flip(0)
    count = len(names)
    figure, (top, below) = plt.subplots(2, 1, figsize=(8, 4.1), height_ratios=(2.4, 1))
    top.axhspan(count - 1.5, count - 0.5, color="0.93", zorder=0)
    top.hlines(range(count), *parts.T.sort(dim=0).values, color="0.7", zorder=1)
    for ending, (marker, noun) in enumerate((("o", "first"), ("s", "second"))):
        label = f"ending that fits the {noun} noun"
        top.scatter(parts[:, ending], range(count), marker=marker, label=label)
    top.set_yticks(range(count), names)
    top.axvline(0.5, color="0.5", linestyle=":")
    top.set(
        xlim=(0, 1),
        ylim=(-0.6, count - 0.5),
        xlabel="proportion of the first noun in the weight on both nouns",
    )
    top.set_title("In most pairs the ending hardly moves this head ...")
    top.legend(loc="upper center", bbox_to_anchor=(0.3, -0.17), ncols=2)
    ours = layer * found.weights.shape[-1] + head
    _draw_heads(below, found, ours, 4.0)
    below.set_title("... and no head moves more than two pairs")
    return figure


def draw_control(control: Pronouns, place: tuple[int, int]) -> Figure:
    """Draw how many pairs each head moves where *he* or *she* decides."""
    figure, axes = plt.subplots(figsize=(8, 2.6))
    ours = place[0] * control.weights.shape[-1] + place[1]
    _draw_heads(axes, control, ours, len(control.names) + 0.7)
    axes.set_title("Where he or she decides, several heads move all pairs")
    return figure


def _draw_heads(axes: Axes, found: Pronouns, ours: int, top: float) -> None:
    """Draw all heads by their weight on the two nouns and the pairs that they move."""
    weights = found.on_nouns().flatten()
    pairs = (found.moved() >= 0.1).sum(dim=0).flatten()
    others = [number for number in range(len(weights)) if number != ours]
    shift = torch.linspace(-0.18, 0.18, len(weights))  # so that no two points hide each other
    axes.scatter(weights[others], pairs[others] + shift[others], s=18, alpha=0.7)
    axes.scatter(weights[ours], pairs[ours], s=70, color="C1", marker="D")
    axes.annotate("ours", (weights[ours], pairs[ours]), (-8, -4), ha="right", color="C1",
                  textcoords="offset points", weight="bold")  # fmt: skip
    axes.set_xlabel("weight on the two nouns, a mean over sentences (a point: one head)")
    axes.set(ylabel=f"pairs moved\n(of {len(found.names)})", xlim=(0, None), ylim=(-0.5, top))
    axes.set_yticks(range(0, int(top) + 1, 1 if top < 6 else 2))
