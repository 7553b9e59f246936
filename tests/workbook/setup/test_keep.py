import os
import shutil

import pytest

from workbook.setup import keep


@pytest.fixture
def places(tmp_path, monkeypatch):
    """Return the project's folder and one in a Drive."""
    root, drive = tmp_path / "project", tmp_path / "drive"
    for path in (root, drive):
        path.mkdir()
    monkeypatch.setattr(keep, "ROOT", root)
    write(root, "build/pretraining/mine/state.safetensors", "step 100")
    write(root, "data/cache/archives/corpus.whl", "texts")
    write(root, "data/checkpoints/mine/config.json", "{}")
    return root, drive / "kept"


def write(root, name, content):
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content)
    return path


def contents(root):
    return {p.relative_to(root).as_posix(): p.read_text() for p in root.rglob("*") if p.is_file()}


def test_what_was_saved_is_back_on_a_new_machine(places, capsys):
    root, drive = places
    write(root, "data/cache/archives/.corpus-123/half.whl", "unfinished")
    write(root, "bertlab/__init__.py", "no part of the work")
    keep.main(["save", str(drive)])
    saved = contents(drive)
    assert set(saved) == {
        "build/pretraining/mine/state.safetensors",
        "data/cache/archives/corpus.whl",
        "data/checkpoints/mine/config.json",
    }
    shutil.rmtree(root)
    root.mkdir()
    keep.main(["restore", str(drive)])
    assert contents(root) == saved
    words = capsys.readouterr().out.splitlines()
    assert [line.split(" files ")[0] for line in words] == ["3", "3"]


def test_only_what_is_newer_is_saved_again(places, capsys):
    root, drive = places
    keep.main(["save", str(drive)])
    keep.main(["save", str(drive)])
    state = write(root, "build/pretraining/mine/state.safetensors", "step 200")
    os.utime(state, (2e9, 2e9))
    keep.main(["save", str(drive)])
    assert contents(drive)["build/pretraining/mine/state.safetensors"] == "step 200"
    counts = [line.split()[0] for line in capsys.readouterr().out.splitlines()]
    assert counts == ["3", "0", "1"]


def test_restoring_replaces_nothing(places):
    root, drive = places
    keep.main(["save", str(drive)])
    write(root, "data/checkpoints/mine/config.json", "of a newer edition")
    keep.main(["restore", str(drive)])
    assert contents(root)["data/checkpoints/mine/config.json"] == "of a newer edition"


def test_an_interruption_leaves_the_older_file_whole(places, monkeypatch):
    root, drive = places
    keep.main(["save", str(drive)])
    for file in (root / "build").rglob("*.safetensors"):
        file.write_text("step 200")
        os.utime(file, (2e9, 2e9))

    def half(source, target):
        target.write_text("st")
        raise KeyboardInterrupt

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(shutil, "copy2", half)
        keep.main(["save", str(drive)])
    assert contents(drive)["build/pretraining/mine/state.safetensors"] == "step 100"
    shutil.rmtree(root / "build")
    keep.main(["restore", str(drive)])
    assert contents(root / "build") == {"pretraining/mine/state.safetensors": "step 100"}


def test_a_drive_that_is_not_there_is_named(places):
    _, drive = places
    with pytest.raises(SystemExit, match="Nothing was saved in"):
        keep.main(["restore", str(drive)])
    with pytest.raises(SystemExit, match="mount Drive first"):
        keep.main(["save", str(drive / "deeper" / "still")])
