"""Submissions are found, whose they are and which lesson; what cannot be read is listed."""

import json
import stat
import zipfile
from pathlib import PurePosixPath

import pytest

from workbook.report import collect as module
from workbook.report.collect import collect, room_of, student_of

SETUP = "from lessons.l05_attention import exercises"


def notebook(*cells, ran=1):
    return json.dumps(
        {
            "cells": [
                {"cell_type": "code", "source": [cell], "execution_count": ran} for cell in cells
            ],
            "metadata": {},
            "nbformat": 4,
        }
    )


def put(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


@pytest.mark.parametrize(
    ("path", "student"),
    [
        ("ada/05_attention.ipynb", "ada"),
        ("ada/notebooks/05_attention.ipynb", "ada"),
        ("submitted/ada/05_attention/05_attention.ipynb", "ada"),
        ("05_attention/ada/05_attention.ipynb", "ada"),
        ("ada_05_attention.ipynb", "ada"),
        ("05_attention_ada.ipynb", "ada"),
        ("05_attention - Ada Lovelace.ipynb", "Ada Lovelace"),
        ("ada_05_attention (1).ipynb", "ada"),
        ("lovelaceada_12345_678901_05_attention.ipynb", "lovelaceada"),
        ("lovelaceada_LATE_12345_678901_05_attention-1.ipynb", "lovelaceada"),
        ("Ada Lovelace_1234567_assignsubmission_file_/05_attention.ipynb", "Ada Lovelace"),
        ("Ada Lovelace_1234567_assignsubmission_file_05_attention.ipynb", "Ada Lovelace"),
        ("王伟/05_attention.ipynb", "王伟"),
    ],
)
def test_whose_a_file_is(path, student):
    assert student_of(PurePosixPath(path)) == student


@pytest.mark.parametrize(
    ("archive", "inside", "student"),
    [
        ("hw5.zip", "ada/05_attention.ipynb", "ada"),
        ("hw5.zip", "ada_05_attention.ipynb", "ada"),
        ("ada.zip", "05_attention.ipynb", "ada"),
        ("ada.zip", "notebooks/05_attention.ipynb", "ada"),
        ("Ada Lovelace_12_assignsubmission_file_ada.zip", "05_attention.ipynb", "Ada Lovelace"),
        ("hw5.zip", "Ada Lovelace_12_assignsubmission_file_/05_attention.ipynb", "Ada Lovelace"),
    ],
)
def test_whose_a_file_in_an_archive_is(archive, inside, student, tmp_path):
    with zipfile.ZipFile(tmp_path / archive, "w") as file:
        file.writestr(inside, notebook(SETUP))
    assert [one.student for one in collect(tmp_path)] == [student]


def test_lesson_by_import_and_else_by_functions():
    assert room_of([SETUP]) == "l05_attention"
    assert room_of(["def attention_head(query): ...", "x = 1"]) == "l05_attention"
    assert room_of(["def mean(x): ..."]) == ""
    assert room_of(["def perplexity(x): ..."]) == ""  # two lessons have one


def test_flat_files_folders_and_archives(tmp_path):
    put(tmp_path / "ada_05_attention.ipynb", notebook(SETUP))
    put(tmp_path / "bao" / "05_attention.ipynb", notebook(SETUP))
    put(tmp_path / "bao" / "progress.json", '{"lessons": {"05": {"causal_mask": {"attempts": 3}}}}')
    put(tmp_path / "notes.txt", "no notebook")
    put(tmp_path / ".ipynb_checkpoints" / "x.ipynb", notebook(SETUP))
    with zipfile.ZipFile(tmp_path / "submissions.zip", "w") as archive:
        archive.writestr("chidi/05_attention.ipynb", notebook(SETUP))
        archive.writestr("__MACOSX/chidi/._05_attention.ipynb", "x")
        archive.writestr("chidi/.ipynb_checkpoints/05_attention.ipynb", notebook(SETUP))
    found = {one.student: one for one in collect(tmp_path)}
    assert set(found) == {"ada", "bao", "chidi"}
    assert all(one.room == "l05_attention" and not one.problem for one in found.values())
    assert found["bao"].attempts == {"causal_mask": 3}


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "an empty file"),
        ("{", "not a notebook"),
        ("[1, 2]", "not a notebook"),
        ('{"cells": 3}', "not a notebook"),
        ("[" * 100_000, "not a notebook"),
        (notebook(), "no code cells"),
        (notebook("x = 1"), "not a lesson of this workbook"),
    ],
)
def test_what_cannot_be_read_is_listed(text, problem, tmp_path):
    put(tmp_path / "ada.ipynb", text)
    (found,) = collect(tmp_path)
    assert (found.problem, found.room) == (problem, "")


