"""Files of folders and archives: each is read, or listed with what is wrong."""

import io
import os
import stat
import zipfile

import pytest

from tests.workbook.report.classroom import notebook, put
from workbook.report import collect as module
from workbook.report.collect import walk


def archive(path, members, way=zipfile.ZIP_DEFLATED):
    with zipfile.ZipFile(path, "w", way) as file:
        for name, content in members.items():
            file.writestr(name, content)
    return path


def found(folder):
    """Return what was read (True), or the problem, by path."""
    return {str(one.path): one.problem or one.data is not None for one in walk(folder)}


def test_folders_archives_and_archives_in_archives(tmp_path):
    put(tmp_path / "bao" / "05.ipynb", "x")
    put(tmp_path / "bao" / "progress.json", "{}")
    put(tmp_path / "notes.txt", "no notebook")
    put(tmp_path / ".ipynb_checkpoints" / "x.ipynb", "x")
    inside = archive(io.BytesIO(), {"05.ipynb": "x"}).getvalue()
    members = {"chidi/05.ipynb": "x", "__MACOSX/._05.ipynb": "x", "dana_1_2_hw.zip": inside}
    archive(tmp_path / "all.zip", members | {"chidi/.ipynb_checkpoints/05.ipynb": "x"})
    assert found(tmp_path) == {
        "all.zip/chidi/05.ipynb": True,
        "all.zip/dana_1_2_hw.zip/05.ipynb": True,
        "bao/05.ipynb": True,
        "bao/progress.json": True,
        "notes.txt": False,
    }


def test_links_and_pipes_are_listed_and_not_followed(tmp_path):
    put(tmp_path / "outside" / "secret.ipynb", "x")
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "link.ipynb").symlink_to(tmp_path / "outside" / "secret.ipynb")
    (tmp_path / "in" / "folder").symlink_to(tmp_path / "outside")
    os.mkfifo(tmp_path / "in" / "pipe.ipynb")
    os.mkfifo(tmp_path / "in" / "pipe.zip")
    wrong = "not a regular file"
    names = "link.ipynb", "pipe.ipynb", "pipe.zip"
    assert found(tmp_path / "in") == {name: wrong for name in names} | {"folder": False}


@pytest.mark.skipif(os.name == "nt", reason="folders there are closed in other ways")
def test_what_vanishes_or_is_closed_is_listed(tmp_path, monkeypatch):
    put(tmp_path / "ada.ipynb", "x")
    put(tmp_path / "bao.ipynb", "x")
    (tmp_path / "closed").mkdir()
    scandir = os.scandir

    def closed(folder):
        if os.path.basename(folder) == "closed":
            raise PermissionError(13, "Permission denied")
        return scandir(folder)

    monkeypatch.setattr(os, "scandir", closed)
    files = walk(tmp_path)
    assert next(files).data == b"x"
    (tmp_path / "bao.ipynb").unlink()
    assert [one.problem for one in files] == [
        "cannot be read: No such file or directory",
        "cannot be read: Permission denied",
    ]


def test_links_ways_out_and_long_names_in_an_archive(tmp_path):
    link = zipfile.ZipInfo("eve/link.ipynb")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    members = {link: "/etc/passwd", "../../eve.ipynb": "x", "/etc/eve.ipynb": "x"}
    members |= {"_ " * 16_000 + ".ipynb": "x", "ada/05.ipynb": "x"}
    archive(tmp_path / "all.zip", members)
    read = found(tmp_path)
    assert read.pop("all.zip/ada/05.ipynb") is True
    words = "cannot be read: a link, or a path that leads out of the archive"
    assert sorted(read.values()) == [*3 * [words], "cannot be read: a name of 32006 characters"]


def test_a_damaged_member_is_one_students_problem(tmp_path):
    archive(tmp_path / "all.zip", {f"{name}.ipynb": notebook() * 9 for name in "abc"})
    data = bytearray((tmp_path / "all.zip").read_bytes())
    start = data.index(b"b.ipynb") + 30
    data[start : start + 8] = b"\xff" * 8
    (tmp_path / "all.zip").write_bytes(data)
    first, second, third = found(tmp_path).values()
    assert first is third is True and second.startswith("cannot be read: Error -3")


