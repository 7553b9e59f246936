"""Diagrams: one small drawing vocabulary for all lessons, with the same colors everywhere.

=============  ===================================================================================
``roles``      what a color means: query, key, value, hidden, embedding, weight, mask, loss ...
``extents``    where things are, in inches, and where a new one goes: right of, above ...
``sheet``      the paper: texts, their sizes, and the figure that is cut out at the end
``boxes``      boxes, rows and columns of them, tokens, notes
``cells``      matrices as colored cells, masks, bars
``arrows``     arrows from side to side, round things, and lines as thick as a weight
``drawing``    all of these; frames, brackets and trees
``checks``     what overlaps in a finished drawing: a build refuses it
=============  ===================================================================================

A diagram is some ten to thirty named steps. Each returns a thing, beside which the next is placed::

    drawing = Drawing(title="A query is the vector, seen through a matrix")
    x = drawing.matrix(vector[None], role="hidden", label="x", shape="(1, D)")
    w = drawing.box("$W_Q$", role="layer", right_of=x, gap=0.9)
    q = drawing.matrix((vector @ W)[None], role="query", label="q", right_of=w, gap=1.2)
    drawing.arrow(x, w)
    drawing.arrow(w, q, label="(1, K)")
    show(drawing.figure(), alt="...")

Numbers come from tensors, colors from roles, and the height of the figure from what is drawn.
``drawing.words()`` lists what is drawn, in the order of drawing, for the author of the alt text.

Why no library: what fits best, schemdraw (MIT, pure Python, draws on matplotlib), takes the size of
a box from a table of letters made for SVG, has one font for each label (so no Chinese among
English), and no cells, masks, weights or bars; these are most of what the lessons draw, and its
names are those of circuits. Graphviz, and what stands on it (diagrams, torchview), needs a program
that pip does not install and places things itself; drawsvg draws SVG, whose letters depend on the
reader's fonts, and measures none; blockdiag writes its own images; daft draws graphical models.
Matplotlib is here already, with our fonts, and its figures go where all others go: ``show``,
predictions, ``explore``.
"""

from workbook.diagrams.checks import overlaps
from workbook.diagrams.drawing import Drawing, Node
from workbook.diagrams.extents import Thing

__all__ = ["Drawing", "Node", "Thing", "overlaps"]
