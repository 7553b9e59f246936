"""Diagrams of the lesson on what BERT knows."""

from matplotlib.figure import Figure

from workbook.diagrams import Drawing
from workbook.diagrams.extents import Thing


def probe() -> Figure:
    """Draw a frozen encoder, and a linear map that reads one layer's vector of a token."""
    drawing = Drawing(title="A probe reads one vector; the encoder stays as it is", width=5.8)
    tokens = drawing.tokens(["大", "会", "开", "过"], size=(0.52, 0.42), between=0.1)
    drawing.note("(the congress has been held)", below=tokens, gap=0.15)
    layers: list[Thing] = [
        drawing.box("embeddings", "embedding", (2.4, 0.4), above=tokens, gap=0.3)
    ]
    for name in ("layer 1", "layer 2"):
        layers.append(drawing.box(name, "layer", (2.4, 0.4), above=layers[-1], gap=0.2))
        drawing.arrow(layers[-2], layers[-1])
    drawing.arrow(tokens, layers[0])
    vector = drawing.box("vector of 会", "hidden", (1.4, 0.4), right_of=layers[1], gap=0.4)
    linear = drawing.box("linear map", "value", (1.25, 0.4), above=vector, gap=0.4)
    answer = drawing.box("inside a word?", "output", (1.65, 0.4), above=linear, gap=0.4)
    drawing.arrow(layers[1], vector)
    drawing.arrow(vector, linear)
    drawing.arrow(linear, answer)
    drawing.note("frozen", above=layers[-1], gap=0.12)
    drawing.note("only this learns", right_of=linear, gap=0.1)
    return drawing.figure()


def two_trainings() -> Figure:
    """Draw two models, trained with a cue and without, and the test that tells them apart."""
    drawing = Drawing(title="The same task, learned twice; the test has no cue", width=5.8)
    for number, (data, model, found) in enumerate(
        (
            ("training\nwith the cue", "horse", "right?"),
            ("training\nwithout it", "control", "90% or more,\nelse it proves\nnothing"),
        )
    ):
        source = drawing.box(data, "first", (1.22, 0.66), at=(0.0, -1.2 * number))
        trained = drawing.box(model, "layer", (0.86, 0.5), right_of=source, gap=0.27)
        test = drawing.box(
            "test with\nbroken cue", "second", (1.16, 0.66), right_of=trained, gap=0.27
        )
        result = drawing.box(found, "output", (1.3, 0.86), right_of=test, gap=0.27)
        drawing.arrow(source, trained)
        drawing.arrow(trained, test)
        drawing.arrow(test, result)
    return drawing.figure()
