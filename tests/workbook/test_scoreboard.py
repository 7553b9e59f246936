"""The running table of the language models."""

import json
import math

import pytest

from workbook.scoreboard import Row, entry, rows, table

FIRST = [Row("trigram", 123.45, 417_819, 0.71), Row("raw counts", math.inf, 10, 12.0)]
SECOND = [Row("network", 98.76, 1_000_000, 1234.5, deviation=0.52)]


def record(group):
    return json.loads(
        json.dumps({"results": {"scoreboard": [entry(row) for row in group]}}, allow_nan=False)
    )


def test_rows_survive_a_record():
    assert rows(record(FIRST)) == tuple(FIRST)
    assert rows(record(SECOND)) == tuple(SECOND)


def test_table_is_sorted_by_falling_perplexity():
    assert table(record(SECOND), record(FIRST)).split("\n") == [
        "model       test perplexity   parameters  seconds to fit",
        "raw counts         infinite           10           12.00",
        "trigram               123.5      417,819            0.71",
        "network          98.8 ± 0.5    1,000,000        1,234.50",
    ]


def test_records_without_rows_are_refused():
    with pytest.raises(ValueError, match=r"results\.scoreboard, got None"):
        rows({"results": {}})
    with pytest.raises(ValueError, match="expected the fields"):
        rows({"results": {"scoreboard": [{"model": "x", "perplexity": 1.0}]}})
