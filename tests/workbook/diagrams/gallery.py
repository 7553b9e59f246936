"""Each mechanism of the lessons drawn once: structures to copy, with small tensors in them.

``python -m tests.workbook.diagrams.gallery FOLDER`` writes all of them as pictures.
"""

import sys
from collections.abc import Callable
from pathlib import Path

import torch

from bertlab.pictures import png
from workbook.diagrams import Drawing

WORDS = ["The", "cat", "sat", "down"]
SENTENCE = ["The", "animal", "was", "tired", "because", "it", "ran"]


def numbers(*shape: int, seed: int = 0) -> torch.Tensor:
    return torch.randn(shape, generator=torch.Generator().manual_seed(seed))


def projections() -> Drawing:
    """One word's vector through three matrices."""
    x = numbers(1, 4)
    drawing = Drawing(title="One vector becomes a query, a key and a value")
    word = drawing.matrix(x, role="hidden", label="x of “cat”", shape="(1, D)")
    roles = "query", "key", "value"
    names = [f"$W_{role[0].upper()}$" for role in roles]
    layers = drawing.column(names, size=(0.9, 0.5), between=0.65, right_of=word, gap=1.1)
    for index, role in enumerate(roles):
        projected = x @ numbers(4, 3, seed=1 + index)
        vector = drawing.matrix(
            projected, role=role, label=role, right_of=layers, align=layers[index], gap=1.2
        )
        drawing.arrow(word, layers[index])
        drawing.arrow(layers[index], vector, label="(1, K)")
    return drawing


def weighted_mean() -> Drawing:
    """One head reads a sentence for one token: lines as thick as its weights."""
    weights = torch.tensor([[0.3, 2.6, 0.1, 0.9, 0.2, 1.2, 0.4]]).softmax(dim=-1)
    drawing = Drawing(title="The context of “it” is a weighted mean of values")
    context = drawing.box("context of “it”", role="value", shape="(K)")
    values = drawing.tokens(
        SENTENCE, role="value", size=(0.95, 0.42), between=0.1, below=context, gap=1.0
    )
    drawing.weights(weights, values, context)
    drawing.matrix(
        weights, role="weight", decimals=2, cell=(1.05, 0.36), below=values,
        shape="weights (1, T), their sum is 1", gap=0.15,
    )  # fmt: skip
    return drawing


def reading() -> Drawing:
    """One head, all tokens: each below is read by each above."""
    weights = (3 * numbers(4, 4)).softmax(dim=-1)
    drawing = Drawing(title="Each token reads all tokens")
    readers = drawing.tokens(WORDS, size=(1.0, 0.4), between=0.5, label="what reads: queries")
    read = drawing.tokens(WORDS, size=(1.0, 0.4), between=0.5, below=readers, gap=1.4)
    drawing.weights(weights, read, readers)
    drawing.bracket(read, "what is read: keys and values")
    return drawing


def encoder() -> Drawing:
    """A layer, and the stack that it is part of."""
    drawing = Drawing(title="Attention, then a feed-forward network; after each, add and normalize")
    wide = (2.2, 0.42)
    steps = [
        ("x", "hidden"),
        ("self-attention", "layer"),
        ("add, LayerNorm", "plain"),
        ("feed-forward", "layer"),
        ("add, LayerNorm", "plain"),
    ]
    boxes = [drawing.box(*steps[0], size=wide)]
    for name, role in steps[1:]:
        boxes.append(drawing.box(name, role, size=wide, above=boxes[-1], gap=0.35))
        drawing.arrow(boxes[-2], boxes[-1])
    drawing.skip(boxes[0], boxes[2])
    drawing.skip(boxes[2], boxes[4], side="left")
    layer = drawing.group(boxes[1:], label="one encoder layer")
    ids = drawing.box(
        "token ids", "plain", size=wide, shape="(B, T)", right_of=layer, align=boxes[0], gap=1.5
    )
    rows = drawing.box("embeddings", "embedding", size=wide, above=ids, gap=0.3)
    stack = drawing.box("encoder layer", size=wide, above=rows, gap=0.7)
    twelve = drawing.group(stack, label="× 12", side="right_of")
    head = drawing.box("head", "output", size=wide, above=twelve, gap=0.45)
    drawing.arrow(ids, rows)
    drawing.arrow(rows, twelve, label="(B, T, D)")
    drawing.arrow(twelve, head, label="(B, T, D)")
    return drawing


