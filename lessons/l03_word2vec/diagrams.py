"""Diagrams of the word2vec lesson; their numbers come from its tensors."""

from collections.abc import Sequence

from jaxtyping import Float
from matplotlib.figure import Figure
from torch import Tensor

from bertlab.predecessors.word2vec.huffman import HuffmanTree
from workbook.diagrams import Drawing, Node

WORD, CELL = (0.75, 0.42), (0.5, 0.38)


def windows(words: Sequence[str], place: int, window: int) -> Figure:
    """Draw a sentence twice: arrows from a word to its neighbors (skip-gram), and back (CBOW).

    Args:
        words: The sentence.
        place: Which word stands in the middle.
        window: How far its neighbors are away, at most.
    """
    near = [i for i in range(len(words)) if 0 < abs(i - place) <= window]
    drawing = Drawing(5.4, "Skip-gram guesses outward,\nCBOW guesses inward")
    seen, guessed = "embedding", "output"
    below: dict = {}
    for name, middle, around in (
        ("skip-gram: one word is seen", seen, guessed),
        ("CBOW: the neighbors are seen", guessed, seen),
    ):
        roles = ["plain"] * len(words)
        roles[place] = middle
        for i in near:
            roles[i] = around
        row = drawing.tokens(words, roles, size=WORD, between=0.12, **below)
        drawing.bracket(row.parts[place - window : place + window + 1], f"{name} (blue)")
        for i in near:
            ends = (row[place], row[i]) if middle == seen else (row[i], row[place])
            drawing.arrow(*ends, sides=("top", "top"), bend=0.4)
        below = {"below": row, "gap": 1.25}
    return drawing.figure()


def subsampled(words: Sequence[str], kept: Sequence[bool], place: int, window: int) -> Figure:
    """Draw a window in a sentence, and again after some of its words were dropped.

    Args:
        words: The sentence.
        kept: For each word whether it stays.
        place: The word in the middle of the window, which stays.
        window: How far the window reaches, at most.
    """
    drawing = Drawing(6.8, "Dropped words let the window reach further")
    stay = [i for i in range(len(words)) if kept[i]]
    below: dict = {}
    for name, shown in (("before", range(len(words))), ("after subsampling", stay)):
        middle = list(shown).index(place)
        roles = ["plain" if kept[i] else "mask" for i in shown]
        around = range(max(middle - window, 0), min(middle + window + 1, len(roles)))
        for i in around:
            roles[i] = roles[i] if roles[i] == "mask" else "output"
        roles[middle] = "embedding"
        row = drawing.tokens([words[i] for i in shown], roles, between=0.05, **below)
        drawing.bracket([row.parts[i] for i in around], f"window of “{words[place]}”, {name}")
        below = {"below": row, "gap": 0.9}
    return drawing.figure()


def cbow(
    words: Sequence[str],
    inputs: Float[Tensor, "V D"],
    outputs: Float[Tensor, "V D"],
    middle: int,
) -> Figure:
    """Draw one guess of CBOW: rows, their mean, a score for each word, probabilities.

    Args:
        words: The vocabulary.
        inputs: Their rows of the input table.
        outputs: Their rows of the output table.
        middle: The word to guess; all others are seen.
    """
    seen = [i for i in range(len(words)) if i != middle]
    mean = inputs[seen].mean(dim=0)
    drawing = Drawing(5.6, "CBOW: a mean of rows meets\nevery row of a second table")
    names = [word if i in seen else f"({word})" for i, word in enumerate(words)]
    table = drawing.matrix(
        inputs, role="embedding", rows=names, label="input rows $v$", shape="(V, D)", cell=CELL
    )
    hidden = drawing.matrix(
        mean[None], role="hidden", label="mean", cell=CELL, right_of=table, gap=0.9
    )
    second = drawing.matrix(
        outputs,
        role="output",
        rows=words,
        label="output rows $u$",
        shape="(V, D)",
        cell=CELL,
        below=table,
        gap=0.55,
    )
    scores = outputs @ mean
    column = drawing.matrix(
        scores[:, None], label="$u \\cdot$ mean", cell=CELL, right_of=second, gap=0.5
    )
    bars = drawing.bars(
        scores.softmax(dim=0), words, label="softmax", longest=0.8, right_of=column, gap=0.5
    )
    for i in seen:
        drawing.arrow(table.parts[i], hidden)
    drawing.arrow(hidden, column, sides=("bottom", "top"))
    drawing.arrow(second, column)
    drawing.arrow(column, bars)
    return drawing.figure()


def huffman(tree: HuffmanTree, words: Sequence[str], counts: Sequence[int], goal: str) -> Figure:
    """Draw a Huffman tree; the nodes on the way to one word have another color.

    Args:
        tree: The tree.
        words: Its leaves.
        counts: How often each occurs.
        goal: The word whose path is shown.
    """
    path = set(tree.paths[words.index(goal)])

    def node(number: int, edge: str) -> Node:
        if number < len(words):
            mark = "→ " if words[number] == goal else ""
            return Node(f"{mark}{words[number]}\n{counts[number]:,}", (), edge, "output")
        inner = number - len(words)
        below = tuple(node(child, str(turn)) for turn, child in enumerate(tree.children[inner]))
        return Node(f"$u_{inner}$", below, edge, "query" if inner in path else "layer")

    drawing = Drawing(title="A word is reached by turns; each inner node has a vector")
    drawing.tree(node(len(words) + len(tree.children) - 1, ""), between=0.15, drop=0.4)
    return drawing.figure()


def negative_sampling(center: str, neighbor: str, noise: Sequence[str]) -> Figure:
    """Draw the questions of negative sampling about one pair: one yes, the others no.

    Args:
        center: The word that is seen.
        neighbor: The word that stood beside it.
        noise: The words that were drawn.
    """
    asked = [neighbor, *noise]
    drawing = Drawing(5.8, "For each word alone:\ndid it come from the text?")
    column = drawing.column(
        [f"$u$ of “{word}”" for word in asked], "output", (1.35, 0.42), between=0.14
    )
    word = drawing.box(f"$v$ of “{center}”", "embedding", (1.05, 0.5), left_of=column, gap=0.6)
    scores = drawing.column(
        ["$\\sigma(u \\cdot v)$"] * len(asked),
        "hidden",
        (1.0, 0.42),
        between=0.14,
        right_of=column,
        gap=0.3,
    )
    wanted = ["1: real", *["0: drawn"] * len(noise)]
    labels = drawing.column(wanted, "plain", (0.9, 0.42), between=0.14, right_of=scores, gap=0.3)
    for place in range(len(asked)):
        drawing.arrow(word, column[place], sides=("right", "left"))
        drawing.arrow(column[place], scores[place])
        drawing.arrow(scores[place], labels[place])
    return drawing.figure()
