"""What the recorded runs found: scores of each arm, and by how much one leads another.

All intervals draw the test text anew and the seeds as well. The run had fixed the text alone; with
the seeds the intervals are wider.
"""

from lessons.l16_what_to_mask.experiments import what_to_mask
from lessons.l16_what_to_mask.learners import BASE
from lessons.l16_what_to_mask.news import HalfWord, listed

from collections.abc import Sequence
from functools import cache

import numpy as np
import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor

from bertlab.model.checkpoint import read_tensors
from bertlab.pretraining.maskers import span_bert
from bertlab.pretraining.masking import Masked, Unit, apart, choose_spans, number_to_mask
from bertlab.pretraining.objectives import spread
from bertlab.probing.cloze import examples_of, targets
from bertlab.probing.leads import Lead, Score, f1_lead, score_of, share_lead
from bertlab.probing.names import name_counts
from bertlab.probing.news import NamedLines, named_lines, tokenizer
from workbook.records import recorded

CONFIGURATION = what_to_mask.CONFIGURATION
SHOWN = "shown"  # a chosen place where no [MASK] stands: it could be copied, so it does not count
RIDDLES = {  # which of the two clozes has them
    "half": "single characters",  # the first half of a word of two; the second is in sight
    "both": "whole words",  # the same, and both are hidden
    "one": "whole words",  # a word of one character
}


def name_score(arm: str, kind: str = "all", split: str = "test", score: str = "f1") -> Score:
    """Return how well an arm finds names: ``f1``, ``precision`` or ``recall``."""
    found = recorded("what_to_mask")["results"][arm]
    return score_of([entries[split][kind][score] for entries in found])


def cloze_score(arm: str, way: str) -> Score:
    """Return the proportion that an arm guesses of the test characters shown as [MASK]."""
    hidden = _asked(way)[2] != SHOWN
    return score_of(_right(arm, way)[:, hidden].mean(axis=1).tolist())


def name_lead(arm: str, other: str = BASE) -> Lead:
    """Return by how much an arm's F1 of names is above another's, over lines and seeds."""
    return f1_lead(_counts(arm), _counts(other))


def name_errors(arm: str) -> Float[Tensor, "S L"]:
    """Return for each seed and test line how many names are missed or invented."""
    right, said, wanted = np.moveaxis(_counts(arm), -1, 0)
    return torch.from_numpy(said + wanted - 2 * right).float()


def cloze_lead(arm: str, way: str, other: str = BASE) -> Lead:
    """Return by how much an arm guesses more than another where [MASK] stands."""
    return _lead(arm, other, way, _asked(way)[2] != SHOWN)


def riddle_score(arm: str, riddle: str) -> float:
    """Return the proportion that an arm guesses of one of the ``RIDDLES``, the mean over seeds."""
    way = RIDDLES[riddle]
    return float(_right(arm, way)[:, _asked(way)[2] == riddle].mean())


def riddle_lead(arm: str, riddle: str, other: str = BASE) -> Lead:
    """Return by how much an arm guesses more of one of the ``RIDDLES`` than another."""
    way = RIDDLES[riddle]
    return _lead(arm, other, way, _asked(way)[2] == riddle)


def riddle_part(riddle: str) -> float:
    """Return which proportion of its cloze's [MASK]s one of the ``RIDDLES`` is."""
    riddles = _asked(RIDDLES[riddle])[2]
    return float((riddles == riddle).sum() / (riddles != SHOWN).sum())


def mean_span(examples: int) -> float:
    """Return how many words SpanBERT's spans have on average in some test examples."""
    data, masker = what_to_mask.held_out(CONFIGURATION)["whole words"], span_bert(tokenizer())
    generator, lengths = np.random.default_rng(0), list[int]()
    for epoch, place in spread(data, examples):
        maskable = np.ones(len(data.example(epoch, place)[0].input_ids), dtype=bool)
        maskable[[0, -1]] = False  # [CLS] and [SEP]
        words = apart(data.units(place), maskable, "word")
        number = number_to_mask(maskable, masker.rate)
        spans = choose_spans(words, number, masker.lengths, generator)
        lengths += [len(span) for span in spans]
    return float(np.mean(lengths))


def listed_halves() -> float:
    """Return the proportion of the riddles ``half`` that a list of words tells."""
    data, asked = what_to_mask.held_out(CONFIGURATION)["single characters"], CONFIGURATION["cloze"]
    words = []
    for epoch, place in spread(data, asked):
        masked = data.example(epoch, place)[0]
        riddles = _riddles(masked, data.units(place))
        for where, target, riddle in zip(masked.places, masked.targets, riddles, strict=True):
            if riddle == "half":
                second = int(masked.input_ids[where + 1])
                words.append(HalfWord([int(target), second], 0))
    return float(listed(words).float().mean())


@cache
def _kept() -> dict[str, Tensor]:
    return read_tensors(what_to_mask.KEPT)


@cache
def _named() -> NamedLines:
    return named_lines("test", CONFIGURATION["named_lines"]["test"], CONFIGURATION["max_length"])


@cache
def _counts(arm: str) -> Int[np.ndarray, "S L 3"]:
    seeds = CONFIGURATION["seeds"]
    return np.stack([name_counts(_kept()[f"{arm}/{seed}/names"], _named()) for seed in seeds])


@cache
def _asked(way: str) -> tuple[Tensor, tuple[int, ...], np.ndarray]:
    """Return what stood at the hidden places, the example that each is in, and its riddle."""
    data, asked = what_to_mask.held_out(CONFIGURATION)[way], CONFIGURATION["cloze"]
    riddles = [
        riddle
        for epoch, place in spread(data, asked)
        for riddle in _riddles(data.example(epoch, place)[0], data.units(place))
    ]
    return targets(data, asked), examples_of(data, asked), np.array(riddles)


def _riddles(masked: Masked, units: Sequence[Unit]) -> list[str]:
    """Return for each chosen place one of the ``RIDDLES``, ``SHOWN``, or nothing."""
    words = {n: unit for unit in units if unit.kind == "word" for n in range(unit.start, unit.end)}
    shown, hidden, mask = masked.input_ids, set(masked.places.tolist()), tokenizer().mask_id
    found = []
    for place in masked.places.tolist():
        word = words.get(place, Unit(place, place + 1, "word"))
        riddle = ""
        if shown[place] != mask:
            riddle = SHOWN
        elif word.end - word.start == 1:
            riddle = "one"
        elif (word.start, word.end) == (place, place + 2):
            riddle = "both" if shown[place + 1] == mask else ""
            riddle = riddle if place + 1 in hidden else "half"
        found.append(riddle)
    return found


def _lead(arm: str, other: str, way: str, chosen: Bool[np.ndarray, " M"]) -> Lead:
    """Return a lead at the chosen places alone, over examples and seeds."""
    first, second = (_right(one, way)[:, chosen] for one in (arm, other))
    return share_lead(first, second, tuple(np.array(_asked(way)[1])[chosen].tolist()))


def _right(arm: str, way: str) -> Bool[np.ndarray, "S M"]:
    wanted = _asked(way)[0]
    seeds = CONFIGURATION["seeds"]
    return np.stack([(_kept()[f"{arm}/{s}/{way}"] == wanted).numpy() for s in seeds])
