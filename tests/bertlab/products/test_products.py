"""Products: every way gives the same, gradients too, and the choice is kept, stored and checked."""

import contextlib
import copy
import json

import pytest
import torch
from torch import nn

from bertlab.products import Linear, choice, chosen, linear, packed, packing, use, ways
from bertlab.products.choice import TORCH, Choice
from bertlab.products.linear import way_for

ALL_BY_CONVOLUTION = Choice({0: "convolution"}, {0: "convolution"})
SHAPES = [(1, 7, 5), (13, 16, 24), (64, 48, 3), (3, 1, 1)]


@pytest.fixture(autouse=True)
def _keep_choice():
    with choice.using("torch"):
        yield


def tensors(rows, inputs, outputs, dtype=torch.float32):
    generator = torch.Generator().manual_seed(rows)
    shapes = (rows, inputs), (outputs, inputs), (outputs,)
    return [torch.randn(shape, generator=generator, dtype=dtype) for shape in shapes]


def by_loops(x, weight, bias):
    """What a linear map is, in float64."""
    made = torch.zeros(len(x), len(weight), dtype=torch.float64)
    for m, row in enumerate(x.double()):
        for n, weights in enumerate(weight.double()):
            made[m, n] = (row * weights).sum() + (0 if bias is None else bias[n].double())
    return made


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("name", sorted(ways.INFERENCE))
@pytest.mark.parametrize("with_bias", [True, False])
def test_every_way_is_the_same_product(name, shape, with_bias):
    if not ways.works(ways.INFERENCE[name]):
        pytest.skip(f"{name} is not to be had here")
    x, weight, bias = tensors(*shape)
    bias = bias if with_bias else None
    with torch.inference_mode():
        made = ways.INFERENCE[name](x, weight, bias)
    assert made.shape == (len(x), len(weight)) and made.dtype == torch.float32
    assert (made.double() - by_loops(x, weight, bias)).abs().max() < 1e-5


@pytest.mark.parametrize("shape", SHAPES)
def test_gradients_by_convolution_are_those_of_the_product(shape):
    x, weight, bias = (t.requires_grad_() for t in tensors(*shape, dtype=torch.float64))
    upstream = torch.randn(len(x), len(weight), dtype=torch.float64)
    made = ways.by_convolution(x, weight, bias)
    found = torch.autograd.grad(made, (x, weight, bias), upstream)
    by_hand = (upstream @ weight, upstream.T @ x, upstream.sum(0))
    for mine, right in zip(found, by_hand, strict=True):
        assert torch.allclose(mine, right, rtol=1e-12, atol=1e-12)


def test_rows_without_memory_in_order_are_multiplied_too():
    x, weight, bias = tensors(9, 6, 4)
    strided = x.repeat(1, 2)[:, ::2], x.T.contiguous().T, x[None].expand(3, 9, 6)
    for given in strided:
        with choice.using(ALL_BY_CONVOLUTION):
            made = linear(given, weight, bias)
        assert torch.allclose(made, nn.functional.linear(given, weight, bias), atol=1e-5)


def test_gelu_may_be_applied_on_the_way():
    x, weight, bias = tensors(11, 8, 6)
    expected = nn.functional.gelu(nn.functional.linear(x, weight, bias))
    for way in ("torch", "convolution", "onednn"):
        if ways.works(ways.INFERENCE[way]):
            with choice.using(Choice({0: way}, {})), torch.inference_mode():
                assert torch.allclose(linear(x, weight, bias, with_gelu=True), expected, atol=1e-5)
    if ways.works(ways.by_onednn):
        assert ways.works(ways.by_onednn_with_gelu, gelu_too=True)
        assert not ways.works(ways.by_onednn_with_gelu)  # the check sees a difference


def test_only_float32_on_a_processor_goes_another_way():
    x, weight, _ = tensors(5, 4, 3)
    with choice.using(ALL_BY_CONVOLUTION):
        assert way_for(x, weight) == "convolution"
        assert way_for(x.double(), weight.double()) == "torch"
        assert way_for(x, weight.double()) == "torch"
        assert way_for(x.to("meta"), weight.to("meta")) == "torch"
        with torch.autocast("cpu", torch.bfloat16):
            assert way_for(x, weight) == "torch"
            assert linear(x, weight).dtype == torch.bfloat16


