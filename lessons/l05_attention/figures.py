"""Pictures of the attention lesson, and the measurements that they show."""

from collections.abc import Callable, Mapping, Sequence

import matplotlib.pyplot as plt
import torch
from jaxtyping import Bool, Float
from matplotlib.figure import Figure
from torch import Tensor, nn
from torch.nn.functional import normalize

from bertlab.model.bert import BertModel
from bertlab.text.wordpiece import Batch


def score_statistics(
    head_size: int, seed: int, num_queries: int = 6400, num_keys: int = 64
) -> dict[str, tuple[float, float, float]]:
    """Measure the scores of random queries and keys, as they are and divided by sqrt(K).

    Args:
        head_size: K.
        seed: For the draw: every component is standard normal.
        num_queries: Queries; each also has a key of its own, so that many scores are independent.
        num_keys: Keys among which a query shares out its weight.

    Returns:
        For ``"raw"`` and ``"scaled"``: the variance of independent scores, then for a query, on
        average, the largest weight and the sum of the slopes w (1 - w).
    """
    generator = torch.Generator().manual_seed(seed)
    query, key = torch.randn(2, num_queries, head_size, generator=generator)
    own, table = (query * key).sum(dim=-1), query @ key[:num_keys].T  # (queries,), (queries, keys)
    found = {}
    for name, divisor in (("raw", 1.0), ("scaled", head_size**0.5)):
        weights = (table / divisor).softmax(dim=-1)
        largest, slopes = weights.amax(dim=-1), (weights * (1 - weights)).sum(dim=-1)
        variance = (own / divisor).var()
        found[name] = variance.item(), largest.mean().item(), slopes.mean().item()
    return found


def draw_scaling(
    sizes: Sequence[int], found: Mapping[str, Float[Tensor, "seeds sizes 3"]]
) -> Figure:
    """Plot the variance of scores and the largest weight against the head size."""
    figure, panels = plt.subplots(1, 2, figsize=(8, 3.6))
    for (name, values), marker in zip(found.items(), "os", strict=True):
        for axes, column in zip(panels, (0, 1), strict=True):
            axes.plot(sizes, values[..., column].mean(dim=0), marker=marker, label=name)
    for axes in panels:
        axes.set_xscale("log", base=2)
        axes.set_xticks(sizes, sizes)
        axes.set_xlabel("head size K")
    panels[0].set(yscale="log", ylabel="variance of a score", title="Raw, the variance is K")
    panels[1].set(ylabel="mean largest weight of 64", ylim=(0, 1.05))
    panels[1].set_title("Raw, one key takes nearly all")
    panels[0].legend()
    return figure


def draw_masks(
    weights: Mapping[str, Float[Tensor, "T T"]], masks: Mapping[str, Bool[Tensor, "T T"]]
) -> Figure:
    """Draw attention weights under several masks; what is hidden stays white."""
    figure, panels = plt.subplots(1, len(weights), figsize=(8, 3), squeeze=False)
    for axes, (name, table) in zip(panels[0], weights.items(), strict=True):
        shown = table.masked_fill(~masks[name], torch.nan)
        image = axes.imshow(shown.numpy(), vmin=0, vmax=1)
        for i, j in masks[name].nonzero().tolist():
            color = "w" if table[i, j] < 0.5 else "k"
            axes.text(
                j, i, f"{100 * table[i, j]:.0f}", ha="center", va="center", color=color, size=7
            )
        axes.set(xlabel="key: seen", title=name)
        axes.set_xticks(range(len(table)))
        axes.set_yticks(range(len(table)))
    panels[0, 0].set_ylabel("query: who looks")
    figure.colorbar(image, ax=list(panels[0]), label="weight (numbers: %)", shrink=0.8)
    figure.suptitle("A mask decides who may look at whom (white: hidden)", weight="bold")
    return figure


