"""The student's layer and the loading table: they are bertlab's layer, row by row."""

import pytest
import torch

from bertlab.model import BertConfig, BertModel
from bertlab.model.checkpoint import to_hub
from lessons.l07_bert import loading
from lessons.l07_bert.layers import EncoderLayer

SIZES = BertConfig(30, 12, 1, 3, 20, 16)


@pytest.fixture
def pair():
    """bertlab's layer and the student's, with the same weights, poured by the table."""
    torch.manual_seed(0)
    model = BertModel(SIZES).double().eval()
    for parameter in model.parameters():
        parameter.data.add_(0.3 * torch.randn_like(parameter))
    tensors = to_hub(model.state_dict(), 1)
    state = {
        f"{ours}.{kind}": tensors[f"encoder.layer.0.{theirs}.{kind}"]
        for theirs, ours in loading.ROWS.items()
        for kind in ("weight", "bias")
    }
    layer = EncoderLayer(12, 3, 20).double()
    layer.load_state_dict(state)
    return model.encoder.layers[0], layer


def test_the_layer_is_bertlabs(pair):
    theirs, ours = pair
    x = torch.randn(2, 5, 12, dtype=torch.float64)
    mask = torch.tensor([[1, 1, 1, 0, 0], [0, 1, 1, 1, 1]])[:, None, None, :] == 1
    torch.testing.assert_close(ours(x, mask), theirs(x, mask), rtol=0, atol=1e-10)


def test_an_open_table_is_filled_in(capsys):
    rows = dict.fromkeys(loading.ROWS, ...)
    assert loading.completed(rows) == loading.ROWS
    assert capsys.readouterr().out.startswith("names: not filled in yet")


def test_a_right_table_is_praised(capsys):
    assert loading.completed(loading.ROWS) == loading.ROWS
    assert capsys.readouterr().out == "names: right in all rows.\n"


@pytest.mark.parametrize(
    ("name", "given", "says"),
    [
        ("output.LayerNorm", "attention_norm", "would say nothing"),
        ("attention.output.dense", "attention.query", "would say nothing"),
        ("output.dense", "expand", "would stop"),
        ("output.dense", "attention.output", "would stop"),
        ("intermediate.dense", "feed_forward", "no part of that name"),
        ("intermediate.dense", "", "no part of that name"),
    ],
)
def test_a_wrong_row_is_explained_and_mended(name, given, says, capsys):
    assert loading.completed(loading.ROWS | {name: given}) == loading.ROWS
    said = capsys.readouterr().out
    assert f"{name} -> {given}: " in said and says in said
    assert "Of 8 rows: 1 wrong." in said
