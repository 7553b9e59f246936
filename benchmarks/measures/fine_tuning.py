"""Fine-tuning steps on ragged texts: what is not padded need not be computed.

Batches are drawn from an epoch, each side's by its own grouping. Some are timed, spread evenly over
their widths: each side's epoch in small.
"""

from collections.abc import Callable, Sequence
from functools import partial
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import torch
from torch import Tensor

from benchmarks.oracles import library, transformers_model
from benchmarks.results import Row, compare
from benchmarks.sides import Job, Jobs, Side, opened, times
from bertlab.datasets import movie_reviews
from bertlab.finetuning.classifier import ClassificationObjective
from bertlab.finetuning.labelled_texts import LabelledBatch, LabelledTexts
from bertlab.model.tasks import BertForSequenceClassification
from bertlab.text.wordpiece import WordPieceTokenizer
from bertlab.timing import Work
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
    "reach": 1.4,
    "reach_in_bf16": 2.0,
    "repetitions": 7,
    "tolerance": 1e-5,  # of logits
    "seed": 0,
    "apart": True,
}
SLICE: dict[str, Any] = {
    "num_texts": 40,
    "batch_size": 4,
    "num_batches": 1,
    "padded_length": 64,
    "padded_batch_size": 2,
    "repetitions": 1,
    "apart": False,
}
Batches = list[np.ndarray]
STEPS = "steps"
FUSED: dict[str, Any] = {"fused": True}  # AdamW as the Trainer has it


def run(configuration: dict[str, Any]) -> list[Row]:
    """Compare with loops around ``transformers``; with padding to 512; and bf16 with float32."""
    number, size = configuration["num_batches"], configuration["batch_size"]
    work = f"fine-tuning, {number} steps of {size} texts"
    with opened(__name__, list(SIDES), configuration) as sides:
        rows = []
        for peer in PEERS:
            found = in_turns_with(peer, sides, configuration)
            note = f"dropout 0.1, AdamW, gradients clipped; {speed(number * size, found['ours'])}"
            rows.append(
                compare(work, peer, found["ours"], found[peer], configuration["reach"], note)
            )
        rows.append(compare_padded(in_turns_with(PADDED, sides, configuration), configuration))
        found, reach = in_turns_with(BF16, sides, configuration), configuration["reach_in_bf16"]
        faster = compare(f"{work}, bf16", "ours in float32", found[BF16], found["ours"], reach)
    return [*rows, faster]


def in_turns_with(
    peer: str, sides: dict[str, Side], configuration: dict[str, Any]
) -> dict[str, list[float]]:
    """Return our times and a peer's."""
    both = {"ours": sides["ours"], peer: sides[peer]}
    return times(both, STEPS, configuration["repetitions"], configuration["tolerance"])


def compare_padded(found: dict[str, list[float]], configuration: dict[str, Any]) -> Row:
    """Return a row of seconds per sentence."""
    size, sentences = configuration["padded_batch_size"], configuration["num_batches"]
    sentences *= configuration["batch_size"]
    ours = [t / sentences for t in found["ours"]]
    theirs = [t / size for t in found[PADDED]]
    note = f"theirs in steps of {size}, {speed(1, theirs)}"
    return compare("fine-tuning, a sentence", PADDED, ours, theirs, note=note)


def our_side(configuration: dict[str, Any], precision: str = "no") -> Jobs:
    """Return steps of ``bertlab.training.loop``, batches made within."""
    data, model = texts(configuration), fresh(configuration)
    size, seed = configuration["batch_size"], configuration["seed"]
    batches = spread_batches(data.epoch(0, size, seed), data.lengths, configuration["num_batches"])
    # The rate is still rising, and tiny: what a step costs does not depend on it.
    config = TrainConfig(steps=10**6, batch_size=size, precision=precision)
    loop = Loop(ClassificationObjective(model), config, None)

    def steps() -> None:
        for indices in batches:
            loop.update(lambda *_, indices=indices: [data.batch(indices)])

    def logits(batch: LabelledBatch) -> Tensor:
        return model.eval()(*batch.inputs)

    return {STEPS: Job(steps, logits_of_some(data, logits))}


def their_side(
    configuration: dict[str, Any],
    batches_of: Callable[[LabelledTexts, int, int], Batches],
    **options: Any,
) -> Jobs:
    """Return the same steps in a loop around a model of ``transformers``.

    Args:
        configuration: As above.
        batches_of: Cuts an epoch: data, texts in a batch, seed.
        options: Of torch's AdamW.
    """
    data, model = texts(configuration), theirs(configuration)
    batches = batches_of(data, configuration["batch_size"], configuration["seed"])
    batches = spread_batches(batches, data.lengths, configuration["num_batches"])
    steps = their_steps(model, data, batches, **options)
    return {STEPS: Job(steps, logits_of_some(data, partial(their_logits, model)))}