@pytest.mark.parametrize("content", [b"", b"PK", b"no archive", b"PK\5\6" + 18 * b"\0"])
def test_an_archive_that_is_none(content, tmp_path):
    (tmp_path / "eve.zip").write_bytes(content)
    (problem,) = found(tmp_path).values()
    assert problem.startswith("cannot be read: ")


@pytest.mark.parametrize("way", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_what_can_only_be_unpacked_at_once_is_not(way, tmp_path):
    archive(tmp_path / "eve.zip", {"eve.ipynb": b"0" * 1_000_000}, way)
    (problem,) = found(tmp_path).values()
    assert problem == "cannot be read: compressed in another way than zip files are"


def test_bombs(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "LARGEST", 100_000)
    monkeypatch.setattr(module, "MOST_UNPACKED", (150_000, 50_000))
    monkeypatch.setattr(module, "MOST_MEMBERS", 3)
    small, large = b"0" * 60_000, b"0" * 10**7
    archive(tmp_path / "large.zip", {"eve.ipynb": large, "ada.ipynb": small})
    archive(tmp_path / "many.zip", {f"{number}.ipynb": "" for number in range(5)})
    archive(tmp_path / "whole.zip", {f"{number}.ipynb": small for number in range(3)})
    archive(tmp_path / "eve_1_2_x.zip", {f"{number}.ipynb": b"0" * 40_000 for number in range(2)})
    inside = archive(io.BytesIO(), {"1.ipynb": b"0" * 40_000, "2.ipynb": b"0" * 40_000})
    deeper = archive(io.BytesIO(), {"bao.zip": inside.getvalue()})
    archive(tmp_path / "deep.zip", {"a.zip": deeper.getvalue(), "b.zip": inside.getvalue()})
    too_large = "cannot be read: 0 MB unpacked are too large"
    assert found(tmp_path) == {
        "deep.zip/a.zip/bao.zip": "cannot be read: an archive in two others",
        "deep.zip/b.zip/1.ipynb": True,
        "deep.zip/b.zip/2.ipynb": too_large,
        "eve_1_2_x.zip/0.ipynb": True,
        "eve_1_2_x.zip/1.ipynb": too_large,
        "large.zip/ada.ipynb": True,
        "large.zip/eve.ipynb": "cannot be read: 10 MB unpacked are too large",
        "many.zip": "cannot be read: 5 files, and an archive may have 3",
        "whole.zip/0.ipynb": True,
        "whole.zip/1.ipynb": True,
        "whole.zip/2.ipynb": too_large,
    }


def test_an_archive_that_says_less_than_it_holds(tmp_path):
    archive(tmp_path / "eve.zip", {"eve.ipynb": b"0" * 100_000})
    size = (100_000).to_bytes(4, "little")
    data = (tmp_path / "eve.zip").read_bytes().replace(size, (10).to_bytes(4, "little"))
    (tmp_path / "eve.zip").write_bytes(data)
    (one,) = walk(tmp_path)
    assert one.problem and one.data is None


def test_a_table_of_contents_that_fills_the_memory(tmp_path, monkeypatch):
    archive(tmp_path / "eve.zip", {f"{number}.txt": "" for number in range(100)})
    monkeypatch.setattr(module, "LARGEST", 1_000)
    (problem,) = found(tmp_path).values()
    assert problem == "cannot be read: a table of contents of 0 MB"


def test_files_that_are_too_large_are_not_read(tmp_path, monkeypatch):
    for name in ("ada.ipynb", "ada.zip"):
        with (tmp_path / name).open("wb") as file:
            file.truncate(5 * 2**30)  # takes no disk
    assert found(tmp_path) == {
        "ada.ipynb": "cannot be read: larger than 20 MB",
        "ada.zip": "cannot be read: 5120 MB are too large",
    }
