"""What the lesson answers to a matrix that was chosen by hand, and to a head with a bug."""

from collections.abc import Callable, Sequence

import torch
from jaxtyping import Float
from torch import Tensor

Head = Callable[[Tensor, Tensor, Tensor, Tensor], tuple[Tensor, Tensor]]
ANIMAL, STREET, IT = range(3)


def examine_query(
    W_Q: Float[Tensor, "D d"], x: Float[Tensor, "T D"], W_K: Float[Tensor, "D d"]
) -> None:
    """Print where "it" looks with a matrix for the queries, and what that means.

    Args:
        W_Q: The matrix.
        x: The vectors of *animal*, *street* and *it*.
        W_K: The matrix for the keys.
    """
    rows = ((x @ W_Q) @ (x @ W_K).T).softmax(dim=1)
    animal, street, itself = rows[IT].tolist()
    print(f"it takes {animal:.2f} from animal, {street:.2f} from street, {itself:.2f} from itself")
    print(_on_query(W_Q, rows))


def _on_query(W_Q: Tensor, rows: Float[Tensor, "T T"]) -> str:
    animal, street, itself = rows[IT].tolist()
    if not torch.isfinite(rows).all():
        return "A number is too large: keep them below 100."
    if animal > 0.9:
        others = (rows[:IT] - 1 / 3).abs().max() > 0.01
        more = " But you changed what the nouns look for as well." if others else ""
        return "Right: it asks for a noun that lives, and finds the animal." + more
    if abs(animal - street) < 0.01 and animal > itself:
        return (
            "Both nouns get the same: the query of it does not ask for something living yet.\n"
            "Which row of W_Q does it use, and which column asks for something living?"
        )
    if street > animal:
        return "The street wins: that number is negative, so it asks for the opposite."
    if itself >= animal:
        return "It looks at itself: it no longer asks for a noun. Keep the 4 and add a number."
    return "The animal is ahead, but not by much: take a larger number."


def examine_head(head: Head) -> None:
    """Print the sums of a head's weights by rows and by columns, and name its bug.

    Args:
        head: Takes query, key, value and mask; returns context and weights, as in exercise 1.
    """
    generator = torch.Generator().manual_seed(0)
    query, key, value = torch.randn(3, 1, 4, 8, generator=generator)
    mask = torch.tensor([[1, 1, 1, 0]])
    context, weights = head(query, key, value, mask)
    words = ["the", "dog", "sleeps", "[PAD]"]
    print("what each word takes, summed:          ", _sums(words, weights[0].sum(dim=1)))
    print("what is taken from each word, summed:  ", _sums(words, weights[0].sum(dim=0)))
    print(_on_head(weights[0], context, value, mask[0] == 0))


def _sums(words: Sequence[str], sums: Float[Tensor, " T"]) -> str:
    return ", ".join(
        f"{word} {total:.2f}" for word, total in zip(words, sums.tolist(), strict=True)
    )


def _on_head(weights: Float[Tensor, "T T"], context: Tensor, value: Tensor, padding: Tensor) -> str:
    taken, left = weights.sum(dim=1), weights.sum(dim=0)
    if (weights[:, padding] > 1e-3).any() and (taken - 1).abs().max() < 1e-4:
        return "Padding gets weight: the mask has to hide keys, before the softmax."
    if (taken - 1).abs().max() < 1e-4:
        same = (context[0] - weights @ value[0]).abs().max() < 1e-4
        return "This is attention." if same else "The weights are right, the context is not."
    if (left[~padding] - 1).abs().max() < 1e-4:
        return (
            "There is still a bug: 1 in all is taken from each word, "
            "but each word should take 1 in all."
        )
    return "There is still a bug: what each word takes has to sum to 1."
