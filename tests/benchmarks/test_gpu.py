"""The command for a GPU, on a processor: its records, what a stop keeps, and its measurements."""

import json
import os
import subprocess
import sys
from importlib import import_module

import pytest
import torch
from torch.utils.flop_counter import FlopCounterMode

from benchmarks import __main__ as benchmarks_command
from benchmarks.gpu import (
    PARTS,
    command,
    correctness,
    finetuning,
    longer,
    machine,
    pack,
    pretraining,
)
from benchmarks.gpu import record as records
from benchmarks.gpu.record import Measurement
from benchmarks.gpu.unpadded import encode, lay_end_to_end
from bertlab.model.bert import BertModel
from bertlab.model.config import BertConfig
from bertlab.model.tasks import BertForMaskedLM
from bertlab.training.provenance import PROJECT
from workbook import gpu_records

CPU = torch.device("cpu")
TINY = BertConfig(
    vocab_size=31, hidden_size=12, num_layers=2, num_heads=3, intermediate_size=20, max_positions=9
)
NUMBERS = {"accuracy": 0.84123456, "GiB": None}


def planted(*works):
    """Return a part's module with these works, called a, b, c."""
    measurements = [Measurement(name, 0, work) for name, work in zip("abc", works, strict=False)]
    return type("Part", (), {
        "CONFIGURATION": {"n": 9, "m": [1]}, "SLICE": {"n": 1},
        "measurements": staticmethod(lambda configuration, device: measurements),
    })  # fmt: skip


def run_planted(monkeypatch, folder, *works, seconds=60.0):
    monkeypatch.setattr(command, "import_module", lambda name: planted(*works))
    monkeypatch.setattr(records, "_clear", lambda: None)
    command.run(["throughput"], CPU, folder, seconds)


def stored(folder):
    return json.loads((folder / "gpu_throughput.json").read_text())


def test_the_form_of_a_record(tmp_path, monkeypatch):
    run_planted(monkeypatch, tmp_path, lambda: NUMBERS, lambda: {"ms": 2.0})
    entries = stored(tmp_path)
    assert entries.keys() == {
        *("part", "command", "commit", "machine", "configuration", "minutes"),
        *("measurements", "skipped"),
    }
    assert entries["configuration"] == {"n": 1, "m": [1]}  # a slice, on a processor
    assert entries["measurements"]["a"]["results"] == {"accuracy": 0.84123, "GiB": None}
    assert {"gpu", "cuda", "torch", "transformers", "python", "TF32"} <= entries["machine"].keys()


@pytest.mark.parametrize("stop", [KeyboardInterrupt, SystemExit])
def test_a_stop_in_the_middle_loses_nothing(tmp_path, monkeypatch, stop):
    called = []

    def second():
        called.append("b")
        if len(called) == 2:  # the first run's second measurement
            raise stop

    def first():
        called.append("a")
        return NUMBERS

    with pytest.raises(stop):
        run_planted(monkeypatch, tmp_path, first, second)
    before = stored(tmp_path)["measurements"]
    assert list(before) == ["a"]
    run_planted(monkeypatch, tmp_path, first, lambda: {"ms": 1.0}, first)
    after = stored(tmp_path)["measurements"]
    assert list(after) == ["a", "b", "c"] and after["a"] == before["a"]
    assert called == ["a", "b", "a"]


def test_what_fails_or_does_not_fit_is_named_and_tried_again(tmp_path, monkeypatch):
    def fails():
        raise RuntimeError("CUDA error: no kernel image")

    run_planted(monkeypatch, tmp_path, fails, lambda: {"ms": 3.0}, seconds=-1.0)
    assert stored(tmp_path)["skipped"]["b"] == "takes about 0 s, 0 s were left"
    lines = gpu_records.gpu_report("throughput", tmp_path).splitlines()
    assert lines[1:] == ["not measured, for lack of time: a; b"]
    run_planted(monkeypatch, tmp_path, fails, lambda: {"ms": 3.0})
    entries = stored(tmp_path)
    assert entries["measurements"]["a"]["error"] == "RuntimeError: CUDA error: no kernel image"
    assert entries["measurements"]["b"]["results"] == {"ms": 3.0} and not entries["skipped"]
    assert "a: failed (RuntimeError" in gpu_records.gpu_report("throughput", tmp_path)
    run_planted(monkeypatch, tmp_path, lambda: {"ms": 4.0}, fails)
    assert [one["results"]["ms"] for one in stored(tmp_path)["measurements"].values()] == [4, 3]