def masks() -> Drawing:
    """What may be read: padding and causal."""
    words = ["The", "cat", "sat", "[PAD]"]
    real = torch.tensor([word != "[PAD]" for word in words])
    drawing = Drawing(title="A mask says which tokens a token may read")
    padding = drawing.mask(real.expand(4, 4), words, words, label="padding")
    causal = torch.ones(4, 4, dtype=torch.bool).tril()
    drawing.mask(causal, WORDS, WORDS, label="causal", right_of=padding, gap=0.6)
    return drawing


def masked_scores() -> Drawing:
    """What a mask does: scores of minus infinity, weights of zero."""
    causal = torch.ones(4, 4, dtype=torch.bool).tril()
    scores = numbers(4, 4).masked_fill(~causal, -torch.inf)
    drawing = Drawing(title="What is hidden has a score of −∞, and a weight of 0")
    before = drawing.matrix(scores, role="query", rows=WORDS, label="scores", shape="(T, T)")
    after = drawing.matrix(
        scores.softmax(dim=-1), role="weight", decimals=2, label="weights", shape="(T, T)",
        right_of=before, gap=1.4,
    )  # fmt: skip
    drawing.arrow(before, after, label="softmax")
    return drawing


def input_sum() -> Drawing:
    """Pieces, segments and positions."""
    pieces = ["[CLS]", "who", "sat", "[SEP]", "the", "cat", "[SEP]"]
    second = [0, 0, 0, 0, 1, 1, 1]
    size = (0.8, 0.4)
    drawing = Drawing(title="Three rows of three tables are added for each token")
    text = drawing.tokens(pieces, ["second" if kind else "first" for kind in second], size)
    rows = [
        ("word", [f"$E_\\mathrm{{{piece.strip('[]')}}}$" for piece in pieces]),
        ("position", [f"$P_{index}$" for index in range(len(pieces))]),
        ("token type", [f"$S_{kind}$" for kind in second]),
    ]
    above = text
    for name, names in rows:
        table = drawing.row(names, "embedding", size, between=0.1, below=above, gap=0.34)
        drawing.note(name, left_of=table, gap=0.15)
        if above is text:
            drawing.arrows(text, table)
        else:
            drawing.note("+", below=above, gap=0.05)
        above = table
    total = drawing.row(
        [f"$x_{index}$" for index in range(len(pieces))],
        "hidden",
        size,
        between=0.1,
        shape="(T, D)",
        below=above,
        gap=0.4,
    )
    drawing.arrows(above, total)
    drawing.note("sum", left_of=total, gap=0.15)
    return drawing


def masked_model() -> Drawing:
    """A sentence with a gap in, a distribution out."""
    words = ["[CLS]", "the", "cat", "[MASK]", "down", "[SEP]"]
    probabilities = torch.tensor([3.0, 1.6, 0.9, 0.1]).softmax(dim=-1)
    drawing = Drawing(title="What was there? Both sides help to guess")
    text = drawing.tokens(words, size=(0.95, 0.42))
    model = drawing.box("BERT", "layer", (6.2, 0.5), above=text, gap=0.35)
    drawing.arrows(text, [model] * len(words))
    states = drawing.row(
        [f"$h_{i}$" for i in range(6)], "hidden", (0.95, 0.42), between=0.1, above=model, gap=0.35
    )
    drawing.arrows([model] * 6, states)
    guesses = drawing.bars(
        probabilities, ["sat", "lay", "fell", "ran"], above=states, align=states[3], gap=0.6
    )
    drawing.arrow(states[3], guesses, label="(V)", sides=("top", "bottom"))
    loss = drawing.box("loss: $-\\log P(\\mathrm{sat})$", "loss", right_of=guesses, gap=0.6)
    drawing.arrow(guesses, loss)
    return drawing


