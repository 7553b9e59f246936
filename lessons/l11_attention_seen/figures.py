"""Pictures of measured attention, and of what becomes of predictions when it is changed."""

from lessons.l11_attention_seen.contributions import Shares

from collections.abc import Mapping, Sequence
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
import torch
from jaxtyping import Float
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from torch import Tensor

from bertlab.inspection.attention_measures import HeadMeans, Role, head_roles

NAMES = {"previous": "token before", "next": "token after", "first": "[CLS]", "separator": "[SEP]"}
LARGE = 0.1  # nats: what a head costs alone, to be counted in the title


def _tick_heads(axes: Axes, heads: Float[Tensor, "L H"]) -> None:
    """Number layers and heads of a map from 0."""
    L, H = heads.shape
    axes.set_yticks(range(L))
    axes.set_xticks(range(0, H, 1 if H < 8 else 3))


def draw_roles(found: Mapping[str, HeadMeans], threshold: float) -> Figure:
    """Color the heads that have a role, and write into each what it gives to its kind of token.

    Args:
        found: For each model what ``measure_heads`` returns; the first gets a line of its own.
        threshold: A head that gives more has a role.
    """
    model, *others = found
    rows: Any = [[model] * len(others), others] if others else [[model]]
    figure, panels = plt.subplot_mosaic(
        rows, figsize=(6.4, 5.4), height_ratios=[len(found[row[0]].first) for row in rows]
    )
    for name, axes in panels.items():
        L, H = found[name].first.shape
        axes.set(xlim=(-0.5, H - 0.5), ylim=(L - 0.5, -0.5), xlabel="head", ylabel="layer")
        axes.set_xticks(range(H))
        axes.set_yticks(range(L))
        axes.set_facecolor("0.94")
        axes.set_title(name, fontsize=12)
        for number, kind in enumerate(NAMES):
            shares = getattr(found[name], kind)
            for layer, head in (shares > threshold).nonzero().tolist():
                corner = (head - 0.46, layer - 0.44)
                axes.add_patch(plt.Rectangle(corner, 0.92, 0.88, color=f"C{number}", alpha=0.35))
                share = float(shares[layer, head])
                digits = 3 if round(share, 2) == threshold else 2  # above, but it would not show
                words = f"{share:.{digits}f}".removeprefix("0")
                axes.text(head, layer, words, ha="center", va="center", fontsize=11)
    marks = [plt.Rectangle((0, 0), 1, 1, color=f"C{n}", alpha=0.35) for n in range(len(NAMES))]
    figure.legend(marks, NAMES.values(), loc="outside lower center", ncols=4, fontsize=11)
    most = max(NAMES, key=lambda kind: int((getattr(found[model], kind) > threshold).sum()))
    heads = getattr(found[model], most) > threshold
    words = f"{model}: {int(heads.sum())} of {heads.numel()} heads give over {threshold:.0%} to"
    figure.suptitle(f"{words} {NAMES[most]}", weight="bold", fontsize=12)
    return figure


def in_words(roles: Sequence[Role]) -> str:
    """List roles: layer and number of the head, what it looks at, and its share there."""
    listed = (f"L{r.layer}H{r.head} {NAMES.get(r.role, r.role)} {r.weight:.2f}" for r in roles)
    return ", ".join(listed)


def tell_roles(model: str, means: HeadMeans) -> None:
    """Print the first roles of a model, and how many heads give much to [CLS] by other bounds."""
    print(f"{model}: {in_words(head_roles(means, threshold=0.5)[:2])}")
    few, many = (int((means.first > bound).sum()) for bound in (0.6, 0.4))
    print(f"[CLS] with a bound of 40%: {many} heads; with 60%: {few}")


def draw_contributions(model: str, shares: Shares, equal: float = 0.0) -> Figure:
    """Draw by layer which proportion of the weight [CLS] gets, and which of what arrives.

    Args:
        model: Its name.
        shares: What ``shares_of_kinds`` returns of it.
        equal: What one token would get at equal shares; a dotted line if above 0.
    """
    figure, axes = plt.subplots(figsize=(6, 3.6))
    weight, brought = shares.weight[:, 0].tolist(), shares.brought[:, 0].tolist()
    for shift, values, label in (
        (-0.2, weight, "of the weight"),
        (0.2, brought, "of what arrives"),
    ):
        bars = axes.bar([n + shift for n in range(len(values))], values, 0.4, label=label)
        axes.bar_label(bars, [f"{value:.0%}" for value in values], fontsize=10, padding=1)
    if equal:
        label = f"equal share ({equal:.1%})"
        axes.axhline(equal, color="0.2", linestyle=":", linewidth=1.5, label=label)
    axes.set(ylim=(0, 0.6), ylabel="proportion from [CLS]", xlabel="layer")
    axes.set_xticks(range(len(weight)))
    axes.legend(fontsize=10, ncols=3, loc="upper center")
    layer = weight.index(max(weight))
    axes.set_title(
        f"{model}, layer {layer}: [CLS] gets {weight[layer]:.0%} of the weight\n"
        f"and brings {brought[layer]:.0%} of what arrives",
        fontsize=12,
    )
    return figure