def test_records_of_two_machines_are_not_mixed(tmp_path, monkeypatch):
    run_planted(monkeypatch, tmp_path, lambda: NUMBERS)
    monkeypatch.setattr(records, "describe_gpu", lambda: {"gpu": "another"})
    with pytest.raises(ValueError, match=r"made with the GPU .*, this run has another.*--into"):
        run_planted(monkeypatch, tmp_path, lambda: NUMBERS)


def test_records_in_words(tmp_path):
    one = {"seconds": 9.0, "results": {"accuracy": 0.8, "GiB": 1.5}}
    entries = {
        "machine": {"gpu": "A card", "driver_version": "5", "torch": "2", "transformers": "3"},
        "minutes": 1.26,
        "measurements": {
            "bf16, seed 0": one,
            "bf16, seed 1": {**one, "results": {"accuracy": 0.9, "GiB": 1.5}},
            "steps": {"seconds": 1.0, "results": {"loss": 0.00001234, "says": "so"}},
        },
        "skipped": {},
    }
    assert gpu_records.gpu_report("finetuning", tmp_path) == "finetuning on a GPU: not measured"
    (tmp_path / "gpu_finetuning.json").write_text(json.dumps(entries))
    assert gpu_records.gpu_report("finetuning", tmp_path).splitlines() == [
        "finetuning on a GPU: A card, driver 5, torch 2, transformers 3; 1.3 minutes",
        "bf16: accuracy 0.85 ± 0.071; GiB 1.5 ± 0; 2 seeds",
        "steps: loss 1.234e-05; says so",
    ]


def test_lessons_and_the_table_of_benchmarks_read_the_same_records():
    for lesson, parts in {
        "l08_pretraining": {"pretraining", "longer"},
        "l09_finetuning": {"finetuning"},
    }.items():
        room = PROJECT / "lessons" / lesson
        sources = (room / name for name in ("lesson.py", "more.py"))
        source = "".join(path.read_text() for path in sources if path.exists())
        for part in parts:
            assert f'print(gpu_report("{part}"))' in source
    table = benchmarks_command.report()
    assert all(f"{part} on a GPU: " in table for part in PARTS)


@pytest.mark.parametrize("part", ["finetuning", "pretraining", "throughput"])
def test_the_measurements_of_a_part(part, checkpoint, tmp_path, monkeypatch):
    module = import_module(f"benchmarks.gpu.{part}")
    monkeypatch.setitem(module.SLICE, "checkpoint", str(checkpoint))
    # The checks of shapes that tests switch on would break a graph: test_compiled.py goes without.
    monkeypatch.setattr(torch, "compile", lambda function, **options: function)
    monkeypatch.setattr(records, "_clear", lambda: None)
    command.run([part], CPU, tmp_path, 600.0)
    entries = json.loads((tmp_path / f"gpu_{part}.json").read_text())
    assert not entries["skipped"] and len(entries["measurements"]) >= 5
    for name, one in entries["measurements"].items():
        if "sentence_transformers" not in one.get("error", ""):  # make bench installs it
            assert all(value is None or value >= 0 for value in one["results"].values()), name


def test_operations_are_those_that_torch_counts():
    torch.manual_seed(0)
    model, ids = BertForMaskedLM(TINY), torch.ones(3, 5, dtype=torch.int64)
    with FlopCounterMode(display=False) as counter:
        chosen = model.bert.read(torch.arange(4), ids)
        model.masked_lm(chosen, model.bert.embeddings.word.weight)
    assert pretraining.step_operations(TINY, 3, 5, 4) == 3 * counter.get_total_flops()


def test_texts_end_to_end_get_the_vectors_that_padded_ones_get():
    torch.manual_seed(0)
    model, ids, lengths = BertModel(TINY).eval(), torch.randint(1, 31, (3, 7)), [7, 2, 4]
    mask = (torch.arange(7) < torch.tensor(lengths)[:, None]).long()
    places = torch.tensor([12, 0, 8])
    expected = model(ids, None, mask).last_hidden_state[mask.bool()][places]
    found = encode(model, lay_end_to_end(ids, lengths), places)
    torch.testing.assert_close(found, expected)


