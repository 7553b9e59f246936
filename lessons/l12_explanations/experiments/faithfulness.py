"""Do rankings of words name what a classifier uses? Deletion and insertion, four methods.

Test snippets of movie reviews, and the label that ``minilm-movies`` gives each. Rankings come from
inputs in which words are masked; curves are taken with words masked, and again with words removed.
Nothing is chosen by the result. Budget: a quarter of an hour of one core.
"""

from lessons.l12_explanations import gradients
from lessons.l12_explanations.faithfulness import (
    Attribution,
    Curves,
    Faithfulness,
    attention_from_cls,
    chance,
    curves_of,
    ranking,
    shap_values,
    summarize,
)

from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

from bertlab.datasets import movie_reviews
from bertlab.finetuning.sentiment import movie_classifier, short_texts
from bertlab.inspection.explain import Explainer
from bertlab.inspection.text_game import MASKINGS, TextGame
from bertlab.model.checkpoint import read_tensors, write_tensors
from bertlab.statistics import paired_bootstrap
from bertlab.text.wordpiece import WordPieceTokenizer
from workbook.experiments import one_thread
from workbook.records import RUNS

KEPT = RUNS / "faithfulness.safetensors"
SIDES = ("deletion", "insertion")
DRAWS = 2000  # of the bootstrap

CONFIGURATION: dict[str, Any] = {
    "classifier": "minilm-movies",
    "texts": 120,
    "tokens": [6, 24],  # fewest and most
    "max_evals": 200,  # inputs that SHAP may ask for, for a text
    "seed": 0,
    "keep": True,
}
SLICE: dict[str, Any] = {"texts": 3, "keep": False}


def run(configuration: dict[str, Any]) -> dict[str, Any]:
    """Measure all methods, on one thread.

    Returns:
        ``lengths`` of the texts in tokens; for each method the place of the token it ranks
        ``first`` in each text; and for each masking what ``compare`` returns. If ``keep``, the
        curves are stored in ``KEPT``.
    """
    with one_thread():
        return measure(configuration)


def measure(configuration: dict[str, Any]) -> dict[str, Any]:
    """Do what ``run`` does, on as many threads as there are."""
    methods = methods_of(configuration)
    games, judges = games_of(configuration)
    orders = {name: [method(game) for game in games] for name, method in methods.items()}
    places = {id(game): place for place, game in enumerate(games)}
    known = {name: looked_up(values, places) for name, values in orders.items()}
    curves = {
        masking: curves_of(games, known, judge)
        for masking, judge in zip(MASKINGS, (games, judges), strict=True)
    }
    if configuration["keep"]:
        keep_curves(KEPT, curves)
    summaries = {
        masking: {name: summarize(found) for name, found in by_method.items()}
        for masking, by_method in curves.items()
    }
    return {
        "lengths": [len(game.tokens) for game in games],
        "first": {n: [int(ranking(one)[0]) for one in values] for n, values in orders.items()},
        "maskings": {masking: compare(found) for masking, found in summaries.items()},
    }


def looked_up(values: list[Tensor], places: dict[int, int]) -> Attribution:
    """Return the method whose values are known, by the game's place."""
    return lambda game: values[places[id(game)]]


def methods_of(configuration: dict[str, Any]) -> dict[str, Attribution]:
    """Return the methods by name, SHAP first and chance last."""
    return {
        "SHAP": shap_values(configuration["max_evals"]),
        "gradient x input": gradients.times_input,
        "attention": attention_from_cls,
        "chance": chance(configuration["seed"]),
    }


def games_of(configuration: dict[str, Any]) -> tuple[list[TextGame], list[TextGame]]:
    """Return the texts as games in which tokens are masked, and in which they are removed."""
    model = movie_classifier(configuration["classifier"])
    tokenizer = WordPieceTokenizer.from_folder("minilm")
    fewest, most = configuration["tokens"]
    texts = short_texts(movie_reviews().test, tokenizer, configuration["texts"], fewest, most)
    games = [Explainer(model, tokenizer).game(text) for text in texts]
    removing = Explainer(model, tokenizer, masking="remove")
    return games, [removing.game(t, g.label) for t, g in zip(texts, games, strict=True)]


def compare(found: dict[str, Faithfulness]) -> dict[str, Any]:
    """Return for each method and curve the mean area, and by how much SHAP is better.

    Returns:
        By method, then by ``"deletion"`` and ``"insertion"``: ``area``, in logits; and ``behind``,
        the 95% interval by which the method is worse than SHAP (above 0: SHAP is ahead).
    """
    rows: dict[str, Any] = {}
    for name, one in found.items():
        worse = {
            "deletion": paired_bootstrap(one.deletion, found["SHAP"].deletion, draws=DRAWS),
            "insertion": paired_bootstrap(found["SHAP"].insertion, one.insertion, draws=DRAWS),
        }
        rows[name] = {
            side: {
                "area": round(float(getattr(one, side).mean()), 4),
                "behind": [round(worse[side].low, 4), round(worse[side].high, 4)],
            }
            for side in SIDES
        }
    return rows


def keep_curves(path: Path, curves: dict[str, dict[str, list[Curves]]]) -> None:
    """Store all curves, a row for each text, with NaN behind the end."""
    tensors = {}
    for masking, by_method in curves.items():
        for name, found in by_method.items():
            for side in SIDES:
                rows = [torch.from_numpy(getattr(one, side)).float() for one in found]
                padded = torch.nn.utils.rnn.pad_sequence(rows, True, float("nan"))
                tensors[f"{masking}:{name}:{side}"] = padded
    write_tensors(path, tensors)


def kept_curves(masking: str) -> dict[str, list[Curves]]:
    """Return the recorded curves of all methods, in the order of ``methods_of``.

    Raises:
        ValueError: If there is no such masking.
    """
    if masking not in MASKINGS:
        raise ValueError(f"masking must be one of {MASKINGS}, got {masking!r}")
    tensors = read_tensors(KEPT)

    def rows(name: str, side: str) -> list[np.ndarray]:
        table = tensors[f"{masking}:{name}:{side}"].double().numpy()
        return [row[~np.isnan(row)] for row in table]

    return {
        name: [Curves(*both) for both in zip(*(rows(name, side) for side in SIDES), strict=True)]
        for name in methods_of(CONFIGURATION)
    }
