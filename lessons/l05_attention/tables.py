"""The tables of the path, each with its number and caption: what is measured while it is read."""

from lessons.l05_attention import figures, live, world

import math
from collections.abc import Callable, Sequence
from statistics import fmean
from typing import Any

import torch
from IPython.display import display
from jaxtyping import Float
from torch import Tensor, nn

from workbook.captions import Captioned, table
from workbook.claims import check


def looks(words: Sequence[str], weights: dict[str, Float[Tensor, " T"]]) -> Captioned:
    """Show where some queries look."""
    rows = [[name, *(f"{number:.2f}" for number in row)] for name, row in weights.items()]
    return table("5.1", "Weights from *they*.", ["query", *words], rows)


def scaling() -> Captioned:
    """Show what the length of a query does to a softmax."""
    found = live.scaling((2, 32, 512))
    check("d = 512: nearly all to one key", found[-1].largest > 0.9)
    check("divided: the same for all d", all(abs(row.divided - 0.1) < 0.02 for row in found))
    check("the spread is sqrt(d)", all(abs(row.spread / row.d**0.5 - 1) < 0.1 for row in found))
    rows = [
        [row.d, f"{row.spread:.1f}", f"{row.largest:.2f}", f"{row.divided:.2f}"] for row in found
    ]
    columns = ["$d$", "spread of the scores", "largest of 64 weights", "with scores / $\\sqrt{d}$"]
    return table(
        "5.2", "2,000 random queries, 64 random keys, all of unit variance.", columns, rows
    )


def swapped(SelfAttention: Any, x: Float[Tensor, "T D"]) -> Captioned:
    """Show the vector of *they* in two orders of the words."""
    torch.manual_seed(0)
    block, everything = SelfAttention(4, 2), torch.ones(1, 1, 6, dtype=torch.bool)
    places = torch.linspace(-0.5, 0.5, 24).view(6, 4)  # a vector for each position
    other = x[[2, 1, 0, 3, 4, 5]]
    with torch.no_grad():
        inputs = (x, other, x + places, other + places)
        vectors = [block(rows[None], everything)[0, 4] for rows in inputs]
    check("a sum has no order", torch.allclose(vectors[0], vectors[1], atol=1e-6))
    check("with positions it has", bool((vectors[2] - vectors[3]).abs().max() > 0.005))
    sentences = ["people keep dogs because they bark", "dogs keep people because they bark"]
    sentences += [f"{sentence}, with positions" for sentence in sentences]
    numbers = [" ".join(f"{number:+.3f}" for number in vector) for vector in vectors]
    return table(
        "5.3", "The vector of *they*.", ["sentence", "vector"], zip(sentences, numbers, strict=True)
    )


def abilities() -> Captioned:
    """Show who can do what in the small world."""
    rows = [(ending, nouns.replace(" ", ", ")) for ending, nouns in world.CAN.items()]
    return table("5.4", "The small world: who does what.", ["ending", "nouns it fits"], rows)


def learned(model: Any, words: Sequence[str]) -> Captioned:
    """Show where *they* looks in the trained heads, in a sentence with held-out nouns."""
    pair = torch.tensor(
        [[world.WORDS.index(w) for w in [*words[:5], end]] for end in live.OPENING.endings]
    )
    everything = torch.ones(1, 1, 6, dtype=torch.bool)
    named = [world.WORDS[i] for i in world.answers(model, pair, everything)]
    weights = torch.stack([layer.attention.weights[:, :, 4] for layer in model.layers], dim=1)
    rows = [
        [f"{layer}, {head}", *(f"{weights[0, layer, head, i]:.2f}" for i in (0, 2, 5))]
        for layer in range(2) for head in range(2)
    ]  # fmt: skip
    caption = (
        "Where *they* looks in *people keep dogs because they worry*. Your network answers "
        f"*{named[0]}*; with *bark* it answers *{named[1]}*."
    )
    return table("5.5", caption, ["layer, head", words[0], words[2], live.OPENING.endings[0]], rows)


def two_masks(
    networks: Sequence[nn.Module],
    train: Callable[..., tuple[nn.Module, list[float]]],
    everything: Tensor,
    causal: Tensor,
) -> Captioned:
    """Train five networks with the causal mask, and show how many answers are right with both."""
    alone = world.nouns_alone(world.sentences()[1])
    both = [world.accuracy(network, everything) for network in networks]
    left = [world.accuracy(train(causal, seed)[0], causal) for seed in range(len(networks))]
    check("both sides: more than 4 of 5 in every seed", min(both) > 0.8)
    check("causal: no better than the nouns alone", max(left) < alone + 0.02)
    named = (("padding mask (BERT)", both), ("causal mask (GPT)", left))
    rows = [[n, f"{fmean(r):.0%}", f"{min(r):.0%} to {max(r):.0%}"] for n, r in named]
    rows.append(["no ending: always the better noun of a pair", f"{alone:.0%}", ""])
    columns = ["mask", "right answers", "five seeds"]
    return table("5.6", "Held-out sentences, networks from five seeds.", columns, rows)