def test_both_sides_of_the_ragged_texts_have_one_loss():
    configuration = {"texts": 3, "length": 9, "shortest": 2}
    torch.manual_seed(0)
    padded = pretraining.padded(TINY, configuration, CPU)
    torch.manual_seed(0)
    end_to_end = pretraining.end_to_end(TINY, configuration, CPU)
    losses = [one.loss(one.model.eval(), one.batch) for one in (padded, end_to_end)]
    torch.testing.assert_close(*losses)
    assert padded.tokens == end_to_end.tokens < 27


def test_recomputing_gives_the_same_gradient(checkpoint):
    gradients, ids = [], torch.tensor([[101, 2000, 102]])
    for recompute in (False, True):
        model = finetuning.fresh({"checkpoint": checkpoint}, 0)
        with finetuning.recomputed(model, recompute):
            model(ids).square().sum().backward()
        gradients.append(model.bert.encoder.layers[0].feed_forward.expand.weight.grad)
        assert "forward" not in vars(model.bert.encoder.layers[0])
    torch.testing.assert_close(*gradients)


def test_batches_drawn_ahead_are_those_that_one_process_draws():
    settings = {**longer.SETTINGS, **longer.CONFIGURATION["trials"], **longer.SLICE["trials"]}
    trial = longer.Trial(settings, longer.STANDARD, *longer.letters(), 0)
    with longer.drawn_ahead(trial.draw) as draw:
        found = [draw(step, 0, 1)[0] for step in range(3)]
    for step, batch in enumerate(found):
        assert all(map(torch.equal, batch, trial.draw(step)[0]))


def test_padding_moved_to_the_front_keeps_the_order_of_the_tokens():
    behind, front = (correctness.common_setup(4, 16, moved).batch for moved in (False, True))
    for one, other in zip(behind.input_ids, front.input_ids, strict=True):
        tokens = one[one != 0]
        assert torch.equal(other[-len(tokens) :], tokens) and not other[: -len(tokens)].any()


def test_wrong_weights_are_seen_beside_transformers():
    given = correctness.common_setup(4, 16, False)
    found = correctness.parity(CPU, 4, 16, torch.float32, "no", False)
    assert found["largest difference from transformers"] < 1e-5
    with torch.no_grad():
        given.theirs.bert.encoder.layer[5].output.dense.bias[:9] += 0.1
    wrong = correctness.parity(CPU, 4, 16, torch.float32, "no", False)
    correctness.common_setup.cache_clear()
    assert wrong["largest difference from transformers"] > 1e-3


def test_the_pack_is_read_in_place_of_the_cache(tmp_path, monkeypatch):
    size = pack.pack(tmp_path / "pack")
    assert size < 56 * 2**20  # the program has to fit beside it
    code = (
        "from benchmarks.gpu.pack import reading_from; from pathlib import Path\n"
        f"with reading_from(Path({str(tmp_path / 'pack')!r})):\n"
        "    from bertlab.datasets import movie_reviews, shakespeare, wiki\n"
        "    from bertlab.model import BertModel, find_folder\n"
        "    print(len(movie_reviews().train), len(shakespeare().train), len(wiki().train))\n"
        "    model = BertModel.from_pretrained('minilm')\n"
        "    print(find_folder('minilm'), model.pooler.dense.weight.dtype)\n"
    )
    away = {"PIP_NO_INDEX": "1", "PATH": os.environ["PATH"], "PYTHONPATH": str(PROJECT)}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=away)
    counts, model = done.stdout.splitlines()
    assert all(int(number) > 20 for number in counts.split())
    assert model == f"{tmp_path / 'pack' / 'minilm'} torch.float32"


def test_without_a_gpu_only_a_dry_run_is_made(monkeypatch):
    monkeypatch.delenv("DEVICE", raising=False)
    monkeypatch.setattr(machine, "best_device", lambda: CPU)
    assert benchmarks_command.main(["gpu"]) == (
        "expected a CUDA GPU, got none; DEVICE=cpu makes a dry run of seconds"
    )
    monkeypatch.setenv("DEVICE", "cpu")
    assert machine.chosen_device() == CPU


@pytest.mark.nightly
def test_the_whole_command_in_a_dry_run(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("DEVICE", "cpu")
    assert benchmarks_command.main(["gpu", "--into", str(tmp_path)]) is None
    printed = capsys.readouterr().out
    assert all(f"{part} on a GPU: no GPU, a dry run" in printed for part in PARTS)
    assert "failed (" not in printed and "not measured" not in printed
