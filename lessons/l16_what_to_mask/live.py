"""Going on with the pre-training of a BERT: texts, batches, the learning rate, and a cloze."""

from lessons.l16_what_to_mask.halves import Word
from lessons.l16_what_to_mask.masking import Mask

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from random import Random
from typing import Any, NamedTuple

import numpy as np
import torch
from jaxtyping import Bool, Int
from torch import Tensor
from torch.nn.utils.rnn import pad_sequence
from torch.optim.lr_scheduler import OneCycleLR

from bertlab.datasets import peoples_daily
from bertlab.pretraining.corpora import sentence_units
from bertlab.probing.news import tokenizer
from bertlab.training.progress import progress

LONGEST = 62  # pieces of a text, without specials


class Text(NamedTuple):
    """Ids without specials, and the words in them."""

    ids: list[int]
    words: list[Word]


@cache
def news(part: str, index: int) -> Text:
    """Return the beginning of a line of the newspaper: as many sentences as fit, one at least."""
    ids, words = list[int](), list[Word]()
    for sentence, units in sentence_units(getattr(peoples_daily(), part)[index], tokenizer()):
        if ids and len(ids) + len(sentence) > LONGEST:
            break
        inside = [unit for unit in units if unit.kind == "word" and unit.end <= LONGEST]
        words += [(len(ids) + unit.start, len(ids) + unit.end) for unit in inside]
        ids += sentence[:LONGEST]
    return Text(ids, words)


class Batch(NamedTuple):
    """What the model sees, what stood there, and where it is asked: (B, T) each; 0 is padding."""

    shown: Int[Tensor, "B T"]
    ids: Int[Tensor, "B T"]
    chosen: Bool[Tensor, "B T"]


def batch(mask: Mask, texts: Sequence[Text], key: str) -> Batch:
    """Mask some texts, each with random numbers of its own, and put them side by side."""
    rows = []
    for number, (ids, words) in enumerate(texts):
        shown, positions = mask(ids, words, Random(f"{key} {number}"))
        start, end = tokenizer().cls_id, tokenizer().sep_id
        chosen = torch.zeros(len(ids) + 2, dtype=torch.bool)
        chosen[[position + 1 for position in positions]] = True
        rows.append((torch.tensor([start, *shown, end]), torch.tensor([start, *ids, end]), chosen))
    return Batch(
        *(pad_sequence(list(column), batch_first=True) for column in zip(*rows, strict=True))
    )


def batches(mask: Mask, steps: int, size: int = 12, seed: int = 0) -> Iterator[Batch]:
    """Return a batch of training text for each step, the same texts for all masks, with a bar."""
    generator, number = np.random.default_rng(seed), len(peoples_daily().train)
    for step in progress(range(steps), desc="training"):
        texts = [news("train", i) for i in generator.integers(number, size=size).tolist()]
        yield batch(mask, texts, f"{seed} {step}")


def warm_up_and_decay(optimizer: torch.optim.Optimizer, steps: int) -> OneCycleLR:
    """Let the learning rate rise for a tenth of the steps, and fall for the others."""
    rates = [float(group["lr"]) for group in optimizer.param_groups]
    return OneCycleLR(
        optimizer,
        rates,
        total_steps=steps,
        pct_start=0.1,
        anneal_strategy="linear",
        cycle_momentum=False,
    )


Score = Callable[[Tensor, Tensor, Tensor, Tensor], tuple[int, int]]


@torch.no_grad()
def cloze(
    model: Any, mask: Mask, score: Score, number: int = 900, size: int = 50
) -> tuple[int, int]:
    """Return how many hidden pieces of validation text a model guesses, and of how many.

    Args:
        model: With a head for masked words.
        mask: Hides pieces of the texts.
        score: Counts both in a batch, from logits (B, T, V) and what ``batch`` returns.
        number: Of texts.
        size: Of a batch.
    """
    found = []
    for begin in range(0, number, size):
        texts = [news("validation", i) for i in range(begin, begin + size)]
        shown, ids, chosen = batch(mask, texts, f"held out {begin}")
        logits = model(shown, attention_mask=(ids != 0).long())
        found.append(score(logits, shown, ids, chosen))
    guessed, hidden = map(sum, zip(*found, strict=True))
    return guessed, hidden
