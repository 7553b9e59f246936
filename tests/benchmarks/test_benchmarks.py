"""Each benchmark runs at a tiny size; records have the form that the table reads."""

import json
import types

import numpy as np
import pytest
import torch

import benchmarks
from benchmarks import __main__ as command
from benchmarks import machine, oracles
from benchmarks.measures import encoder, fine_tuning, masked_lm, wordpiece
from benchmarks.results import Row
from bertlab.model.bert import BertModel
from bertlab.text.wordpiece import WordPieceTokenizer
from bertlab.timing import spread
from workbook.records import RUNS

MACHINE = {
    "processor": "a model",
    "cpu_cores": 2,
    "threads": 2,
    "gpu": None,
    "load_at_start": [0.1, 0.2, 0.3],
    "python": "3.11.7",
    "torch": "2.13.0",
}


def tiny(name, folder):
    """Run a benchmark's slice, on the small model where it reads one."""
    module = benchmarks.benchmark(name)
    configuration = {**module.CONFIGURATION, **module.SLICE}
    if "checkpoint" in configuration:
        configuration["checkpoint"] = folder
    return module.run(configuration)


@pytest.mark.parametrize("name", benchmarks.NAMES)
def test_each_benchmark_runs_and_its_rows_are_whole(name, checkpoint):
    if name == "text_vectors":
        pytest.importorskip("sentence_transformers", reason="make bench installs it")
    rows = tiny(name, checkpoint)
    assert rows
    for row in rows:
        entries = json.loads(json.dumps(row.to_json()))
        assert Row.from_json(entries).to_json() == entries
        assert row.work and row.beside
        assert row.figure is not None or row.note
        if row.theirs is not None:
            assert row.ours.minimum > 0 and row.theirs.minimum > 0


def test_slices_are_changes_of_configurations_that_could_be_recorded():
    for name in benchmarks.NAMES:
        module = benchmarks.benchmark(name)
        assert module.SLICE.keys() <= module.CONFIGURATION.keys(), name
        json.dumps(module.CONFIGURATION)
        assert module.CONFIGURATION.get("repetitions", 7) >= 7, name


def test_records_on_disk_are_those_of_these_benchmarks():
    records = benchmarks.recorded()
    assert [entries["benchmark"] for entries in records.values()] == [*benchmarks.NAMES]


def test_a_record_of_another_configuration_is_called_older(monkeypatch):
    entries = benchmarks.recorded()["wordpiece"]
    monkeypatch.setattr(command, "recorded", lambda: {"wordpiece": entries})
    assert "\nwordpiece: " in command.report()
    monkeypatch.setitem(wordpiece.CONFIGURATION, "repetitions", 99)
    assert "\nwordpiece (of an older configuration): " in command.report()


def test_a_record_and_the_report_of_it(tmp_path, monkeypatch):
    module = types.SimpleNamespace(CONFIGURATION={"n": 3})
    module.run = lambda configuration: [
        Row("work", "other", "times as fast", spread([float(configuration["n"])]), 2.0)
    ]
    monkeypatch.setattr(benchmarks, "FOLDER", tmp_path / "benchmarks")
    monkeypatch.setattr(benchmarks, "benchmark", lambda name: module)
    entries = json.loads(benchmarks.record("encoder").read_text())
    assert entries.keys() == {
        *("benchmark", "command", "commit", "machine", "configuration", "minutes", "rows")
    }
    assert entries["command"] == "python -m benchmarks encoder"
    assert {"processor", "cpu_cores", "threads", "torch", "python"} <= entries["machine"].keys()
    assert len(entries["machine"]["load_at_start"]) == 3
    assert entries["rows"][0]["reached"] is True
    assert benchmarks.recorded() == {"encoder": entries}
    lines = command.report().splitlines()
    assert lines[2].startswith("work") and "3 times as fast" in lines[2]
    assert lines[4].startswith("encoder: ") and "load" in lines[4]
    assert (
        "correctness on a GPU: not measured" in lines or (RUNS / "gpu_correctness.json").is_file()
    )
    assert command.report(["wordpiece"]) == "nothing was measured yet"


def test_unknown_names_and_what_goes_wrong_become_a_message(monkeypatch):
    with pytest.raises(ValueError, match="no benchmark 'nothing'; there are: encoder"):
        benchmarks.benchmark("nothing")
    assert "no benchmark 'nothing'" in command.main(["encoder", "nothing"])

    def disagree(name):
        raise ValueError("both sides must agree")

    monkeypatch.setattr(command, "record", disagree)
    assert command.main(["encoder"]) == "both sides must agree"


def test_several_benchmarks_have_a_process_each(monkeypatch, capsys):
    called = []

    def run(arguments, check):
        called.append(arguments[1:])
        return types.SimpleNamespace(returncode=int(arguments[-1] == "wordpiece"))

    monkeypatch.setattr(command.subprocess, "run", run)
    monkeypatch.setattr(command, "report", lambda: "the table")
    assert command.main(["encoder", "wordpiece"]) == "failed: wordpiece"
    assert called == [["-m", "benchmarks", name] for name in ("encoder", "wordpiece")]
    assert capsys.readouterr().out.endswith("the table\n")
    called.clear()
    command.main([])
    assert [arguments[-1] for arguments in called] == list(benchmarks.NAMES)


