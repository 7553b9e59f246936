"""A normalizing flow: an invertible network that makes a cloud of vectors look like a Gaussian."""

import math

import torch
from jaxtyping import Float, Int
from torch import Tensor, nn

from bertlab.training.progress import progress


class AffineCoupling(nn.Module):
    r"""Half of the numbers stay; they decide by how much the others are scaled and moved.

    $y_1 = x_1$ and $y_2 = x_2 \odot e^{s(x_1)} + t(x_1)$. Whatever networks s and t are, the way
    back is $x_2 = (y_2 - t(y_1)) \odot e^{-s(y_1)}$, and the logarithm of the Jacobian's
    determinant is the sum of s.

    Args:
        size: D, length of a vector, at least 2.
        hidden_size: Width of the network that computes s and t.
        order: (D,), an order of the numbers; the first half of it stays.

    Source: Dinh et al. 2017, Density Estimation Using Real NVP, equations 7 and 8.
    """

    order: Int[Tensor, " D"]

    def __init__(self, size: int, hidden_size: int, order: Int[Tensor, " D"]) -> None:
        super().__init__()
        self.stay = size // 2
        self.register_buffer("order", order)
        last = nn.Linear(hidden_size, 2 * (size - self.stay))
        nn.init.zeros_(last.weight)  # so that the layer begins as the identity
        nn.init.zeros_(last.bias)
        self.network = nn.Sequential(nn.Linear(self.stay, hidden_size), nn.ReLU(), last)

    def forward(self, x: Float[Tensor, "N D"]) -> tuple[Float[Tensor, "N D"], Float[Tensor, " N"]]:
        """Return the vectors after the layer, and the log of the Jacobian's determinant."""
        first, second = x[:, self.order].split([self.stay, x.shape[1] - self.stay], dim=1)
        scale, shift = self._scale_and_shift(first)
        return torch.cat([first, second * scale.exp() + shift], dim=1), scale.sum(dim=1)

    def inverse(self, y: Float[Tensor, "N D"]) -> Float[Tensor, "N D"]:
        """Return the vectors before the layer."""
        first, second = y.split([self.stay, y.shape[1] - self.stay], dim=1)
        scale, shift = self._scale_and_shift(first)
        ordered = torch.cat([first, (second - shift) * (-scale).exp()], dim=1)
        return ordered[:, self.order.argsort()]

    def _scale_and_shift(self, first: Tensor) -> tuple[Tensor, Tensor]:
        scale, shift = self.network(first).chunk(2, dim=1)
        return torch.tanh(scale), shift  # a factor between 1/e and e keeps training stable


class Flow(nn.Module):
    """A few affine couplings, each over another order of the numbers.

    Args:
        size: D, length of a vector.
        num_layers: Couplings.
        hidden_size: Width of their networks.
        seed: Of the orders and of the initial weights.

    Raises:
        ValueError: If the vectors have fewer than 2 numbers, or there is no layer.

    Source: Li et al. 2020, On the Sentence Embeddings from Pre-trained Language Models (BERT-flow),
        section 4, with Real NVP's couplings in place of Glow's.
    """

    mean: Float[Tensor, " D"]
    spread: Float[Tensor, " D"]

    def __init__(self, size: int, num_layers: int = 6, hidden_size: int = 256, seed: int = 0):
        super().__init__()
        if size < 2 or num_layers < 1:
            raise ValueError(
                f"expected a size of at least 2 and a layer or more, got {size} and {num_layers}"
            )
        generator = torch.Generator().manual_seed(seed)
        with torch.random.fork_rng():
            torch.manual_seed(seed)
            self.layers = nn.ModuleList()
            for number in range(num_layers):
                swapped = torch.arange(size).flip(0)  # two numbers: they change places
                order = torch.randperm(size, generator=generator) if size > 2 else swapped
                order = torch.arange(size) if size == 2 and number == 0 else order
                self.layers.append(AffineCoupling(size, hidden_size, order))
        self.register_buffer("mean", torch.zeros(size))
        self.register_buffer("spread", torch.ones(size))

    def forward(self, x: Float[Tensor, "N D"]) -> tuple[Float[Tensor, "N D"], Float[Tensor, " N"]]:
        """Return the vectors in the space of the Gaussian, and the log-determinants."""
        z = (x - self.mean) / self.spread
        total = -self.spread.log().sum().expand(len(x))
        for layer in self.layers:
            z, log_determinant = layer(z)
            total = total + log_determinant
        return z, total

    def inverse(self, z: Float[Tensor, "N D"]) -> Float[Tensor, "N D"]:
        """Return the vectors whose images are given."""
        for layer in list(self.layers)[::-1]:
            z = layer.inverse(z)  # type: ignore[operator]
        return z * self.spread + self.mean

    def log_likelihood(self, x: Float[Tensor, "N D"]) -> Float[Tensor, " N"]:
        """Return the log density of each vector, in nats, by the change of variables."""
        z, log_determinant = self(x)
        gaussian = -0.5 * (z.square() + math.log(2 * math.pi)).sum(dim=1)
        return gaussian + log_determinant


def fit_flow(
    flow: Flow,
    vectors: Float[Tensor, "N D"],
    steps: int,
    batch_size: int = 256,
    learning_rate: float = 1e-3,
    seed: int = 0,
) -> list[float]:
    """Train a flow to give vectors a high likelihood; the vectors themselves do not change.

    Args:
        flow: Changed in place. First its ``mean`` and ``spread`` become those of the vectors.
        vectors: Sentence vectors, without labels.
        steps: Updates.
        batch_size: Vectors in an update.
        learning_rate: Of Adam; it falls to 0, linearly.
        seed: Of the batches.

    Returns:
        The mean negative log-likelihood of each batch, in nats per number of a vector.

    Raises:
        ValueError: If a number of the vectors never varies.
    """
    spread = vectors.std(dim=0)
    if len(vectors) < 2 or not (spread > 0).all():
        raise ValueError("expected two vectors or more that vary in each of their numbers")
    flow.mean.copy_(vectors.mean(dim=0))
    flow.spread.copy_(spread)
    generator = torch.Generator().manual_seed(seed)
    optimizer = torch.optim.Adam(flow.parameters(), lr=learning_rate)
    losses = []
    for step in progress(range(steps), desc="fitting the flow"):
        chosen = torch.randint(len(vectors), (batch_size,), generator=generator)
        loss = -flow.log_likelihood(vectors[chosen]).mean() / vectors.shape[1]
        optimizer.param_groups[0]["lr"] = learning_rate * (1 - step / steps)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses
