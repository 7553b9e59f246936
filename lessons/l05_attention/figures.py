"""The figures of the path, each with its number, caption and words."""

from lessons.l05_attention import diagrams, live

import math
from collections.abc import Sequence
from typing import Any

import matplotlib.pyplot as plt
import torch
from jaxtyping import Bool, Float
from matplotlib.figure import Figure
from torch import Tensor

from bertlab.model.bert import BertModel
from bertlab.text.wordpiece import WordPieceTokenizer
from workbook.captions import Captioned, figure
from workbook.claims import check
from workbook.diagrams.roles import role_of

WIDTH = 4.8  # inches: one drawing serves a phone and a page
HEAD = 3, 1  # layer and head of Figure 5.1
FEATURES = ["noun", "pronoun", "person", "dog"]
LAYER = [  # what Figure 5.6 says of each step: name, what it is for, role
    ("they", "a pronoun,\nand nothing else", "hidden"),
    ("+ attention", "attention brings person\nand, from bark, more dog", "weight"),
    ("= sum", "it is still a pronoun:\nits own vector is kept", "hidden"),
    ("LayerNorm", "mean 0, and length 2\nwhatever was added", "hidden"),
    ("+ feed-forward", "compares the two:\nmore dog than person", "layer"),
    ("= sum", "the vector\nhas grown longer", "hidden"),
    ("LayerNorm", "length 2 again: ready\nfor the next layer", "hidden"),
]


def they(model: BertModel, tokenizer: WordPieceTokenizer) -> Captioned:
    """Show where *they* looks with two endings, in one head of a published model."""
    tokens, weights = live.looks(model, tokenizer, live.OPENING, *HEAD)
    return figure(
        _they(tokens, weights),
        "5.1",
        "How much *they* takes from each token, in layer 3, head 1 of MiniLM, both counted from 0. "
        "[CLS] and [SEP] begin and end every text.",
        alt="Bars of attention weights from 'they'. With 'worry', people has "
        f"{weights[0, 1]:.2f} and dogs {weights[0, 3]:.2f}; with 'bark', people has "
        f"{weights[1, 1]:.2f} and dogs {weights[1, 3]:.2f}.",
    )


def _they(tokens: Sequence[str], weights: Float[Tensor, "2 T"]) -> Figure:
    drawn, panels = plt.subplots(1, 2, figsize=(WIDTH, 2.9), sharey=True, layout="constrained")
    for panel, row, ending in zip(panels, weights, live.OPENING.endings, strict=True):
        for i, (token, value) in enumerate(zip(tokens, row.tolist(), strict=True)):
            is_noun = token in ("people", "dogs")
            panel.barh(i, value, color=role_of("weight").color if is_noun else "0.72")
            if is_noun:
                panel.text(value + 0.015, i, f"{value:.2f}", va="center", size=10, weight="bold")
        panel.set(ylim=(len(tokens) - 0.5, -0.5), xlim=(0, 0.68), xticks=[0, 0.5])
        panel.set_title(f"… because they {ending}", size=10, weight="normal", loc="left")
    names = [*tokens[:6], " / ".join(live.OPENING.endings), *tokens[7:]]
    panels[0].set_yticks(range(len(names)), names, size=10)
    drawn.suptitle("One word at the end moves the attention\nof “they” towards dogs",
                   x=0.02, ha="left", weight="bold", size=11.5)  # fmt: skip
    drawn.supxlabel("attention weight", size=9.5)
    return drawn


def projections(
    x: Float[Tensor, "T D"], matrices: Sequence[Float[Tensor, "D d"]], words: Sequence[str]
) -> Captioned:
    """Show how queries, keys and values come from the vectors."""
    columns = (["noun", "dog"], ["noun", "dog"], ["person", "dog"])
    return figure(
        diagrams.draw_projections(x, matrices, words, FEATURES, columns),
        "5.2",
        "The bold 1 of *they* meets the 2 in $W_Q$, so its query is (2, 0).",
        alt="Grids of numbers: x, 6 by 4; three matrices, 4 by 2; and the products Q, K and V, 6 "
        "by 2. The query of they is 2, 0, all others are 0.",
    )


def attention(Q: Tensor, K: Tensor, V: Tensor, words: Sequence[str]) -> Captioned:
    """Show scores, weights and contexts."""
    scores = Q[4] @ K.T
    weights = scores.softmax(dim=0)
    row, shares, context = (
        ", ".join(f"{number:.{digits}f}" for number in numbers)
        for numbers, digits in ((scores, 0), (weights, 2), (weights @ V, 2))
    )
    return figure(
        diagrams.draw_attention(Q, K, V, words),
        "5.3",
        "Row *they* is exercise 1. The other queries are 0, so these words take the plain mean.",
        alt=f"Grids of numbers. The row of 'they' has the scores {row}, the weights {shares} and "
        f"the context {context}.",
    )


def masks(padding: Bool[Tensor, "B 1 T"], causal: Bool[Tensor, "B T T"], words: Any) -> Captioned:
    """Show the two masks of the student."""
    short = ["dogs", "bark"] + ["[PAD]"] * 4
    return figure(
        diagrams.draw_masks(padding[1].expand(6, 6), causal[0], short, words),
        "5.4",
        "A row looks, a column is looked at; hatched is hidden.",
        alt="Two grids, 6 by 6. Left, only the columns of the two words are open. Right, the lower "
        "triangle is open.",
    )


