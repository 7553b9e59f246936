"""Fine-tuning steps on ragged texts: what is not padded need not be computed.

Batches are drawn from a whole epoch, each side's by its own grouping. The steps timed are those of
some batches of the epoch, spread evenly over their widths: each side's epoch in small.
"""

from collections.abc import Callable, Sequence
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import torch
from torch import Tensor

from benchmarks.oracles import library, transformers_model
from benchmarks.results import Row, compare, pair
from benchmarks.timing import Work, check_close, interleaved
from bertlab.datasets import movie_reviews
from bertlab.finetuning.classifier import ClassificationObjective
from bertlab.finetuning.labelled_texts import LabelledBatch, LabelledTexts
from bertlab.model.tasks import BertForSequenceClassification
from bertlab.text.wordpiece import WordPieceTokenizer
from bertlab.training.config import TrainConfig
from bertlab.training.loop import Loop
from bertlab.training.optimization import parameter_groups

CONFIGURATION: dict[str, Any] = {
    "checkpoint": "minilm",
    "num_texts": None,  # all of the training part
    "batch_size": 32,
    "num_batches": 8,
    "padded_length": 512,
    "padded_batch_size": 8,  # 32 texts of 512 tokens would take most of the time of all
    "reach": 1.15,
    "repetitions": 7,
    "tolerance": 1e-5,
    "seed": 0,
}
SLICE: dict[str, Any] = {
    "num_texts": 40,
    "batch_size": 4,
    "num_batches": 1,
    "padded_length": 64,
    "padded_batch_size": 2,
    "repetitions": 1,
}
OPTIMIZERS: dict[str, dict[str, Any]] = {  # how transformers is used, and AdamW's options there
    "transformers in a plain loop": {},
    "transformers as its Trainer": {"fused": True},
}


def run(configuration: dict[str, Any]) -> list[Row]:
    """Compare with both optimizers, batches grouped by length; then with padding to 512."""
    data = texts(configuration)
    config = data.config(1, configuration["batch_size"], seed=configuration["seed"])
    ours = BertForSequenceClassification.from_pretrained(
        configuration["checkpoint"], new_heads=True
    )
    with TemporaryDirectory() as folder:
        ours.save_pretrained(folder)
        models = {
            name: transformers_model("BertForSequenceClassification", folder)
            for name in (*OPTIMIZERS, "padded")
        }
    check_model(ours, models["padded"], data, configuration)
    number, size = configuration["num_batches"], configuration["batch_size"]
    mine, grouped = data.epoch(0, size, config.seed), group_by_length(data, size, config.seed)
    works: dict[str, Work] = {"ours": our_steps(ours, data, mine, number)}
    for name, options in OPTIMIZERS.items():
        chosen = spread_batches(grouped, data.lengths, number)
        works[name] = their_steps(models[name], data, chosen, options, config)
    times = interleaved(works, configuration["repetitions"])
    tokens = [padded_tokens(data, batches) for batches in (mine, grouped)]
    work, reach = f"fine-tuning, {number} steps of {size} texts", configuration["reach"]
    note = (
        f"dropout 0.1, AdamW, gradients clipped; {speed(number * size, times['ours'])}; an epoch "
        f"has {tokens[0]:,} tokens with padding, grouped by transformers {tokens[1]:,}"
    )
    rows = [compare(work, name, times["ours"], times[name], reach, note) for name in OPTIMIZERS]
    padded = padded_steps(models["padded"], data, configuration, config)
    both = interleaved({"ours": works["ours"], "theirs": padded}, configuration["repetitions"])
    return [*rows, compare_padded(both, configuration)]


def compare_padded(times: dict[str, list[float]], configuration: dict[str, Any]) -> Row:
    """Return a row of seconds per sentence."""
    sentences = configuration["num_batches"] * configuration["batch_size"]
    per_sentence = {
        "ours": [t / sentences for t in times["ours"]],
        "theirs": [t / configuration["padded_batch_size"] for t in times["theirs"]],
    }
    beside = f"transformers, padded to {configuration['padded_length']}"
    size = configuration["padded_batch_size"]
    note = (
        f"seconds for each sentence; theirs in steps of {size}, {speed(1, per_sentence['theirs'])}"
    )
    return compare("fine-tuning, a sentence", beside, *pair(per_sentence), note=note)


