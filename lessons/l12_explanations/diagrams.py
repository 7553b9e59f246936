"""Diagrams of the lesson on explanations: orders, hidden tokens, a tree."""

from collections.abc import Mapping, Sequence

from matplotlib.figure import Figure

from bertlab.inspection.shapley import Tree, leaves
from workbook.diagrams import Drawing, Node
from workbook.diagrams.extents import Placement

STEP, TOKEN = 0.5, (0.69, 0.38)


def arrivals(scores: Mapping[str, float], orders: Sequence[Sequence[str]]) -> Figure:
    """Draw what each word adds when words come one after the other.

    Args:
        scores: Of each group, its words in the order of the text.
        orders: In which the words come; each makes a row.
    """
    words = [word for word in max(scores, key=len).split()]
    drawing = Drawing(title="What a word adds depends on who is there already", width=7.15)
    above = None
    for order in orders:
        groups = [" ".join(w for w in words if w in order[:size]) for size in range(len(order) + 1)]
        names = [f"{group or '(none)'}\n{scores[group]:+.1f}" for group in groups]
        place: Placement = {} if above is None else {"below": above, "gap": 0.35}
        row = drawing.row(names, "plain", (1.34, 0.55), between=STEP, **place)
        for number, word in enumerate(order):
            added = scores[groups[number + 1]] - scores[groups[number]]
            drawing.arrow(row[number], row[number + 1], label=f"{word}\n{added:+.1f}")
        above = row
    return drawing.figure()


def hidden(tokens: Sequence[str], present: Sequence[bool], score: float, other: float) -> Figure:
    """Draw a group of tokens as an input of the classifier, masked and removed.

    Args:
        tokens: Of the text.
        present: Which of them are in the group.
        score: What the classifier says with the others masked.
        other: What it says with the others removed.
    """
    drawing = Drawing(title="A group of tokens becomes an input, in one of two ways", width=6.9)
    text = drawing.tokens(tokens, "plain", TOKEN, between=0.05)
    shown = [token for token, there in zip(tokens, present, strict=True) if there]
    masked = [t if there else "[MASK]" for t, there in zip(tokens, present, strict=True)]
    roles = ["plain" if there else "mask" for there in present]
    above = drawing.tokens(masked, roles, TOKEN, between=0.05, above=text, gap=0.7)
    below = drawing.tokens(shown, "plain", TOKEN, between=0.05, below=text, gap=0.7)
    drawing.arrow(text, above, label=f"mask the others: score {score:+.2f}")
    drawing.arrow(text, below, label=f"remove the others: score {other:+.2f}")
    return drawing.figure()


def forks(tree: Tree, tokens: Sequence[str]) -> Figure:
    """Draw the tree by which a text is cut."""

    def node(part: Tree) -> Node:
        if isinstance(part, int):
            return Node(tokens[part], role="special")
        text = " ".join(tokens[player] for player in leaves(part))
        return Node(text, tuple(node(child) for child in part))

    drawing = Drawing(title="Partition hides and shows whole branches", width=6.5)
    drawing.tree(node(tree), between=0.12, drop=0.35)
    return drawing.figure()
