"""Other weights, same word: how often a search finds them, at gaps of which the model is sure.

The middle pieces of held-out sentences at which ``minilm-words`` gives its first guess at least one
half. For each gap and seed: the prediction with all rows shuffled, then the outcome of a search
with the bounds ``FAR`` and ``CLOSE``, which were fixed before the first run. In float64. Budget:
about 5 minutes of one core.
"""

from lessons.l11_attention_seen.other_weights import (
    CLOSE,
    FAR,
    MaskedWord,
    change_attention,
    shuffled,
    with_attention,
)
from lessons.l11_attention_seen.texts import Gap, held_out_sentences, sure_gaps

from typing import Any

import torch

from bertlab.model.tasks import BertForMaskedLM
from bertlab.pretraining.readout import from_change
from bertlab.text.wordpiece import WordPieceTokenizer
from workbook.records import one_thread

CONFIGURATION: dict[str, Any] = {
    "far": FAR,
    "close": CLOSE,
    "steps": 200,
    "candidates": 200,
    "longest": 24,
    "gaps": 10,
    "sure": 0.5,
    "seeds": [0, 1, 2],
}
SLICE: dict[str, Any] = {"gaps": 1, "seeds": [0], "steps": 2}


def run(configuration: dict[str, Any]) -> dict[str, Any]:
    """Search at every gap with every seed, on one thread.

    Returns:
        A list of ``gaps``: the text, what stood there, the guess and its probability, and for each
        seed what ``search`` returns.
    """
    with one_thread():
        tokenizer = WordPieceTokenizer.from_folder("minilm")
        model = from_change("minilm-words").double()
        lines = []
        for gap in gaps(model, tokenizer, configuration):
            seeds = [search(model, gap, seed, configuration) for seed in configuration["seeds"]]
            text = " ".join(tokenizer.vocabulary[i] for i in gap.batch.input_ids[0].tolist())
            lines.append(
                {
                    "text": text,
                    "answer": gap.answer,
                    "guess": gap.guess,
                    "probability": round(gap.probability, 4),
                    "seeds": seeds,
                }
            )
    return {"gaps": lines}


def gaps(
    model: BertForMaskedLM, tokenizer: WordPieceTokenizer, configuration: dict[str, Any]
) -> list[Gap]:
    """Return the gaps at which the experiment searches."""
    sentences = held_out_sentences(
        "wiki", tokenizer, configuration["candidates"], configuration["longest"]
    )
    return sure_gaps(model, tokenizer, sentences, configuration["gaps"], configuration["sure"])


def search(
    model: BertForMaskedLM, gap: Gap, seed: int, configuration: dict[str, Any]
) -> dict[str, Any]:
    """Compare the prediction at a gap with that under shuffled weights, and under searched ones.

    Returns:
        ``shuffled``: the largest change of a probability when all rows are shuffled; then of the
        search how far the weights ``moved``, its ``gap`` and whether it ``found`` some; and the
        probability of the model's ``guess`` under them.
    """
    classifier = MaskedWord(model, gap.place).eval()
    with torch.no_grad():
        before = classifier(*gap.batch)[0].softmax(dim=-1)
        own = [layer.weights[0] for layer in model.bert.inspect(*gap.batch).layers]
        with with_attention(model, [shuffled(table, seed + n) for n, table in enumerate(own)]):
            by_chance = classifier(*gap.batch)[0].softmax(dim=-1)
    bounds = {name: configuration[name] for name in ("far", "close", "steps")}
    outcome = change_attention(classifier, gap.batch, seed, **bounds)
    return {
        "shuffled": round((by_chance - before).abs().max().item(), 4),
        "moved": round(outcome.moved, 4),
        "gap": round(outcome.gap, 4),
        "found": outcome.found,
        "guess": round(outcome.after[outcome.before.argmax()].item(), 4),
    }
