"""Every record was made by the code that is here now."""

import json

import pytest

from workbook import records as experiments


@pytest.mark.parametrize("name", experiments.names())
def test_recorded_configuration_is_what_would_run_now(name):
    entries = experiments.recorded(name)
    configuration = experiments.experiment(name).CONFIGURATION
    assert entries["configuration"] == json.loads(json.dumps(configuration))
    assert {"command", "commit", "hardware", "minutes", "results"} <= entries.keys()


def test_every_record_has_its_experiment():
    assert sorted(path.stem for path in experiments.RUNS.glob("*.json")) == experiments.names()


def test_unknown_names():
    with pytest.raises(ValueError, match="no experiment 'nothing'"):
        experiments.record("nothing")
    with pytest.raises(FileNotFoundError, match=r"python -m workbook record nothing"):
        experiments.recorded("nothing")


def test_a_record_is_written_whole(tmp_path, monkeypatch):
    import types

    module = types.SimpleNamespace(CONFIGURATION={"n": 3}, SLICE={"n": 1})
    module.run = lambda configuration: {"doubled": configuration["n"] * 2}
    monkeypatch.setattr(experiments, "RUNS", tmp_path)
    monkeypatch.setattr(experiments, "experiment", lambda name: module)
    path = experiments.record("double")
    assert experiments.recorded("double")["results"] == {"doubled": 6}
    assert experiments.run_slice("double") == {"doubled": 2}
    assert path.name == "double.json"
