"""Whitening: make the vectors' mean zero and their covariance the identity, without any label."""

import torch
from jaxtyping import Float
from torch import Tensor


class Whitening:
    r"""A linear map after which all directions are alike, or only the strongest are left.

    With the mean $\mu$ and the covariance $\Sigma = U \Lambda U^\top$ of some vectors, eigenvalues
    in falling order, a vector $x$ becomes $(x - \mu)\, U_k \Lambda_k^{-1/2}$, where $U_k$ has the
    first k columns of $U$.

    Args:
        dims: k, numbers that are kept of each vector; None: all directions in which the vectors
            vary. After a LayerNorm that is at least one less than D, since it fixes their sum.

    Attributes:
        mean_: (1, D), of the vectors it was fitted on.
        matrix_: (D, k).
        variances_: (D,), the eigenvalues of their covariance, the largest first.

    Raises:
        ValueError: If ``dims`` is below 1.

    Source: Su et al. 2021, Whitening Sentence Representations for Better Semantics and Faster
        Retrieval, section 3 and algorithm 1.
    """

    mean_: Float[Tensor, "1 D"]
    matrix_: Float[Tensor, "D K"]
    variances_: Float[Tensor, " D"]

    def __init__(self, dims: int | None = None) -> None:
        if dims is not None and dims < 1:
            raise ValueError(f"dims must be at least 1, got {dims}")
        self.dims = dims

    def fit(self, vectors: Float[Tensor, "N D"]) -> "Whitening":
        """Learn mean and matrix; return this object.

        Args:
            vectors: Many more than D of them; texts for judging must not be among theirs.

        Raises:
            ValueError: If fewer than ``dims`` directions have any variance.
        """
        size = vectors.shape[1]
        exact = vectors.double()
        self.mean_ = exact.mean(dim=0, keepdim=True)
        centered = exact - self.mean_
        covariance = centered.T @ centered / max(len(vectors) - 1, 1)  # (D, D)
        eigenvalues, eigenvectors = torch.linalg.eigh(covariance)  # in rising order
        self.variances_ = eigenvalues.flip(0).clamp(min=0)
        varied = int((self.variances_ > 1e-10 * self.variances_.max()).sum())
        dims = varied if self.dims is None else self.dims
        if not 1 <= dims <= varied:
            raise ValueError(
                f"expected vectors that vary in {max(dims, 1)} directions or more, got {varied} "
                f"({len(vectors)} vectors of {size} numbers); cut dims, or fit on more texts"
            )
        self.matrix_ = eigenvectors.flip(1)[:, :dims] / self.variances_[:dims].sqrt()
        return self

    def transform(self, vectors: Float[Tensor, "N D"]) -> Float[Tensor, "N K"]:
        """Return the whitened vectors, in the dtype of those given.

        Raises:
            ValueError: If it was not fitted, or on vectors of another length.
        """
        if not hasattr(self, "matrix_"):
            raise ValueError("expected a Whitening after fit, got one before")
        if vectors.shape[1] != len(self.matrix_):
            raise ValueError(
                f"expected vectors of {len(self.matrix_)} numbers, got {vectors.shape[1]}"
            )
        return ((vectors.double() - self.mean_) @ self.matrix_).to(vectors.dtype)


def mean_cosine(vectors: Float[Tensor, "N D"]) -> float:
    """Return the mean cosine of all pairs of different vectors: near 0 if directions are even.

    Raises:
        ValueError: If there are fewer than two vectors.

    Source: Ethayarajh 2019, How Contextual are Contextualized Word Representations?, section 3.
    """
    number = len(vectors)
    if number < 2:
        raise ValueError(f"expected two vectors or more, got {number}")
    unit = torch.nn.functional.normalize(vectors.double(), dim=1)
    total = unit.sum(dim=0).square().sum()  # of all pairs, those of a vector with itself too
    return ((total - unit.square().sum()) / (number * (number - 1))).item()
