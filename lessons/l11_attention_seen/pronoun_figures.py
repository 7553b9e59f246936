"""Pictures of whom a pronoun looks at: English pairs, and the two Chinese sentences."""

from lessons.l11_attention_seen.measure import Pronoun, Scolded

import matplotlib.pyplot as plt
from matplotlib.figure import Figure


def draw_pronouns(found: Pronoun) -> Figure:
    """Draw by how much the first noun is ahead of the second, with either ending.

    Args:
        found: A row for each pair of sentences.
    """
    figure, axes = plt.subplots(figsize=(6.4, 4.2))
    lead = found.lead()
    for place, (pair, row) in enumerate(zip(found.names, lead.tolist(), strict=True)):
        axes.plot(row, [place, place], color="0.7", zorder=1)
        for number, (value, marker) in enumerate(zip(row, "os", strict=True)):
            label = f"the {('first', 'second')[number]} noun is meant" if place == 0 else ""
            axes.scatter(value, place, color=f"C{number}", marker=marker, label=label, zorder=2)
        axes.text(-1.02, place, f"{pair[0]} / {pair[1]}", va="center", ha="right", fontsize=10)
    axes.axvline(0, color="0.4", lw=1)
    axes.set(xlim=(-1, 1), yticks=[], ylim=(len(found.names) + 0.6, -0.6))
    axes.set_xlabel("second noun ahead  ←  difference of the weights  →  first noun ahead")
    axes.legend(loc="lower center", ncols=2, fontsize=9)
    follows = int(found.follows().sum())
    axes.set_title(f"The weight follows the meaning in {follows} of {len(found.names)} pairs")
    return figure


def draw_scolded(son: Scolded, father: Scolded) -> Figure:
    """Draw each head by whom 他 prefers in two sentences.

    Args:
        son: In the sentence that means the son.
        father: In the one that means the father.
    """
    figure, axes = plt.subplots(figsize=(5.6, 4.6))
    x, y = son.lead(), father.lead()
    limit = 0.28
    axes.fill_between([0, limit], -limit, 0, color="C2", alpha=0.15)
    axes.text(limit / 2, -limit * 0.93, "would follow\nthe meaning", ha="center", fontsize=10)
    axes.axhline(0, color="0.5", lw=1)
    axes.axvline(0, color="0.5", lw=1)
    axes.scatter(x, y, color="C0", s=28)
    layer, head = divmod(int(x.argmax()), x.shape[1])
    best = x[layer, head].item(), y[layer, head].item()
    axes.annotate(f"head {layer}.{head}", best, (-8, -3), textcoords="offset points", ha="right")
    axes.set(xlim=(-limit, limit), ylim=(-limit, limit))
    axes.set_xlabel("the son is scolded: son's weight minus father's")
    axes.set_ylabel("the father scolds: son's minus father's")
    axes.set_title(f"Head {layer}.{head} gives the son more in both sentences", fontsize=12)
    return figure