def test_gradients_decide_between_the_tables():
    x, weight, _ = tensors(5, 4, 3)
    with choice.using(Choice({0: "convolution"}, {})):
        assert way_for(x, weight) == "convolution"
        assert way_for(x, weight.requires_grad_()) == "torch"
        with torch.no_grad():
            assert way_for(x, weight) == "convolution"


def test_a_bias_that_alone_is_trained_gets_its_gradient():
    x, weight, bias = tensors(5, 4, 3)
    for way in choice.available(ways.INFERENCE):
        bias.grad = None
        with choice.using(Choice({0: way}, {})):
            linear(x, weight, bias.requires_grad_()).sum().backward()
        assert torch.equal(bias.grad, torch.full_like(bias, 5.0))


def test_rows_decide_within_a_table():
    tables = Choice({16: "onednn", 128: "convolution"}, {})
    ways_of = {rows: tables.way(rows, training=False) for rows in (0, 1, 15, 16, 127, 128, 4000)}
    assert list(ways_of.values()) == ["torch"] * 3 + ["onednn"] * 2 + ["convolution"] * 2
    assert tables.way(500, training=True) == "torch"


def test_a_layer_is_torchs_layer():
    torch.manual_seed(0)
    mine, torchs = Linear(6, 4), nn.Linear(6, 4)
    mine.load_state_dict(torchs.state_dict())
    x = torch.randn(2, 3, 6)
    with choice.using(ALL_BY_CONVOLUTION):
        assert torch.allclose(mine(x), torchs(x), atol=1e-6)
        assert torch.allclose(mine.with_gelu(x), nn.functional.gelu(torchs(x)), atol=1e-6)
        mine(x).sum().backward()
        assert torch.allclose(copy.deepcopy(mine)(x), torchs(x), atol=1e-6)
    torchs(x).sum().backward()
    assert torch.allclose(mine.weight.grad, torchs.weight.grad, atol=1e-5)


def test_weights_are_laid_out_once_for_as_long_as_a_model_reads(monkeypatch):
    if not ways.works(ways.by_onednn):
        pytest.skip("oneDNN is not in this torch")
    torch.manual_seed(0)
    model, x = nn.Sequential(Linear(8, 6), nn.Linear(6, 5), Linear(5, 4)), torch.randn(3, 8)
    expected, names = model(x), set(model.state_dict())
    made, original = [], ways.laid_out
    monkeypatch.setattr(ways, "laid_out", lambda weight: made.append(1) or original(weight))
    monkeypatch.setattr(packing, "_pays", lambda: True)
    with choice.using(Choice({0: "onednn"}, {})), torch.no_grad():
        with packed(model):
            assert torch.allclose(model(x), expected, atol=1e-5)
            assert torch.allclose(model[0].with_gelu(x), nn.functional.gelu(model[0](x)), atol=1e-5)
            assert len(made) == 2 and set(model.state_dict()) == names
        assert model[0].laid_out is None and torch.allclose(model(x), expected, atol=1e-5)
        with pytest.raises(ValueError, match="weights that stay as they are"), packed(model):
            model[2].weight.mul_(2)
    with choice.using(Choice({0: "onednn"}, {})), packed(model):  # gradients go another way
        model(x).sum().backward()
    assert model[0].weight.grad is not None


def test_a_model_made_in_inference_mode_is_read_as_it_is():
    with torch.inference_mode():
        model, x = Linear(3, 2), torch.randn(4, 3)
        if choice.is_available(Choice({0: "onednn"}, {})):
            with choice.using(Choice({0: "onednn"}, {})), packed(model):
                assert model.laid_out is None and model(x).shape == (4, 2)


def test_packing_is_left_where_it_does_not_work(monkeypatch):
    def missing(weight):
        raise AttributeError("'_OpNamespace' 'mkldnn' object has no attribute")

    model = Linear(3, 2)
    for broken in (missing, lambda weight: 2 * weight):
        monkeypatch.setattr(ways, "laid_out", broken)
        for used in (TORCH, Choice({0: "onednn"}, {})):
            if choice.is_available(used):
                with choice.using(used), packed(model):
                    assert model.laid_out is None


def test_an_operator_that_is_missing_or_wrong_is_left_alone(monkeypatch):
    def missing(*given):
        raise AttributeError("'_OpNamespace' 'mkldnn' object has no attribute")

    for broken in (missing, lambda x, w, b: x @ w.T, lambda x, w, b: (x @ w.T + b)[:-1]):
        assert not ways.works(broken)
        monkeypatch.setitem(ways.INFERENCE, "onednn", broken)
        assert "onednn" not in choice.available(ways.INFERENCE)
        assert "onednn" not in choice.measured().inference.values()
        with pytest.raises(ValueError, match="onednn are not to be had here"):
            use(Choice({0: "onednn"}, {}))


