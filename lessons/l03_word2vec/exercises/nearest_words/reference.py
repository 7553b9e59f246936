"""The reference of ``nearest_words``: it stands in until the student is right."""

from collections.abc import Sequence

from jaxtyping import Float
from torch import Tensor


def nearest_words(
    words: Sequence[str], vectors: Float[Tensor, "V D"], word: str, number: int
) -> list[str]:
    """Return the words whose rows have the largest cosine with a word's row, without the word."""
    unit = vectors / vectors.norm(dim=1, keepdim=True)
    here = words.index(word)
    order = (unit @ unit[here]).argsort(descending=True).tolist()
    return [words[place] for place in order if place != here][:number]
