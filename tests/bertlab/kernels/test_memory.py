"""Memory that is kept: large tensors that come and go cost no new pages, and other systems none."""

import subprocess
import sys

import pytest

from bertlab.kernels import memory

COUNT = """
import resource, sys
import torch
from bertlab.kernels.memory import keep_memory

assert keep_memory() if sys.argv[1] == "kept" else True
def tensors():
    for _ in range(5):
        [torch.zeros(3 * 2**20) for _ in range(8)]  # 12 MB each, free when all are made
tensors()
before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
tensors()
print(resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before)
"""


@pytest.mark.skipif(not memory.keep_memory(), reason="only glibc can be asked to keep memory")
def test_pages_of_freed_tensors_are_used_again():
    def faults(how):
        command = [sys.executable, "-c", COUNT, how]
        return int(subprocess.run(command, capture_output=True, text=True, check=True).stdout)

    as_it_is = faults("as it is")
    if as_it_is < 1000:
        pytest.skip("this machine keeps the memory of freed tensors without being asked")
    assert 10 * faults("kept") < as_it_is


@pytest.mark.parametrize("error", [AttributeError, OSError, TypeError])
def test_other_systems_stay_as_they_are(monkeypatch, error):
    def fails(name):
        raise error("no mallopt here")

    monkeypatch.setattr(memory.ctypes, "CDLL", fails)
    assert memory.keep_memory() is False
