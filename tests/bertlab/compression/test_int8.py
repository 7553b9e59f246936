"""Eight bits: rounding by hand and its bound, maps and tables, bytes; and bfloat16."""

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import nn

from bertlab.compression.int8 import Int8Linear, dequantize, quantize_rows, to_int8
from bertlab.compression.pruning import size_of
from bertlab.model.config import BertConfig
from bertlab.model.tasks import BertForMaskedLM
from tests.bertlab.compression.test_distillation import data
from tests.toy_classifier import toy_classifier


def test_rows_by_hand():
    rows = quantize_rows(torch.tensor([[127.0, -1.0, 0.4], [0.0, 0.0, 0.0], [-2.54, 0.02, 1.0]]))
    assert rows.numbers.tolist() == [[127, -1, 0], [0, 0, 0], [-127, 1, 50]]
    assert rows.numbers.dtype == torch.int8
    torch.testing.assert_close(rows.scales, torch.tensor([[1.0], [1.0], [0.02]]))


@given(st.integers(0, 10**6), st.floats(1e-6, 1e6))
@settings(max_examples=30)
def test_at_most_half_a_scale_is_lost(seed, size):
    x = size * torch.randn(4, 9, generator=torch.Generator().manual_seed(seed))
    rows = quantize_rows(x)
    assert ((dequantize(rows) - x).abs() <= 0.5001 * rows.scales).all()
    assert (rows.numbers.int().abs().amax(dim=1) == 127).all()


@pytest.mark.parametrize("bias", [True, False])
def test_a_map_is_the_product_of_what_was_rounded(bias):
    torch.manual_seed(0)
    linear, x = nn.Linear(24, 7, bias=bias), torch.randn(2, 5, 24)
    found = Int8Linear(linear)(x)
    rounded, weight = (dequantize(quantize_rows(part)).double() for part in (x, linear.weight))
    exact = rounded @ weight.T
    expected = exact if linear.bias is None else exact + linear.bias
    torch.testing.assert_close(found.double(), expected, rtol=0, atol=1e-5)
    assert (found - linear(x)).abs().max() < 0.03


@torch.no_grad()
def test_a_model_in_eight_bits_is_near_and_a_quarter_as_large():
    model, batch = toy_classifier(), data().batch([0, 1, 2])
    wanted, small = model(*batch.inputs), to_int8(model)
    spread = wanted.std()
    assert (small(*batch.inputs) - wanted).abs().max() < 0.1 * spread
    assert torch.equal(model(*batch.inputs), wanted)  # stays as it was
    whole, found = size_of(model), size_of(small)
    with_tables = size_of(to_int8(model, tables=False))
    assert found.bytes < with_tables.bytes < whole.bytes
    linears = [one for one in model.modules() if isinstance(one, nn.Linear)]
    saved = sum(3 * one.weight.numel() - 4 * one.out_features for one in linears)  # less the scales
    assert whole.bytes - with_tables.bytes == saved
    assert not list(small.bert.encoder.layers[0].attention.parameters())


@torch.no_grad()
def test_words_are_scored_by_a_table_that_stays():
    torch.manual_seed(0)
    sizes = {"hidden_size": 16, "num_layers": 1, "num_heads": 2, "intermediate_size": 32}
    model = BertForMaskedLM(BertConfig(vocab_size=40, initializer_range=0.2, **sizes)).eval()
    ids = torch.tensor([[2, 7, 8, 3]])
    assert (to_int8(model, tables=False)(ids) - model(ids)).abs().max() < 0.1
    with pytest.raises(ValueError, match="linear maps inside, got none"):
        to_int8(nn.Embedding(3, 2))


@torch.no_grad()
def test_bfloat16_needs_nothing_but_a_cast():
    model, batch = toy_classifier(), data().batch([0, 1, 2])
    wanted = model(*batch.inputs)
    found = model.bfloat16()(*batch.inputs)
    assert found.dtype == torch.bfloat16
    assert (found.float() - wanted).abs().max() < 0.1 * wanted.std()