def texts(configuration: dict[str, Any]) -> LabelledTexts:
    """Return movie reviews with their labels."""
    reviews = movie_reviews().train[: configuration["num_texts"]]
    tokenizer = WordPieceTokenizer.from_folder(configuration["checkpoint"])
    return LabelledTexts([one.text for one in reviews], [one.label for one in reviews], tokenizer)


def group_by_length(data: LabelledTexts, batch_size: int, seed: int) -> list[np.ndarray]:
    """Return an epoch's batches as ``transformers`` groups them."""
    sampler = library("transformers.trainer_pt_utils").LengthGroupedSampler(
        batch_size,
        lengths=data.lengths.tolist(),
        generator=torch.Generator().manual_seed(seed),
    )
    places = np.array(list(sampler))
    return [places[i : i + batch_size] for i in range(0, len(places), batch_size)]


def spread_batches(
    batches: Sequence[np.ndarray], lengths: np.ndarray, number: int
) -> list[np.ndarray]:
    """Return some full batches, evenly spread over the widths of all."""
    full = [batch for batch in batches if len(batch) == len(batches[0])]
    full.sort(key=lambda batch: int(lengths[batch].max()))
    return [full[(2 * i + 1) * len(full) // (2 * number)] for i in range(number)]


def padded_tokens(data: LabelledTexts, batches: Sequence[np.ndarray]) -> int:
    """Return the tokens of all batches, padding included."""
    return sum(len(batch) * int(data.lengths[batch].max()) for batch in batches)


def speed(sentences: int, times: Sequence[float]) -> str:
    """Return how many sentences a second that is, in words."""
    return f"{sentences / np.median(times):.1f} sentences a second"


def check_model(ours: Any, theirs: Any, data: LabelledTexts, configuration: dict) -> None:
    """Check that without dropout the logits of a ragged batch agree."""
    batch = data.batch(range(configuration["batch_size"]))
    with torch.no_grad():
        logits = ours.eval()(*batch.inputs), theirs.eval()(**as_their_inputs(batch)).logits
    check_close("the logits", *logits, configuration["tolerance"])


def as_their_inputs(batch: LabelledBatch) -> dict[str, Tensor]:
    """Name the tensors as ``transformers`` does."""
    names = ("input_ids", "token_type_ids", "attention_mask")
    return dict(zip(names, batch.inputs, strict=True))


def our_steps(
    model: BertForSequenceClassification,
    data: LabelledTexts,
    batches: Sequence[np.ndarray],
    number: int,
) -> Callable[[], None]:
    """Return steps of ``bertlab.training.loop``, batches made within, as a function."""
    chosen = spread_batches(batches, data.lengths, number)
    # The rate is still rising, and tiny: what a step costs does not depend on it.
    config = TrainConfig(steps=10**6, batch_size=len(chosen[0]), precision="no")
    loop = Loop(ClassificationObjective(model), config, None)

    def steps() -> None:
        for places in chosen:
            loop.update(lambda *_, places=places: [data.batch(places)])

    return steps


def their_steps(
    model: Any,
    data: LabelledTexts,
    batches: Sequence[np.ndarray],
    options: dict[str, Any],
    config: TrainConfig,
) -> Callable[[], None]:
    """Return the same steps in a loop around a model of ``transformers``, as a function."""
    model.train()
    groups = parameter_groups(model, config.weight_decay)
    optimizer = torch.optim.AdamW(
        groups, lr=1e-8, betas=config.betas, eps=config.epsilon, **options
    )

    def steps() -> None:
        for places in batches:
            batch = data.batch(places)
            loss = model(**as_their_inputs(batch), labels=batch.labels).loss
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), config.max_grad_norm)
            loss.item()
            optimizer.step()
            optimizer.zero_grad()

    return steps


def padded_steps(
    model: Any, data: LabelledTexts, configuration: dict[str, Any], config: TrainConfig
) -> Callable[[], None]:
    """Return one step on texts that are padded to a fixed length, as a function."""
    padded = texts(configuration)
    padded.max_length, padded.pad_to_longest = configuration["padded_length"], False
    places = np.arange(configuration["padded_batch_size"])
    return their_steps(model, padded, [places], {"fused": True}, config)
