"""What the references give: the examples of the texts, and bertlab's own."""

import math

import pytest
import torch
from torch import nn

from bertlab.model.modern import ModernLayer, ModernModel
from bertlab.model.modern_config import ModernConfig
from bertlab.model.relative_positions import rotate as bertlab_rotate
from bertlab.training.lamb import Lamb
from lessons.l19_training_at_scale import exercises
from workbook.exercises import load

averaged, wire_bytes, accumulated_step, lamb_update, rotate, _, window_mask = (
    load(package).reference for package in exercises.EXERCISES[:7]
)
modern_layer, interval = (load(package).reference for package in exercises.EXERCISES[7:])
GENERATOR = torch.Generator().manual_seed(0)


def test_the_first_step_of_lamb_is_bertlabs():
    weight, gradient = torch.randn(2, 3, 4, generator=GENERATOR)
    parameter = nn.Parameter(weight.clone())
    parameter.grad = gradient
    Lamb([parameter], lr=0.1, weight_decay=0.0, eps=0.0).step()
    torch.testing.assert_close(lamb_update(weight, gradient.sign(), 0.1), parameter.data)


def test_rotated_vectors_are_bertlabs_and_know_distances_alone():
    x = torch.randn(2, 3, 5, 8, generator=GENERATOR)
    torch.testing.assert_close(rotate(x, 50.0), bertlab_rotate(x, torch.arange(5), 50.0))
    query, key = torch.randn(2, 1, 8, generator=GENERATOR).expand(2, 6, 8)
    scores = rotate(query, 100) @ rotate(key, 100).T
    torch.testing.assert_close(scores[1:, 1:], scores[:-1, :-1])


@pytest.mark.parametrize(("number", "window"), [(0, None), (1, 4), (3, None)])
def test_the_layer_is_bertlabs(number, window):
    config = ModernConfig(9, 8, num_layers=1, num_heads=2, intermediate_size=5, window=4)
    layer = ModernLayer(config, number)
    x, positions = torch.randn(2, 7, 8, generator=GENERATOR), torch.arange(7)
    theta = config.local_theta if window else config.global_theta
    wanted = layer(x, [ModernModel(config).places(positions)])
    torch.testing.assert_close(modern_layer(x, layer, 2, theta, window), wanted)


def test_parts_make_the_step_of_the_whole_batch():
    x, models = torch.randn(6, 4, generator=GENERATOR), [nn.Linear(4, 1) for _ in range(2)]
    models[1].load_state_dict(models[0].state_dict())

    def step(model, parts):
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        return accumulated_step(model, optimizer, parts, lambda m, p: m(p).square().sum(), len)

    assert step(models[0], [x]) == pytest.approx(step(models[1], x.split([1, 3, 2])))
    torch.testing.assert_close(models[0].weight, models[1].weight)


def test_small_examples():
    assert averaged([[torch.tensor([6.0])], [torch.tensor([2.0])]], [3, 5]) == [torch.tensor([1.0])]
    assert wire_bytes(1200, P=4) == 7200
    assert window_mask(3, 2).sum() == 7 and window_mask(3).all()
    low, high = interval([1.0, 2.0, 3.0])
    assert (low + high) / 2 == 2 and high - low == pytest.approx(2 * 4.303 / math.sqrt(3))
