"""A training step of masked language modelling: only the masked positions are scored."""

from collections.abc import Callable
from dataclasses import replace
from tempfile import TemporaryDirectory
from typing import Any, cast

import torch
from torch import Tensor, nn
from torch.nn.functional import cross_entropy

from benchmarks.oracles import transformers_model
from benchmarks.results import Row, compare, pair
from benchmarks.timing import check_close, interleaved
from bertlab.model.config import BertConfig
from bertlab.model.tasks import BertForMaskedLM
from bertlab.pretraining.data import PretrainingBatch
from bertlab.pretraining.masking import MASK_SHARE
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
    "tolerance": 1e-5,  # nats
    "seed": 0,
}
SLICE: dict[str, Any] = {
    "models": [{"preset": "mini", "vocab_size": 50, "num_layers": 1, "hidden_size": 16}],
    "num_texts": 2,
    "length": 20,
    "repetitions": 1,
}
NOTE = "forward, backward and AdamW; dropout 0.1; 15% of the positions are asked for"


def run(configuration: dict[str, Any]) -> list[Row]:
    """Compare one step at each size."""
    torch.manual_seed(configuration["seed"])
    rows = []
    for changes in configuration["models"]:
        preset = BertConfig.preset(changes["preset"])
        config = replace(preset, **{k: v for k, v in changes.items() if k != "preset"})
        ours = BertForMaskedLM(config)
        with TemporaryDirectory() as folder:
            ours.save_pretrained(folder)
            theirs = transformers_model("BertForMaskedLM", folder)
        batch = random_batch(config, configuration["num_texts"], configuration["length"])
        check_step(ours, theirs, batch, configuration["tolerance"])
        works = {"ours": step(ours, our_loss, batch), "theirs": step(theirs, their_loss, batch)}
        times = interleaved(works, configuration["repetitions"])
        shape = f"{configuration['num_texts']} x {configuration['length']}"
        work = f"masked-LM step, {changes['preset']}, {config.vocab_size:,} pieces, {shape}"
        beside = "transformers BertForMaskedLM"
        rows.append(compare(work, beside, *pair(times), reach=configuration["reach"], note=NOTE))
    return rows


def random_batch(config: BertConfig, num_texts: int, length: int) -> PretrainingBatch:
    """Return random pieces; 15% of all places are to be guessed."""
    ids = torch.randint(1, config.vocab_size, (num_texts, length))
    number = round(MASK_SHARE * ids.numel())
    places = torch.randperm(ids.numel())[:number].sort().values
    shown = ids.flatten().index_fill(0, places, 1).view_as(ids)
    nothing = torch.zeros_like(ids)
    return PretrainingBatch(
        shown, nothing, torch.ones_like(ids), places, ids.flatten()[places], nothing[:, 0]
    )


def our_loss(model: BertForMaskedLM, batch: PretrainingBatch) -> Tensor:
    """Score the masked positions; return the mean loss in nats."""
    return cross_entropy(masked_logits(model, batch), batch.targets)


def their_loss(model: nn.Module, batch: PretrainingBatch) -> Tensor:
    """Score every position, as the library does; -100 leaves the others out of the mean."""
    labels = torch.full_like(batch.input_ids, -100).flatten()
    labels[batch.places] = batch.targets
    return model(*batch_inputs(batch), labels=labels.view_as(batch.input_ids)).loss


def batch_inputs(batch: PretrainingBatch) -> tuple[Tensor, Tensor, Tensor]:
    """Return ids, mask and token types in the order of ``transformers``."""
    return batch.input_ids, batch.attention_mask, batch.token_type_ids


def check_step(
    ours: BertForMaskedLM, theirs: nn.Module, batch: PretrainingBatch, tolerance: float
) -> None:
    """Check that without dropout loss and gradient of the word embeddings agree."""
    losses = our_loss(ours.eval(), batch), their_loss(theirs.eval(), batch)
    check_close("the loss", *losses, tolerance)
    losses[0].backward()
    losses[1].backward()
    mine = cast(Tensor, ours.bert.embeddings.word.weight.grad)
    their = cast(Tensor, theirs.get_parameter("bert.embeddings.word_embeddings.weight").grad)
    check_close("the gradient of the word embeddings", mine, their, tolerance)


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
