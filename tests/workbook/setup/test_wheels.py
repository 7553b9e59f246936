"""Every dependency is a wheel whose hash is in the lock; the only test that asks the network."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from workbook.setup import environment as setup_env
from workbook.setup import versions as setup_versions
from workbook.setup.lock import BY_VERSION
from workbook.setup.run_pip import NO_NETWORK, reason

ROOT = Path(__file__).resolve().parents[3]


def sha256(entry: dict) -> str:
    """Return the hash of the file that pip chose."""
    return entry["download_info"]["archive_info"]["hashes"]["sha256"]


@pytest.mark.nightly
def test_every_dependency_has_a_wheel_for_this_python(tmp_path):
    """The whole set is resolved as if nothing were installed; nothing is downloaded."""
    wanted = setup_versions.requirements(setup_env.LEVELS["test"])
    command = [sys.executable, "-m", "pip", "install", "--dry-run", "--ignore-installed"]
    command += ["--disable-pip-version-check", "--only-binary", ":all:"]
    command += ["--constraint", str(ROOT / "constraints.txt"), "--report", str(tmp_path / "report")]
    answer = subprocess.run([*command, *wanted], capture_output=True, text=True)
    if answer.returncode and reason(answer.stderr) == NO_NETWORK:
        pytest.skip("no package index can be reached")
    assert answer.returncode == 0, answer.stderr[-2000:]
    found = json.loads((tmp_path / "report").read_text(encoding="utf-8"))["install"]
    files = [entry["download_info"]["url"] for entry in found]
    assert [file for file in files if not file.endswith(".whl")] == []
    assert len(files) > len(wanted)
    known = "".join(setup_versions.locked(setup_env.LEVELS["test"]).values())
    hashes = {entry["metadata"]["name"]: sha256(entry) for entry in found}
    other = {name for name, value in hashes.items() if f"sha256:{value}" not in known}
    assert {name for name in other if not BY_VERSION.fullmatch(name)} == set()
