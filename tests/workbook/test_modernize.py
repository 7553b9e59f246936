"""Names of edition 2 become those of today, in scripts, notebooks, records and prose."""

import json
import os
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

from benchmarks import NAMES
from workbook.modernize import everything_moved, main, modernize, moved, translated
from workbook.records import command_today, names, recorded

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = '''\
"""See ``bertlab.training.train`` and bertlab/model.py."""
from bertlab import checkpoint, device
from bertlab import model as bert  # a module under another name
from bertlab.model import BertForMaskedLM, BertModel
from bertlab.baselines import nnlm
import bertlab.baselines.word2vec_objectives as losses


def later():
    from bertlab.config import (
        BertConfig,
        TrainConfig,
    )
    return BertConfig, TrainConfig, bert, losses, nnlm, checkpoint, device
'''
TODAY = '''\
"""See ``bertlab.training.loop.train`` and bertlab/model/bert.py."""
from bertlab.model import checkpoint
from bertlab import device
from bertlab.model import bert  # a module under another name
from bertlab.model.tasks import BertForMaskedLM
from bertlab.model.bert import BertModel
from bertlab.before.nnlm import model as nnlm
import bertlab.before.word2vec.objectives as losses


def later():
    from bertlab.training.config import TrainConfig
    from bertlab.model.config import BertConfig
    return BertConfig, TrainConfig, bert, losses, nnlm, checkpoint, device
'''


def test_a_script_is_translated_once_and_runs(tmp_path):
    script = tmp_path / "mine.py"
    script.write_text(SCRIPT)
    assert modernize(script)
    assert script.read_text() == TODAY
    space: dict = {}
    exec(TODAY, space)
    assert space["later"]()[0].__module__ == "bertlab.model.config"


def test_names_of_today_stay(tmp_path):
    text = "bertlab.model.bert.BertModel, bertlab.datasets.fonts, bertlab.text and rebertlab.model"
    assert translated(text) == text


def test_a_notebook_keeps_all_but_its_names(tmp_path):
    cells = [
        {"cell_type": "markdown", "source": ["`bertlab.encoder`\n", "and"], "metadata": {}},
        {"cell_type": "code", "source": ["from bertlab import encoder\n", "1"], "outputs": [3]},
    ]
    path = tmp_path / "mine.ipynb"
    path.write_text(json.dumps({"cells": cells, "nbformat": 4}))
    assert modernize(path)
    found = json.loads(path.read_text())
    assert found["cells"][0]["source"] == ["`bertlab.model.encoder`\n", "and"]
    assert found["cells"][1]["source"] == ["from bertlab.model import encoder\n", "1"]
    assert found["cells"][1]["outputs"] == [3] and found["nbformat"] == 4


def test_what_is_no_python_is_named_and_left(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text("from bertlab import (")
    with pytest.raises(ValueError, match="expected Python, got"):
        modernize(path)
    assert path.read_text() == "from bertlab import ("


OLD, NEW = "from bertlab import encoder", "from bertlab.model import encoder"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (f"%matplotlib inline\n!ls \\\n -l\n{OLD}\nx = !ls", None),
        (f"%%time\n{OLD}\n", None),
        (f"x = (1\n    != 2)\n{OLD}\n", None),
        (f"x = '\u2028\x85\x0c'\n{OLD}\n", None),
        (f"x = 1\r\n{OLD}\r\ny = 2\r\n", None),
        (f"é = 1; {OLD}; y = 2  # and so on\n", None),
        (f"if True: {OLD}\n", None),
        ("%%writefile a.py\nx = (\n", "%%writefile a.py\nx = (\n"),
        (
            "if True:\r\n  from bertlab import (\r\n    encoder,\r\n    device)  # two\r\nx = 1",
            "if True:\r\n  from bertlab.model import encoder\r\n"
            "  from bertlab import device  # two\r\nx = 1",
        ),
    ],
)
@pytest.mark.parametrize("as_list", [True, False])
def test_all_but_the_names_stays_as_it_is(tmp_path, before, after, as_list):
    after = before.replace(OLD, NEW) if after is None else after
    path = tmp_path / "mine.ipynb"
    source = before.splitlines(keepends=True) if as_list else before
    cell = {"cell_type": "code", "source": source, "outputs": [{"text": "\ud83d cut"}]}
    path.write_bytes(json.dumps({"cells": [cell]}).replace(", ", ",\r\n").encode())
    path.chmod(0o640)
    written = path.read_bytes()
    assert modernize(path) == (after != before)
    assert after != before or path.read_bytes() == written
    (found,) = json.loads(path.read_bytes())["cells"]
    assert "".join(found["source"]) == after and found["outputs"] == cell["outputs"]
    assert path.read_bytes().count(b"\n") == path.read_bytes().count(b"\r\n")
    assert path.stat().st_mode & 0o777 == 0o640


