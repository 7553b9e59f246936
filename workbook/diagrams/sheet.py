"""The paper: one unit is one inch, texts know how large they are, and the end is a figure."""

from typing import NamedTuple

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.patches import Patch
from matplotlib.path import Path
from matplotlib.text import Text

from workbook.diagrams.extents import Extent, Inches, Pair, Placement, Thing, displacement, union
from workbook.diagrams.roles import INK
from workbook.fonts.figures import letters_for
from workbook.fonts.pages import chinese

NAME, NUMBER, NOTE, TITLE = 13, 12, 12, 13  # sizes of texts, in points
MARGIN = 0.12
FONTS = {"text": "DejaVu Sans", "code": "DejaVu Sans Mono"}  # they come with matplotlib


class Written(NamedTuple):
    """A text on the paper, and the place that it has to stay in, if it is on a thing."""

    artist: Text
    home: Extent | None


class Line(NamedTuple):
    """An arrow or line: what it says, and its path in inches."""

    words: str
    path: Path


class Sheet:
    """A figure with text of known size, on which the vocabulary draws.

    Args:
        width: Of the figure, in inches. Lessons' figures have 8.
        title: What the diagram shows, as a sentence; it stands above, at the left.

    Attributes:
        things: All that was placed, in the order of drawing.
        texts: All that was written.
        lines: All arrows and lines.
    """

    def __init__(self, width: Inches = 8.0, title: str = "") -> None:
        self.width, self.title = width, title
        self.things: list[Thing] = []
        self.texts: list[Written] = []
        self.lines: list[Line] = []
        self._spoken: list[str] = []
        self._figure = Figure(figsize=(width, 1.0), facecolor="white")
        self._figure.set_layout_engine("none")  # the style's would move things
        self._canvas = FigureCanvasAgg(self._figure)
        self._axes = self._figure.add_axes((0, 0, 1, 1))
        self._axes.set(xlim=(0, width), ylim=(0, 1))
        self._axes.axis("off")

    # --- what boxes, cells and arrows are made of ---

    def write(
        self,
        words: str,
        center: Pair = (0, 0),
        size: int = NAME,
        color: str = INK,
        font: str = "text",
        formula: bool = True,
        home: Extent | None = None,
    ) -> Written:
        """Write a text.

        Args:
            words: What; parts between dollar signs are formulas.
            center: Of the text.
            size: In points.
            color: Of the letters.
            font: ``"text"`` or ``"code"``.
            formula: Whether dollar signs begin and end formulas; not in texts from data.
            home: The thing it is written on.
        """
        with letters_for([words]):  # sets the font of Chinese letters where there are any
            artist = Text(*center, words, ha="center", va="center", parse_math=formula)
        artist.set(fontsize=size, color=color, zorder=5)
        artist.set_fontfamily([FONTS[font], *artist.get_fontfamily()])
        self._axes.add_artist(artist)
        written = Written(artist, home)
        self.texts.append(written)
        return written

    def extent_of(self, text: Text) -> Extent:
        """Return where a text is."""
        pixels = text.get_window_extent(self._canvas.get_renderer())
        (left, bottom), (right, top) = self._axes.transData.inverted().transform(pixels).tolist()
        return Extent(left, bottom, right, top)

    def measure(
        self, words: str, size: int = NAME, font: str = "text", formula: bool = True
    ) -> Pair:
        """Return the width and height that a text would have; nothing is written."""
        written = self.write(words, size=size, font=font, formula=formula)
        found = self.extent_of(written.artist).size
        self.texts.pop().artist.remove()
        return found if words else (0.0, 0.0)

    def add(self, patch: Patch) -> None:
        """Draw a shape."""
        self._axes.add_patch(patch)

    def settle(
        self, name: str, size: Pair, placement: Placement, margins: Extent | None = None
    ) -> Thing:
        """Return a new thing, moved to where it goes; ``keep`` adds it to the drawing.

        Args:
            name: What is written on it.
            size: Of its body.
            placement: Where it goes.
            margins: How much its labels need at its left, bottom, right and top.
        """
        body = Extent(0.0, 0.0, *size)
        outer = body.grown(*(margins or (0.0, 0.0, 0.0, 0.0)))
        x, y = displacement(body, outer, placement, name, first=not self.things)
        return Thing(name, body.moved(x, y), outer.moved(x, y))

    def keep(self, thing: Thing) -> Thing:
        """Remember a thing that is complete."""
        self.things.append(thing)
        return thing

    def say(self, words: str) -> None:
        """Remember a step in words."""
        self._spoken.append(words.replace("$", "").replace("\n", " "))

    # --- the end ---

    def words(self) -> list[str]:
        """Return what is drawn, in the order of drawing: a start for the alt text."""
        return [*([self.title] if self.title else []), *self._spoken]

    def figure(self) -> Figure:
        """Return the figure: as high as what was drawn, which stands in its middle.

        Raises:
            ValueError: If what was drawn is wider than the figure, or nothing was drawn.
        """
        if not self.things:
            raise ValueError("expected a drawing with at least one thing, got none")
        extent = self.extent().grown(MARGIN, MARGIN, MARGIN, MARGIN)
        width, height = extent.size
        if width > self.width:
            raise ValueError(
                f"expected a drawing at most {self.width} inches wide, got {width:.2f}: put some "
                "of it below the rest, take smaller gaps, or say Drawing(width=...)"
            )
        total = height + self._write_title(height)
        self._figure.set_size_inches(self.width, total)
        middle = extent.center[0]
        self._axes.set_xlim(middle - self.width / 2, middle + self.width / 2)
        self._axes.set_ylim(extent.bottom, extent.bottom + total)
        return self._figure

    def extent(self) -> Extent:
        """Return the rectangle of all that was drawn, without the title."""
        lines = [Extent(*map(float, line.path.get_extents().extents)) for line in self.lines]
        texts = [self.extent_of(text.artist) for text in self.texts]
        return union([*(thing.outer for thing in self.things), *lines, *texts])

    def _write_title(self, height: float) -> float:
        """Write the title at the top left, and return the height it takes.

        Raises:
            ValueError: If it is wider than the figure.
        """
        while self._figure.texts:
            self._figure.texts[0].remove()
        if not self.title:
            return 0.0
        weight = "normal" if chinese(self.title) else "bold"  # our Chinese letters are not bold
        with letters_for([self.title]):
            title = self._figure.text(0, 0, self.title, fontsize=TITLE, va="top", weight=weight)
        title.set_fontfamily([FONTS["text"], *title.get_fontfamily()])
        size = self.extent_of(title).size
        if size[0] + 2 * MARGIN > self.width:
            raise ValueError(
                f"expected a title at most {self.width} inches wide, got {size[0]:.2f} of "
                f"{self.title!r}"
            )
        room = size[1] + MARGIN
        title.set_position((MARGIN / self.width, 1 - MARGIN / (height + room)))
        return room
