"""Texts and labels from a file of your own, and checks of those from anywhere."""

import csv
import operator
import unicodedata
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from bertlab.files import MissingDataError, read_bytes

HEADER = ["label", "text"]


class OwnTexts(NamedTuple):
    """Texts, the class of each by its index, and the names of the classes."""

    texts: list[str]
    labels: list[int]
    names: tuple[str, ...]


class TextsError(ValueError):
    """A file does not hold labelled texts; a notebook shows the sentence alone."""

    _render_traceback_ = MissingDataError._render_traceback_


class Row(NamedTuple):
    """A label and a text, and the line where they stand."""

    where: str
    label: str
    text: str


def read_texts(path: str | Path, names: Sequence[str] | None = None) -> OwnTexts:
    """Read a file of texts and their labels, in UTF-8.

    A ``.csv`` file has a header that names the columns ``label`` and ``text``, in whatever order;
    others are not read. Commas or semicolons separate them, and quotation marks hold a field
    together. Any other file has lines ``label<TAB>text``: a first line of just these two words is
    skipped, and quotation marks are characters like others. Empty lines are left out.

    Args:
        path: The file.
        names: The classes in the order of a model's outputs, such as ``model.labels``, when the
            file goes with a model that exists. None takes those in the file, sorted: numbers by
            their value, words by the alphabet.

    Raises:
        FileNotFoundError: If there is no such file.
        ValueError: If a line is not as described; it says which one. Or if there is but one class,
            or two that look the same.
    """
    try:
        lines = [_decoded(path, *line) for line in enumerate(read_bytes(path).split(b"\n"), 1)]
    except FileNotFoundError as error:
        raise MissingDataError(str(error)) from error
    rows = list((_csv_rows if Path(path).suffix.lower() == ".csv" else _tab_rows)(path, lines))
    known = None if names is None else set(names)
    for where, label, _ in rows:
        if known is not None and label not in known:
            raise TextsError(f"{where}: expected a label among {sorted(known)}, got {label!r}")
    found = {row.label for row in rows}
    if names is None and len(found) < 2:
        raise TextsError(f"{path}: expected two labels or more, got {sorted(found)}")
    _check_looks(path, found)
    numbers = all(label.isdecimal() for label in found)
    order = tuple(names or sorted(found, key=int if numbers else str))
    return OwnTexts([row.text for row in rows], [order.index(row.label) for row in rows], order)


def _tab_rows(path: str | Path, lines: Sequence[str]) -> Iterator[Row]:
    """Yield the rows of lines with a tab."""
    for number, line in enumerate(lines, start=1):
        fields = [field.strip() for field in line.split("\t")] if line.strip() else []
        if not fields or (number == 1 and [field.lower() for field in fields] == HEADER):
            continue
        where = f"{path}, line {number}"
        if len(fields) != 2 or not all(fields):
            advice = " (a file with commas and a header has to be called .csv)" * (number == 1)
            raise TextsError(f"{where}: expected a label, a tab and a text, got {fields}{advice}")
        yield Row(where, *fields)


def _csv_rows(path: str | Path, lines: Sequence[str]) -> Iterator[Row]:
    """Yield the rows of a table with a header."""
    header = lines[0].lower()
    comma = max(",;\t", key=header.count)
    table = csv.reader((f"{line}\n" for line in lines), delimiter=comma, strict=True)
    try:
        columns = [field.strip().lower() for field in next(table)]
        if not {*HEADER} <= {*columns}:
            raise TextsError(f"{path}, line 1: expected the columns label and text, got {columns}")
        for fields in table:
            if not any(field.strip() for field in fields):
                continue
            where = f"{path}, line {table.line_num}"
            found = dict(zip(columns, map(str.strip, fields), strict=False))
            if len(fields) != len(columns) or not all(found[name] for name in HEADER):
                raise TextsError(f"{where}: expected a field for each of {columns}, got {fields}")
            yield Row(where, *(found[name] for name in HEADER))
    except csv.Error as error:
        raise TextsError(f"{path}, line {table.line_num}: expected a table, got {error}") from error


def _check_looks(path: str | Path, labels: set[str]) -> None:
    """Raise ValueError if labels differ in signs that nobody sees: they would be two classes."""
    seen: dict[str, str] = {}
    for label in sorted(labels):
        visible = "".join(sign for sign in label if unicodedata.category(sign) != "Cf")
        other = seen.setdefault(unicodedata.normalize("NFKC", visible), label)
        if other != label:
            raise TextsError(f"{path}: the labels {other!a} and {label!a} look the same")


def _decoded(path: str | Path, number: int, raw: bytes) -> str:
    """Return a line as text, without the mark that files, and files put together, have before it.

    Raises:
        ValueError: If it is no UTF-8.
    """
    try:
        return raw.decode("utf-8").lstrip("\ufeff")
    except UnicodeDecodeError as error:
        raise TextsError(
            f"{path}, line {number}: expected UTF-8, got the byte {raw[error.start]:#x} at "
            f"{error.start}; save the file as UTF-8"
        ) from error


def check_texts(what: str, texts: Sequence[str], number: int | None = None) -> None:
    """Raise ValueError unless these are texts, so many, and none is empty."""
    if isinstance(texts, str):
        raise ValueError(f"expected a list of {what}s, got one str; put it in a list")
    if not len(texts) or number not in (None, len(texts)):
        raise ValueError(f"expected {number or 'one or more'} {what}s, got {len(texts)}")
    for index, text in enumerate(texts):
        if not isinstance(text, str) or not text.strip():
            raise ValueError(f"{what} {index} (counted from 0): expected words, got {text!r}")


def check_labels(labels: Sequence[int], number: int, num_classes: int) -> list[int]:
    """Return the labels as a list of integers.

    Raises:
        ValueError: If they do not fit the texts or the classes.
    """
    if len(labels) != number:
        raise ValueError(f"expected a label for each of the {number} texts, got {len(labels)}")
    found = []
    for index, label in enumerate(labels):
        try:
            found.append(operator.index(label))
        except TypeError as error:
            raise ValueError(
                f"label {index} (counted from 0): expected the index of a class, got {label!r}"
            ) from error
        if not 0 <= found[-1] < num_classes:
            raise ValueError(
                f"label {index} (counted from 0): expected an index in [0, {num_classes}), got "
                f"{found[-1]}; num_classes is {num_classes}"
            )
    return found