def draw_two_tokens(weights: Float[Tensor, "2"], values: Float[Tensor, "2 2"]) -> Figure:
    """Draw for two tokens the weight, the length of the vector, and the product that arrives."""
    figure, panels = plt.subplots(1, 3, figsize=(6.2, 2.4), sharey=True)
    lengths = values.norm(dim=1)
    arrives = weights * lengths
    shares = arrives / arrives.sum()
    columns = (
        ("weight", weights, [f"{float(weight):.1f}" for weight in weights]),
        ("× length of vW", lengths, [f"{float(length):.1f}" for length in lengths]),
        ("= what arrives", arrives, [f"{float(share):.0%}" for share in shares]),
    )
    for axes, (name, sizes, words) in zip(panels, columns, strict=True):
        for token, (size, each) in enumerate(zip(sizes.tolist(), words, strict=True)):
            color, wide = f"C{token}", size / float(sizes.max())
            axes.barh(token, wide, color=color, height=0.4)
            axes.text(wide + 0.06, token, each, va="center", color=color, fontsize=13)
        axes.set(xlim=(0, 1.5), ylim=(1.5, -0.5), xticks=[])
        axes.set_title(name, fontsize=12, loc="left")
        axes.spines[:].set_visible(False)
        axes.tick_params(length=0)
    panels[0].set_yticks(range(2), ["token A", "token B"], fontsize=12)
    title = f"Token A gets {weights[0]:.0%} of the weight and brings {shares[0]:.0%}"
    figure.suptitle(title, weight="bold", fontsize=12)
    return figure


def draw_head(
    pieces: Sequence[str], weights: Float[Tensor, "T T"], name: str, over: str = ""
) -> Figure:
    """Draw one head's weights as a map, with its favorite kind of token in the title.

    Args:
        pieces: The T tokens.
        weights: Of one text.
        name: Of the head.
        over: What the head does over many texts, as in ``in_many_texts``; the title's second line.
    """
    T = len(pieces)
    figure, axes = plt.subplots(figsize=(5.2, 4.2))
    image = axes.imshow(weights.numpy(), vmin=0, vmax=1)
    axes.set_xticks(range(T), pieces, rotation=90)
    axes.set_yticks(range(T), pieces)
    best = int(weights.mean(dim=0).argmax())
    most = f"{weights[:, best].mean():.0%} to {pieces[best]!r}, token {best}"
    axes.set(xlabel=f"key: is seen (most: {most})", ylabel="query: looks")
    figure.colorbar(image, ax=axes, label="weight")
    before, behind = weights.diagonal(-1).mean(), weights.diagonal(1).mean()
    here = f"{name}: {before:.0%} one before, {behind:.0%} one after"
    axes.set_title(f"{here}\n{over}".strip(), fontsize=9)
    return figure


def in_many_texts(means: HeadMeans, layer: int, head: int, texts: int) -> str:
    """Say what a head gives to either neighbor over many texts."""
    before, behind = (float(table[layer, head]) for table in (means.previous, means.next))
    return f"over {texts} texts: {before:.0%} one before, {behind:.0%} one after"


def draw_alone(records: Mapping[str, Mapping[str, Any]]) -> Figure:
    """Map what each head costs when it is silenced alone, in nats; the title counts a few.

    Args:
        records: For each model the results of the experiment ``head_removal``.
    """
    figure, panels = plt.subplots(len(records), 1, figsize=(6, 4.1), squeeze=False)
    large = []
    for axes, (model, found) in zip(panels[:, 0], records.items(), strict=True):
        costs = costs_alone(found)
        image = axes.imshow(costs.numpy(), cmap="viridis", vmin=0, aspect="auto")
        figure.colorbar(image, ax=axes, label="rise of the\nloss, nats")
        _tick_heads(axes, costs)
        brightest = float(costs.max())
        for layer, head in (costs > brightest / 2).nonzero().tolist():
            cost = round(float(costs[layer, head]), 3)  # 0.055 is a little less as a float32
            words = f"{cost:.2f}".removeprefix("0")
            axes.text(head, layer, words, ha="center", va="center", fontsize=9)
        axes.set(xlabel="head", ylabel="layer")
        axes.set_title(f"{model} (a scale of its own)", fontsize=11)
        large.append(f"{int((costs > LARGE).sum())} of {costs.numel()}")
    figure.suptitle(
        f"Heads that cost over {LARGE} nats alone: {', '.join(large)}", weight="bold", fontsize=12
    )
    return figure


