"""Every record was made by the code that is here now."""

import json

import pytest
import torch

from workbook import records as experiments


@pytest.mark.parametrize("name", experiments.names())
def test_recorded_configuration_is_what_would_run_now(name):
    entries = experiments.recorded(name)
    configuration = experiments.experiment(name).CONFIGURATION
    assert entries["configuration"] == json.loads(json.dumps(configuration))
    assert experiments.command_today(entries) == f"python -m workbook record {name}"
    assert {"commit", "hardware", "minutes", "results"} <= entries.keys()


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


def test_a_part_that_is_done_is_read_back(tmp_path):
    made = []

    def make():
        made.append(1)
        return {"minutes": 1.5}, {"numbers": torch.arange(3)}

    path = tmp_path / "state" / "arm-0.json"
    first = experiments.kept_part(path, {"n": 3}, True, make)
    again = experiments.kept_part(path, {"n": 3}, True, make)
    assert made == [1] and first[0] == again[0]
    assert torch.equal(first[1]["numbers"], again[1]["numbers"])
    with pytest.raises(ValueError, match="was made with other settings"):
        experiments.kept_part(path, {"n": 4}, True, make)
    experiments.kept_part(path, {"n": 4}, False, make)
    other = tmp_path / "other.json"
    experiments.kept_part(other, {"n": 4}, False, make)
    assert len(made) == 3 and not other.exists(), "a slice neither reads nor writes"


def test_arms_come_with_every_seed_on_one_thread():
    threads = torch.get_num_threads()

    def part(arm, seed):
        assert torch.get_num_threads() == 1
        return {"sum": arm + seed}, {"seed": torch.tensor(seed)}

    found, kept = experiments.of_arms([0.5, 2.0], [0, 3], part)
    assert found == {"0.5": [{"sum": 0.5}, {"sum": 3.5}], "2.0": [{"sum": 2.0}, {"sum": 5.0}]}
    assert list(kept) == ["0.5/0/seed", "2.0/0/seed", "0.5/3/seed", "2.0/3/seed"]
    assert torch.get_num_threads() == threads