def test_a_missing_library_is_named():
    with pytest.raises(ImportError, match=r"compares with no_such_library.*make env"):
        oracles.library("no_such_library")


def test_the_processor_is_read_from_the_system(tmp_path):
    file = tmp_path / "cpuinfo"
    file.write_text("processor\t: 0\nmodel name\t: A Model 9\nflags\t\t: fpu avx2 avx512_bf16\n")
    assert machine.processor(file) == "A Model 9"
    assert machine.flags(file) == ["avx2", "avx512_bf16"] and machine.flags(tmp_path / "none") == []
    assert isinstance(machine.processor(tmp_path / "none"), str)


def test_the_machine_in_one_line():
    assert machine.machine_line({**MACHINE, **dict.fromkeys(machine.LIBRARIES)}) == (
        "a model, 2 cores; 2 threads; load 0.1, 0.2, 0.3 at the start; Python 3.11.7; torch 2.13.0"
    )
    described = machine.describe_machine()
    assert machine.machine_line({**described, "load_at_start": [1, 2, 3]})


# Each benchmark notices when both sides do different things.


def test_other_weights_are_noticed(checkpoint, monkeypatch):
    wrong = BertModel.from_pretrained(checkpoint).eval()
    torch.nn.init.normal_(wrong.encoder.layers[1].feed_forward.expand.bias)
    monkeypatch.setattr(encoder.BertModel, "from_pretrained", lambda folder: wrong)
    with pytest.raises(ValueError, match="2 x 5, ours and transformers: both sides must agree"):
        tiny("encoder", checkpoint)


def test_each_first_pass_has_a_side_of_its_own(checkpoint, monkeypatch):
    opened, asked = encoder.opened, []

    def counted(module, sides, configuration):
        asked.append(list(sides))
        return opened(module, sides, configuration)

    monkeypatch.setattr(encoder, "opened", counted)
    row = tiny("encoder", checkpoint)[-1]
    assert asked[1:] == [["ours"], ["transformers"]] * 3  # two to warm up, one repetition
    assert row.at_most and row.reach == 1.2
    assert row.figure.median == pytest.approx(row.ours.median / row.theirs.median)


def test_a_loss_over_other_positions_is_noticed(monkeypatch):
    def over_all(model, batch):
        return model(*masked_lm.batch_inputs(batch), labels=batch.input_ids).loss

    monkeypatch.setattr(masked_lm, "their_loss", over_all)
    with pytest.raises(ValueError, match="mini, ours and transformers: both sides must agree"):
        tiny("masked_lm", None)


def test_other_ids_are_noticed(checkpoint, monkeypatch):
    original = wordpiece.compiled
    cased = WordPieceTokenizer.from_folder(checkpoint, lowercase=False)
    monkeypatch.setattr(wordpiece, "compiled", lambda ours: original(cased))
    with pytest.raises(ValueError, match="ids of wiki sentences: number 0 differs"):
        tiny("wordpiece", checkpoint)


def test_another_mask_is_noticed(checkpoint, monkeypatch):
    original = fine_tuning.as_their_inputs

    def without_mask(batch):
        return {name: t for name, t in original(batch).items() if name != "attention_mask"}

    monkeypatch.setattr(fine_tuning, "as_their_inputs", without_mask)
    with pytest.raises(ValueError, match=r"steps, ours and .*Trainer.*: both sides must agree"):
        tiny("fine_tuning", checkpoint)


def test_batches_are_spread_over_the_widths_of_an_epoch():
    lengths = np.arange(1, 21)
    batches = [np.array([i, i + 1]) for i in (6, 0, 2, 4, 18, 8, 10, 12)]
    chosen = fine_tuning.spread_batches([*batches, np.array([19])], lengths, 2)
    assert [batch.tolist() for batch in chosen] == [[4, 5], [12, 13]]  # the 3rd and the 7th of 8


def test_both_sides_of_fine_tuning_group_all_texts():
    configuration = {**fine_tuning.CONFIGURATION, "num_texts": 400}
    data = fine_tuning.texts(configuration)
    grouped = fine_tuning.group_by_length(data, 8, seed=0)
    for batches in (grouped, data.epoch(0, 8, 0), fine_tuning.in_random_order(data, 8, seed=0)):
        assert sorted(int(place) for batch in batches for place in batch) == list(range(400))

    def padded(batches):
        return sum(len(batch) * data.lengths[batch].max() for batch in batches)

    mixed = fine_tuning.in_random_order(data, 8, seed=0)
    assert data.lengths.sum() <= padded(grouped) < padded(mixed) <= 400 * data.lengths.max()
