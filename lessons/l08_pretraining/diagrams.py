"""What the pre-training lesson draws of its mechanisms."""

from matplotlib.figure import Figure

from workbook.diagrams import Drawing, Thing

PAIR = ["[CLS]", "rain", "[MASK]", "[SEP]", "rivers", "rose", "[SEP]"]
NARROW = 6.0  # inches, so that the letters can be read on a phone


def two_questions() -> Figure:
    """Draw what BERT is asked: the word at a gap, and whether the second text follows."""
    drawing = Drawing(NARROW, title="The text holds the answers to both questions")
    roles = ["special", "first", "special", "special", "second", "second", "special"]
    text = drawing.tokens(PAIR, roles, size=(0.75, 0.42), between=0.05)
    drawing.bracket(text.parts[1:3], "first text")
    drawing.bracket(text.parts[4:6], "second text")
    model = drawing.box("BERT encoder", size=(text.body.size[0], 0.5), above=text, gap=0.35)
    drawing.arrows(text, [model] * len(PAIR))
    pair = drawing.box("pair head", "layer", above=model, align=text[0], gap=0.4)
    word = drawing.box("word head", "layer", above=model, align=text[2], gap=0.4)
    drawing.arrow(model, pair)
    drawing.arrow(model, word)
    follows = drawing.note("Did it follow?\nyes", above=pair, gap=0.3)
    fell = drawing.note("What stood here?\nfell", above=word, gap=0.3)
    drawing.arrow(pair, follows)
    drawing.arrow(word, fell)
    return drawing.figure()


def corruptions() -> Figure:
    """Draw what the model may see at a chosen token, and what it has to say."""
    drawing = Drawing(NARROW, title="A chosen token: three ways to show it, one answer")
    chosen, rows = 3, list[Thing]()
    ways = ("hidden\n80%", "[MASK]", "special"), ("exchanged\n10%", "river", "output")
    for chance, shown, role in (*ways, ("kept\n10%", "book", "hidden")):
        words = ["he", "read", "the", shown, "aloud"]
        roles = ["plain"] * chosen + [role, "plain"]
        if rows:
            rows.append(drawing.tokens(words, roles, (0.68, 0.42), below=rows[-1], gap=0.2))
        else:
            rows.append(drawing.tokens(words, roles, (0.68, 0.42)))
        drawing.note(chance, left_of=rows[-1], gap=0.1)
    drawing.bracket(rows, "answer:\nbook", side="right_of")
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
        head = drawing.box(name, "layer", wide, above=vectors, gap=0.4)
        mean = drawing.box("mean of $-\\log p$", "plain", wide, above=head, gap=0.5)
        drawing.arrow(vectors, head)
        drawing.arrow(head, mean, label=shape)
        heads.append(mean)
    loss = drawing.box("sum: the loss", "loss", wide, above=heads, gap=0.5)
    for mean in heads:
        drawing.arrow(mean, loss, sides=("top", "bottom"))
    return drawing.figure()
