"""What is kept beside a record comes back as it was, and gives the means of the record."""

import pytest
import torch

from bertlab.pretraining.objectives import held_out_scores, pretraining_answers
from tests.toy_pretraining import toy_data, toy_objective
from workbook.experiments import run_variants
from workbook.recorded_answers import (
    accuracy,
    fill_sheet,
    recorded_logits,
    recorded_sheets,
    right_answers,
)


def test_accuracy_by_hand():
    logits = torch.tensor([[0.1, 0.2], [0.3, -1.0], [0.0, 5.0], [1.0, 2.0]])
    assert accuracy(logits, [1, 0, 1, 0]) == accuracy(logits.half(), [1, 0, 1, 0]) == 0.75


def test_logits_come_back(tmp_path):
    logits = [torch.randn(7, 3).half() for _ in range(2)]
    runs = run_variants(["one"], [0, 1], lambda _, seed: ({}, {"logits": logits[seed]}))
    runs.keep(tmp_path / "kept.safetensors", "{variant}")
    found = recorded_logits(tmp_path / "kept.safetensors", "one")
    torch.testing.assert_close(found, torch.stack(logits).float(), rtol=0, atol=0)


def test_a_sheet_gives_the_scores_of_the_same_examples():
    model, data = toy_objective().model, toy_data()
    sheet = fill_sheet(lambda batch: pretraining_answers(model, batch), data, 9)
    scores = held_out_scores(model, data, 9)
    assert sheet.surprise.mean().item() == pytest.approx(scores["masked_lm"])
    right = (sheet.guess == right_answers(data, 9)).double().mean().item()
    assert right == pytest.approx(scores["masked_accuracy"])


def test_sheets_come_back_seed_by_seed(tmp_path):
    data, path = toy_data(), tmp_path / "sheets.safetensors"
    models = [toy_objective().model, toy_objective(next_sentence=False).model]
    with torch.no_grad():
        models[1].masked_lm.bias[7] += 50
    sheets = [fill_sheet(lambda b, m=model: pretraining_answers(m, b), data, 9) for model in models]
    runs = run_variants(["both"], [0, 1], lambda _, seed: ({}, sheets[seed]._asdict()))
    runs.keep(path, "{name}.{variant}")
    found = recorded_sheets(path, "both")
    assert found.guess[1].unique().tolist() == [7]
    for field in sheets[0]._fields:
        assert getattr(found, field)[0].equal(getattr(sheets[0], field))
