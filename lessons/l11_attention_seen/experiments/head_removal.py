"""What becomes of the masked words when heads are silenced: one at a time, then more and more.

Stretches of held-out Wikipedia articles, masked once. Half of the articles say in which order heads
go, the others say what that costs; beside it stand random orders. Budget: about 10 minutes of one
core.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import torch
from jaxtyping import Bool, Float
from torch import Tensor
from torch.nn.functional import cross_entropy

from bertlab.inspection.attention_measures import without_heads
from bertlab.model.tasks import BertForMaskedLM
from bertlab.pretraining.corpora import corpus
from bertlab.pretraining.data import PretrainingBatch, PretrainingData
from bertlab.pretraining.objectives import spread
from bertlab.pretraining.readout import from_change
from bertlab.text.wordpiece import WordPieceTokenizer
from workbook.experiments import one_thread

LOAD: dict[str, Callable[[], BertForMaskedLM]] = {
    "minilm-words": lambda: from_change("minilm-words"),
    "bert-mini-en": lambda: BertForMaskedLM.from_pretrained("bert-mini-en"),
}
CONFIGURATION: dict[str, Any] = {
    "models": {  # the tokenizer, and whether the model was trained on pairs of texts
        "minilm-words": {"tokenizer": "minilm", "pairs": False},
        "bert-mini-en": {"tokenizer": "bert-mini-en", "pairs": True},
    },
    "max_length": 64,
    "stretches": [32, 64],  # of the half that chooses, and of the one that scores
    "shares": [0.125, 0.25, 0.5, 1.0],  # of all heads, silenced together
    "random_orders": [0, 1, 2],
}
SLICE: dict[str, Any] = {
    "models": {"bert-mini-en": {"tokenizer": "bert-mini-en", "pairs": True}},
    "stretches": [4, 4],
    "shares": [0.5, 1.0],
    "random_orders": [0],
}
Head = tuple[int, int]


class Answers(NamedTuple):
    """How a model did at each masked place: surprise in nats, and whether it guessed right."""

    surprise: Float[Tensor, " M"]
    right: Bool[Tensor, " M"]


def run(configuration: dict[str, Any]) -> dict[str, Any]:
    """Silence heads of each model, on one thread.

    Returns:
        For each model the ``heads`` (layers, heads a layer), and of the articles that score: its
        ``whole`` score; what each head ``alone`` costs, (L, H), with its standard ``error``; the
        ``order`` in which heads go; and what the first of them cost ``together``, in this order and
        at random. Costs are in nats and in points of accuracy.
    """
    with one_thread():
        return {name: removal(name, configuration) for name in configuration["models"]}


def removal(name: str, configuration: dict[str, Any]) -> dict[str, Any]:
    """Silence the heads of one model; returns what ``run`` says."""
    model = LOAD[name]()
    choosing, scoring = (Asked(model, batch) for batch in stretches(name, configuration))
    L, H = model.config.num_layers, model.config.num_heads
    heads = [(layer, head) for layer in range(L) for head in range(H)]

    alone = [[head] for head in heads]
    first = [found["nats"] for found in choosing.costs(alone)]
    order = [heads[i] for i in torch.tensor(first).argsort(stable=True).tolist()]
    orders = {"cheapest first": order} | {
        f"random {seed}": [heads[i] for i in _shuffle(len(heads), seed)]
        for seed in configuration["random_orders"]
    }
    numbers = [max(1, round(share * len(heads))) for share in configuration["shares"]]
    whole = scoring.answers()
    together = {
        way: scoring.costs([found[:number] for number in numbers]) for way, found in orders.items()
    }
    return {
        "heads": [L, H],
        "places": len(whole.right),
        "whole": {
            "nats": _rounded(whole.surprise.mean()),
            "accuracy": _rounded(whole.right.double().mean()),
        },
        "alone": scoring.costs(alone),
        "order": order,
        "numbers": numbers,
        "together": together,
    }


def stretches(
    name: str, configuration: dict[str, Any]
) -> tuple[PretrainingBatch, PretrainingBatch]:
    """Return masked stretches of two halves of the held-out articles, for one model."""
    about = configuration["models"][name]
    tokenizer = WordPieceTokenizer.from_folder(about["tokenizer"])
    articles = corpus("wiki").validation
    batches = []
    for half, number in zip(
        (articles[::2], articles[1::2]), configuration["stretches"], strict=True
    ):
        ids = [[tokenizer.text_ids(sentence) for sentence in document] for document in half]
        data = PretrainingData(
            ids, tokenizer, configuration["max_length"], next_sentence=about["pairs"]
        )
        batches.append(data.batch(spread(data, number)))
    return batches[0], batches[1]


class Asked:
    """The masked places of a batch, of which a model is asked with these or those heads silenced.

    What the layers compute with all heads is kept: silencing one changes nothing below it.
    """

    def __init__(self, model: BertForMaskedLM, batch: PretrainingBatch) -> None:
        self.model, self.batch = model, batch
        inputs = batch.input_ids, batch.token_type_ids, batch.attention_mask
        with torch.no_grad():
            self.states = model.bert.inspect(*inputs).hidden_states

    @torch.no_grad()
    def answers(self, silent: Sequence[Head] = ()) -> Answers:
        """Return the answers with some heads silenced."""
        first = min((layer for layer, _ in silent), default=len(self.states) - 1)
        hidden, mask = self.states[first], self.batch.attention_mask.bool()[:, None, None, :]
        with without_heads(self.model, silent):
            for layer in list(self.model.bert.encoder.layers)[first:]:
                hidden = layer(hidden, mask)
        chosen = hidden.flatten(0, 1)[self.batch.positions]  # (M, D)
        logits = self.model.masked_lm(chosen, self.model.bert.embeddings.word.weight)
        surprise = cross_entropy(logits, self.batch.targets, reduction="none")
        return Answers(surprise, logits.argmax(dim=1) == self.batch.targets)

    def costs(self, groups: Sequence[Sequence[Head]]) -> list[dict[str, float]]:
        """Return what each group of heads costs when it is silenced."""
        whole = self.answers()
        return [cost(whole, self.answers(group)) for group in groups]


def cost(whole: Answers, silenced: Answers) -> dict[str, float]:
    """Compare two lists of answers place by place.

    Returns:
        ``nats``: the mean rise of the surprise; ``error``: its standard error; ``points``: the fall
        of accuracy, in percent.
    """
    rise = (silenced.surprise - whole.surprise).double()
    fall = whole.right.double() - silenced.right.double()
    return {
        "nats": _rounded(rise.mean()),
        "error": _rounded(rise.std() / len(rise) ** 0.5),
        "points": _rounded(100 * fall.mean()),
    }


def _shuffle(number: int, seed: int) -> list[int]:
    return torch.randperm(number, generator=torch.Generator().manual_seed(seed)).tolist()


def _rounded(value: Tensor) -> float:
    return round(value.item(), 4)