def costs_alone(found: Mapping[str, Any], kind: str = "nats") -> Float[Tensor, "L H"]:
    """Return what each head of a model costs alone, from the experiment ``head_removal``."""
    return torch.tensor([head[kind] for head in found["alone"]]).view(*found["heads"])


def sums_alone(found: Mapping[str, Any]) -> list[float]:
    """Return what the first 1, 2, ... heads in the order would cost if their costs added up."""
    costs = costs_alone(found)
    ordered = [float(costs[layer, head]) for layer, head in found["order"]]
    return [sum(ordered[: number + 1]) for number in range(len(ordered))]


def draw_together(
    records: Mapping[str, Mapping[str, Any]],
    stars: Mapping[str, tuple[int, float]] | None = None,
) -> Figure:
    """Draw what more and more silenced heads cost: in their order, at random, and added up.

    Args:
        records: For each model the results of the experiment ``head_removal``.
        stars: For some models one more number of heads in this order, and what they cost.
    """
    stars_of = {model: [star] for model, star in (stars or {}).items()}
    figure, panels = plt.subplots(len(records), 1, figsize=(6, 5.6), squeeze=False)
    for axes, (model, found) in zip(panels[:, 0], records.items(), strict=True):
        numbers = [0, *found["numbers"]]
        for way, costs in found["together"].items():
            nats = [0.0, *(cost["nats"] for cost in costs)]
            errors = [0.0, *(2 * cost["error"] for cost in costs)]  # about a 95% interval
            if way.startswith("random"):
                label = "in random orders" if way == "random 0" else ""
                axes.plot(numbers, nats, "C1", marker=".", lw=1, label=label)
            else:
                starred = [*zip(numbers, nats, strict=True), *stars_of.get(model, ())]
                axes.plot(*zip(*sorted(starred), strict=True), "C0", marker="o", label=way)
            color = "C1" if way.startswith("random") else "C0"
            axes.errorbar(numbers, nats, errors, fmt="none", ecolor=color, elinewidth=1, capsize=2)
        axes.plot([0.0, *sums_alone(found)], "C0:", label="their costs alone, added up")
        for star in stars_of.get(model, ()):
            axes.plot(*star, "k*", markersize=12, zorder=3)
        axes.set(xlabel=f"heads silenced, of {numbers[-1]}", ylabel="rise of the loss, nats")
        axes.set_title(model, fontsize=11)
    panels[0, 0].legend(fontsize=10.5)
    more = [
        found["together"]["cheapest first"][-1]["nats"] > sums_alone(found)[-1]
        for found in records.values()
    ]
    words = "more" if all(more) else "not always more"
    figure.suptitle(f"With zeros, all heads cost {words} than one by one", weight="bold")
    return figure


def draw_change(
    pieces: Sequence[str],
    own: Float[Tensor, "T T"],
    other: Float[Tensor, "T T"],
    shares: Mapping[str, tuple[float, float]],
    name: str,
) -> Figure:
    """Draw a head's own weights, other ones, and the prediction under both.

    Args:
        pieces: The T tokens.
        own: The model's weights.
        other: Those put in their place.
        shares: For the likeliest pieces the probability before and after.
        name: Of the head, for the title.
    """
    figure, panels = plt.subplot_mosaic([["own", "other"], ["after", "after"]], figsize=(6.2, 6.2))
    left, middle, right = panels.values()
    brightest = float(own.max())
    for axes, table, title in (
        (left, own, f"{name}: its own weights"),
        (middle, other, "other weights (yellow: large)"),
    ):
        axes.imshow(table.numpy(), vmin=0, vmax=brightest, aspect="auto")
        axes.set_xticks([])
        axes.set_yticks([])
        axes.set_xlabel(f"{pieces[0]}  ...  is seen  ...  {pieces[-1]}")
        axes.set_title(title, fontsize=11)
    left.set_yticks(range(len(pieces)), pieces, fontsize=10.5)
    left.set(ylabel="looks")
    for shift, when, index in ((-0.2, "own weights", 0), (0.2, "other weights", 1)):
        heights = [pair[index] for pair in shares.values()]
        right.barh(np.arange(len(shares)) + shift, heights, height=0.4, label=when)
    right.set_yticks(range(len(shares)), list(shares))
    right.set(xlabel="probability at the gap")
    right.invert_yaxis()
    right.legend(loc="lower right")
    gap = max(abs(before - after) for before, after in shares.values())
    moved = float((own - other).abs().sum(dim=-1).mean()) / 2
    words = f"{name}: {moved:.0%} of the weight moved,\nprobabilities by up to {gap:.3f}"
    figure.suptitle(words, weight="bold", fontsize=12)
    return figure
