"""The reference of ``whitened_cosines``: it stands in until the student is right."""

import torch
from jaxtyping import Float
from torch import Tensor
from torch.nn.functional import normalize


def whitened_cosines(
    fitted: Float[Tensor, "F D"],
    queries: Float[Tensor, "Q D"],
    documents: Float[Tensor, "N D"],
    dims: int,
) -> Float[Tensor, "Q N"]:
    """Return the cosine of each query and document after whitening.

    Args:
        fitted: Vectors of other texts, from which mean and matrix are computed.
        queries: What is asked for.
        documents: What is found.
        dims: Directions that are kept: those in which ``fitted`` varies most.

    Returns:
        (Q, N), in the dtype of the vectors.
    """
    mean = fitted.mean(dim=0)
    eigenvalues, eigenvectors = torch.linalg.eigh(torch.cov(fitted.T))  # in rising order
    matrix = eigenvectors[:, -dims:] / eigenvalues[-dims:].sqrt()  # (D, dims)
    asked = normalize((queries - mean) @ matrix, dim=1)
    return asked @ normalize((documents - mean) @ matrix, dim=1).T