def sentence_pairs() -> Drawing:
    """Does the second sentence follow the first?"""
    pieces = ["[CLS]", "she", "slept", "[SEP]", "he", "ran", "[SEP]"]
    drawing = Drawing(title="Next sentence: [CLS] says whether B follows A")
    roles = ["first"] * 4 + ["second"] * 3
    text = drawing.tokens(pieces, roles, size=(0.8, 0.42))
    drawing.bracket(text.parts[1:4], "sentence A")
    drawing.bracket(text.parts[4:], "sentence B")
    model = drawing.box("BERT", size=(6.2, 0.5), above=text, gap=0.35)
    drawing.arrows(text, [model] * 7)
    state = drawing.box("$h_0$", "hidden", size=(0.8, 0.42), above=model, align=text[0])
    drawing.arrow(model, state)
    head = drawing.box("NSP head", "output", right_of=state, gap=0.9)
    drawing.arrow(state, head, label="(D)")
    answer = drawing.bars(
        numbers(2, seed=5).softmax(dim=-1), ["follows", "random"], right_of=head, gap=0.5
    )
    drawing.arrow(head, answer)
    return drawing


def _task(drawing: Drawing, name: str, tokens: list[str], outputs: dict[int, str], **place) -> None:
    """One panel of the paper's Figure 4."""
    text = drawing.tokens(tokens, size=(0.7, 0.4), between=0.05, **place)
    model = drawing.box("BERT", size=(text.body.size[0], 0.42), above=text, gap=0.25)
    drawing.arrows(text, [model] * len(tokens))
    heads = [
        drawing.box(word, "output", size=(0.7, 0.4), above=model, align=text[where], gap=0.3)
        for where, word in outputs.items()
    ]
    for head in heads:
        drawing.arrow(model, head)
    drawing.note(name, above=heads[0], align=model, gap=0.12)


def four_tasks() -> Drawing:
    """Fine-tuning: the paper's Figure 4."""
    drawing = Drawing(title="One encoder; what differs is the head, and where it reads")
    single, pair = ["[CLS]", "a", "b", "c", "[SEP]"], ["[CLS]", "a", "[SEP]", "b", "[SEP]"]
    passage = ["[CLS]", "q", "[SEP]", "a", "b"]
    _task(drawing, "single sentence", single, {0: "class"}, at=(0, 0))
    _task(drawing, "pair of sentences", pair, {0: "class"}, at=(4.0, 0))
    _task(drawing, "tagging", single, {1: "B-PER", 2: "I-PER", 3: "O"}, at=(0, -2.2))
    _task(drawing, "span in a passage", passage, {3: "start", 4: "end"}, at=(4.0, -2.2))
    return drawing


def distillation() -> Drawing:
    """A small model learns from a large one."""
    names = ["good", "bad", "mixed"]
    taught, guessed = numbers(3, seed=1), numbers(3, seed=2)
    drawing = Drawing(title="The student learns what the teacher thinks of every answer")
    teacher = drawing.box("teacher\n12 layers", size=(1.5, 0.9))
    student = drawing.box("student\n3 layers", size=(1.5, 0.6), below=teacher, gap=0.5)
    text = drawing.box("text", "plain", left_of=[teacher, student], gap=0.5)
    soft = drawing.bars(taught.softmax(dim=-1), names, right_of=teacher, gap=0.5)
    own = drawing.bars(guessed.softmax(dim=-1), names, right_of=student, gap=0.5)
    loss = drawing.box("loss", "loss", right_of=[soft, own], gap=0.5)
    for model, output in ((teacher, soft), (student, own)):
        drawing.arrow(text, model)
        drawing.arrow(model, output)
        drawing.arrow(output, loss)
    return drawing


def chinese() -> Drawing:
    """Chinese letters among English ones."""
    drawing = Drawing(title="中文 in a title, tokens and cells (Chinese characters)")
    row = drawing.tokens(["[CLS]", "北", "京", "[MASK]", "好"], label="词 (words)")
    matrix = drawing.matrix(
        numbers(2, 5), rows=["北", "京"], columns=["查", "键", "值", "a", "b"], below=row
    )
    drawing.arrow(row, matrix, label="嵌入")
    return drawing


GALLERY: dict[str, Callable[[], Drawing]] = {
    draw.__name__: draw
    for draw in (
        projections, weighted_mean, reading, encoder, masks, masked_scores, input_sum,
        masked_model, sentence_pairs, four_tasks, distillation, chinese,
    )
}  # fmt: skip


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for number, (name, draw) in enumerate(GALLERY.items(), 1):
        (folder / f"{number:02}_{name}.png").write_bytes(png(draw().figure()))
