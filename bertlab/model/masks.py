"""Who may look at whom: the attention masks that make one network read, write, or do both.

All masks are True at (i, j) where token i may look at token j, and have the shape (B, 1, T, T), for
all heads alike. Padding (0 in ``attention_mask``) is seen by nobody else, and sees itself, so that
no row is empty.

Source: Dong et al. 2019 (UniLM), figure 1; for ``permutation_masks`` Yang et al. 2019 (XLNet).
"""

from collections.abc import Callable

import torch
from jaxtyping import Bool, Int
from torch import Tensor


def padding_mask(attention_mask: Int[Tensor, "B T"]) -> Bool[Tensor, "B 1 1 T"]:
    """Return one row for all tokens: True where there is no padding.

    Args:
        attention_mask: 1 for tokens, 0 for padding, (B, T); as in all functions here.
    """
    return attention_mask.bool()[:, None, None, :]


def two_sided_mask(attention_mask: Int[Tensor, "B T"]) -> Bool[Tensor, "B 1 T T"]:
    """Return BERT's mask: all tokens see all, to fill gaps."""
    T = attention_mask.shape[1]
    everything = torch.ones(T, T, dtype=torch.bool, device=attention_mask.device)
    return _without_padding(everything, attention_mask)


def causal_mask(attention_mask: Int[Tensor, "B T"]) -> Bool[Tensor, "B 1 T T"]:
    """Return GPT's mask: a token sees itself and what stands before it, to continue a text."""
    T = attention_mask.shape[1]
    earlier = torch.ones(T, T, dtype=torch.bool, device=attention_mask.device).tril()
    return _without_padding(earlier, attention_mask)


def prefix_mask(
    token_type_ids: Int[Tensor, "B T"], attention_mask: Int[Tensor, "B T"]
) -> Bool[Tensor, "B 1 T T"]:
    """Return UniLM's mask for pairs: read the first text both ways, and write the second.

    Tokens of the first text see each other, and nothing of the second. Were it otherwise, the
    second text could read its own continuation there, in two steps. Tokens of the second see the
    first, themselves and what stands before them.

    Args:
        token_type_ids: 0 for the first text, 1 for the second, (B, T).
        attention_mask: As above.
    """
    T = attention_mask.shape[1]
    earlier = torch.ones(T, T, dtype=torch.bool, device=attention_mask.device).tril()
    first = (token_type_ids == 0)[:, None, :]  # (B, 1, T)
    return _without_padding(earlier & ~first.mT | first, attention_mask)


def permutation_masks(
    order: Int[Tensor, "B T"], attention_mask: Int[Tensor, "B T"]
) -> tuple[Bool[Tensor, "B 1 T T"], Bool[Tensor, "B 1 T T"]]:
    """Return XLNet's two masks: for what a token is (content), and for guessing it (query).

    Tokens stay where they are; only the order in which they are guessed is another one.

    Args:
        order: The turn in which each token is guessed, (B, T): a permutation of 0, ..., T - 1.
        attention_mask: As above.

    Returns:
        Content: a token sees itself and those guessed before it. Query: only those before it. The
        token of turn 0 has nothing to be guessed from: its query sees itself, so that no row is
        empty, and must not be asked.
    """
    earlier = order[:, None, :] < order[:, :, None]  # (B, T, T)
    same = torch.eye(order.shape[1], dtype=torch.bool, device=order.device)
    content = _without_padding(earlier | same, attention_mask)
    return content, _without_padding(earlier | same & (order == 0)[:, :, None], attention_mask)


@torch.no_grad()
def reach(
    answer: Callable[[Tensor], Tensor], input_ids: Int[Tensor, "1 T"], other_ids: Int[Tensor, "1 T"]
) -> Bool[Tensor, "T T"]:
    """Find out which tokens a network's answers depend on: the test for leaks.

    Each token is exchanged by itself, and each answer is compared with what it was, bit by bit.

    Args:
        answer: From ids (1, T) to an answer for each token, (1, T, ...), the same for the same ids.
        input_ids: A text, (1, T).
        other_ids: For each place another token, (1, T).

    Returns:
        True at (i, j) where the answer at i changes with token j. A mask whose row hides j may leak
        it all the same, by way of a third token.

    Raises:
        ValueError: If a token would be exchanged for itself.
    """
    if (input_ids == other_ids).any():
        raise ValueError(f"expected another id at each place, got {other_ids} for {input_ids}")
    before = answer(input_ids)
    columns = []
    for place in range(input_ids.shape[1]):
        exchanged = input_ids.clone()
        exchanged[0, place] = other_ids[0, place]
        columns.append((answer(exchanged) != before)[0].flatten(1).any(dim=1))
    return torch.stack(columns, dim=1)


def _without_padding(
    allowed: Bool[Tensor, "*B T T"], attention_mask: Int[Tensor, "B T"]
) -> Bool[Tensor, "B 1 T T"]:
    seen = attention_mask.bool()
    itself = torch.eye(seen.shape[1], dtype=torch.bool, device=seen.device) & ~seen[:, :, None]
    return (allowed & seen[:, None, :] | itself)[:, None]
