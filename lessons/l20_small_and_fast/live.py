"""What runs beside the student's code: snippets, models and their parts, the training, points."""

import copy
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from statistics import fmean
from typing import Any, NamedTuple

import numpy as np
import torch
from jaxtyping import Bool, Float
from torch import Tensor, nn

from bertlab.compression import size_of
from bertlab.datasets import movie_reviews
from bertlab.finetuning.classifier import accuracy_and_loss, logits_of
from bertlab.finetuning.labelled_texts import LabelledTexts
from bertlab.finetuning.sentiment import as_data
from bertlab.model import BertForSequenceClassification
from bertlab.model.attention import MultiHeadAttention
from bertlab.model.checkpoint import read_tensors
from bertlab.model.encoder import EncoderLayer, FeedForward
from bertlab.statistics import Estimate, proportion_difference
from bertlab.text.wordpiece import WordPieceTokenizer
from bertlab.timing import interleaved, ratios, spread
from bertlab.training.optimization import learning_rate_factor
from bertlab.training.progress import progress
from workbook.records import RUNS

Work = Callable[[], object]
Classifier = BertForSequenceClassification
Step = Callable[..., float]  # (student, teacher, optimizer, inputs, T) -> loss
BATCH, RATE = 32, 1e-4


class Reviews(NamedTuple):
    """Snippets of movie reviews: to learn from, to try things on, and to be asked once."""

    train: LabelledTexts
    validation: LabelledTexts
    test: LabelledTexts


class Point(NamedTuple):
    """A model in the plot.

    Attributes:
        name: What it is.
        accuracy: Of the teacher's, on the same snippets.
        time: Of the teacher's, for one snippet.
        megabytes: Of its numbers.
        interval: Of the accuracy, 95% over snippets and seeds; None if there is but one model.
    """

    name: str
    accuracy: float
    time: float
    megabytes: float
    interval: tuple[float, float] | None = None


def reviews() -> Reviews:
    """Return the snippets of lesson 09."""
    tokenizer, all_of_them = WordPieceTokenizer.from_folder("minilm"), movie_reviews()
    parts = (getattr(all_of_them, name) for name in Reviews._fields)
    return Reviews(*(as_data(part, tokenizer) for part in parts))


def accuracy(model: BertForSequenceClassification, snippets: LabelledTexts) -> float:
    """Return the proportion of snippets that are put into the right class."""
    return round(accuracy_and_loss(model, snippets)["accuracy"], 3)


@torch.no_grad()
def good(model: BertForSequenceClassification, text: str) -> float:
    """Return how likely *good* is for a text."""
    snippets = LabelledTexts([text], [1], WordPieceTokenizer.from_folder("minilm"), max_length=64)
    return float(model.eval()(*snippets.batch([0]).inputs)[0].softmax(dim=0)[1])


def megabytes(model: nn.Module) -> float:
    """Return the size of all numbers of a model."""
    return round(size_of(model).bytes / 1e6, 1)


