"""The recorded faithfulness: its areas come out of the kept curves, and its slice runs."""

import numpy as np
import pytest
import torch

from bertlab.inspection import text_game
from lessons.l12_explanations.experiments import faithfulness
from lessons.l12_explanations.faithfulness import Curves, summarize
from workbook.records import recorded, run_slice

NAMES = ["SHAP", "gradient x input", "attention", "chance"]


@pytest.fixture(scope="module")
def record():
    return recorded("faithfulness")


def test_the_record_is_of_this_configuration(record):
    assert record["configuration"] == faithfulness.CONFIGURATION
    assert list(record["results"]["maskings"]) == list(text_game.MASKINGS)
    for found in record["results"]["maskings"].values():
        assert list(found) == NAMES


@pytest.mark.nightly
def test_a_slice_is_the_beginning_of_the_record(record):
    part, whole = run_slice("faithfulness"), record["results"]
    number = faithfulness.SLICE["texts"]
    assert part["lengths"] == whole["lengths"][:number]
    assert part["maskings"].keys() == whole["maskings"].keys()
    assert {n: places[:number] for n, places in whole["first"].items()} == part["first"]


@pytest.mark.parametrize("masking", text_game.MASKINGS)
def test_areas_come_out_of_the_kept_curves(record, masking):
    """By another way than the library's: ``np.trapezoid`` over 0 to 1, and a plain bootstrap."""
    curves = faithfulness.kept_curves(masking)
    results, areas = record["results"], {}
    for name, found in curves.items():
        assert [len(one.deletion) - 1 for one in found] == results["lengths"]
        for side in faithfulness.SIDES:
            rows = [getattr(one, side) for one in found]
            areas[name, side] = np.array(
                [np.trapezoid(row, np.linspace(0, 1, len(row))) for row in rows]
            )
            stored = results["maskings"][masking][name][side]
            assert areas[name, side].mean() == pytest.approx(stored["area"], abs=1e-4)
    draws = np.random.default_rng(7).integers(
        0, len(results["lengths"]), (2000, len(results["lengths"]))
    )
    for name in NAMES[1:]:
        for side, sign in (("deletion", 1), ("insertion", -1)):
            worse = sign * (areas[name, side] - areas["SHAP", side])
            bounds = np.percentile(worse[draws].mean(axis=1), [2.5, 97.5])
            stored = results["maskings"][masking][name][side]["behind"]
            np.testing.assert_allclose(bounds, stored, atol=0.05 * max(1, worse.std()))


def test_there_are_enough_texts_and_all_methods_begin_and_end_alike(record):
    assert len(record["results"]["lengths"]) >= 100
    for masking in text_game.MASKINGS:
        curves = faithfulness.kept_curves(masking)
        for side in faithfulness.SIDES:
            ends = [[getattr(c, side)[[0, -1]] for c in curves[name]] for name in NAMES]
            np.testing.assert_allclose(np.ptp(np.array(ends), axis=0), 0, atol=1e-6)
        for one in curves["SHAP"]:
            assert one.deletion[0] == pytest.approx(one.insertion[-1])
            assert one.deletion[0] > 0  # the label is the one that the model gives


def test_who_is_ahead_by_hand():
    """Two texts; the other method's deletion area is larger by 1 and by 3, its insertion equal."""

    def made(*heights):
        return summarize([Curves(np.full(3, h), np.full(3, 5.0)) for h in heights])

    rows = faithfulness.compare({"SHAP": made(0.0, 1.0), "other": made(1.0, 4.0)})
    assert rows["SHAP"]["deletion"] == {"area": 0.5, "behind": [0.0, 0.0]}
    assert rows["other"]["deletion"] == {"area": 2.5, "behind": [1.0, 3.0]}
    assert rows["other"]["insertion"] == {"area": 5.0, "behind": [0.0, 0.0]}


def test_curves_are_kept_whole(tmp_path, monkeypatch):
    rng = np.random.default_rng(0)
    curves = {
        masking: {
            name: [Curves(rng.normal(size=n + 1), rng.normal(size=n + 1)) for n in (4, 2)]
            for name in NAMES
        }
        for masking in text_game.MASKINGS
    }
    monkeypatch.setattr(faithfulness, "KEPT", tmp_path / "kept.safetensors")
    faithfulness.keep_curves(faithfulness.KEPT, curves)
    for masking, by_method in curves.items():
        again = faithfulness.kept_curves(masking)
        assert list(again) == list(by_method)
        for name, found in by_method.items():
            for one, other in zip(found, again[name], strict=True):
                for side in faithfulness.SIDES:
                    np.testing.assert_allclose(getattr(one, side), getattr(other, side), atol=1e-6)
    with pytest.raises(ValueError, match=r"masking must be one of .*, got 'zero'"):
        faithfulness.kept_curves("zero")


def test_the_run_leaves_the_number_of_threads():
    before = torch.get_num_threads()
    with pytest.raises(FileNotFoundError):
        faithfulness.run({**faithfulness.CONFIGURATION, "classifier": "no-such-checkpoint"})
    assert torch.get_num_threads() == before
