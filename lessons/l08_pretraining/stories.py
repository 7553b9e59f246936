"""A tiny language: what was opened can only be told from the end of the sentence."""

from lessons.l08_pretraining import live
from lessons.l08_pretraining.live import Batch, Language

from collections.abc import Sequence
from itertools import product
from typing import Any, NamedTuple

import torch
from torch import Tensor

from bertlab.model.tasks import BertForPreTraining
from bertlab.pretraining.generation import fill_mask
from bertlab.text.wordpiece import SPECIALS, WordPieceTokenizer

NAMES = ["he", "tom", "nora", "grandmother", "grandfather"]
NAMES += ["she", "someone", "nobody", "everyone", "anna"]
THINGS = {  # what was opened: how the sentence ends, and the sentence after it
    "door": ("and went in.", "the room was dark."),
    "book": ("and began to read.", "the story was long."),
    "bottle": ("and drank some wine.", "it tasted sweet."),
    "window": ("and looked outside.", "snow fell on the street."),
}
GAP = "[MASK]"
PAIRS = (  # what the second text of a pair is
    "the one that followed",
    "a stranger, whole",
    "its end, on another thing",
    "its end, on the same thing",
)


def new_model(told: Language, seed: int) -> BertForPreTraining:
    """Return a BERT of two layers, 64 wide, randomly initialized."""
    return live.new_model(told, seed, width=64)


class Gap(NamedTuple):
    """A sentence with a gap.

    Attributes:
        text: With ``[MASK]`` in it.
        word: What belongs there.
    """

    text: str
    word: str

    def cut(self) -> str:
        """Return the sentence without what follows the gap."""
        return self.text[: self.text.index(GAP)] + GAP


def sentence(name: str, thing: str) -> str:
    """Return the first sentence of a story."""
    return f"{name} opened the {thing} {THINGS[thing][0]}"


def plots() -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """Return who opens what: in 32 stories to learn from, and in the 8 that are left."""
    parts: tuple[list[tuple[str, str]], list[tuple[str, str]]] = [], []
    for number, plot in enumerate(product(NAMES, THINGS)):
        parts[number % 10 in (0, 1)].append(plot)  # each thing twice, and his door and his book
    return parts


def language() -> Language:
    """Return the stories as ids; every word is a piece."""
    parts = [[[sentence(*plot), THINGS[plot[1]][1]] for plot in part] for part in plots()]
    texts = (text for part in parts for story in part for text in story)
    words = {word for text in texts for word in text.replace(".", " .").split()}
    tokenizer = WordPieceTokenizer([*SPECIALS, *sorted(words)])
    ids = ([[tokenizer.text_ids(text) for text in story] for story in part] for part in parts)
    return Language(tokenizer, *ids)


def gaps() -> list[Gap]:
    """Return the first sentences of the 8 stories that are left, each with a gap for the thing."""
    return [
        Gap(sentence(name, thing).replace(f"the {thing}", f"the {GAP}"), thing)
        for name, thing in plots()[1]
    ]


def filled(model: Any, told: Language, given: list[Gap]) -> int:
    """Return at how many gaps a model's first guess is the word that belongs there."""
    guesses = [fill_mask(model, told.tokenizer, gap.text, top=1)[0][0].piece for gap in given]
    return sum(guess == gap.word for guess, gap in zip(guesses, given, strict=True))


def kinds_of_pairs(told: Language, batches: Sequence[Batch]) -> dict[str, list[Batch]]:
    """Divide pairs of the stories that are left by the kinds of ``PAIRS``."""
    follows = {tuple(first): tuple(second) for first, second in told.held_out}

    def kind(ids: Tensor, types: Tensor, label: Tensor) -> int:
        is_word = ids >= len(SPECIALS)
        first, second = (tuple(ids[is_word & (types == text)].tolist()) for text in (0, 1))
        if second not in follows.values():
            return 1
        return 0 if not label else 3 if second == follows[first] else 2

    found: dict[str, list[Batch]] = {name: [] for name in PAIRS}
    for batch in batches:
        _, types, ids, _, labels = batch
        kinds = torch.tensor([kind(*row) for row in zip(ids, types, labels, strict=True)])
        for number in kinds.unique().tolist():
            found[PAIRS[number]].append(tuple(column[kinds == number] for column in batch))
    return found


def first_sentences(part: list[tuple[str, str]], told: Language) -> list[list[int]]:
    """Return the first sentences of some stories as ids, with [CLS] and [SEP]."""
    return [told.tokenizer.encode(sentence(*plot)).input_ids for plot in part]
