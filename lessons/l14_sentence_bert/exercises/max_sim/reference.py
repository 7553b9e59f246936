"""The reference of ``max_sim``: it stands in until the student is right."""

import torch
from jaxtyping import Float, Int
from torch import Tensor


def max_sim(
    query: Float[Tensor, "Q D"], documents: Float[Tensor, "N T D"], mask: Int[Tensor, "N T"]
) -> Float[Tensor, " N"]:
    """Return for each document the sum over the query's tokens of their best match.

    Args:
        query: Vectors of the query's tokens, of length 1, (Q, D).
        documents: Vectors of the documents' tokens, of length 1, (N, T, D).
        mask: 1 for a token, 0 for padding, on either side; each document has a token, (N, T).

    Returns:
        A score for each document, (N,).
    """
    cosines = torch.einsum("qd,ntd->nqt", query, documents)
    cosines = cosines.masked_fill(mask[:, None, :] == 0, -torch.inf)
    return cosines.amax(dim=2).sum(dim=1)
