"""What the machine adds: where to report an error, and a sentence before a slow cell."""

import json

import nbformat.v4 as v4
import pytest

from bertlab.edition import EDITION
from workbook.make import lesson_source
from workbook.make.added_cells import (
    SLOW_CELLS,
    announced,
    in_words,
    is_added,
    report_cell,
    seconds_of,
)


@pytest.mark.parametrize(
    ("address", "place"),
    [
        ("", "tell whoever gave you this notebook"),
        ("https://example.org/me/book", "[open an issue](https://example.org/me/book/issues)"),
        ("https://example.org/me/book.git", "[open an issue](https://example.org/me/book/issues)"),
    ],
)
def test_the_last_line_says_where_to_report_and_what_to_quote(address, place):
    cell = report_cell("07_bert", address)
    assert place in cell.source and f"lesson 07, edition {EDITION}" in cell.source
    assert is_added(cell) and cell.metadata.slideshow.slide_type == "skip"


def test_both_notebooks_end_with_it(lesson, solutions):
    for notebook in (lesson, solutions):
        assert notebook.cells[-1].source == report_cell("90_sample").source
    assert sum("Report an error" in cell.source for cell in lesson.cells) == 1


def test_a_slow_cell_is_announced():
    cells = [v4.new_code_cell("x", id="a1"), v4.new_code_cell("y", id="b2")]
    with_words = announced(cells, {"a1": 19, "b2": 64})
    assert [cell.id for cell in with_words] == ["a1", "before-b2", "b2"]
    assert "takes about 1 minute on two cores" in with_words[1].source
    assert [is_added(cell) for cell in with_words] == [False, True, False]


def test_a_lesson_announces_what_was_measured(lesson, monkeypatch):
    from tests.workbook.make.conftest import SAMPLE

    slow = next(cell.id for cell in lesson.cells if cell.cell_type == "code")
    monkeypatch.setattr(lesson_source, "seconds_of", lambda name: {slow: 31})
    cells = lesson_source.lesson_notebook(SAMPLE).cells
    at = [cell.id for cell in cells].index(slow)
    assert "takes about 30 seconds" in cells[at - 1].source
    assert len(cells) == len(lesson.cells) + 1


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (21, "about 20 seconds"),
        (49, "about 50 seconds"),
        (50, "about 1 minute"),
        (95, "about 2 minutes"),
    ],
)
def test_a_time_in_words(seconds, words):
    assert in_words(seconds) == words


def test_what_was_measured_is_read(tmp_path):
    file = tmp_path / "slow.json"
    assert seconds_of("07_bert", file) == {}
    file.write_text(json.dumps({"07_bert": {"a1": 25}}))
    assert seconds_of("07_bert", file) == {"a1": 25} and seconds_of("08_x", file) == {}


def test_the_measured_cells_are_still_there():
    known = json.loads(SLOW_CELLS.read_text(encoding="utf-8")) if SLOW_CELLS.exists() else {}
    for source in lesson_source.sources(SLOW_CELLS.parents[2]):
        name = lesson_source.name_of(source)
        ids = {cell.id for cell in lesson_source.lesson_notebook(source).cells}
        gone = set(known.get(name, {})) - ids
        assert not gone, f"{name}: {gone} changed; run: python -m workbook teaching --measured"
