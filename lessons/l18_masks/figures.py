"""The figures of the path."""

from lessons.l18_masks import diagrams, live

from collections.abc import Mapping, Sequence

import matplotlib.pyplot as plt
import torch
from jaxtyping import Bool
from torch import Tensor

from bertlab.model.masks import causal_mask, prefix_mask, two_sided_mask
from workbook.captions import Captioned, figure
from workbook.charts import headed
from workbook.claims import check
from workbook.diagrams.roles import role_of

NAMES = ("[C]", "w", "a", "l", "k", "[S]", "W", "AO", "K", "[S]")
COLORS = {"pronounce": "query", "go on": "key", "fill in": "value"}


def three_masks() -> Captioned:
    """Show the three masks of *walk* with its phonemes."""
    ids, types = live.walk()
    seen = torch.ones_like(ids)
    masks = {
        "two-sided": two_sided_mask(seen)[0, 0],
        "causal": causal_mask(seen)[0, 0],
        "prefix": prefix_mask(types, seen)[0, 0],
    }
    return figure(
        diagrams.side_by_side(masks, NAMES, types[0], "One text, three masks"),
        "18.2",
        "Rows look, columns are looked at; [C] is [CLS], [S] is [SEP]. Hatched is hidden; blue is "
        "the first part, orange the second.",
        alt="Three squares of ten rows and columns. Two-sided: all is open. Causal: the lower "
        "triangle. Prefix: the columns of the first part, and the lower triangle of the second.",
    )


def reached(
    found: Mapping[str, Bool[Tensor, "T T"]], masks: Mapping[str, Bool[Tensor, "1 T T"]]
) -> Captioned:
    """Show what each output depends on, as found by the student's test, over the masks."""
    for name, mask in masks.items():
        check(f"{name}: what is reached is what is shown", torch.equal(found[name], mask[0]))
    types = live.walk()[1][0]
    return figure(
        diagrams.side_by_side(
            {name: mask[0] for name, mask in masks.items()},
            NAMES,
            types,
            "Nothing arrives that the mask does not show",
            found,
        ),
        "18.3",
        "Your leak test on a network of three layers: a cross where the output of the row changes "
        "with the token of the column.",
        alt="The squares of the figure before: each open field has a cross, and no other has.",
    )


def losses(curves: Mapping[str, Sequence[float]]) -> Captioned:
    """Show the loss of each task in the training."""
    drawn, axes = plt.subplots(figsize=(8, 2.8), layout="constrained")
    for name, values in curves.items():
        smooth = torch.tensor(values).unfold(0, 9, 1).mean(dim=1)
        steps = torch.linspace(0, 1, len(smooth)) * sum(map(len, curves.values()))
        axes.plot(steps, smooth, color=role_of(COLORS[name]).color, linewidth=2)
        axes.annotate(name, (float(steps[-1]), float(smooth[-1])), xytext=(4, 0),
                      textcoords="offset points", va="center")  # fmt: skip
    axes.margins(x=0.12)
    axes.set(xlabel="update", ylabel="loss (nats a token)", ylim=(0, None))
    return figure(
        headed(drawn, "One network learns three tasks"),
        "18.4",
        "The loss of your network, by task.",
        alt="Three lines fall, that of pronouncing lowest.",
    )


def six_models() -> Captioned:
    """Show the masks of six models."""
    return figure(
        diagrams.six_models(),
        "18.6",
        "Each row looks at the colored columns. ELMo: one network reads from the left (blue), "
        "another from the right (orange), and neither sees both sides. BART: the encoder reads a "
        "to d, the decoder writes x to z (orange), and looks at what was read (green). XLNet: the "
        "numbers are turns; a query sees what was guessed before.",
        alt="Six squares. BERT: all open. GPT: lower triangle. ELMo: two triangles, one of each "
        "color. UniLM and BART: the columns of the first part, and a small triangle. XLNet: fields "
        "without a pattern.",
    )
