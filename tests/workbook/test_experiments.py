"""The runner: all variants with all seeds, part by part, and what is kept of them."""

import pytest
import torch

from bertlab.model.checkpoint import read_tensors
from workbook import experiments


def test_a_part_that_is_done_is_read_back(tmp_path):
    made = []

    def make():
        made.append(1)
        return {"minutes": 1.5}, {"numbers": torch.arange(3)}

    path = tmp_path / "state" / "arm-0.json"
    first = experiments.resumable_part(path, {"n": 3}, True, make)
    again = experiments.resumable_part(path, {"n": 3}, True, make)
    assert made == [1] and first[0] == again[0]
    assert torch.equal(first[1]["numbers"], again[1]["numbers"])
    with pytest.raises(ValueError, match="was made with other settings"):
        experiments.resumable_part(path, {"n": 4}, True, make)
    experiments.resumable_part(path, {"n": 4}, False, make)
    other = tmp_path / "other.json"
    experiments.resumable_part(other, {"n": 4}, False, make)
    assert len(made) == 3 and not other.exists(), "a slice neither reads nor writes"


def part(variant, seed):
    """Give a sum, the number of threads, and two tensors."""
    tensors = {"seed": torch.tensor(seed), "row": torch.full((2,), variant)}
    return {"sum": variant + seed, "threads": torch.get_num_threads()}, tensors


def test_variants_come_with_every_seed_on_one_thread():
    with experiments.threads(2):
        runs = experiments.run_variants([0.5, 2.0], [0, 3], part)
        assert torch.get_num_threads() == 2
    assert runs.entries["2.0"] == [{"sum": 2.0, "threads": 1}, {"sum": 5.0, "threads": 1}]
    assert runs.by_seed()["0.5"] == {"sum": [0.5, 3.5], "threads": [1, 1]}


def test_tensors_are_kept_for_each_seed_or_stacked(tmp_path):
    runs = experiments.run_variants([0.5, 2.0], [0, 3], part)
    runs.keep(tmp_path / "each", "{variant}/{seed}/{name}")
    each = read_tensors(tmp_path / "each")
    assert len(each) == 8 and each["0.5/3/seed"] == 3
    runs.keep(tmp_path / "stacked", "{name}.{variant}")
    stacked = read_tensors(tmp_path / "stacked")
    assert stacked.keys() == {"row.0.5", "row.2.0", "seed.0.5", "seed.2.0"}
    assert stacked["seed.2.0"].tolist() == [0, 3] and stacked["row.2.0"].shape == (2, 2)
    with pytest.raises(ValueError, match=r"4 tensors would be kept as '0\.5'"):
        runs.keep(tmp_path / "lost", "{variant}")


@pytest.mark.parametrize("own", ["", "size"])
def test_a_run_goes_on_where_it_was_interrupted(tmp_path, monkeypatch, own):
    monkeypatch.setattr(experiments, "PROJECT", tmp_path)
    made, kept = [], tmp_path / "sizes.safetensors"

    def learned(variant, seed, asked):
        if len(made) == 3:
            raise KeyboardInterrupt
        made.append((variant, seed, asked))
        return {"sum": asked.get("size", 0) + seed}, {"": torch.tensor(seed)}

    asked = {"sizes": {"a": 1, "b": 2}, "seeds": [0, 5], "keep": True, "steps": 7}
    with pytest.raises(KeyboardInterrupt):
        experiments.run_resumable(asked, "sizes", learned, kept, own)
    done, made[:] = made[:], []
    entries = experiments.run_resumable(asked, "sizes", learned, kept, own)
    settings = [{"steps": 7, own: size} if own else {"steps": 7} for size in (1, 2, 1, 2)]
    assert done + made == [*zip("abab", (0, 0, 5, 5), settings, strict=True)] and len(made) == 1
    assert entries["b"] == ([{"sum": 2}, {"sum": 7}] if own else [{"sum": 0}, {"sum": 5}])
    assert (tmp_path / "build" / "sizes" / "b-5.json").is_file()
    assert read_tensors(kept)["a"].tolist() == [0, 5]
