"""Answer sheets: the means of a record come out of them, and files keep them as they are."""

import pytest
import torch

from bertlab.pretraining.objectives import held_out_scores, pretraining_answers
from tests.toy_pretraining import toy_data, toy_objective
from workbook.answer_sheets import fill_sheet, read_sheets, right_answers, write_sheets


def test_a_sheet_gives_the_scores_of_the_same_examples():
    model, data = toy_objective().model, toy_data()
    sheet = fill_sheet(lambda batch: pretraining_answers(model, batch), data, 9)
    scores = held_out_scores(model, data, 9)
    assert sheet.surprise.mean().item() == pytest.approx(scores["masked_lm"])
    right = (sheet.guess == right_answers(data, 9)).double().mean().item()
    assert right == pytest.approx(scores["masked_accuracy"])


def test_sheets_are_stored_seed_by_seed(tmp_path):
    data, path = toy_data(), tmp_path / "sheets.safetensors"
    models = [toy_objective().model, toy_objective(next_sentence=False).model]
    with torch.no_grad():
        models[1].masked_lm.bias[7] += 50
    sheets = [fill_sheet(lambda b, m=model: pretraining_answers(m, b), data, 9) for model in models]
    write_sheets(path, {"both": sheets, "one": sheets[:1]})
    found = read_sheets(path, "both")
    assert found.guess[1].unique().tolist() == [7]
    for field in sheets[0]._fields:
        assert getattr(found, field)[0].equal(getattr(sheets[0], field))
        assert len(getattr(read_sheets(path, "one"), field)) == 1