def padded_side(configuration: dict[str, Any]) -> Jobs:
    """Return one step on texts that are padded to a fixed length."""
    data, padded, model = texts(configuration), texts(configuration), theirs(configuration)
    padded.max_length, padded.pad_to_longest = configuration["padded_length"], False
    steps = their_steps(model, padded, [np.arange(configuration["padded_batch_size"])], **FUSED)
    return {STEPS: Job(steps, logits_of_some(data, partial(their_logits, model)))}


def in_random_order(data: LabelledTexts, batch_size: int, seed: int) -> Batches:
    """Return an epoch's batches as they come, each padded to its longest text."""
    indices = np.random.default_rng(seed).permutation(len(data))
    return [indices[i : i + batch_size] for i in range(0, len(indices), batch_size)]


def group_by_length(data: LabelledTexts, batch_size: int, seed: int) -> Batches:
    """Return an epoch's batches as ``transformers`` groups them."""
    sampler = library("transformers.trainer_pt_utils").LengthGroupedSampler(
        batch_size,
        lengths=data.lengths.tolist(),
        generator=torch.Generator().manual_seed(seed),
    )
    indices = np.array(list(sampler))
    return [indices[i : i + batch_size] for i in range(0, len(indices), batch_size)]


PEERS: dict[str, Callable[[dict[str, Any]], Jobs]] = {
    "transformers as its Trainer, dynamic padding": partial(
        their_side, batches_of=in_random_order, **FUSED
    ),
    "the same, grouped by length": partial(their_side, batches_of=group_by_length, **FUSED),
    "transformers in a plain loop, grouped": partial(their_side, batches_of=group_by_length),
}
PADDED = "transformers, padded to the longest a model takes"
BF16 = "ours in bf16"
SIDES: dict[str, Callable[[dict[str, Any]], Jobs]] = {
    "ours": our_side,
    **PEERS,
    PADDED: padded_side,
    BF16: partial(our_side, precision="bf16"),
}


def texts(configuration: dict[str, Any]) -> LabelledTexts:
    """Return movie reviews with their labels."""
    reviews = movie_reviews().train[: configuration["num_texts"]]
    tokenizer = WordPieceTokenizer.from_folder(configuration["checkpoint"])
    return LabelledTexts([one.text for one in reviews], [one.label for one in reviews], tokenizer)


def fresh(configuration: dict[str, Any]) -> BertForSequenceClassification:
    """Return our model with a new head, the same on every side."""
    torch.manual_seed(configuration["seed"])
    return BertForSequenceClassification.from_pretrained(
        configuration["checkpoint"], new_heads=True
    )


def theirs(configuration: dict[str, Any]) -> Any:
    """Return the same weights in a model of ``transformers``."""
    with TemporaryDirectory() as folder:
        fresh(configuration).save_pretrained(folder)
        return transformers_model("BertForSequenceClassification", folder)


def spread_batches(batches: Sequence[np.ndarray], lengths: np.ndarray, number: int) -> Batches:
    """Return some full batches, evenly spread over the widths of all."""
    full = [batch for batch in batches if len(batch) == len(batches[0])]
    full.sort(key=lambda batch: int(lengths[batch].max()))
    return [full[(2 * i + 1) * len(full) // (2 * number)] for i in range(number)]


def speed(sentences: int, seconds: Sequence[float]) -> str:
    """Return how many sentences a second that is, in words."""
    return f"{sentences / np.median(seconds):.1f} sentences a second"


def logits_of_some(
    data: LabelledTexts, logits: Callable[[LabelledBatch], Tensor]
) -> Callable[[], Tensor]:
    """Return a function that gives the logits of the first texts, without dropout."""
    return torch.no_grad()(lambda: logits(data.batch(range(min(32, len(data))))))


def their_logits(model: Any, batch: LabelledBatch) -> Tensor:
    """Return the logits of a model of ``transformers`` without dropout."""
    return model.eval()(**as_their_inputs(batch)).logits


def as_their_inputs(batch: LabelledBatch) -> dict[str, Tensor]:
    """Name the tensors as ``transformers`` does."""
    return {
        name: getattr(batch, name) for name in ("input_ids", "token_type_ids", "attention_mask")
    }


def their_steps(model: Any, data: LabelledTexts, batches: Batches, **options: Any) -> Work:
    """Return steps in a loop around a model of ``transformers``, as a function."""
    config = TrainConfig(steps=1)
    optimizer = torch.optim.AdamW(
        parameter_groups(model, config.weight_decay),
        lr=1e-8,
        betas=config.betas,
        eps=config.epsilon,
        **options,
    )

    def steps() -> None:
        model.train()
        for indices in batches:
            batch = data.batch(indices)
            loss = model(**as_their_inputs(batch), labels=batch.labels).loss
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), config.max_grad_norm)
            loss.item()
            optimizer.step()
            optimizer.zero_grad()

    return steps
