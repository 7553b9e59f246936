"""What runs beside the student's code: snippets, models and their parts, the training, points."""

import copy
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from statistics import fmean
from typing import NamedTuple

import torch
from torch import Tensor, nn

from bertlab.compression import size_of
from bertlab.datasets import movie_reviews
from bertlab.finetuning.classifier import accuracy_and_loss
from bertlab.finetuning.labelled_texts import LabelledTexts
from bertlab.finetuning.sentiment import as_data
from bertlab.model import BertForSequenceClassification
from bertlab.model.attention import MultiHeadAttention
from bertlab.model.encoder import EncoderLayer, FeedForward
from bertlab.text.wordpiece import WordPieceTokenizer
from bertlab.timing import interleaved, spread
from bertlab.training.optimization import learning_rate_factor
from bertlab.training.progress import progress

Work = Callable[[], object]
Step = Callable[..., float]  # (student, teacher, optimizer, inputs, T) -> loss
BATCH, RATE = 32, 1e-4


class Reviews(NamedTuple):
    """Snippets of movie reviews to learn from, and those to be scored on."""

    train: LabelledTexts
    validation: LabelledTexts


class Point(NamedTuple):
    """A model in the plot.

    Attributes:
        name: What it is.
        accuracy: Of the teacher's, on the same snippets.
        time: Of the teacher's, for one snippet.
        megabytes: Of its numbers.
    """

    name: str
    accuracy: float
    time: float
    megabytes: float


def reviews() -> Reviews:
    """Return the snippets of lesson 09."""
    tokenizer, all_of_them = WordPieceTokenizer.from_folder("minilm"), movie_reviews()
    return Reviews(
        as_data(all_of_them.train, tokenizer), as_data(all_of_them.validation, tokenizer)
    )


def accuracy(model: BertForSequenceClassification, snippets: LabelledTexts) -> float:
    """Return the proportion of snippets that are put into the right class."""
    return round(accuracy_and_loss(model, snippets)["accuracy"], 3)


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
    model: BertForSequenceClassification, quantize: Callable[[Tensor], tuple[Tensor, Tensor]]
) -> BertForSequenceClassification:
    """Return a copy whose matrices and table were rounded by the reader's function, and are floats.

    So it takes as much time as before, and says what the rounded one would say.
    """
    copied = copy.deepcopy(model)
    for module in copied.modules():
        if isinstance(module, nn.Linear | nn.Embedding):
            numbers, scales = quantize(module.weight.detach())
            module.weight = nn.Parameter(numbers.float() * scales)
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


def recorded_points(record: Mapping) -> list[Point]:
    """Return what was measured before: every model in every way."""
    points = record["results"]["points"]
    standard = fmean(points["teacher, float32"]["test"])
    return [
        Point(
            name,
            fmean(one["test"]) / standard,
            one["batch of 1"]["of the standard"]["median"],
            one["megabytes"],
        )
        for name, one in points.items()
    ]
