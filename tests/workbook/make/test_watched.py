"""A notebook that is being built: numbers on an edge are refused, and what it reads is kept."""

import math

import numpy as np
import pytest
import torch
from nbformat.v4 import new_code_cell, new_notebook

from workbook.make import watched
from workbook.make.edges import on_edge
from workbook.make.watched import run_watched

HALF = 0.5 - 2**-26  # as near to the edge as float32 can be
ROUNDED = {  # each shows a number on an edge
    "f'{0.9749999999999999:.0%}'": "0.9749999999999999 is shown as 97%",
    "f'{numpy.float32(0.12500001):.2f}'": "0.12500001) is shown as 0.13",
    "round(100 * 0.9749999999999999)": "97.49999999999999 is shown as 97",
    "list(map(round, [2.5000001]))": "2.5000001 is shown as 3",
    "numpy.array([0.25000001, 0.2]).round(1)": "0.25000001 is shown as 0.3",
    "print(torch.tensor([0.123450001, 7.0]))": "is shown as 0.123",
}


def notebook(*sources):
    cells = [new_code_cell(source) for source in sources]
    return new_notebook(cells=cells, metadata={"bertlab": {}})


@pytest.mark.parametrize(
    ("value", "spec", "edge"),
    [
        (math.nextafter(0.975, 0), ".0%", True),
        (math.nextafter(0.975, 0), ".1%", False),
        (0.975, ".0%", False),  # few digits: it was counted
        (HALF, ".0f", True),
        (0.4999, ".0f", False),
        (np.float64(-1.2500001), ".1f", True),
        (np.float32(-1.2), ".1f", False),
        (torch.tensor(2.345), ".2f", True),
        (torch.tensor(2.34), ".2f", False),
        (1234.50001, ",.0f", True),
        (1250, ".1e", False),  # no float: it was counted
        (math.nan, ".1f", False),
        (math.inf, ".1f", False),
    ],
)
def test_a_number_on_an_edge_is_known(value, spec, edge):
    assert on_edge(value, lambda number: format(number, spec)) == edge


def test_each_way_to_round_is_watched_and_what_was_read_is_kept(tmp_path):
    """In one kernel, since each takes seconds to start."""
    built = notebook("import numpy, torch", *ROUNDED, "print(f'{0.97:.0%}', round(2.4), [1.0])")
    with pytest.raises(ValueError, match="on an edge of rounding") as caught:
        run_watched(built, tmp_path)
    lines = str(caught.value).splitlines()[1:]
    assert len(lines) == len(ROUNDED)
    for line, (source, shown) in zip(lines, ROUNDED.items(), strict=True):
        assert shown in line and line.endswith(source)


def test_what_a_notebook_reads_is_kept_in_its_metadata(tmp_path):
    built = notebook(
        "from workbook.records import RUNS, recorded\nfrom safetensors.torch import load_file",
        "recorded('elmo')['minutes'] > 0, len(load_file(RUNS / 'task_pairs.safetensors')) > 0",
    )
    run_watched(built, tmp_path)
    assert built.metadata["bertlab"] == {
        "reads": ["data/runs/elmo.json", "data/runs/task_pairs.safetensors"]
    }
    assert len(built.cells) == 2 and built.cells[1].execution_count == 2
    assert built.cells[1].outputs[0].data["text/plain"] == "(True, True)"


def test_the_code_of_another_checkout_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(watched, "ROOT", tmp_path)
    built = notebook("1")
    with pytest.raises(ValueError, match=r"the kernel has the workbook of .*: set PYTHONPATH="):
        run_watched(built, tmp_path)
