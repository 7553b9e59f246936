"""Missing data in a notebook: the message alone; a slip in one's own code keeps its traceback."""

import os
import subprocess
import sys

import pytest

from bertlab.files import MissingDataError
from bertlab.model.pretrained import find_folder


def said(code: str, folder) -> str:
    """Return what IPython, which every notebook's kernel is, shows of a cell."""
    command = [sys.executable, "-m", "IPython", "--colors=NoColor", "--no-banner", "-c", code]
    environment = {**os.environ, "IPYTHONDIR": str(folder)}
    answer = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert answer.returncode == 1
    return answer.stdout + answer.stderr


def test_the_message_stands_alone(tmp_path):
    raising = (
        "from bertlab.files import MissingDataError\n"
        "def deep(n):\n"
        "    if n: return deep(n - 1)\n"
        "    try: open('/no/such/file')\n"
        "    except OSError as error:\n"
        "        raise MissingDataError('wiki: not here\\nRun: this') from error\n"
        "deep(8)"
    )
    assert said(raising, tmp_path).strip() == "MissingDataError: wiki: not here\nRun: this"


def test_a_slip_of_ones_own_keeps_its_traceback(tmp_path):
    shown = said("def mine(x):\n    return x + wrong\nmine(1)", tmp_path)
    assert "Traceback" in shown and "return x + wrong" in shown


def test_a_checkpoint_that_nobody_has_is_missing_data(monkeypatch):
    def refuse(*arguments, **options):
        raise ConnectionError("no network")

    monkeypatch.setattr("huggingface_hub.snapshot_download", refuse)
    with pytest.raises(MissingDataError, match=r"no checkpoint 'nobody/has'.* no network"):
        find_folder("nobody/has")