def test_the_command_names_what_it_leaves_and_does_the_rest(tmp_path, monkeypatch, capsys):
    (tmp_path / "folder.py").mkdir()
    os.mkfifo(tmp_path / "fifo.py")
    contents = {
        "latin.py": "é".encode("latin-1"),
        "half.ipynb": b'{"cells": [',
        "list.ipynb": b"[]",
    }
    contents |= {"deep.ipynb": b"[" * 100_000, "null.py": b"x\0", "cell.ipynb": b'{"cells": [3]}'}
    for name, content in contents.items():
        (tmp_path / name).write_bytes(content)
    (tmp_path / "right.py").write_text(OLD)
    wrong = ["absent.py", "folder.py", "fifo.py", *contents]
    names = [*wrong, "right.py"]
    monkeypatch.setattr("sys.argv", ["modernize", *(str(tmp_path / name) for name in names)])
    with pytest.raises(SystemExit) as ended:
        main()
    said = str(ended.value).splitlines()
    assert [line.partition(": ")[0] for line in said] == [str(tmp_path / name) for name in wrong]
    assert all(line.endswith("; left as it was") for line in said)
    assert capsys.readouterr().out == f"{tmp_path / 'right.py'}: translated\n"
    assert {name: (tmp_path / name).read_bytes() for name in contents} == contents


def test_a_full_disk_leaves_the_file(tmp_path, monkeypatch):
    path = tmp_path / "mine.py"
    path.write_text(OLD)
    monkeypatch.setattr(os, "fsync", full_disk)
    with pytest.raises(OSError, match="No space left"):
        modernize(path)
    assert [file.name for file in tmp_path.iterdir()] == ["mine.py"] and path.read_text() == OLD


def full_disk(_):
    raise OSError(28, "No space left on device")


def is_here(module: str) -> bool:
    """Tell whether a place is not in the room of a lesson that somebody has taken away."""
    floor, _, rest = module.partition(".")
    return floor != "lessons" or (ROOT / "lessons" / rest.split(".")[0]).is_dir()


def test_every_place_on_the_map_is_there():
    places = {new for new in moved().values() if is_here(new)}
    assert [new for new in sorted(places) if find_spec(new) is None] == []
    assert len(places) > 100


def test_every_name_on_the_map_is_there():
    names = {old: new for old, new in everything_moved()["names"].items() if is_here(new)}
    modules = {old: import_module(new) for old, new in names.items()}
    assert [old for old, new in modules.items() if not hasattr(new, old.rpartition(".")[2])] == []
    assert len(names) > 8


def test_a_place_in_a_room_that_is_gone_is_not_missed():
    assert is_here("bertlab.nowhere") and not is_here("lessons.l99_gone.figures")


def test_every_file_on_the_map_is_there():
    assert all((ROOT / new).is_file() for new in everything_moved()["files"].values())


def test_every_record_can_be_made_again():
    for name in names():
        assert command_today(recorded(name)) == f"python -m workbook record {name}"
    made = [json.loads(file.read_text()) for file in (ROOT / "data/benchmarks").glob("*.json")]
    commands = {translated(entries["command"]) for entries in made if "command" in entries}
    assert commands == {f"python -m benchmarks {name}" for name in NAMES}
    runs = sorted((ROOT / "data/checkpoints").glob("*/run.json"))
    for run in runs:
        words = translated(json.loads(run.read_text())["command"]).split()
        assert words[:3] == ["python", "-m", "bertlab.pretraining.run"]
        assert all((ROOT / word).is_file() for word in words if word.startswith("data/"))
    assert len(names()) >= 26 and runs
