"""A kernel that never started is started again, once; whatever else a run finds stays found."""

import subprocess
from subprocess import CompletedProcess

import pytest

from workbook.make import check


@pytest.mark.parametrize(
    ("said", "runs"), [(["22 errors: " + check.NO_KERNEL, "1 failed"], 2), (["1 failed"], 1)]
)
def test_only_a_kernel_that_never_started_is_started_again(said, runs, monkeypatch):
    left = list(said)
    monkeypatch.setattr(
        subprocess, "run", lambda command, **more: CompletedProcess(command, 1, left.pop(0))
    )
    found = check.compared_in_one_run(["notebooks/00_start_here.ipynb"], quiet=True)
    assert (found.stdout, len(said) - len(left)) == ("1 failed", runs)
