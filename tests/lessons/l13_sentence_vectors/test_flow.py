"""A flow is invertible, its determinant is the Jacobian's, and training raises the likelihood."""

import math

import pytest
import torch

from lessons.l13_sentence_vectors.flow import AffineCoupling, Flow, fit_flow


def moved(flow, seed=0):
    """Let the layers be something else than the identity."""
    generator = torch.Generator().manual_seed(seed)
    with torch.no_grad():
        for parameter in flow.parameters():
            parameter.add_(torch.randn(parameter.shape, generator=generator) * 0.3)
    return flow.double()


def some(number, size):
    return torch.randn(number, size, generator=torch.Generator().manual_seed(7)).double()


@pytest.mark.parametrize("size", [2, 3, 5, 8])
def test_there_and_back(size):
    flow = moved(Flow(size, num_layers=3, hidden_size=7))
    flow.mean.add_(0.5)
    flow.spread.mul_(2.0)
    x = some(6, size)
    z, _ = flow(x)
    assert (z - x).abs().max() > 0.1
    torch.testing.assert_close(flow.inverse(z), x)


@pytest.mark.parametrize("size", [2, 5])
def test_the_determinant_is_that_of_the_jacobian(size):
    flow = moved(Flow(size, num_layers=3, hidden_size=7))
    flow.spread.mul_(3.0)
    x = some(4, size)
    _, found = flow(x)
    for one, value in zip(x, found, strict=True):
        jacobian = torch.autograd.functional.jacobian(lambda row: flow(row[None])[0][0], one)
        assert value.item() == pytest.approx(torch.linalg.slogdet(jacobian).logabsdet.item())


def test_one_coupling_by_hand():
    coupling = AffineCoupling(2, 1, torch.tensor([0, 1]))
    with torch.no_grad():
        coupling.network[0].weight.fill_(1.0)
        coupling.network[0].bias.zero_()
        coupling.network[2].weight.copy_(torch.tensor([[0.5], [3.0]]))  # s, then t
    y, log_determinant = coupling(torch.tensor([[2.0, 5.0]]))
    scale = math.tanh(0.5 * 2.0)
    torch.testing.assert_close(y, torch.tensor([[2.0, 5.0 * math.exp(scale) + 6.0]]))
    assert log_determinant.item() == pytest.approx(scale)


def test_the_likelihood_integrates_to_one():
    flow = moved(Flow(2, num_layers=2, hidden_size=3))
    axis = torch.linspace(-12, 12, 401).double()
    grid = torch.cartesian_prod(axis, axis)
    with torch.no_grad():
        density = flow.log_likelihood(grid).exp()
    assert density.sum().item() * (24 / 400) ** 2 == pytest.approx(1, abs=0.01)


def test_training_bends_a_banana_straight():
    generator = torch.Generator().manual_seed(0)
    x = torch.randn(2000, generator=generator)
    y = x.square() + 0.3 * torch.randn(2000, generator=generator)
    banana = torch.stack([x, y], dim=1)
    flow = Flow(2, num_layers=4, hidden_size=32)
    losses = fit_flow(flow, banana, steps=300)
    assert losses[-1] < losses[0] - 0.2
    with torch.no_grad():
        z, _ = flow(banana)
    before = torch.corrcoef(torch.stack([x.square(), y]))[0, 1]
    after = torch.corrcoef(torch.stack([z[:, 0].square(), z[:, 1]]))[0, 1]
    assert before > 0.9 and abs(after) < 0.4


def test_the_seed_decides_and_the_callers_random_numbers_stay():
    torch.manual_seed(5)
    before = torch.get_rng_state()
    one, same, other = Flow(6, seed=1), Flow(6, seed=1), Flow(6, seed=2)
    assert torch.equal(torch.get_rng_state(), before)
    assert torch.equal(one.layers[0].order, same.layers[0].order)
    assert not torch.equal(one.layers[0].order, other.layers[0].order)
    x = torch.randn(40, 6)
    assert fit_flow(one, x, steps=3) == fit_flow(same, x, steps=3)


def test_what_cannot_be():
    with pytest.raises(ValueError, match="got 1 and 6"):
        Flow(1)
    with pytest.raises(ValueError, match="vary in each"):
        fit_flow(Flow(3), torch.ones(9, 3), steps=1)
