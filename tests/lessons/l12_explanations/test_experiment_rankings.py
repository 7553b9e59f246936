"""The recorded rankings: areas that another record has as well, and a slice that runs."""

import numpy as np
import pytest
import torch

from lessons.l12_explanations import measure
from lessons.l12_explanations.experiments import faithfulness, rankings
from workbook.records import recorded, run_slice

ALSO_THERE = {"SHAP": "SHAP", "attention": "attention", "chance": "chance"}
ALSO_THERE |= {"gradient × input": "gradient x input"}


@pytest.fixture(scope="module")
def record():
    return recorded("rankings")


def test_the_record_is_of_this_configuration(record):
    assert record["configuration"] == rankings.CONFIGURATION
    assert set(record["results"]["areas"]) == set(measure.METHODS) | set(measure.UNSIGNED)
    assert set(record["results"]["first"]) == set(measure.METHODS)
    assert {len(areas) for areas in record["results"]["areas"].values()} == {120}
    assert {len(places) for places in record["results"]["first"].values()} == {25}


@pytest.mark.parametrize("name", ALSO_THERE)
def test_areas_come_out_of_the_curves_of_another_record(record, name):
    """By ``np.trapezoid`` over 0 to 1, from curves that an earlier run has kept."""
    kept = faithfulness.kept_curves("mask")[ALSO_THERE[name]]
    curves = [one.deletion for one in kept]
    expected = [np.trapezoid(row, np.linspace(0, 1, len(row))) for row in curves]
    np.testing.assert_allclose(record["results"]["areas"][name], expected, atol=1e-3)


def test_a_slice_is_the_beginning_of_the_record(record):
    part, whole = run_slice("rankings"), record["results"]
    for name, areas in part["areas"].items():
        number = rankings.SLICE["texts"]
        assert areas == pytest.approx(whole["areas"][name][:number], abs=0.05)
    number = rankings.SLICE["wrong"]
    assert part["first"] == {name: places[:number] for name, places in whole["first"].items()}


def test_the_run_leaves_the_number_of_threads():
    before = torch.get_num_threads()
    with pytest.raises(FileNotFoundError):
        rankings.run({**rankings.CONFIGURATION, "classifier": "no-such-checkpoint"})
    assert torch.get_num_threads() == before