def heads(words: Sequence[str]) -> Captioned:
    """Show which columns a head gets, and the order in memory."""
    return figure(
        diagrams.draw_heads(words),
        "5.5",
        "Each number is its position in memory. `view(B, H, …)` moves none: it cuts the long row "
        "into $H$ equal pieces.",
        alt="Six rows of four numbers, which count from 0. Columns 0 and 1 belong to head 0. In "
        "memory the rows lie one after the other, so the heads take turns.",
    )


def layer(x: Float[Tensor, " D"], context: Float[Tensor, " 2"]) -> Captioned:
    """Show what one layer does to the vector of *they*."""
    steps = live.one_layer(x, context)
    h, y = steps[3], steps[-1]
    check("a pronoun that means dogs", bool((y[[1, 3]] > 0.5).all() and (y[[0, 2]] < 0).all()))
    lengths = [round(float(vector.norm()), 2) for vector in (h, y)]
    check("LayerNorm gives the length 2", lengths == [2, 2])
    return figure(
        diagrams.draw_layer(
            [(*row, step) for row, step in zip(LAYER, steps, strict=True)], FEATURES
        ),
        "5.6",
        "*They* of section 1, with your context; the layer's weights are chosen by hand.",
        alt="The vector of 'they' after seven steps. Pronoun stays large; attention adds person "
        "and dog alike; the feed-forward network adds to dog; after LayerNorm the length is 2.",
    )


def model() -> Captioned:
    """Show the whole model."""
    return figure(
        diagrams.draw_model(),
        "5.7",
        "MiniLM has 6 layers, $D$ = 384, $H$ = 12, and $V$ = 30,522 words and pieces.",
        alt="From below: ids become word vectors; token type and position are added, then norm. In "
        "a frame, repeated for each layer: query, key and value, attend, attention.output, an "
        "addition, attention_norm; expand, gelu, contract, an addition, output_norm.",
    )


def loss(losses: Sequence[float]) -> Captioned:
    """Show the loss of the training, on a log axis."""
    drawn, axes = plt.subplots(figsize=(WIDTH, 2.6), layout="constrained")
    smooth = torch.tensor(losses).unfold(0, 15, 1).mean(dim=1)
    axes.plot(losses, color="0.8", linewidth=1)
    axes.plot(range(7, 7 + len(smooth)), smooth, color=role_of("query").color, linewidth=2)
    axes.axhline(math.log(2), color="0.4", linestyle=":", linewidth=1.5)
    axes.text(len(losses), 0.9, "guessing one of the two nouns", ha="right", va="bottom", size=10)
    axes.set(xlabel="step", ylabel="loss (nats)", yscale="log", xlim=(0, len(losses)))
    axes.set_yticks([0.001, 0.01, 0.1, 1, 10], ["0.001", "0.01", "0.1", "1", "10"])
    axes.minorticks_off()
    axes.set_title("It learns to look up, and not only to guess", size=11.5)
    return figure(
        drawn,
        "5.8",
        "Gray: the loss of each step. Blue: a running mean.",
        alt="On a log axis the loss falls from above 10 through log 2 to below 0.01.",
    )


def pairs(p: Float[Tensor, "N 2 L H"], opening: Float[Tensor, "1 2 L H"]) -> Captioned:
    """Show p with both endings, in the head of Figure 5.1; the opening pair first."""
    rows, shown = [live.OPENING, *live.twelve_pairs()], torch.cat([opening, p])[:, :, *HEAD]
    check("in all twelve pairs the same noun", bool(((p[:, :, *HEAD] > 0.5).sum(dim=1) != 1).all()))
    names = [f"{row.first} / {row.second}" for row in rows]
    apart = [name for name, (one, other) in zip(names, shown.tolist(), strict=True)
             if one - other >= 0.1]  # fmt: skip
    check("fish and horse", apart[1:] == ["fish / worm", "horse / fence"])
    check("the opening pair changes sides", bool(opening[0, 0, *HEAD] > 0.5 > opening[0, 1, *HEAD]))
    return figure(
        _pairs(names, shown),
        "5.9",
        "The head of Figure 5.1, measured in your MiniLM. If it knew the pronoun, each circle "
        "would lie far to the right of its square.",
        alt=f"{len(rows)} rows with two marks, which are far apart in {', '.join(apart)} alone.",
    )


def _pairs(labels: Sequence[str], p: Float[Tensor, "N 2"]) -> Figure:
    drawn, axes = plt.subplots(figsize=(WIDTH, 4.9), layout="constrained")
    rows = range(len(labels))
    axes.axhspan(-0.5, 0.5, color="0.93", zorder=0)
    axes.hlines(rows, p.amin(dim=1), p.amax(dim=1), color="0.6", zorder=1)
    for ending, (marker, role, noun) in enumerate(
        (("o", "query", "first"), ("s", "key", "second"))
    ):
        label = f"ending that fits the {noun} noun"
        axes.scatter(p[:, ending], rows, s=42, color=role_of(role).color, zorder=2, marker=marker,
                     label=label)  # fmt: skip
    axes.set_yticks(rows, labels, size=10)
    axes.get_yticklabels()[0].set_fontweight("bold")
    axes.axvline(0.5, color="0.4", linestyle=":", linewidth=1.5)
    axes.set(xlim=(0, 1), ylim=(len(labels) - 0.5, -0.5), xticks=[0, 0.25, 0.5, 0.75, 1])
    axes.set_xlabel("p: the first noun's part of the weight on both", size=10)
    drawn.suptitle("Only the opening pair changes sides:\nelsewhere the head keeps its noun",
                   x=0.02, ha="left", weight="bold", size=11.5)  # fmt: skip
    drawn.legend(loc="outside lower left", ncols=1, fontsize=10, frameon=False)
    return drawn
