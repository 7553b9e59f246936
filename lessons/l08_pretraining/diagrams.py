"""What the pre-training lesson draws of its mechanisms."""

from jaxtyping import Bool
from matplotlib.figure import Figure
from torch import Tensor

from workbook.diagrams import Drawing

PAIR = ["[CLS]", "rain", "[MASK]", "[SEP]", "rivers", "rose", "[SEP]"]
NARROW = 6.0  # inches, so that the letters can be read on a phone


def two_questions() -> Figure:
    """Draw what BERT is asked: the word at a gap, and whether the second text follows."""
    drawing = Drawing(NARROW, title="The text holds the answers to both questions")
    roles = ["first"] * 4 + ["second"] * 3
    text = drawing.tokens(PAIR, roles, size=(0.75, 0.42), between=0.05)
    drawing.bracket(text.parts[1:3], "first text")
    drawing.bracket(text.parts[4:6], "second text")
    model = drawing.box("BERT encoder", size=(text.body.size[0], 0.5), above=text, gap=0.35)
    drawing.arrows(text, [model] * len(PAIR))
    pair = drawing.box("pair head", "output", above=model, align=text[0], gap=0.4)
    word = drawing.box("word head", "output", above=model, align=text[2], gap=0.4)
    drawing.arrow(model, pair)
    drawing.arrow(model, word)
    follows = drawing.note("Did it follow?\nyes", above=pair, gap=0.3)
    fell = drawing.note("What stood here?\nfell", above=word, gap=0.3)
    drawing.arrow(pair, follows)
    drawing.arrow(word, fell)
    return drawing.figure()


def three_fates() -> Figure:
    """Draw what the model may see at a chosen token, and what it has to say."""
    drawing = Drawing(NARROW, title="A chosen token has three fates, and one answer")
    chosen, above = 3, None
    for chance, shown in (("80%", "[MASK]"), ("10%", "river"), ("10%", "book")):
        words = ["he", "read", "the", shown, "aloud"]
        roles = ["plain"] * chosen + ["output"] + ["plain"]
        if above:
            row = drawing.tokens(words, roles, size=(0.75, 0.42), below=above, gap=0.2)
        else:
            row = drawing.tokens(words, roles, size=(0.75, 0.42))
            answer = drawing.box("answer: book", "output", above=row, align=row[chosen], gap=0.4)
            drawing.arrow(row[chosen], answer)
        drawing.note(chance, left_of=row, gap=0.25)
        above = row
    return drawing.figure()


def static_and_dynamic(
    static: Bool[Tensor, "E T"], dynamic: Bool[Tensor, "E T"], words: list[str]
) -> Figure:
    """Draw which tokens of a text are asked for, epoch by epoch, with one mask and with many.

    Args:
        static: Where a token is asked for, by epoch, if the mask is drawn once.
        dynamic: The same if it is drawn in each epoch.
        words: The text.
    """
    drawing = Drawing(NARROW, title="One mask repeats its question, new masks do not")
    epochs = [f"epoch {number}" for number in range(1, 1 + len(static))]
    keys = "asked for", "not asked for"
    above = drawing.mask(static, epochs, words, label="static: one mask", words=keys)
    drawing.mask(
        dynamic, epochs, words, label="dynamic: new masks", words=keys, below=above, gap=0.5
    )
    return drawing.figure()


def two_losses() -> Figure:
    """Draw how scores at the chosen places and at [CLS] become one number."""
    drawing = Drawing(NARROW, title="The loss is the sum of two means")
    wide = (2.1, 0.5)
    words = drawing.box("vectors of the\nM chosen tokens", "hidden", (2.1, 0.7), shape="(M, D)")
    pairs = drawing.box("vectors of the\nB tokens [CLS]", "hidden", (2.1, 0.7), shape="(B, D)",
                        right_of=words, gap=1.1)  # fmt: skip
    heads = []
    for vectors, name, shape in ((words, "word head", "(M, V)"), (pairs, "pair head", "(B, 2)")):
        head = drawing.box(name, "output", wide, above=vectors, gap=0.4)
        mean = drawing.box("mean of $-\\log p$", "plain", wide, above=head, gap=0.5)
        drawing.arrow(vectors, head)
        drawing.arrow(head, mean, label=shape)
        heads.append(mean)
    loss = drawing.box("sum: the loss", "loss", wide, above=heads, gap=0.5)
    for mean in heads:
        drawing.arrow(mean, loss, sides=("top", "bottom"))
    return drawing.figure()
