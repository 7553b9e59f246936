"""A training step of masked language modelling: only the masked positions are scored."""

from collections.abc import Callable
from dataclasses import replace
from tempfile import TemporaryDirectory
from typing import Any, cast

import torch
from torch import Tensor, nn
from torch.nn.functional import cross_entropy

from benchmarks.oracles import transformers_model
from benchmarks.results import Row, compare
from benchmarks.sides import Job, Jobs, opened, times
from bertlab.model.config import BertConfig
from bertlab.model.tasks import BertForMaskedLM
from bertlab.pretraining.data import PretrainingBatch
from bertlab.pretraining.masking import MASK_RATE
from bertlab.pretraining.objectives import masked_logits
from bertlab.training.config import TrainConfig
from bertlab.training.optimization import make_optimizer, parameter_groups

CONFIGURATION: dict[str, Any] = {
    # The published shape with its 30,522 pieces, and the one trained here with 8,000.
    "models": [{"preset": "minilm"}, {"preset": "mini"}],
    "num_texts": 16,
    "length": 128,
    "reach": 2.0,
    "repetitions": 7,
    "tolerance": 1e-5,  # of the loss in nats, and of the word embeddings' gradient
    "seed": 0,
    "apart": True,
}
SLICE: dict[str, Any] = {
    "models": [{"preset": "mini", "vocab_size": 50, "num_layers": 1, "hidden_size": 16}],
    "num_texts": 2,
    "length": 20,
    "repetitions": 1,
    "apart": False,
}
NOTE = "forward, backward and AdamW; dropout 0.1; 15% of the positions are asked for"


def run(configuration: dict[str, Any]) -> list[Row]:
    """Compare one step at each size."""
    rows = []
    with opened(__name__, list(SIDES), configuration) as sides:
        for changes in configuration["models"]:
            name = changes["preset"]
            tolerance = configuration["tolerance"]
            ours, theirs = times(sides, name, configuration["repetitions"], tolerance).values()
            shape = f"{configuration['num_texts']} x {configuration['length']}"
            pieces = f"{sized(changes).vocab_size:,} pieces"
            work = f"masked-LM step, {name}, {pieces}, {shape}"
            beside = "transformers BertForMaskedLM"
            rows.append(compare(work, beside, ours, theirs, configuration["reach"], NOTE))
    return rows


def our_side(configuration: dict[str, Any]) -> Jobs:
    """Return a step of ``BertForMaskedLM`` for each model."""
    return {
        changes["preset"]: job(
            fresh(changes, configuration), our_loss, "bert.embeddings.word.weight", configuration
        )
        for changes in configuration["models"]
    }


def their_side(configuration: dict[str, Any]) -> Jobs:
    """Return the same steps of the library's models."""
    jobs = {}
    for changes in configuration["models"]:
        with TemporaryDirectory() as folder:
            fresh(changes, configuration).save_pretrained(folder)
            theirs = transformers_model("BertForMaskedLM", folder)
        weight = "bert.embeddings.word_embeddings.weight"
        jobs[changes["preset"]] = job(theirs, their_loss, weight, configuration)
    return jobs


SIDES = {"ours": our_side, "transformers": their_side}


def sized(changes: dict[str, Any]) -> BertConfig:
    """Return a preset with some sizes changed."""
    preset = BertConfig.preset(changes["preset"])
    return replace(preset, **{name: value for name, value in changes.items() if name != "preset"})


def fresh(changes: dict[str, Any], configuration: dict[str, Any]) -> BertForMaskedLM:
    """Return a fresh model, the same on both sides."""
    torch.manual_seed(configuration["seed"])
    return BertForMaskedLM(sized(changes))


def job(
    model: Any,
    loss: Callable[[Any, PretrainingBatch], Tensor],
    weight: str,
    configuration: dict[str, Any],
) -> Job:
    """Return a step; and the loss and the word embeddings' gradient, without dropout."""
    torch.manual_seed(configuration["seed"])
    pieces = len(model.get_parameter(weight))
    batch = random_batch(pieces, configuration["num_texts"], configuration["length"])

    def result() -> Tensor:
        found = loss(model.eval(), batch)
        found.backward()
        gradient = cast(Tensor, model.get_parameter(weight).grad).flatten()
        model.train().zero_grad()
        return torch.cat([found.detach()[None], gradient])

    return Job(step(model, loss, batch), result)


def random_batch(pieces: int, num_texts: int, length: int) -> PretrainingBatch:
    """Return random pieces; 15% of all positions are to be guessed."""
    ids = torch.randint(1, pieces, (num_texts, length))
    number = round(MASK_RATE * ids.numel())
    positions = torch.randperm(ids.numel())[:number].sort().values
    shown = ids.flatten().index_fill(0, positions, 1).view_as(ids)
    nothing = torch.zeros_like(ids)
    return PretrainingBatch(
        shown, nothing, torch.ones_like(ids), positions, ids.flatten()[positions], nothing[:, 0]
    )


def our_loss(model: BertForMaskedLM, batch: PretrainingBatch) -> Tensor:
    """Score the masked positions; return the mean loss in nats."""
    return cross_entropy(masked_logits(model, batch), batch.targets)


def their_loss(model: nn.Module, batch: PretrainingBatch) -> Tensor:
    """Score every position, as the library does; -100 leaves the others out of the mean."""
    labels = torch.full_like(batch.input_ids, -100).flatten()
    labels[batch.positions] = batch.targets
    return model(*batch_inputs(batch), labels=labels.view_as(batch.input_ids)).loss


def batch_inputs(batch: PretrainingBatch) -> tuple[Tensor, Tensor | None, Tensor]:
    """Return ids, mask (if any) and token types in the order of ``transformers``."""
    return batch.input_ids, batch.attention_mask, batch.token_type_ids


def step(
    model: Any, loss: Callable[[Any, PretrainingBatch], Tensor], batch: PretrainingBatch
) -> Callable[[], None]:
    """Return an update of the model's weights as a function without arguments."""
    config = TrainConfig(steps=1)
    optimizer = make_optimizer(parameter_groups(model.train(), config.weight_decay), config)

    def update() -> None:
        optimizer.zero_grad()
        loss(model, batch).backward()
        optimizer.step()

    return update
