"""The figures of the further experiments, each with its number, caption and words."""

from lessons.l05_attention import reach

from collections.abc import Mapping

import matplotlib.pyplot as plt
import torch
from jaxtyping import Float
from matplotlib.figure import Figure
from torch import Tensor

from bertlab.model.bert import BertModel
from workbook.captions import Captioned, figure
from workbook.claims import check


def positions(bert: BertModel) -> Captioned:
    """Compare the position vectors that a model has learned with sines and cosines."""
    tables = {
        "learned by MiniLM": reach.learned(bert, 64),
        "sines and cosines": reach.sinusoids(64, 384),
    }
    cosines = {name: reach.cosines(vectors) for name, vectors in tables.items()}
    check("neighbors are alike", all(c.diagonal(1).mean() > 0.8 for c in cosines.values()))
    near, far = (cosines["learned by MiniLM"].diagonal(k).mean() for k in (9, 12))
    check("12 positions apart they are more alike than 9 apart", bool(far > near + 0.2))
    words = bert.embeddings.word.weight[2000:6000]
    parts = reach.parts_in_main_directions(bert.embeddings.position.weight, words, 16)
    check("positions have directions of their own", parts[0] > 0.95 and parts[1] < 0.02)
    return figure(
        _positions(cosines),
        "5.10",
        f"Cosines between the vectors of positions 0 to 63. 16 of 384 directions hold "
        f"{parts[0]:.0%} of the learned position vectors' squared length, and {parts[1]:.1%} "
        "of that of 4,000 words.",
        alt="Two tables of cosines. In both there is a dark band along the diagonal. The learned "
        "one has further, paler stripes beside it.",
    )


def _positions(tables: Mapping[str, Float[Tensor, "T T"]]) -> Figure:
    figure, panels = plt.subplots(1, len(tables), figsize=(5.8, 3), squeeze=False)
    for axes, (name, cosines) in zip(panels[0], tables.items(), strict=True):
        image = axes.imshow(cosines.numpy(), cmap="RdBu_r", vmin=-1, vmax=1)
        axes.set(xlabel="position", title=name)
    panels[0, 0].set_ylabel("position")
    figure.colorbar(image, ax=panels[0].tolist(), label="cosine", shrink=0.8)
    figure.suptitle("Vectors of neighboring positions are alike")
    return figure


def far_back() -> Captioned:
    """Measure how much an input changes the last output, by distance."""
    found = reach.reaches(seeds=range(5))
    left = {name: values[:, 64] / values[:, 1] for name, values in found.items()}
    for name in ("RNN", "LSTM"):
        check(f"64 words back, {name} has lost all but a millionth", (left[name] < 1e-6).all())
    check("attention keeps a third or more", (left["attention"] > 1 / 3).all())
    near = torch.stack([values[:, 1] for values in found.values()])  # the last is attention
    check("attention begins lower than all", (near[-1] < near[:-1]).all())
    return figure(
        _reach(found),
        "5.11",
        "The norm of the Jacobian of the last of 65 outputs with respect to an earlier input, in "
        "networks that were not trained; a line for each of five seeds.",
        alt="On a log axis, RNN and LSTM fall with the distance by many powers of ten; attention "
        "begins lower and stays level.",
    )


def _reach(found: Mapping[str, Float[Tensor, "seeds T"]]) -> Figure:
    drawn, axes = plt.subplots(figsize=(5.8, 3))
    for number, (name, values) in enumerate(found.items()):
        for curve in values:
            axes.semilogy(curve, color=f"C{number}", linewidth=1)
        end = values[:, -1].log().mean().exp().item()
        axes.text(values.shape[1], end, name, color=f"C{number}", va="center", weight="bold")
    axes.set(xlabel="distance in tokens", ylabel="effect of the input\non the last output")
    axes.set(xlim=(0, 86), xticks=range(0, 65, 16))
    axes.set_title("Attention reaches all distances alike")
    return drawn
