"""The recurrent language model: alone, mixed with an n-gram model, and how far back it looks.

Settings were chosen on the validation split with seed 0, like those of ``nnlm``.
"""

from lessons.l02_nnlm.experiments.nnlm import fit_ngrams, keep, load, scoreboard, summarize, train
from lessons.l02_nnlm.recurrent import RecurrentLanguageModel, RecurrentNetwork

from collections.abc import Callable, Sequence
from typing import Any

import torch
from torch import Tensor
from torch.nn.functional import cross_entropy

from bertlab.before.ngrams.corpus import LanguageModelData
from bertlab.before.nnlm.model import SCORING_BATCH
from bertlab.before.nnlm.training import Training
from workbook.records import RUNS, one_thread

KEPT = RUNS / "nnlm_recurrent.safetensors"

TRAINING: dict[str, Any] = {
    "learning_rate": 3e-3,
    "weight_decay": 0.1,
    "batch_size": 16,
    "max_epochs": 4,
}
CONFIGURATION: dict[str, Any] = {
    "vocabulary_size": 8000,
    "train_sentences": None,
    "held_out_sentences": None,
    "ngram_orders": [3, 5],
    "seeds": [0, 1, 2],
    "training": TRAINING,
    "sizes": {"hidden_size": 64, "chunk_size": 20},
    "true_words": [1, 2, 4, 8, 16, 32, 64],
    "keep": True,
}
SLICE: dict[str, Any] = {
    "train_sentences": 40,
    "held_out_sentences": 20,
    "ngram_orders": [3],
    "seeds": [0],
    "training": {**TRAINING, "max_epochs": 1},
    "true_words": [1, 4],
    "keep": False,
}


def run(configuration: dict[str, Any]) -> dict[str, Any]:
    """Train with every seed on one thread, and score.

    Returns:
        ``models`` and ``scoreboard`` as in ``nnlm``. ``reach``: for every seed the validation
        perplexity where only so many of the last words are true, as ``reach`` gives it.
    """
    with one_thread():
        data = load(configuration)
        ngrams = fit_ngrams(configuration, data)
        reaches: list[list[float]] = []
        scored = train(
            configuration,
            data,
            maker(configuration, data),
            lambda model: reaches.append(
                reach(model, data.validation, configuration["true_words"])
            ),
        )
    if configuration["keep"]:
        keep(KEPT, {"test.recurrent": scored.test})
    results = {"recurrent": summarize(scored, ngrams)}
    return {"models": results, "reach": reaches, "scoreboard": scoreboard(results)}


def maker(
    configuration: dict[str, Any], data: LanguageModelData
) -> Callable[[int], RecurrentLanguageModel]:
    """Return a function from a seed to a recurrent model that is not yet fitted."""
    return lambda seed: RecurrentLanguageModel(
        data.vocabulary,
        **configuration["sizes"],
        training=Training(**configuration["training"], seed=seed),
    )


@torch.no_grad()
def reach(
    model: RecurrentLanguageModel, sentences: Sequence[Sequence[int]], true_words: Sequence[int]
) -> list[float]:
    """Ask how far back the state remembers: swap all but the last words for those of another place.

    For k true words, the state k words ago is replaced by the state at another place of the same
    text, drawn at random; then the k words are read. The fewer words matter, the earlier the
    perplexity stops falling with k. Every k is asked at the same places.

    Args:
        model: A fitted model.
        sentences: A text, as ids.
        true_words: The values of k.

    Returns:
        A perplexity for each k.
    """
    network, stream = model.network_, model.stream(sentences)
    words, targets = stream[:-1], stream[1:]
    vectors = network.embedding(words)
    states = all_states(network, vectors)
    places = torch.arange(max(true_words) - 1, len(words))
    generator = torch.Generator().manual_seed(0)
    found = []
    for k in true_words:
        state = states[torch.randint(len(states), (len(places),), generator=generator)]
        for back in range(k - 1, -1, -1):
            state = network.step(vectors[places - back], state)
        losses = [
            cross_entropy(network.output(part), right, reduction="sum")
            for part, right in zip(
                state.split(SCORING_BATCH), targets[places].split(SCORING_BATCH), strict=True
            )
        ]
        found.append(round(float(torch.exp(torch.stack(losses).sum() / len(places))), 3))
    return found


def all_states(network: RecurrentNetwork, vectors: Tensor) -> Tensor:
    """Return the state after every word of one stream, (N, D)."""
    states, state = [], network.first_state(1)
    for vector in vectors.split(1):
        state = network.step(vector, state)
        states.append(state)
    return torch.cat(states)