def one_snippet(snippets: LabelledTexts) -> tuple[Tensor, ...]:
    """Return the inputs of a snippet of the median length."""
    order = snippets.in_order_of_length(1)
    return snippets.batch(order[len(order) // 2]).inputs


def work(model: BertForSequenceClassification, snippets: LabelledTexts) -> Work:
    """Return a function that lets a model read one snippet."""
    return torch.no_grad()(partial(model.eval(), *one_snippet(snippets)))


def milliseconds(work: Work) -> float:
    """Return the median time of a call, as exercise 2 has it."""
    return 1000 * spread(interleaved({"": work}, repetitions=15)[""]).median


def times_as_long(
    model: Classifier, other: Classifier, snippets: LabelledTexts, rounds: int = 21
) -> float:
    """Return how many times as long a model takes as another one, both measured in turns."""
    both = interleaved({"": work(model, snippets), "other": work(other, snippets)}, rounds)
    return spread(ratios(both[""], both["other"])).median


def numbers(teacher: BertForSequenceClassification) -> dict[str, int]:
    """Return how many numbers the table has (with norms and head), attention, and feed-forward."""
    blocks = {"attention": MultiHeadAttention, "feed-forward": FeedForward}
    found = {
        name: sum(size_of(one).numbers for one in teacher.modules() if isinstance(one, kind))
        for name, kind in blocks.items()
    }
    return {"table": size_of(teacher).numbers - sum(found.values()), **found}


def parts(teacher: BertForSequenceClassification, snippets: LabelledTexts) -> dict[str, Work]:
    """Return functions that let parts of a model do their work on one snippet."""
    ids, types, _ = one_snippet(snippets)
    bert = teacher.bert
    with torch.no_grad():
        hidden = bert.embeddings(ids, types)
    layers = [layer for layer in bert.encoder.layers if isinstance(layer, EncoderLayer)]

    def through(blocks: Sequence[nn.Module]) -> None:
        for block in blocks:
            block(hidden)

    works: dict[str, Work] = {
        "table": partial(bert.embeddings, ids, types),
        "attention": partial(through, [layer.attention for layer in layers]),
        "feed-forward": partial(through, [layer.feed_forward for layer in layers]),
        "all": partial(teacher, *one_snippet(snippets)),
    }
    return {name: torch.no_grad()(one) for name, one in works.items()}


@torch.no_grad()
def some_snippets(
    teacher: BertForSequenceClassification, number: int = 5, longest: int = 45
) -> tuple[Float[Tensor, "N 2"], list[str]]:
    """Return short validation snippets and the teacher's logits, from *bad* to *good*."""
    short = [one for one in movie_reviews().validation if len(one.text) <= longest]
    snippets = as_data(short, WordPieceTokenizer.from_folder("minilm"))
    logits = logits_of(teacher, snippets)
    order = (logits[:, 1] - logits[:, 0]).argsort()
    chosen = [int(order[place * (len(short) - 1) // (number - 1)]) for place in range(number)]
    return logits[chosen], [short[index].text for index in chosen]


def distil(
    student: BertForSequenceClassification,
    teacher: BertForSequenceClassification,
    snippets: LabelledTexts,
    step: Step,
    T: float,
    epochs: float = 1,
) -> list[float]:
    """Teach a student with the reader's step, and return the loss of each.

    The learning rate rises over the first tenth of the steps and falls to 0; the weights that the
    student ends with are in place.
    """
    config = snippets.config(epochs, BATCH, learning_rate=RATE)
    optimizer = torch.optim.AdamW(student.parameters(), lr=RATE)
    factor = partial(learning_rate_factor, config=config)
    rates = torch.optim.lr_scheduler.LambdaLR(optimizer, factor)
    draw, losses = snippets.batch_sampler(config), list[float]()
    student.train()
    for number in progress(range(config.steps), desc="distilling"):
        (batch,) = draw(number, 0, 1)
        losses.append(step(student, teacher, optimizer, batch.inputs, T))
        rates.step()
    student.eval()
    return losses


def rounded(
    model: BertForSequenceClassification,
    quantize: Callable[[Tensor, int], tuple[Tensor, Tensor]],
    bits: int = 8,
    one_scale: bool = False,
) -> BertForSequenceClassification:
    """Return a copy whose matrices and table were rounded by the reader's function, and are floats.

    So it takes as much time as before, and says what the rounded one would say.

    Args:
        model: What is rounded.
        quantize: The reader's function.
        bits: Of each number.
        one_scale: Whether a matrix has one scale for all of its rows.
    """
    copied = copy.deepcopy(model)
    for module in copied.modules():
        if isinstance(module, nn.Linear | nn.Embedding):
            weight = module.weight.detach()
            numbers, scales = quantize(weight.reshape(1, -1) if one_scale else weight, bits)
            module.weight = nn.Parameter((numbers.float() * scales).view_as(weight))
    return copied


def pruned(
    model: BertForSequenceClassification,
    prune: Callable[[list[Tensor], float], list[Tensor]],
    rate: float,
) -> BertForSequenceClassification:
    """Return a copy whose encoder's matrices have zeros, chosen by the reader's function."""
    copied = copy.deepcopy(model)
    linears = [one for one in copied.bert.encoder.modules() if isinstance(one, nn.Linear)]
    chosen = prune([one.weight.detach() for one in linears], rate)
    for one, weight in zip(linears, chosen, strict=True):
        one.weight = nn.Parameter(weight)
    return copied


@cache
def _right(name: str, kind: str) -> Bool[np.ndarray, "S N"]:
    """Return which test snippets were put into their class, for each seed."""
    labels = torch.tensor([one.label for one in movie_reviews().test])
    logits = read_tensors(RUNS / f"{name}.safetensors")[kind]
    return (logits.float().argmax(dim=-1) == labels).numpy()


def ahead(name: str, first: str, second: str) -> Estimate:
    """Return how much more often the first kind of student is right than the second, of a run."""
    one, other = _right(name, first), _right(name, second)
    return proportion_difference(one, other, range(one.shape[1]))


def recorded_points(record: Mapping[str, Any]) -> list[Point]:
    """Return what was measured before: every model in every way."""
    points, standard, found = record["results"]["points"], "teacher, float32", []
    whole = fmean(points[standard]["test"])
    for name, one in points.items():
        lead = ahead(record["experiment"], name, standard)
        interval = 1 + lead.low / whole, 1 + lead.high / whole
        time = one["batch of 1"]["of the standard"]["median"]
        found.append(Point(name, fmean(one["test"]) / whole, time, one["megabytes"], interval))
    return found
