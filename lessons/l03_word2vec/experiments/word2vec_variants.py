"""What the choices inside word2vec change: context, objective, and examples a step.

``six_ways`` trains both contexts with all three objectives and asks how well each guesses in
articles it has not seen. ``batch_sizes`` trains CBOW with negative sampling with more and more
examples a step, with and without a limit to a row's step; its perplexity is that of the validation
articles, on which the batch size was chosen.

The vocabulary is small enough for the full softmax, and frequent words are not dropped: a model
trained on a thinned text would guess the words of a thinned text.
"""

from lessons.l03_word2vec.experiments.word2vec import CONFIGURATION as BESIDE_GENSIM
from lessons.l03_word2vec.experiments.word2vec import (
    CONTEXTS,
    OBJECTIVES,
    build,
    training_sentences,
    words_only,
)

import math
from collections.abc import Sequence
from typing import Any

import torch

from bertlab.predecessors.ngrams.corpus import wiki_sentences
from bertlab.predecessors.word2vec.examples import encode, neighbors
from bertlab.predecessors.word2vec.model import Word2Vec
from workbook.experiments import one_thread

CONFIGURATION: dict[str, Any] = {
    "training": {**BESIDE_GENSIM["training"], "min_count": 60, "sample": 0.0},
    "num_negatives": BESIDE_GENSIM["num_negatives"],
    "power": BESIDE_GENSIM["power"],
    "seeds": [0, 1, 2],
    "contexts": list(CONTEXTS),
    "objectives": list(OBJECTIVES),
    "batch_sizes": [64, 256, 1024, 4096, 16384],
    "batch_size_epochs": 2,
    "row_limits": {"limited": 1.0, "unlimited": 1e9},
    "held_out_sentences": 300,
    "every": 1,
}
SLICE: dict[str, Any] = {
    "training": {**CONFIGURATION["training"], "vector_size": 10, "epochs": 1, "min_count": 20},
    "seeds": [0],
    "contexts": ["CBOW"],
    "batch_sizes": [1024],
    "held_out_sentences": 20,
    "every": 20,
}


def run(configuration: dict[str, Any]) -> dict[str, Any]:
    """Train all variants on one thread.

    Returns:
        ``six_ways``: for each pair of context and objective its held-out perplexity and its mean
        training loss in each pass (one entry a seed), and the rows of ``output_`` an example
        touches; ``unigram``: for each context the perplexity of guessing by frequency alone;
        ``batch_sizes``: for each size the validation perplexity (one entry a seed, None where
        training diverged) with and without the limit.
    """
    with one_thread():
        sentences = training_sentences()[:: configuration["every"]]
        validation, test = (
            words_only(part)[: configuration["held_out_sentences"]]
            for part in (wiki_sentences().validation, wiki_sentences().test)
        )
        results: dict[str, Any] = {"six_ways": [], "unigram": {}, "batch_sizes": []}
        for context in configuration["contexts"]:
            for objective in configuration["objectives"]:
                row, model = _way(configuration, context, objective, sentences, test)
                results["six_ways"].append(row)
            results["unigram"][context] = round(unigram_perplexity(model, test), 2)
            results["num_words"] = len(model.words_)
        for size in configuration["batch_sizes"]:
            row = _at_size(configuration, size, sentences, validation)
            results["batch_sizes"].append({"size": size, **row})
    return results


def _way(
    configuration: dict[str, Any],
    context: str,
    objective: str,
    sentences: Sequence[Sequence[str]],
    held_out: Sequence[Sequence[str]],
) -> tuple[dict[str, Any], Word2Vec]:
    """Train one context with one objective, with each seed; return the last model too."""
    row: dict[str, Any] = {"context": context, "objective": objective, "perplexity": []}
    for seed in configuration["seeds"]:
        model = build(configuration, context, objective, seed).fit(sentences)
        row["perplexity"].append(round(model.perplexity(held_out), 2))
        row.setdefault("losses", []).append([round(loss, 4) for loss in model.losses_])
    touched = model.num_updates_ / model.num_examples_
    if objective == "full softmax":  # updates are counted after adding up a batch; before, it is V
        touched = len(model.words_)
    row["rows_per_example"] = round(touched, 2)
    return row, model


def unigram_perplexity(model: Word2Vec, sentences: Sequence[Sequence[str]]) -> float:
    """Return the perplexity of a model's targets if each is guessed by its training frequency."""
    text = encode(sentences, {word: index for index, word in enumerate(model.words_)})
    reach = torch.full(text.ids.shape, model.training.window)
    targets = model.context(text.ids, neighbors(text, reach)).targets
    share = model.counts_.double() / model.counts_.sum()
    return math.exp(-share[targets].log().mean().item())


def _at_size(
    configuration: dict[str, Any],
    batch_size: int,
    sentences: Sequence[Sequence[str]],
    validation: Sequence[Sequence[str]],
) -> dict[str, list[float | None]]:
    """Return validation perplexities of CBOW with negative sampling, an entry a seed."""
    changes = {"batch_size": batch_size, "epochs": configuration["batch_size_epochs"]}
    row: dict[str, list[float | None]] = {}
    for name, limit in configuration["row_limits"].items():
        row[name] = []
        for seed in configuration["seeds"]:
            arguments = configuration, "CBOW", "negative sampling", seed
            model = build(*arguments, row_limit=limit, **changes).fit(sentences)
            loss = -model.log_probabilities(validation).double().mean().item()
            row[name].append(round(math.exp(loss), 2) if loss < 50 else None)
    return row
