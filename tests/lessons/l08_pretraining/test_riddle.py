"""The riddle of the plateau: numbers at each fate, and the part that is free."""

import numpy as np
import pytest
import torch

from bertlab.pretraining.trials import SETTINGS
from lessons.l08_pretraining import riddle
from lessons.l08_pretraining.experiments import fates
from lessons.l08_pretraining.measure import Guesses
from workbook.recorded_answers import Sheet
from workbook.records import recorded

MEANS = np.array([[3.5, 4.5, 1.0]])
GUESSES = Guesses(3.6, 3.3)
TOTAL = 3.35  # the gain is 0.25: of it hidden places bring 0.08, the others 0.17


def test_the_free_part():
    assert riddle.gained_elsewhere(MEANS, TOTAL, GUESSES) == pytest.approx((0.68, 0.68))


@pytest.mark.parametrize(
    ("part", "said"),
    [
        (..., "free_part: not filled in yet."),
        (0.7, "free_part: right"),
        (0.32, "the part of the hidden places"),
        (0.17, "Those are nats"),
        (2.0, "0.1 * (frequencies - their loss)"),
    ],
)
def test_parts(part, said, capsys):
    riddle.examine_part(part, MEANS, TOTAL, GUESSES)
    assert said in capsys.readouterr().out


def test_hidden_places_alone():
    asked = fates.Asked(torch.tensor([4, 9, 4]), torch.tensor([7, 8, 6]), 4)
    sheet = Sheet(torch.tensor([[7, 8, 5]], dtype=torch.int16), torch.zeros(1, 3))
    assert riddle.right_where_hidden(asked, {400: sheet}) == {400: [0.5]}


def test_a_table_is_narrow():
    lines = riddle.table(MEANS, TOTAL, GUESSES).splitlines()
    assert lines[1] == "exchanged          4.50 nats" and len(lines) == 5
    assert max(map(len, lines)) < 39


def test_the_record_is_the_ablation_taken_apart():
    """The runs are the same, and the sheets give what was logged."""
    record, whole = recorded("fates"), recorded("ablation")["results"]["runs"]["full"]["curves"]
    for split, lines in zip(record["results"]["curves"], whole, strict=True):
        for part, line in zip(split, lines, strict=False):
            assert part["step"] == line["step"]
            assert part["held_out_masked_lm"] == pytest.approx(line["held_out_masked_lm"], abs=0.02)
    assert record["configuration"] == fates.CONFIGURATION
    places, sheets = riddle.places(), riddle.sheets()
    for seed, curve in enumerate(record["results"]["curves"]):
        sheet = Sheet(*(part[seed] for part in sheets[fates.CONFIGURATION["stop_at"]]))
        for name, value in fates.split(sheet, places).items():
            assert curve[-1][name] == pytest.approx(value, abs=1e-4)
    assert list(sheets) == [400, SETTINGS["training"]["steps"]]
