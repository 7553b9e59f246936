"""Names of edition 2 become those of today, in scripts, notebooks, records and prose."""

import json
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

from benchmarks import NAMES
from workbook.modernize import everything_moved, modernize, moved, translated
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
from bertlab.model import bert
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
    with pytest.raises(ValueError, match=r"mine\.py: expected Python, got"):
        modernize(path)
    assert path.read_text() == "from bertlab import ("


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
