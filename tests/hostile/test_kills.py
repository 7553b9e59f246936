"""SIGKILL while a checkpoint is published or data are fetched: nothing lost, nothing mixed.

Training runs are killed in ``tests/bertlab/training/test_state.py``. ``BERTLAB_KILLS`` says how
often; ``make nightly`` kills each 20 times.
"""

import os
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

from bertlab.datasets.fetching.archive import copy_members
from bertlab.files import COMPLETE, PREPARED, settle
from tests.hostile.publishing import FILES, found, killed_at_call, killed_at_random, publish
from tests.toy_releases import D3, Index, Toys, use

KILLS = int(os.environ.get("BERTLAB_KILLS", "3"))
FETCHES = int(os.environ.get("BERTLAB_KILLS", "1"))  # pip takes a second each time
MEMBER = "mpld3/js/d3.v5.min.js"
RANDOM = np.random.default_rng(int(os.environ.get("BERTLAB_KILL_SEED", "0")))


def test_a_checkpoint_is_published_whole_or_not_at_all(tmp_path):
    """Killed before each renaming there is, one after the other."""
    seen = []
    for number in range(1, 40):
        folder = tmp_path / str(number)
        publish(folder, 0)
        if not killed_at_call(folder, number):
            break
        (which,) = found(folder)
        seen.append(which)
        assert not (folder / COMPLETE).exists()
        publish(folder, 1)
        assert {path.name for path in folder.iterdir()} == FILES, "leftovers go with the next"
    assert len(seen) >= 2 * len(FILES)
    assert seen == sorted(seen) and set(seen) == {0, 1}, "first the old set, then the new one"


def test_files_moved_one_by_one_would_be_mixed(tmp_path, monkeypatch):
    """The control: if what a kill left is not settled, sets are mixed, and the test sees it."""
    monkeypatch.setattr("bertlab.model.pretrained.settle", lambda folder: None)
    mixed = 0
    for number in range(1, 40):
        folder = tmp_path / str(number)
        publish(folder, 0)
        if not killed_at_call(folder, number):
            break
        try:
            mixed += len(found(folder)) > 1
        except FileNotFoundError:
            mixed += 1
    assert mixed >= 3


def test_a_checkpoint_survives_kills_at_random_moments(tmp_path):
    publish(tmp_path, 0)
    for wait in RANDOM.uniform(0.002, 0.06, KILLS):
        killed_at_random(tmp_path, wait)
        assert len(found(tmp_path)) == 1
    publish(tmp_path, 0)
    assert found(tmp_path) == {0}
    assert {path.name for path in tmp_path.iterdir()} == FILES


def test_a_set_that_cannot_be_put_in_place_is_named(tmp_path):
    publish(tmp_path, 0)
    (tmp_path / COMPLETE).write_text("in the way")
    with pytest.raises(ValueError, match="holds files that cannot be put in place"):
        found(tmp_path)
    (tmp_path / COMPLETE).unlink()
    (tmp_path / COMPLETE / "config.json").mkdir(parents=True)
    with pytest.raises(ValueError, match="holds files that cannot be put in place"):
        settle(tmp_path)


def test_a_failure_leaves_the_old_set(tmp_path, monkeypatch):
    publish(tmp_path, 0)

    def full(*arguments):
        raise OSError("No space left on device")

    monkeypatch.setattr("tests.hostile.publishing.write_atomically", full)
    with pytest.raises(OSError, match="No space left"):
        publish(tmp_path, 1)
    assert found(tmp_path) == {0}
    assert not list(tmp_path.glob(f"{PREPARED}*"))


def test_fetching_survives_kills_at_random_moments(tmp_path, monkeypatch):
    """Of the archive, its copy and its note each is whole or absent; the next one finishes."""
    toys = Toys(tmp_path)
    server = Index(toys)
    use(toys, monkeypatch, server)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    program = "from bertlab.datasets.fetching.archive import copy_members as c; "
    command = [sys.executable, "-c", f"{program}c('d3', 'copies', ['{MEMBER}'])"]
    copy = toys.cache / "copies" / "d3.v5.min.js"
    try:
        began = time.perf_counter()
        subprocess.run(command, check=True, capture_output=True)
        seconds = time.perf_counter() - began
        for number, share in enumerate(RANDOM.uniform(0.1, 1.05, FETCHES)):
            for path in (toys.d3.archive, copy)[number % 2 :]:
                path.unlink(missing_ok=True)
            process = subprocess.Popen(command, start_new_session=True, stderr=subprocess.DEVNULL)
            time.sleep(share * seconds)
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            if toys.d3.archive.exists():
                assert toys.d3.archive.read_bytes() == toys.wheel
            if copy.exists():
                assert copy.read_bytes() == D3
        assert (copy_members("d3", "copies", [MEMBER]) / copy.name).read_bytes() == D3
        assert toys.d3.archive.read_bytes() == toys.wheel
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
