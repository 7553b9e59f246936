"""What a benchmark found, as rows, and the rows as a table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bertlab.timing import Spread, ratios, spread

TIMES = "times as fast"  # the unit of a ratio: their seconds divided by ours
HEADER = ("work", "beside", "measured", "quartiles", "reach", "ours", "theirs")


@dataclass(frozen=True)
class Row:
    """One line of the table.

    Attributes:
        work: What was done.
        beside: With what it is compared.
        unit: Of the figure.
        figure: What was measured; None if it could not be.
        reach: What the figure should be, if anything was set.
        at_most: Whether the figure should be that or less; otherwise that or more.
        ours: Our seconds per call.
        theirs: The seconds per call of what it is compared with.
        note: What one should know to read the figure.
    """

    work: str
    beside: str
    unit: str
    figure: Spread | None
    reach: float | None = None
    at_most: bool = False
    ours: Spread | None = None
    theirs: Spread | None = None
    note: str = ""

    @property
    def reached(self) -> bool | None:
        """Whether the median is where it should be; None if nothing was set or measured."""
        if self.reach is None or self.figure is None:
            return None
        median = self.figure.median
        return median <= self.reach if self.at_most else median >= self.reach

    def to_json(self) -> dict[str, Any]:
        """Return the row as JSON has it; numbers with five digits."""
        entries = dict(vars(self), reached=self.reached)
        for name in ("figure", "ours", "theirs"):
            values = getattr(self, name)
            rounded = values and {k: float(f"{v:.5g}") for k, v in values._asdict().items()}
            entries[name] = rounded
        return entries

    @classmethod
    def from_json(cls, entries: Mapping[str, Any]) -> "Row":
        """Read what ``to_json`` returned."""
        entries = {name: value for name, value in entries.items() if name != "reached"}
        for name in ("figure", "ours", "theirs"):
            entries[name] = entries[name] and Spread(**entries[name])
        return cls(**entries)


def pair(times: Mapping[str, list[float]]) -> tuple[list[float], list[float]]:
    """Return our times and theirs."""
    return times["ours"], times["theirs"]


def compare(
    work: str,
    beside: str,
    ours: Sequence[float],
    theirs: Sequence[float],
    reach: float | None = None,
    note: str = "",
) -> Row:
    """Make a row of two lists of times that were taken in turns."""
    figure = spread(ratios(theirs, ours))
    return Row(work, beside, TIMES, figure, reach, False, spread(ours), spread(theirs), note)


def table(rows: Sequence[Row]) -> str:
    """Return the rows as lines of text, columns aligned, notes below."""
    notes: list[str] = []
    cells: list[tuple[str, ...]] = [HEADER]
    for row in rows:
        mark = ""
        if row.note:
            notes += [] if row.note in notes else [row.note]
            mark = f" [{notes.index(row.note) + 1}]"
        measured, quartiles = "not measured", ""
        if row.figure is not None:
            measured = f"{row.figure.median:.3g} {row.unit}"
            quartiles = f"{row.figure.low:.3g} to {row.figure.high:.3g}"
        times = [_seconds(values) for values in (row.ours, row.theirs)]
        cells.append((row.work + mark, row.beside, measured, quartiles, _reach(row), *times))
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    lines = [
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
        for line in cells
    ]
    lines.insert(1, "  ".join("-" * width for width in widths))
    return "\n".join(lines + [f"[{number}] {note}" for number, note in enumerate(notes, start=1)])


def _reach(row: Row) -> str:
    if row.reach is None:
        return ""
    word = {True: "reached", False: "missed", None: ""}[row.reached]
    return f"{'<=' if row.at_most else '>='} {row.reach:g} {word}".rstrip()


def _seconds(values: Spread | None) -> str:
    """Write a time in the unit in which it has one to three digits before the point."""
    if values is None:
        return ""
    seconds = values.median
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if abs(seconds) >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds * 1e6:.3g} us"
