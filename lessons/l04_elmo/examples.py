"""The text on which the lesson on ELMo trains live: lines of letters."""

from collections.abc import Sequence

import torch
from jaxtyping import Int
from torch import Tensor

LETTERS = ("<s>", "</s>", *"abcdefghijklmnopqrstuvwxyz ")
LINE = 30  # letters


def lines_of_letters(sentences: Sequence[Sequence[str]]) -> Int[Tensor, "N T"]:
    """Return the first 30 letters of each sentence that has as many, as ids with both ends."""
    index = {letter: number for number, letter in enumerate(LETTERS)}
    rows = []
    for sentence in sentences:
        text = " ".join(word for word in sentence if not word.startswith("<"))
        line = [index[letter] for letter in text if letter in index][:LINE]
        if len(line) == LINE:
            rows.append([0, *line, 1])
    return torch.tensor(rows)
