"""Clouds of points in two dimensions, whitened and bent straight."""

from lessons.l13_sentence_vectors.flow import Flow

import torch
from jaxtyping import Float
from torch import Tensor


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