def reach(
    make: Callable[[int], nn.Module], seed: int, num_tokens: int = 65, size: int = 32
) -> Float[Tensor, " T"]:
    """Measure how strongly the last token's output depends on each input.

    Args:
        make: Builds a network from a vector size; it maps (B, T, D) to (B, T, D), alone or first
            in a tuple.
        seed: For the network's weights and the inputs.
        num_tokens: T.
        size: D.

    Returns:
        The norm of the Jacobian with respect to the input 0, 1, 2, ... tokens back, in float64.
    """
    torch.manual_seed(seed)
    network = make(size).double()
    inputs = torch.randn(1, num_tokens, size, dtype=torch.float64, requires_grad=True)
    output = network(inputs)
    last = (output[0] if isinstance(output, tuple) else output)[0, -1]  # (D,)
    rows = [torch.autograd.grad(y, inputs, retain_graph=True)[0][0] for y in last]
    return torch.stack(rows).square().sum(dim=(0, 2)).sqrt().flip(0)


def draw_reach(found: Mapping[str, Float[Tensor, "seeds T"]]) -> Figure:
    """Plot the reach of several networks against the distance, a thin line for each seed."""
    figure, axes = plt.subplots(figsize=(8, 3.6))
    for number, (name, values) in enumerate(found.items()):
        for seed, curve in enumerate(values):
            label = "" if seed else name
            axes.semilogy(curve, color=f"C{number}", linewidth=1, label=label)
    axes.set(xlabel="distance in tokens", ylabel="norm of the Jacobian")
    axes.set_title("Attention reaches all distances alike; recurrence fades")
    axes.legend()
    return figure


