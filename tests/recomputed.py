"""What tests of recorded runs share: fields, and scores computed again from what is kept."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from torch import Tensor

from bertlab.pretraining.trials import final_scores
from workbook.recorded_answers import accuracy, recorded_logits, recorded_sheets


def assert_fields(part: Any, whole: Any) -> None:
    """State that a record has the names and kinds that a slice has, all the way down."""
    numbers = isinstance(part, int | float) and isinstance(whole, int | float)
    assert numbers or None in (part, whole) or type(part) is type(whole), (part, whole)
    if isinstance(part, dict) and part and all(map(str.isdigit, [*part, *whole])):
        assert_fields([*part.values()], [*whole.values()])  # by steps, of which a slice has fewer
    elif isinstance(part, dict):
        assert part.keys() <= whole.keys(), (part.keys(), whole.keys())
        for name in part:
            assert_fields(part[name], whole[name])
    elif isinstance(part, list) and whole:
        assert part
        for one in whole:
            assert_fields(part[0], one)


def assert_accuracies(
    recorded: Sequence[float], path: Path, name: str, labels: Sequence[int]
) -> Tensor:
    """State that kept logits have the recorded accuracy of each of three seeds; return them."""
    logits = recorded_logits(path, name)
    assert len(recorded) == len(logits) == 3
    assert [round(accuracy(one, labels), 4) for one in logits] == recorded
    return logits


def assert_answers(recorded: Mapping[str, Any], path: Path, name: str, targets: Tensor) -> None:
    """State that kept answers to masked words have the last scores of recorded curves."""
    sheet = recorded_sheets(path, name)
    right = (sheet.guess == targets).double().mean(dim=1)
    expected = final_scores(recorded, "held_out_masked_accuracy")
    np.testing.assert_allclose(right, expected, atol=1e-4)
    losses = sheet.surprise.double().mean(dim=1)
    np.testing.assert_allclose(losses, final_scores(recorded, "held_out_masked_lm"), atol=1e-3)
