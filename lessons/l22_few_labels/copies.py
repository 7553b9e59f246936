"""Copies of labelled texts with other words in some places: likely ones, or any.

A word that a masked language model thinks likely in a gap may keep the label, so that copies are
more texts to learn from. The control exchanges the same words for random ones.

Source: Wei and Zou 2019, arXiv 1901.11196 (EDA), as far as words are exchanged; words from a masked
language model: Wu et al. 2018, arXiv 1812.06705, whose model knows the label, too. Ours does not.
"""

from collections.abc import Callable, Iterator, Sequence
from random import Random

import torch
from jaxtyping import Float
from torch import Tensor

from bertlab.model.tasks import BertForMaskedLM
from bertlab.text.wordpiece import WordPieceTokenizer

Fill = Callable[[list[str], list[int], Random], list[str]]  # words, positions -> new words there
RATE = 0.15  # of a text's words
LIKELY = 5  # a new word is one of so many


def copies(
    texts: Sequence[str], fill: Fill, number: int, generator: Random, rate: float = RATE
) -> Iterator[list[str]]:
    """Yield copies of each text, with new words at random positions.

    Args:
        texts: Texts with a space between words.
        fill: Returns the new words.
        number: Copies of each text.
        generator: Draws the positions; two ways with equal generators replace the same words.
        rate: The part of a text's words that is replaced, one word at least.
    """
    for text in texts:
        words = text.split()
        candidates = [index for index, word in enumerate(words) if word.isalpha()]
        wanted = min(len(candidates), max(1, round(rate * len(words))))
        several = []
        for _ in range(number):
            positions = sorted(generator.sample(candidates, wanted))
            own = Random(generator.random())  # of the fill: positions do not depend on it
            new = dict(zip(positions, fill(words, positions, own), strict=True))
            several.append(" ".join(new.get(index, word) for index, word in enumerate(words)))
        yield several


@torch.no_grad()
def gap_logits(
    model: BertForMaskedLM, tokenizer: WordPieceTokenizer, texts: Sequence[str]
) -> Float[Tensor, "M V"]:
    """Return what each word piece scores in all gaps of some texts, in their order."""
    inputs = tokenizer.batch(texts)
    logits: Float[Tensor, "M V"] = model(*inputs)[inputs.input_ids == tokenizer.mask_id]
    return logits


def likely(model: BertForMaskedLM, tokenizer: WordPieceTokenizer) -> Fill:
    """Return a fill that draws one of the likeliest other words of each gap."""
    whole = torch.tensor([piece.isalpha() for piece in tokenizer.vocabulary])

    def fill(words: list[str], positions: list[int], generator: Random) -> list[str]:
        hidden = ["[MASK]" if index in positions else word for index, word in enumerate(words)]
        logits = gap_logits(model, tokenizer, [" ".join(hidden)]).masked_fill(~whole, -torch.inf)
        new = []
        for row, position in zip(logits, positions, strict=True):
            best = [tokenizer.vocabulary[i] for i in row.topk(LIKELY + 1).indices]
            others = [word for word in best if word != words[position].lower()]
            new.append(generator.choice(others[:LIKELY]))
        return new

    return fill


def any_of(texts: Sequence[str]) -> Fill:
    """Return a fill that draws any word of some texts, a frequent one more often."""
    known = [word for text in texts for word in text.split() if word.isalpha()]

    def fill(words: list[str], positions: list[int], generator: Random) -> list[str]:
        return [generator.choice(known) for _ in positions]

    return fill
