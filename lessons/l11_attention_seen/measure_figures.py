"""Pictures of measured attention: pronouns, roles of heads, layers, what weights bring."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

import matplotlib.pyplot as plt
from jaxtyping import Float
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from torch import Tensor

from bertlab.inspection.attention_contributions import Shares
from bertlab.inspection.attention_measures import HeadMeans, Role, head_roles

NAMES = {"previous": "token before", "next": "token after", "first": "[CLS]", "separator": "[SEP]"}


def tick_heads(axes: Axes, heads: Float[Tensor, "L H"]) -> None:
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
    listed = (f"L{r.layer}H{r.head} {NAMES.get(r.role, r.role)} {r.share:.2f}" for r in roles)
    return ", ".join(listed)


def tell_roles(model: str, means: HeadMeans) -> None:
    """Print the first roles of a model, and how many heads give much to [CLS] by other bounds."""
    print(f"{model}: {in_words(head_roles(means, threshold=0.5)[:2])}")
    few, many = (int((means.first > bound).sum()) for bound in (0.6, 0.4))
    print(f"[CLS] with a bound of 40%: {many} heads; with 60%: {few}")


def equal_weights(lengths: Sequence[int]) -> tuple[float, float]:
    """Return mean entropy and distance if each token gave all tokens of its text the same weight.

    Args:
        lengths: Tokens of each text. Means go over tokens, as in ``measure_heads``.
    """
    tokens = sum(lengths)
    entropy = sum(T * math.log(T) for T in lengths) / tokens
    return entropy, sum((T * T - 1) / 3 for T in lengths) / tokens


def draw_layers(
    found: Mapping[str, HeadMeans], equal: Mapping[str, tuple[float, float]] | None = None
) -> Figure:
    """Draw entropy and distance by layer: a dot for each head, a line through their means.

    Args:
        found: For each model what ``measure_heads`` returns.
        equal: For each model the entropy and distance of equal weights, as dotted lines.
    """
    figure, panels = plt.subplots(2, 1, figsize=(6, 5.4), sharex=True)
    for axes, (place, (name, unit)) in zip(
        panels, enumerate((("entropy", "nats"), ("distance", "tokens"))), strict=True
    ):
        for number, (model, means) in enumerate(found.items()):
            values, color = getattr(means, name), f"C{number}"
            for layer, heads in enumerate(values):
                shift = 0.08 * (number - (len(found) - 1) / 2)
                axes.plot(
                    [layer + shift] * len(heads), heads, ".", color=color, markersize=5, alpha=0.7
                )
            axes.plot(values.mean(dim=1), color=color, label=model)
            if equal:
                axes.axhline(equal[model][place], color=color, linestyle=":", linewidth=1)
        axes.set(ylabel=f"mean {name} in {unit}", ylim=(0, None))
    panels[1].set(xlabel="layer", xticks=range(max(len(m.entropy) for m in found.values())))
    panels[1].legend(loc="lower right", fontsize=11)
    name = min(found, key=lambda model: float(found[model].entropy.mean(dim=1).min()))
    layer = int(found[name].entropy.mean(dim=1).argmin())
    words = f"Fewest tokens are seen in layer {layer} of {name}"
    figure.suptitle(f"{words}\n(dotted: equal weights)", weight="bold", fontsize=12)
    return figure


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
