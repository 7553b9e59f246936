"""Runs that were interrupted go on, with the parts that are kept."""

import pytest
import torch

from bertlab.model.checkpoint import read_tensors
from workbook import resumable


@pytest.mark.parametrize("own", ["", "size"])
def test_a_run_goes_on_where_it_was_interrupted(tmp_path, monkeypatch, own):
    monkeypatch.setattr(resumable, "PROJECT", tmp_path)
    made, kept = [], tmp_path / "sizes.safetensors"

    def learned(variant, seed, asked):
        if len(made) == 3:
            raise KeyboardInterrupt
        made.append((variant, seed, asked))
        return {"sum": asked.get("size", 0) + seed}, {"": torch.tensor(seed)}

    asked = {"sizes": {"a": 1, "b": 2}, "seeds": [0, 5], "keep": True, "steps": 7}
    with pytest.raises(KeyboardInterrupt):
        resumable.run_resumable(asked, "sizes", learned, kept, own)
    done, made[:] = made[:], []
    entries = resumable.run_resumable(asked, "sizes", learned, kept, own)
    settings = [{"steps": 7, own: size} if own else {"steps": 7} for size in (1, 2, 1, 2)]
    assert done + made == [*zip("abab", (0, 0, 5, 5), settings, strict=True)] and len(made) == 1
    assert entries["b"] == ([{"sum": 2}, {"sum": 7}] if own else [{"sum": 0}, {"sum": 5}])
    assert (tmp_path / "build" / "sizes" / "b-5.json").is_file()
    assert read_tensors(kept)["a"].tolist() == [0, 5]
