"""Figures and tables with a number and a caption, as the value of a cell that shows one name.

A lesson's room makes them: words for those who cannot see a figure stand there, not in a cell.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from IPython.display import display
from matplotlib.figure import Figure

from workbook.figures import picture_html
from workbook.questions.markup import markup

NUMBER = r"\d+\.\d+"
LABEL = f'<strong class="bertlab-number">({{}}) ({NUMBER})\\.</strong>'  # as a page has it
WIDTH = 580  # pixels: of a caption, as the widest figure


@dataclass(frozen=True)
class Captioned:
    """A figure or a table as a notebook shows it, with its number and caption.

    Attributes:
        kind: ``"Figure"`` or ``"Table"``.
        number: Such as ``"5.1"``.
        caption: With `` `code` ``, ``*emphasis*`` and ``$mathematics$``.
        body: The picture or the table, as HTML.
        words: The same for those who cannot see it.
    """

    kind: str
    number: str
    caption: str
    body: str
    words: str

    def __repr__(self) -> str:
        """Return it in words."""
        return f"{self.kind} {self.number}. {self.caption}"

    def _repr_html_(self) -> str:
        """Return a figure above its caption, a table below it."""
        parts = (self.body, self._caption())
        return "\n".join(parts if self.kind == "Figure" else reversed(parts))

    def _ipython_display_(self) -> None:
        """Show it: a picture as an output of its own, which pages and slides can size."""
        if self.kind == "Figure":
            display({"text/html": self.body, "text/plain": self.words}, raw=True)
            display({"text/html": self._caption(), "text/plain": repr(self)}, raw=True)
        else:
            text = f"{self!r}\n{self.words}"
            display({"text/html": self._repr_html_(), "text/plain": text}, raw=True)

    def _caption(self) -> str:
        label = f'<strong class="bertlab-number">{self.kind} {self.number}.</strong>'
        style = f"max-width: {WIDTH}px; font-size: 0.9em"
        return f'<p class="bertlab-caption" style="{style}">{label} {markup(self.caption)}</p>'


def figure(drawn: Figure, number: str, caption: str, alt: str) -> Captioned:
    """Return a drawing with its number, caption and words; the drawing is closed.

    Raises:
        ValueError: If the words are empty.
    """
    return Captioned("Figure", number, caption, picture_html(drawn, alt), alt)


def table(
    number: str, caption: str, columns: Sequence[str], rows: Iterable[Sequence[object]]
) -> Captioned:
    """Return a table with its number and caption; a column of numbers stands at the right.

    Raises:
        ValueError: If a row has more or fewer cells than there are columns.
    """
    texts = [[str(value) for value in row] for row in rows]
    for row in texts:
        if len(row) != len(columns):
            raise ValueError(f"Table {number}: expected {len(columns)} cells, got {row}")
    sides = [
        "right" if all(_is_number(row[column]) for row in texts) else "left"
        for column in range(len(columns))
    ]
    lines = [_row(columns, sides, "th"), *(_row(row, sides, "td") for row in texts)]
    body = f'<table class="bertlab-table">\n{"".join(lines)}</table>'
    words = "\n".join(" | ".join(row) for row in [columns, *texts])
    return Captioned("Table", number, caption, body, words)


def _row(cells: Sequence[str], sides: Sequence[str], tag: str) -> str:
    # The air beside a cell is its own: a page that folds the table away gives it none.
    style = "text-align: {}; padding: 0.3em 1em 0.3em 0"
    shown = (
        f'<{tag} style="{style.format(side)}">{markup(cell)}</{tag}>'
        for cell, side in zip(cells, sides, strict=True)
    )
    return f"<tr>{''.join(shown)}</tr>\n"


def _is_number(cell: str) -> bool:
    return cell.strip("+-−%±.").replace(".", "", 1).isdigit()
