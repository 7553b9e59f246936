"""A sentence of the reader's with gaps, and what two models fill in."""

from lessons.l19_training_at_scale.trials import SETTINGS, MaskedTrial

from collections import Counter
from itertools import accumulate
from typing import Any, NamedTuple

import matplotlib.pyplot as plt
import torch
from matplotlib.figure import Figure

from bertlab.model.modern import ModernForMaskedLM
from bertlab.pretraining.trials import english_characters
from workbook.charts import headed
from workbook.widgets import explore, text

EVERY = 4  # characters; one of so many is hidden
START = "The city was founded by the Romans on the bank of the river"


class Filled(NamedTuple):
    """A sentence of which every fourth character is hidden.

    Attributes:
        characters: As they are.
        begins: Which of them begin a word.
        guesses: What a model takes for the hidden ones, by their place.
    """

    characters: list[str]
    begins: list[bool]
    guesses: dict[int, str]


def fill(model: ModernForMaskedLM, sentence: str) -> Filled:
    """Hide every fourth character of a sentence, and let a model fill them in."""
    tokenizer = english_characters()
    ids = tokenizer.text_ids(sentence)[: SETTINGS["max_length"] - 2]
    shown = torch.tensor([[tokenizer.cls_id, *ids, tokenizer.sep_id]])
    places = list(range(EVERY, len(ids), EVERY))
    shown[0, [place + 1 for place in places]] = tokenizer.mask_id
    with torch.no_grad():
        best = model(shown.to(next(model.parameters()).device))[0].argmax(dim=-1).tolist()
    pieces = tokenizer.vocabulary
    plain = [piece.removeprefix("##") if len(piece) < 4 else "?" for piece in pieces]  # or unknown
    return Filled(
        [plain[i] for i in ids],
        [not pieces[i].startswith("##") for i in ids],
        {place: plain[best[place + 1]] for place in places},
    )


def fill_both(old: MaskedTrial, new: MaskedTrial) -> None:
    """Let a reader type a sentence, and show what both models fill in."""

    def draw(sentence: str) -> Figure:
        found = [fill(trial.model, sentence) for trial in (old, new)]
        characters, begins, guesses = found[0]
        columns = list(accumulate(1 + (begin and i > 0) for i, begin in enumerate(begins)))
        drawn, axes = plt.subplots(figsize=(9, 2.2), layout="constrained")
        rows = [{}, dict.fromkeys(guesses, "_"), *(one.guesses for one in found)]
        for row, filled in enumerate(rows):
            for place, column in enumerate(columns):
                letter, color, weight = filled.get(place, characters[place]), "0.35", "normal"
                if row > 1 and place in filled:
                    right = letter == characters[place]
                    color, weight = ("C0", "bold") if right else ("C3", "normal")
                look: dict[str, Any] = {"color": color, "weight": weight}
                look |= {"family": "monospace", "fontsize": 9}
                axes.text(column, row, letter, ha="center", va="center", **look)
        axes.set(xlim=(0, max([30, *columns]) + 1), ylim=(3.6, -0.6), xticks=[])
        axes.set_yticks(range(4), ["your sentence", "hidden", "layer of 2018", "your layer"])
        return headed(drawn, "Blue and bold: right. Red: wrong")

    alt = "A sentence in four rows: whole, with gaps, and filled in by both models."
    explore(draw, alt=alt, sentence=text(START, label="sentence"))


def alike(filled: Filled) -> float:
    """Return the proportion of gaps that have the most frequent guess."""
    guesses = list(filled.guesses.values())
    return Counter(guesses).most_common(1)[0][1] / len(guesses)