def ablation(train: Callable[..., tuple[nn.Module, list[float]]], mask: Tensor) -> Captioned:
    """Train six layers whole, and without each of their parts."""
    rows, right, ends = [], {}, {}
    for part in ("", "residuals", "LayerNorm", "feed-forward"):
        runs = [train(mask, seed, L=6, part=part) for seed in range(3)]
        found = [world.inside(network, mask) for network, _ in runs]
        alike = max(network.alike for network in found)
        first, last = (fmean(network.lengths[end] for network in found) for end in (0, -1))
        right[part] = [world.accuracy(network, mask) for network, _ in runs]
        ends[part] = [fmean(losses[-20:]) for _, losses in runs]
        among = f"{min(right[part]):.0%} to {max(right[part]):.0%}"
        lengths = f"{first:.0f} to {last:.0f}"
        rows.append([part or "nothing", f"{alike:.1f}", lengths, f"{fmean(ends[part]):.2f}", among])
        check("without residuals words are alike", (alike > 0.99) == (part == "residuals"))
        check("without LayerNorm vectors grow", (last > 1.3 * first) == (part == "LayerNorm"))
    guess = math.log(len(world.NOUNS))
    check("without residuals: a guess", all(abs(end - guess) < 0.1 for end in ends["residuals"]))
    others = min(fmean(right[part]) for part in ("LayerNorm", "feed-forward"))
    check("without another part it learns as well", others > fmean(right[""]) - 0.05)
    columns = ["taken away", "cosine", "length", "loss", "right answers"]
    caption = (
        "Six layers, trained in the same way, from three seeds. *Cosine*: between the words of a "
        "sentence after the last layer, in the most alike of three networks. *Length*: of a "
        "vector, after the first and the last layer."
    )
    return table("5.7", caption, columns, rows)


def names() -> Captioned:
    """Show the parts of published names, and what your model calls them."""
    rows = [[f"`{theirs}`", f"`{ours}`"] for theirs, ours in live.RENAMES.items()]
    return table("5.8", "`RENAMES`.", ["part of a published name", "yours"], rows)


def moved(twelve: Tensor, control: Tensor) -> Captioned:
    """Show in how many pairs p falls and rises, in the head of Figure 5.1 and in the best one.

    Args:
        twelve: Numbers of pairs in which p falls, and in which it rises, (2, L, H).
        control: The same for the pairs of *he* and *she*.
    """
    check("twelve pairs: two, and no head more", twelve[0, *figures.HEAD] == twelve[0].max() == 2)
    check("twelve pairs: as many in the wrong direction", twelve[1].max() == 2)
    check(
        "control: all eight, in both directions", (control == 8).sum(dim=(1, 2)).tolist() == [7, 5]
    )
    rows = []
    for name, pairs, counts in (
        ("12 pairs: the ending decides", 12, twelve),
        ("8 pairs: *he* or *she* decides", 8, control),
    ):
        for direction, c in zip(("falls", "rises"), counts, strict=True):
            best = f"{int(c.max())} of {pairs}, in {int((c == c.max()).sum())}"
            one = f"{int(c[*figures.HEAD])} of {pairs}"
            rows.append([name, direction, one, best, f"{int(c.sum())} of {pairs * c.numel()}"])
    columns = ["sentences", "p", "layer 3, head 1", "best heads", "all heads"]
    return table("5.9", "In how many pairs p moves by 0.1 or more.", columns, rows)


def twelve(p: Tensor, opening: Tensor, counts: Tensor, control: Tensor) -> Captioned:
    """Show both: the head of Figure 5.1 by pair, and all heads by the number of pairs."""
    display(figures.pairs(p, opening))
    return moved(counts, control)


def small_world(
    networks: Sequence[nn.Module], measure: live.Measure, follows: Callable[[Tensor], Tensor]
) -> Captioned:
    """Show for five trained networks: right answers, and pairs in which the best head follows."""
    rows, ids, both = [], world.two_endings(), []
    everything = torch.ones(1, 1, 6, dtype=torch.bool)
    for seed, network in enumerate(networks):
        named = torch.stack(
            [world.answers(network, ids[:, end], everything) for end in range(2)], 1
        )
        right = int((named == ids[:, 0, [world.FIRST, world.SECOND]]).all(dim=1).sum())
        falls = int(follows(world.measured_small(measure, network)).max())
        both.append((right, falls))
        rows.append([seed, f"{right} of {len(ids)}", f"{falls} of {len(ids)}"])
    check("it answers most pairs, and p falls in fewer than half",
          all(falls < 50 < 70 < right for right, falls in both))  # fmt: skip
    columns = ["seed", "both endings answered", "p falls, best of 4 heads"]
    return table("5.10", "Your small networks on 100 held-out pairs.", columns, rows)
