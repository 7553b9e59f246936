"""ONNX Runtime gives what torch gives, for other sizes than the exported ones; it is optional."""

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from bertlab.compression.runtime import OnnxModel, needed

ROOT = Path(__file__).resolve().parents[3]
PACKAGES = ("onnx", "onnxruntime", "onnxscript")
MISSING = [name for name in PACKAGES if find_spec(name) is None]
installed = pytest.mark.skipif(
    bool(MISSING), reason=f"optional packages are not installed: {', '.join(MISSING)}"
)


COMPARE = """
import sys
from pathlib import Path

import torch

from bertlab.compression import copy_layers
from bertlab.compression.runtime import OnnxModel, export
from tests.toy_classifier import toy_classifier

model, path = copy_layers(toy_classifier(), [0]), Path(sys.argv[1])
export(model, path)
runtime, generator = OnnxModel(path), torch.Generator().manual_seed(0)
for B, T in ((1, 2), (1, 16), (5, 7)):
    ids = torch.randint(5, 20, (B, T), generator=generator)
    mask = torch.ones_like(ids)
    mask[0, T // 2 :] = 0
    inputs = ids, torch.zeros_like(ids), mask
    with torch.no_grad():
        torch.testing.assert_close(runtime(*inputs), model(*inputs), rtol=0, atol=1e-4)
        print((runtime(*inputs) - model(*inputs)).abs().max().item())
"""


@installed
def test_logits_are_those_of_torch_for_any_size(tmp_path):
    """In a process of its own: here types are checked, and in an export sizes are no int."""
    command = [sys.executable, "-c", COMPARE, str(tmp_path / "student.onnx")]
    answer = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert answer.returncode == 0, answer.stderr[-2000:]
    assert len(answer.stdout.split()) == 3


@installed
def test_no_file(tmp_path):
    with pytest.raises(FileNotFoundError, match=r"x\.onnx"):
        OnnxModel(tmp_path / "x.onnx")


def test_a_missing_package_is_named_with_what_installs_it():
    with pytest.raises(ImportError, match=r"no_such_package .*pip install 'bertlab\[onnx\]'"):
        needed("no_such_package")


def test_nothing_is_imported_unless_it_is_needed():
    code = "import sys, bertlab.compression, bertlab.compression.runtime\n"
    code += f"assert not [name for name in {PACKAGES} if name in sys.modules]"
    subprocess.run([sys.executable, "-c", code], check=True)
