"""LAMB against loops over numbers, its state on disk, and the schedule of plateau and fall."""

import math

import pytest
import torch
from torch import nn

from bertlab.training.lamb import Lamb, make_lamb, trust_ratio
from bertlab.training.loop import train
from bertlab.training.optimization import make_optimizer, warmup_stable_decay
from tests.toy_pretraining import drawing, toy_data, toy_objective, toy_training

VALUES = {"matrix": [0.5, -1.5, 2.0], "bias": [0.1, -0.3], "zeros": [0.0, 0.0]}
GRADIENTS = [
    {"matrix": [0.2, -0.4, 1.0], "bias": [3.0, 0.5], "zeros": [1.0, -2.0]},
    {"matrix": [-0.1, 0.3, 0.0], "bias": [0.0, 0.7], "zeros": [0.5, 0.5]},
]
DECAY = {"matrix": 0.1, "bias": 0.0, "zeros": 0.1}


def by_hand(rate=0.02, first=0.8, second=0.95, epsilon=1e-3):
    """Algorithm 2, number by number."""
    weights = {name: list(values) for name, values in VALUES.items()}
    means = {name: [0.0] * len(values) for name, values in VALUES.items()}
    squares = {name: [0.0] * len(values) for name, values in VALUES.items()}
    for step, gradients in enumerate(GRADIENTS, start=1):
        for name, gradient in gradients.items():
            direction = []
            for i, g in enumerate(gradient):
                means[name][i] = first * means[name][i] + (1 - first) * g
                squares[name][i] = second * squares[name][i] + (1 - second) * g * g
                mean = means[name][i] / (1 - first**step)
                square = squares[name][i] / (1 - second**step)
                adam = mean / (math.sqrt(square) + epsilon)
                direction.append(adam + DECAY[name] * weights[name][i])
            norm = math.sqrt(sum(w * w for w in weights[name]))
            length = math.sqrt(sum(d * d for d in direction))
            ratio = norm / length if norm > 0 and length > 0 else 1.0
            for i, d in enumerate(direction):
                weights[name][i] -= rate * ratio * d
    return weights


def test_steps_are_those_of_the_algorithm():
    found = {name: nn.Parameter(torch.tensor(v, dtype=torch.float64)) for name, v in VALUES.items()}
    groups = [{"params": [found[name]], "weight_decay": decay} for name, decay in DECAY.items()]
    optimizer = Lamb([*groups, {"params": [nn.Parameter(torch.ones(1))]}], 0.02, (0.8, 0.95), 1e-3)
    for gradients in GRADIENTS:
        for name, parameter in found.items():
            parameter.grad = torch.tensor(gradients[name], dtype=torch.float64)
        assert optimizer.step(lambda: 7.0) == 7.0
    for name, values in by_hand().items():
        assert found[name].tolist() == pytest.approx(values, rel=1e-12)


def test_the_ratio_compares_norms_and_is_1_at_0():
    some, none = torch.tensor([3.0, 4.0]), torch.zeros(2)
    assert trust_ratio(some, torch.tensor([0.0, 2.0])) == 2.5
    assert trust_ratio(none, some) == trust_ratio(some, none) == 1


def test_a_run_with_lamb_goes_on_as_if_nothing_had_happened(tmp_path):
    def run(folder, *lengths, optimizer=make_lamb):
        objective, ways = toy_objective(0.2), {"optimizer": optimizer, "schedule": lambda *_: 0.5}
        for steps in lengths:
            config = toy_training(steps)
            train(objective, drawing(toy_data(), config), config, folder, **ways)
        return objective.state_dict()

    whole, resumed, adam = run(None, 6), run(tmp_path, 2, 6), run(None, 6, optimizer=make_optimizer)
    assert all(torch.equal(whole[name], resumed[name]) for name in whole)
    assert not all(torch.equal(whole[name], adam[name]) for name in whole)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"lr": -1.0}, "lr must be a number of at least 0, got -1.0"),
        ({"weight_decay": math.nan}, "weight_decay must be"),
        ({"betas": (0.9, 1.0)}, r"betas must be two numbers in \[0, 1\), got \(0.9, 1.0\)"),
    ],
)
def test_numbers_out_of_range_are_refused(options, message):
    with pytest.raises(ValueError, match=message):
        Lamb([nn.Parameter(torch.ones(1))], **options)


def test_the_rate_rises_stays_and_falls():
    factors = [warmup_stable_decay(step, toy_training(20, warmup=0.1)) for step in range(20)]
    assert factors[:16] == [0.5] + [1.0] * 15
    assert factors[16:] == [1.0, 0.5, 1 - math.sqrt(0.5), 1 - math.sqrt(0.75)]
    assert warmup_stable_decay(9, toy_training(10, warmup=0.0), decay=0.0) == 1
    with pytest.raises(ValueError, match=r"decay must be in \[0, 0.4\], got 0.5"):
        warmup_stable_decay(0, toy_training(10, warmup=0.6), decay=0.5)
