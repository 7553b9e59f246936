"""A linear probe: can a question be answered from a vector alone, by a linear map?

The encoder stays as it is; nothing but the map is learned. What a probe gets right shows what can
be *read off*, not what the model uses.
"""

from collections.abc import Sequence

import torch
from jaxtyping import Bool, Float
from torch import Tensor, nn
from torch.nn.functional import cross_entropy


class LinearProbe(nn.Module):
    """A softmax over a linear map of scaled vectors, fitted to its optimum (L-BFGS).

    Args:
        penalty: The mean cross-entropy (nats) has this times half the sum of the squared weights
            added, so that 0 is no penalty.

    Attributes:
        labels: The different answers of training, in order of the alphabet.
    """

    def __init__(self, penalty: float = 0.03) -> None:
        super().__init__()
        self.penalty = penalty
        self.labels: list[str] = []

    def fit(self, vectors: Float[Tensor, "N D"], labels: Sequence[str]) -> "LinearProbe":
        """Learn from vectors and their answers; the means and deviations of these scale all.

        Raises:
            ValueError: If there are not as many labels as vectors, or fewer than two kinds.
        """
        self.labels = sorted(set(labels))
        if len(labels) != len(vectors) or len(self.labels) < 2:
            raise ValueError(
                f"expected {len(vectors)} labels of two kinds or more, got {len(labels)} of "
                f"{len(self.labels)}"
            )
        answers = torch.tensor([self.labels.index(label) for label in labels])
        self.mean, self.spread = vectors.mean(dim=0), vectors.std(dim=0).clamp(min=1e-6)
        self.linear = nn.Linear(vectors.shape[1], len(self.labels))
        for parameter in self.linear.parameters():
            nn.init.zeros_(parameter)
        optimizer = torch.optim.LBFGS(
            self.linear.parameters(), max_iter=100, line_search_fn="strong_wolfe"
        )

        def loss() -> Tensor:
            optimizer.zero_grad()
            size = self.linear.weight.square().sum()
            value = cross_entropy(self(vectors), answers) + self.penalty / 2 * size
            value.backward()
            return value

        optimizer.step(loss)
        return self

    def forward(self, vectors: Float[Tensor, "N D"]) -> Float[Tensor, "N C"]:
        """Return the logits of the answers."""
        return self.linear((vectors - self.mean) / self.spread)

    @torch.no_grad()
    def predict(self, vectors: Float[Tensor, "N D"]) -> list[str]:
        """Return the most probable answer for each vector."""
        return [self.labels[index] for index in self(vectors).argmax(dim=1).tolist()]


def probe_right(
    train_vectors: Float[Tensor, "N D"],
    train_labels: Sequence[str],
    test_vectors: Float[Tensor, "M D"],
    test_labels: Sequence[str],
    penalty: float = 0.03,
) -> Bool[Tensor, " M"]:
    """Train a probe on some vectors; return for others whether it is right.

    Raises:
        ValueError: If vectors and labels are not as many, or all training labels are the same.
    """
    if len(test_vectors) != len(test_labels):
        raise ValueError(f"expected {len(test_vectors)} test labels, got {len(test_labels)}")
    guessed = LinearProbe(penalty).fit(train_vectors, train_labels).predict(test_vectors)
    return torch.tensor([a == b for a, b in zip(guessed, test_labels, strict=True)])
