"""Which layers are trained, and how fast."""

import pytest
from torch import nn

from bertlab.finetuning.classifier import ClassificationObjective
from bertlab.model.bert import BertModel
from bertlab.model.tasks import BertForSequenceClassification
from bertlab.training.layerwise import freeze_lowest, rate_factors
from bertlab.training.optimization import parameter_groups
from tests.toy_pretraining import tiny_config

LOWEST = "bert.encoder.layers.0."
TOP = "bert.encoder.layers.1."


def model():
    return BertForSequenceClassification(tiny_config())


def trained(module):
    return {name for name, parameter in module.named_parameters() if parameter.requires_grad}


@pytest.mark.parametrize(
    ("number", "frozen"),
    [
        (0, ("bert.embeddings.",)),
        (1, ("bert.embeddings.", LOWEST)),
        (2, ("bert.embeddings.", LOWEST, TOP)),
    ],
)
def test_freezing_by_hand(number, frozen):
    found = model()
    freeze_lowest(found.bert, number)
    names = {name for name, _ in found.named_parameters()}
    assert trained(found) == {name for name in names if not name.startswith(frozen)}
    assert "bert.pooler.dense.weight" in trained(found)
    assert "classifier.dense.weight" in trained(found)


def test_the_last_call_decides():
    found = model()
    freeze_lowest(found.bert, 2)
    freeze_lowest(found.bert, 1)
    assert f"{TOP}output_norm.weight" in trained(found)
    assert f"{LOWEST}output_norm.weight" not in trained(found)


@pytest.mark.parametrize("number", [-1, 3])
def test_layers_that_do_not_exist(number):
    with pytest.raises(ValueError, match=rf"number must be in \[0, 2\], got {number}"):
        freeze_lowest(model().bert, number)


def test_rates_by_hand():
    factors = rate_factors(model(), 0.5)
    for name, factor in factors.items():
        if name.startswith(("classifier.", "bert.pooler.", TOP)):
            assert factor == 1.0, name
        elif name.startswith(LOWEST):
            assert factor == 0.5, name
        else:
            assert name.startswith("bert.embeddings.")
            assert factor == 0.25, name
    assert set(factors.values()) == {1.0, 0.5, 0.25}


@pytest.mark.parametrize(
    "inside",
    [
        BertModel(tiny_config()),
        ClassificationObjective(model()),
    ],
    ids=["bare", "objective"],
)
def test_wherever_the_encoder_is(inside):
    factors = rate_factors(inside, 0.1)
    expected = {"embeddings.norm.bias": 0.01, "layers.0.output_norm.bias": 0.1}
    for ending, factor in expected.items():
        (name,) = [name for name in factors if name.endswith(ending)]
        assert factors[name] == pytest.approx(factor)
    assert factors.keys() == {name for name, _ in inside.named_parameters()}


@pytest.mark.parametrize("factor", [0.0, -0.5, 1.5])
def test_factors_out_of_range(factor):
    with pytest.raises(ValueError, match=rf"in \(0, 1\], got {factor}"):
        rate_factors(model(), factor)


def test_groups_have_one_factor_and_one_decay_each():
    found = model()
    freeze_lowest(found.bert, 0)
    groups = ClassificationObjective(found, 0.5).parameter_groups(0.3)
    names = {id(parameter): name for name, parameter in found.named_parameters()}
    factors = rate_factors(found, 0.5)
    seen = []
    for group in groups:
        for parameter in group["params"]:
            name = names[id(parameter)]
            seen.append(name)
            assert group["factor"] == factors[name]
            assert group["weight_decay"] == (0.3 if parameter.dim() >= 2 else 0.0)
    assert sorted(seen) == sorted(trained(found)), "each once, the frozen ones not at all"
    assert len(groups) == 4


def test_without_factors_there_are_two_groups():
    groups = parameter_groups(nn.Linear(2, 3), 0.3)
    assert [(g["weight_decay"], g["factor"]) for g in groups] == [(0.3, 1.0), (0.0, 1.0)]
    equal = ClassificationObjective(model(), 1.0).parameter_groups(0.3)
    assert [g["factor"] for g in equal] == [1.0, 1.0]