def test_one_that_was_never_run_is_read_and_noted(tmp_path):
    put(tmp_path / "ada.ipynb", notebook(SETUP, ran=None))
    (found,) = collect(tmp_path)
    assert found.room and found.notes == ["it was never run"]


def test_a_notebook_of_500_mb_is_not_read(tmp_path):
    with (tmp_path / "ada.ipynb").open("wb") as file:
        file.truncate(500 * 2**20)  # takes no disk
    (found,) = collect(tmp_path)
    assert found.problem == "500 MB: a notebook may have 50 MB"


def test_links_are_not_followed(tmp_path):
    put(tmp_path / "outside" / "secret.ipynb", notebook(SETUP))
    put(tmp_path / "in" / "ada.ipynb", notebook(SETUP))
    (tmp_path / "in" / "link.ipynb").symlink_to(tmp_path / "outside" / "secret.ipynb")
    (tmp_path / "in" / "folder").symlink_to(tmp_path / "outside")
    assert [one.source for one in collect(tmp_path / "in")] == ["ada.ipynb"]


def test_archives_with_links_ways_out_and_bombs(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "LARGEST", 100_000)
    with zipfile.ZipFile(tmp_path / "all.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        link = zipfile.ZipInfo("eve/link.ipynb")
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(link, "/etc/passwd")
        archive.writestr("../../eve.ipynb", notebook(SETUP))
        archive.writestr("/etc/eve.ipynb", notebook(SETUP))
        archive.writestr("eve/bomb.ipynb", b"0" * 10_000_000)
        archive.writestr("ada/05_attention.ipynb", notebook(SETUP))
    found = {one.source.rpartition("/")[2]: one.problem for one in collect(tmp_path)}
    assert found.pop("05_attention.ipynb") == ""
    assert found.pop("bomb.ipynb") == "10 MB unpacked: too large"
    assert set(found.values()) == {"a link, or a path that leads out of the archive"}
    assert not (tmp_path.parent / "eve.ipynb").exists()


def test_an_archive_that_says_less_than_it_holds(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "LARGEST", 1_000)
    with zipfile.ZipFile(tmp_path / "all.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("eve/bomb.ipynb", b"0" * 100_000)
    data = bytearray((tmp_path / "all.zip").read_bytes())
    size = (100_000).to_bytes(4, "little")
    while (place := data.find(size)) >= 0:
        data[place : place + 4] = (10).to_bytes(4, "little")
    (tmp_path / "all.zip").write_bytes(data)
    (found,) = collect(tmp_path)
    assert found.problem and not found.cells


@pytest.mark.parametrize("content", [b"", b"PK", b"no archive"])
def test_an_archive_that_is_none(content, tmp_path):
    (tmp_path / "eve.zip").write_bytes(content)
    (found,) = collect(tmp_path)
    assert found.problem.startswith("not a readable archive")


def test_too_many_files(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "MOST_MEMBERS", 3)
    with zipfile.ZipFile(tmp_path / "eve.zip", "w") as archive:
        for number in range(5):
            archive.writestr(f"{number}.ipynb", "")
    assert [one.problem for one in collect(tmp_path)] == ["5 files: an archive may have 3"]


def test_a_folder_that_is_not_there_or_empty(tmp_path):
    with pytest.raises(ValueError, match="expected a folder"):
        collect(tmp_path / "none")
    with pytest.raises(ValueError, match="no notebook"):
        collect(tmp_path)
