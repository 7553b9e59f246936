"""Clouds of points in two dimensions, whitened and bent straight."""

import torch
from jaxtyping import Float
from torch import Tensor

from bertlab.vectors.flow import Flow, fit_flow


def toy_cloud(number: int = 300) -> Float[Tensor, "N 2"]:
    """Return points in an oblong cloud, far from the origin: what BERT's vectors are like."""
    generator = torch.Generator().manual_seed(0)
    points = torch.randn(number, 2, generator=generator) * torch.tensor([1.6, 0.4])
    turn = torch.tensor([[0.8, 0.6], [-0.6, 0.8]])
    return points @ turn + torch.tensor([4.0, 2.5])


def whitening_steps(points: Float[Tensor, "N 2"]) -> list[Float[Tensor, "N 2"]]:
    """Return the points as they are, centered, turned to their axes, and divided by the spread."""
    centered = points - points.mean(dim=0)
    _, directions = torch.linalg.eigh(torch.cov(centered.T))
    turned = centered @ directions.flip(1)
    turned = turned * (turned * centered).sum(dim=0).sign()  # turned, and not mirrored
    return [points, centered, turned, turned / turned.std(dim=0)]


def banana(number: int = 800) -> Float[Tensor, "N 2"]:
    """Return points along a bent line: no linear map makes them a Gaussian cloud."""
    generator = torch.Generator().manual_seed(0)
    x = torch.randn(number, generator=generator)
    y = x.square() + 0.35 * torch.randn(number, generator=generator)
    return torch.stack([x, y], dim=1)


@torch.no_grad()
def through(flow: Flow, points: Float[Tensor, "N 2"]) -> list[Float[Tensor, "N 2"]]:
    """Return the points as the flow takes them (mean 0, spread 1), and after each layer."""
    states = [(points - flow.mean) / flow.spread]
    for layer in flow.layers:
        states.append(layer(states[-1])[0])
    return states


def density_gain(
    vectors: Float[Tensor, "N D"], dims: int = 16, fitted: int = 900, steps: int = 100
) -> tuple[float, float, float]:
    """Return by how many nats a flow finds new vectors more probable than one Gaussian does.

    Both see the strongest axes of the vectors that they are fitted on.

    Args:
        vectors: Those to fit on, and after them the new ones.
        dims: Axes that are kept.
        fitted: How many vectors are fitted on.
        steps: Updates of the flow.

    Returns:
        The mean over the new vectors, and its 95% interval.
    """
    exact = vectors.double()
    _, directions = torch.linalg.eigh(torch.cov(exact[:fitted].T))
    kept = (exact - exact[:fitted].mean(dim=0)) @ directions[:, -dims:]
    old, new = kept[:fitted], kept[fitted:]
    gaussian = torch.distributions.MultivariateNormal(old.mean(dim=0), torch.cov(old.T))
    flow = Flow(dims, num_layers=4, hidden_size=32)
    fit_flow(flow, old.float(), steps=steps)
    with torch.no_grad():
        gains = flow.log_likelihood(new.float()).double() - gaussian.log_prob(new)
    mean, half = gains.mean().item(), 1.96 * gains.std().item() / len(gains) ** 0.5
    return mean, mean - half, mean + half