def similarity_by_distance(
    table: Float[Tensor, "P D"],
) -> tuple[Float[Tensor, " distances"], Float[Tensor, " distances"]]:
    """Return mean and standard deviation of the cosine of rows 1, 2, 3, ... apart, to P / 2."""
    unit = normalize(table, dim=1)
    similarity = unit @ unit.T
    bands = [similarity.diagonal(distance) for distance in range(1, len(table) // 2 + 1)]
    means, deviations = ([f(band) for band in bands] for f in (torch.mean, torch.std))
    return torch.stack(means), torch.stack(deviations)


def draw_positions(
    table: Float[Tensor, "P D"], found: Mapping[str, tuple[Tensor, Tensor]]
) -> Figure:
    """Draw the sinusoidal vectors, and the similarity of positions against their distance."""
    figure, (left, right) = plt.subplots(1, 2, figsize=(8, 3.6), width_ratios=(1, 1.2))
    image = left.imshow(table[:, 0::2].numpy(), aspect="auto", vmin=-1, vmax=1)
    left.set(xlabel="pair i (its sine)", ylabel="position", title="Slower and slower waves")
    figure.colorbar(image, ax=left, shrink=0.8)
    for number, (name, (mean, deviation)) in enumerate(found.items()):
        distance = torch.arange(1, len(mean) + 1)
        right.plot(distance, mean, label=name)
        low, high = mean - deviation, mean + deviation
        right.fill_between(distance, low, high, color=f"C{number}", alpha=0.25)
    right.set(xlabel="distance in tokens", ylabel="cosine (band: ± 1 deviation)")
    right.set_title("Waves know distance only")
    right.legend()
    return figure


def draw_weights(pieces: Sequence[str], weights: Float[Tensor, " T"], query: int) -> Figure:
    """Draw how one query shares out its weight over the pieces of a text."""
    figure, axes = plt.subplots(figsize=(8, 3.2))
    colors = ["C1" if place == query else "C0" for place in range(len(pieces))]
    axes.bar(range(len(pieces)), weights.tolist(), color=colors)
    axes.axhline(1 / len(pieces), color="0.5", linestyle=":", label="equal weights")
    axes.set_xticks(range(len(pieces)), pieces, rotation=45)
    axes.set(ylim=(0, 1), ylabel="weight")
    axes.set_title(f"Where {pieces[query]!r} looks (its own bar is orange)")
    axes.legend()
    return figure


def likeness(hidden: Float[Tensor, "1 T D"]) -> float:
    """Return the mean cosine of all pairs of different tokens."""
    unit = normalize(hidden[0], dim=-1)
    tokens = len(unit)
    total = (unit @ unit.T).sum().item() - unit.square().sum().item()
    return total / (tokens * (tokens - 1))


def draw_likeness(found: Mapping[str, Float[Tensor, "seeds layers"]]) -> Figure:
    """Plot how alike the tokens are after each layer, a thin line for each seed."""
    figure, axes = plt.subplots(figsize=(8, 3.2))
    for number, (name, values) in enumerate(found.items()):
        for seed, curve in enumerate(values):
            label = "" if seed else name
            axes.plot(curve, color=f"C{number}", linewidth=1.2, label=label)
    axes.set(xlabel="after layer (0: the input)", ylabel="mean cosine of two tokens")
    axes.set_title("Without residuals, two layers make all tokens alike")
    axes.legend(loc="center right")
    return figure


def draw_cost(lengths: Sequence[int], parts: Mapping[str, Sequence[int]]) -> Figure:
    """Plot the operations of a layer's parts against the number of tokens."""
    figure, axes = plt.subplots(figsize=(8, 3.2))
    for (name, operations), marker in zip(parts.items(), "os", strict=True):
        axes.loglog(lengths, operations, marker=marker, label=name)
    axes.set_xticks(lengths, [f"{length:,}" for length in lengths])
    axes.minorticks_off()
    axes.set(xlabel="tokens T", ylabel="operations of one layer")
    axes.set_title("The pairs overtake the linear maps at 6 D tokens")
    axes.legend()
    return figure


def context_of_tokens(lengths: Sequence[int], step: int) -> list[int]:
    """Return, for each token, the neighbors on its poorer side in the window that suits it best.

    Args:
        lengths: Tokens of each window of a text.
        step: From the start of one window to the start of the next.
    """
    best = [0] * ((len(lengths) - 1) * step + lengths[-1])
    for number, length in enumerate(lengths):
        for place in range(length):
            token = number * step + place
            best[token] = max(best[token], min(place, length - 1 - place))
    return best


def draw_context(found: Mapping[int, Sequence[int]], shown: int) -> Figure:
    """Plot the neighbors on a token's poorer side for the first tokens of a text, by step."""
    figure, axes = plt.subplots(figsize=(8, 3))
    for step, neighbors in found.items():
        axes.plot(neighbors[:shown], label=f"step {step}")
    axes.set(xlabel="place in the text, in tokens", ylabel="neighbors on the poorer side")
    axes.set_title("Overlap keeps tokens away from the edges of windows")
    axes.set_ylim(top=1.25 * max(map(max, found.values())))
    axes.legend(loc="upper right", ncols=2)
    return figure


@torch.no_grad()
def query_rows(model: BertModel, batch: Batch) -> Float[Tensor, "queries layers heads T"]:
    """Return the attention weights of every token that is not padding, in all layers and heads."""
    layers = model.inspect(*batch).layers
    weights = torch.stack([layer.weights for layer in layers], dim=1)  # (B, L, H, T, T)
    return weights.permute(0, 3, 1, 2, 4)[batch.attention_mask.bool()]


def draw_largest(largest: Mapping[str, Float[Tensor, " queries"]]) -> Figure:
    """Plot the share of queries whose largest weight exceeds a bound, against the bound."""
    figure, axes = plt.subplots(figsize=(8, 3))
    bounds = torch.linspace(0, 1, 101)
    for name, values in largest.items():
        above = 1 - torch.searchsorted(values.sort().values, bounds, right=True) / len(values)
        axes.plot(bounds, above, label=name)
    axes.axvline(0.5, color="0.5", linestyle=":")
    axes.set(xlabel="bound on the largest weight", ylabel="share of queries above it")
    axes.set_title("Few queries give another word more than half of their weight")
    axes.legend()
    return figure
