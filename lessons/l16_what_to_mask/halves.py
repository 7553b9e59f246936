"""Words of two pieces, and what a small BERT and a list say of their second halves."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np
import torch
from jaxtyping import Bool, Float
from torch import Tensor

from bertlab.datasets import peoples_daily
from bertlab.model.tasks import BertForMaskedLM
from bertlab.pretraining.corpora import corpus, sentence_units
from bertlab.text.wordpiece import Encoded, WordPieceTokenizer

Word = tuple[int, int]  # its first position, and the one after its last


class HalfWord(NamedTuple):
    """A text and a word of two pieces in it that begins at ``start``."""

    ids: list[int]
    start: int


class Language(NamedTuple):
    """A small BERT that was trained with single pieces hidden, and its tokenizer."""

    name: str
    tokenizer: WordPieceTokenizer
    model: BertForMaskedLM


BERTS = {"English": "bert-mini-en", "Chinese": "bert-mini-zh"}


@cache
def language(name: str) -> Language:
    """Return what reads English or Chinese."""
    model = BertForMaskedLM.from_pretrained(BERTS[name]).eval()
    return Language(name, WordPieceTokenizer.from_folder(BERTS[name]), model)


class Halves(NamedTuple):
    """Words of two pieces.

    Attributes:
        language: Of the words.
        counts: How often each word stands in the training text, by its halves.
        words: In held-out texts, each in another one.
    """

    language: Language
    counts: dict[tuple[str, str], int]
    words: list[HalfWord]


def chinese(number: int = 500) -> Halves:
    """Return words of two characters of the news, whose words people have marked."""
    lines, known = peoples_daily(), language("Chinese")
    words = Counter(word for line in lines.train for word in line.words if len(word) == 2)
    sentences = [
        (ids, [(unit.start, unit.end) for unit in units if unit.kind == "word"])
        for line in lines.test
        for ids, units in sentence_units(line, known.tokenizer)[:1]
    ]
    counts = {(word[0], word[1]): count for word, count in words.items()}
    return Halves(known, counts, _drawn(sentences, number))


def english(word_spans: Callable[[list[str]], list[Word]], number: int = 500) -> Halves:
    """Return English words of two pieces; the exercise ``word_spans`` finds the words."""
    text, known = corpus("wiki"), language("English")
    vocabulary = known.tokenizer.vocabulary

    def cut(sentence: str) -> tuple[list[int], list[Word]]:
        ids = known.tokenizer.text_ids(sentence)
        return ids, word_spans([vocabulary[i] for i in ids])

    counts: Counter[tuple[str, str]] = Counter()
    for article in text.train:
        for ids, words in map(cut, article):
            halves = (ids[start:end] for start, end in words if end - start == 2)
            counts.update((vocabulary[a], vocabulary[b]) for a, b in halves)
    sentences = [cut(sentence) for article in text.validation for sentence in article]
    return Halves(known, dict(counts), _drawn(sentences, number))


def _drawn(sentences: Sequence[tuple[list[int], list[Word]]], number: int) -> list[HalfWord]:
    """Draw sentences of up to 40 pieces, and of each a word of two."""
    generator, found = np.random.default_rng(0), list[HalfWord]()
    for index in generator.permutation(len(sentences)):
        ids, words = sentences[index]
        pairs = [start for start, end in words if end - start == 2]
        if pairs and len(ids) <= 40:
            found.append(HalfWord(ids, pairs[generator.integers(len(pairs))]))
    return found[:number]


def second_guesses(
    halves: Halves, both: bool, model: BertForMaskedLM | None = None
) -> Bool[np.ndarray, " N"]:
    """Return at which words a model guesses the second half, with one half hidden or both.

    Args:
        halves: The words.
        both: Whether the first half is hidden, too.
        model: Guesses in place of the language's own.
    """
    language = halves.language if model is None else halves.language._replace(model=model)
    found = probabilities(language, halves.words, both).argmax(dim=1).tolist()
    wanted = [word.ids[word.start + 1] for word in halves.words]
    return np.array(found) == np.array(wanted)


def among_known(halves: Halves) -> Bool[np.ndarray, " N"]:
    """Return at which words a model guesses the second half, if it may only take a known one.

    Known are the second halves that follow this first half in the training text.
    """
    ids = halves.language.tokenizer.ids
    follow: dict[int, list[int]] = {}
    for word in halves.counts:
        first, second = (ids.get(half) for half in word)
        if first is not None and second is not None:
            follow.setdefault(first, []).append(second)
    found = probabilities(halves.language, halves.words, both=False)
    right = []
    for (text, start), row in zip(halves.words, found, strict=True):
        known = follow.get(text[start], [])
        right.append(bool(known) and known[int(row[known].argmax())] == text[start + 1])
    return np.array(right)


def listed(halves: Halves, second_of: Mapping[str, str]) -> Bool[np.ndarray, " N"]:
    """Return at which words a list knows the second half.

    Args:
        halves: The words.
        second_of: For each first half a second one, as a list by frequency has it.
    """
    pieces = halves.language.tokenizer.vocabulary
    pairs = [word.ids[word.start : word.start + 2] for word in halves.words]
    return np.array([second_of.get(pieces[a]) == pieces[b] for a, b in pairs])


@torch.no_grad()
def probabilities(
    language: Language, words: Sequence[HalfWord], both: bool, size: int = 50
) -> Float[Tensor, "N V"]:
    """Return a model's probabilities at the second half of words, with it or both halves hidden."""
    pieces, found = language.tokenizer, []
    for begin in range(0, len(words), size):
        rows, at = [], []
        for ids, start in words[begin : begin + size]:
            hidden = (start, start + 1) if both else (start + 1,)
            shown = [pieces.mask_id if i in hidden else one for i, one in enumerate(ids)]
            rows.append(Encoded([pieces.cls_id, *shown, pieces.sep_id], [0] * (len(ids) + 2)))
            at.append(start + 2)
        logits = language.model(*pieces.pad(rows))
        found.append(logits[torch.arange(len(at)), torch.tensor(at)].softmax(dim=1))
    return torch.cat(found)