def planted(monkeypatch, seconds):
    """Let each way take so many seconds."""
    monkeypatch.setattr(
        choice, "_seconds", lambda known, work, rows: {name: seconds[name] for name in known}
    )


def test_the_fastest_way_is_chosen_if_it_is_clearly_faster(monkeypatch):
    planted(monkeypatch, {"torch": 1.0, "convolution": 0.9, "onednn": 0.7})
    best = choice.measured()
    assert best.inference == dict.fromkeys(choice.ROWS, next(iter(set(best.inference.values()))))
    assert best.training == dict.fromkeys(choice.ROWS, "convolution")
    planted(monkeypatch, {"torch": 1.0, "convolution": 0.97, "onednn": 0.96})
    assert set(choice.measured().inference.values()) == {"torch"}


def test_the_choice_is_made_once_and_can_be_forced(monkeypatch):
    measured = []
    monkeypatch.setattr(choice, "measured", lambda: measured.append(1) or ALL_BY_CONVOLUTION)
    monkeypatch.setattr(choice, "_used", [])
    monkeypatch.delenv(choice.VARIABLE, raising=False)
    assert chosen() is chosen() is ALL_BY_CONVOLUTION and measured == [1]
    with choice.using("torch"):
        assert chosen() == TORCH
    assert chosen() is ALL_BY_CONVOLUTION
    assert use("auto") is ALL_BY_CONVOLUTION and measured == [1, 1]
    monkeypatch.setattr(choice, "_used", [])
    monkeypatch.setenv(choice.VARIABLE, "torch")
    assert chosen() == TORCH and measured == [1, 1]
    monkeypatch.setattr(choice, "_used", [])
    monkeypatch.setenv(choice.VARIABLE, "fast")
    with pytest.raises(ValueError, match="got 'fast'"):
        chosen()


@pytest.mark.parametrize("where", ["inference mode", "autocast", "float64", "another device"])
def test_the_first_product_may_come_anywhere(where, monkeypatch):
    """The choice is measured at the first product, whatever is switched on there."""
    found = []
    monkeypatch.setattr(
        choice, "_table", lambda known, work: found.append(measured_here(known, work))
    )
    with contextlib.ExitStack() as stack:
        if where == "inference mode":
            stack.enter_context(torch.inference_mode())
        elif where == "autocast":
            stack.enter_context(torch.autocast("cpu", torch.bfloat16))
        elif where == "float64":
            torch.set_default_dtype(torch.float64)
            stack.callback(torch.set_default_dtype, torch.float32)
        else:
            stack.enter_context(torch.device("meta"))
        choice.measured()
    assert [set(seconds) for seconds in found] == [
        set(choice.available(known)) for known in (ways.INFERENCE, ways.TRAINING)
    ]
    assert all(value > 0 for seconds in found for value in seconds.values())


def measured_here(known, work):
    """Time every way at the smallest size, and see what it is given."""

    def seen(way, x, weight, bias):
        assert {x.dtype, weight.dtype, bias.dtype} == {torch.float32} and x.device.type == "cpu"
        work(way, x, weight, bias)

    return choice._seconds(known, seen, rows=4)


def test_a_measured_choice_works():
    best = choice.measured()
    assert set(best.inference) == set(best.training) == set(choice.ROWS)
    with choice.using(best):
        layer = Linear(32, 16)
        layer(torch.randn(300, 32)).sum().backward()


def test_a_choice_is_stored_as_json():
    stored = json.loads(json.dumps(ALL_BY_CONVOLUTION.as_json()))
    assert choice.from_json(stored) == ALL_BY_CONVOLUTION
    assert choice.from_json(TORCH.as_json()) == TORCH


@pytest.mark.parametrize(
    "found", [None, [], {}, {"inference": {"x": "torch"}, "training": {}}, {"inference": {}}, "no"]
)
def test_what_is_no_choice_is_refused(found):
    with pytest.raises(ValueError, match="expected a choice of products"):
        choice.from_json(found)


def test_ways_that_nobody_knows_are_refused():
    with pytest.raises(ValueError, match=r"expected ways of .*, got 'abacus'"):
        choice.from_json({"inference": {"0": "abacus"}, "training": {}})
    with pytest.raises(ValueError, match='expected "torch", "auto" or a Choice'):
        use("fast")
