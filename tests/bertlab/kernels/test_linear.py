"""oneDNN's layers give what torch's give, where they pay, and torch's gradients."""

import contextlib
import copy

import pytest
import torch
from torch import nn

from bertlab.kernels import install, linear, prepacked
from bertlab.kernels.linear import Linear, by_onednn, lay_out

SHAPES = [(1, 7, 5), (13, 16, 24), (64, 48, 3), (3, 1, 1)]


@pytest.fixture(autouse=True)
def _installed(monkeypatch):
    monkeypatch.setenv(linear.VARIABLE, "auto")
    monkeypatch.setattr(linear, "least_rows", lambda: 1)
    if not linear.works():
        pytest.skip("oneDNN is not to be had here, or does not pay")


def pair(inputs=8, outputs=6):
    """Return a plain layer, and its copy with oneDNN."""
    torch.manual_seed(0)
    plain = nn.Linear(inputs, outputs)
    return plain, install(copy.deepcopy(plain))


def by_loops(x, weight, bias):
    """What a linear map is, in float64."""
    made = torch.zeros(len(x), len(weight), dtype=torch.float64)
    for m, row in enumerate(x.double()):
        for n, weights in enumerate(weight.double()):
            made[m, n] = (row * weights).sum() + (0 if bias is None else bias[n].double())
    return made


@pytest.mark.parametrize(("rows", "inputs", "outputs"), SHAPES)
@pytest.mark.parametrize("with_bias", [True, False])
def test_onednn_is_the_same_product(rows, inputs, outputs, with_bias):
    x, weight, bias = torch.randn(rows, inputs), torch.randn(outputs, inputs), torch.randn(outputs)
    bias = bias if with_bias else None
    with torch.inference_mode():
        for read in (weight, lay_out(weight)):
            made = by_onednn(x, read, bias)
            assert made.shape == (rows, outputs) and made.dtype == torch.float32
            assert (made.double() - by_loops(x, weight, bias)).abs().max() < 1e-5


@pytest.mark.parametrize("shape", [(8,), (3, 8), (2, 3, 8), (0, 8)])
def test_a_layer_takes_any_number_of_axes(shape):
    plain, ours = pair()
    x = torch.randn(shape)
    with torch.no_grad():
        torch.testing.assert_close(ours(x), plain(x), atol=1e-5, rtol=0)


def test_layers_keep_their_weights_and_names_and_can_be_copied():
    model = nn.Sequential(nn.Linear(8, 6), nn.GELU(), nn.Linear(6, 5))
    names, weight = [*model.state_dict()], model[0].weight
    assert install(model) is model and type(model[0]) is type(model[2]) is Linear
    assert [*model.state_dict()] == names and model[0].weight is weight
    assert repr(copy.deepcopy(model)[0]) == "Linear(in_features=8, out_features=6, bias=True)"


def test_only_plain_layers_change():
    class Other(nn.Linear):
        pass

    assert type(install(nn.Sequential(Other(2, 3)))[0]) is Other


@pytest.mark.parametrize("where", ["gradients", "float64", "autocast", "compiling"])
def test_torch_multiplies_where_onednn_cannot(where, monkeypatch):
    plain, ours = pair()
    x = torch.randn(4, 8, dtype=torch.float64 if where == "float64" else torch.float32)
    if where == "float64":
        plain, ours = plain.double(), ours.double()
    monkeypatch.setattr(linear, "by_onednn", lambda *given: pytest.fail("oneDNN was asked"))
    with contextlib.ExitStack() as stack:
        stack.enter_context(torch.enable_grad() if where == "gradients" else torch.no_grad())
        if where == "autocast":
            stack.enter_context(torch.autocast("cpu", torch.bfloat16))
        if where == "compiling":
            monkeypatch.setattr(torch.compiler, "is_compiling", lambda: True)
        made = ours(x)
        assert made.equal(plain(x))
    if where == "gradients":
        made.sum().backward()
        assert ours.weight.grad is not None


def test_few_rows_are_left_to_torch(monkeypatch):
    _, ours = pair()
    monkeypatch.setattr(linear, "least_rows", lambda: 4)
    rows = []
    original = by_onednn
    monkeypatch.setattr(linear, "by_onednn", lambda *g: rows.append(len(g[0])) or original(*g))
    with torch.no_grad():
        for number in (3, 4, 5):
            ours(torch.randn(number, 8))
        with prepacked(ours):
            ours(torch.randn(1, 8))
    assert rows == [4, 5, 1]


def test_weights_are_laid_out_once_and_forgotten(monkeypatch):
    model, x = nn.Sequential(nn.Linear(8, 6), nn.Tanh(), nn.Linear(6, 5)), torch.randn(3, 8)
    made, original = [], linear.lay_out
    monkeypatch.setattr(linear, "lay_out", lambda weight: made.append(1) or original(weight))
    with torch.no_grad():
        expected = model(x)
        with prepacked(model):
            torch.testing.assert_close(model(x), expected, atol=1e-5, rtol=0)
            model(x)
            assert len(made) == 2
        assert type(model[0]) is nn.Linear and model(x).equal(expected)
        install(model)
        with prepacked(model):
            pass
        assert type(model[0]) is Linear and model[0].laid_out is None
        with pytest.raises(ValueError, match="weights that stay as they are"), prepacked(model):
            model[2].weight.mul_(2)
    with prepacked(model):  # gradients go another way
        model(x).sum().backward()
    assert model[0].weight.grad is not None


def test_a_model_made_in_inference_mode_is_read_as_it_is():
    with torch.inference_mode():
        model = nn.Linear(3, 2)
        with prepacked(model):
            assert model.laid_out is None and model(torch.randn(4, 3)).shape == (4, 2)


def missing(*given):
    raise AttributeError("'_OpNamespace' 'mkldnn' object has no attribute")


@pytest.mark.parametrize("name", ["by_onednn", "lay_out"])
@pytest.mark.parametrize("broken", [missing, lambda x, *other: 2 * x])
def test_an_operator_that_is_missing_or_wrong_is_left_alone(name, broken, monkeypatch):
    monkeypatch.setattr(linear, name, broken)
    linear.works.cache_clear()
    try:
        assert not linear.works() and type(install(nn.Linear(2, 3))) is nn.Linear
        with prepacked(nn.Linear(2, 3)) as nothing:
            assert nothing is None
    finally:
        linear.works.cache_clear()


def test_other_processors_are_left_to_torch(monkeypatch):
    monkeypatch.setattr(torch.backends.cpu, "get_cpu_capability", lambda: "DEFAULT")
    linear.works.cache_clear()
    try:
        assert not linear.works()
    finally:
        linear.works.cache_clear()


@pytest.mark.parametrize("where", ["inference mode", "autocast", "float64", "another device"])
def test_it_may_be_asked_for_anywhere(where):
    linear.works.cache_clear()
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
        assert linear.works()


def test_the_environment_leaves_all_to_torch(monkeypatch):
    monkeypatch.setenv(linear.VARIABLE, "torch")
    assert type(install(nn.Linear(2, 3))) is nn.Linear
    monkeypatch.setenv(linear.VARIABLE, "fast")
    with pytest.raises(ValueError, match=r'expected "torch" or "auto", got \'fast\''):
        install(nn.Linear(2, 3))
