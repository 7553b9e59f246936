"""One table of all results, for any gradebook: CSV in which no cell is a formula."""

import csv
import io
import unicodedata
from collections.abc import Iterable, Mapping
from typing import Any

from workbook.report.owners import Owner
from workbook.report.submissions import Submission

HEADER = "lesson", "student", "number", "exercise", "status", "mistake", "attempts", "file"


def table(submissions: Iterable[Submission], names: Mapping[Owner, str]) -> bytes:
    """Return a row for each exercise of each notebook.

    A mark at the beginning tells spreadsheets that it is UTF-8; pandas takes it for none of the
    first column's name.

    Args:
        submissions: Those with results.
        names: What each student is called.
    """
    text = io.StringIO()
    writer = csv.writer(text)  # its line ends are \r\n, so that both are quoted in a cell
    writer.writerow(HEADER)
    for one in submissions:
        for result in one.results:
            whose = one.room[1:3], names[one.student], one.student.number
            what = result.exercise, result.status, result.misconception, result.attempts
            writer.writerow(map(safe, (*whose, *what, one.source)))
    return text.getvalue().encode("utf-8-sig")


def safe(cell: Any) -> Any:
    """Return a cell that no spreadsheet takes for a formula.

    A sign that computes counts in all its widths, and behind what cannot be seen. Where cells are
    separated by semicolons, one within a cell would begin another.
    """
    if not isinstance(cell, str):
        return cell
    cell = cell.replace(";", ",").replace("\t", " ")
    letters = unicodedata.normalize("NFKC", cell)
    seen = [letter for letter in letters if unicodedata.category(letter)[0] not in "ZC"]
    return f"'{cell}" if seen and seen[0] in "=+-@" else cell
