"""What the lesson answers to a matrix that was chosen by hand, and to heads with a bug."""

from lessons.l05_attention.heads import ACROSS, NEAR, Heads, mistake, texts

import torch
from jaxtyping import Float
from torch import Tensor

from workbook.exercises.tasks import task

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
    others = (rows[:IT] - 1 / 3).abs().max() > 0.01
    more = " But you changed what the nouns look for as well." if others else ""
    right = f"right: it asks for a noun that lives, and finds the animal.{more}\n"
    right += "With wide at the end it would find the animal as well. Remember this for part 9."
    task(__name__, "mine", rows, None, _slip_in_query, right)


def _slip_in_query(rows: Float[Tensor, "T T"]) -> str:
    animal, street, itself = rows[IT].tolist()
    if not torch.isfinite(rows).all():
        return "A number is too large: keep them below 100."
    if animal > 0.9:
        return ""
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


def examine_heads(function: Heads) -> None:
    """Print which heads notice that a token's value has changed, and name the bug.

    Args:
        function: Takes queries, keys, values, mask and the number of heads, as ``all_heads``.
    """

    def slip(theirs: Heads) -> str:
        queries, keys, values, mask, num_heads = texts()
        changed = values.clone()
        changed[0, 0] += 1
        before, after = (theirs(queries, keys, v, mask, num_heads)[0][0] for v in (values, changed))
        moved = (after - before).abs() > NEAR  # (T, D)
        print("The value of token 0 is changed. In which contexts is that noticed?")
        for head, numbers in enumerate(moved.chunk(num_heads, dim=-1)):
            tokens = numbers.any(dim=-1).nonzero().flatten().tolist()
            print(f"   head {head}: {f'tokens {tokens}' if tokens else 'nowhere'}")
        found = mistake(theirs)
        return "Each head should hear of every token." if found == ACROSS else found

    right = "right: all heads in one call, each with its own numbers of all tokens."
    task(__name__, "friends_heads", function, None, slip, right)
