"""A training step at the size of BERT base on a CUDA card, beside ``transformers``."""

from collections.abc import Callable
from tempfile import TemporaryDirectory
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn.functional import cross_entropy

from benchmarks.oracles import transformers_model
from benchmarks.results import Row, compare, pair
from benchmarks.timing import check_close, interleaved, spread
from bertlab.finetuning.labelled_texts import LabelledBatch
from bertlab.model.config import BertConfig
from bertlab.model.tasks import BertForSequenceClassification
from bertlab.training.config import TrainConfig
from bertlab.training.optimization import make_optimizer, parameter_groups
from lessons.l09_finetuning.throughput import card_peak, random_batch, training_operations

CONFIGURATION: dict[str, Any] = {
    "preset": "base",
    "num_texts": 32,
    "length": 128,
    "device": "cuda",
    "repetitions": 15,
    "tolerance": 1e-3,
    "seed": 0,
}
SLICE: dict[str, Any] = {
    "preset": "mini",
    "num_texts": 2,
    "length": 5,
    "device": "cpu",
    "repetitions": 1,
}


def run(configuration: dict[str, Any]) -> list[Row]:
    """Compare one step, and give its share of the card's peak; a row without figure if no card."""
    device = torch.device(configuration["device"])
    work = f"training step, {configuration['preset']}, bf16"
    if device.type == "cuda" and not torch.cuda.is_available():
        return [Row(work, "transformers, bf16", "", None, note="no CUDA card on this machine")]
    torch.manual_seed(configuration["seed"])
    config = BertConfig.preset(configuration["preset"])
    ours = BertForSequenceClassification(config)
    with TemporaryDirectory() as folder:
        ours.save_pretrained(folder)
        theirs = transformers_model("BertForSequenceClassification", folder).to(device)
    ours.to(device)
    B, T = configuration["num_texts"], configuration["length"]
    batch = random_batch(config, B, T).to(device)
    logits = our_logits(ours.eval(), batch), their_logits(theirs.eval(), batch)
    check_close("the logits", *logits, configuration["tolerance"])
    works = {"ours": step(ours, our_logits, batch), "theirs": step(theirs, their_logits, batch)}
    times = interleaved(works, configuration["repetitions"])
    speeds = [B * T / seconds for seconds in times["ours"]]
    note = f"{spread(speeds).median:,.0f} tokens a second at {B} x {T}"
    rows = [compare(work, "transformers, bf16", *pair(times), note=note)]
    name = torch.cuda.get_device_name() if device.type == "cuda" else None
    peak = card_peak(name, "bf16")
    if peak is not None:
        operations = training_operations(config, B, T)
        shares = [operations / seconds / peak for seconds in times["ours"]]
        rows.append(Row(work, f"peak of {name}", "of it", spread(shares)))
    return rows


def our_logits(model: Any, batch: LabelledBatch) -> Tensor:
    """Return our logits."""
    return model(*batch.inputs)


def their_logits(model: Any, batch: LabelledBatch) -> Tensor:
    """Return the logits of ``transformers``, which takes the mask second."""
    ids, types, mask = batch.inputs
    return model(ids, mask, types).logits


def step(
    model: nn.Module, logits: Callable[[Any, LabelledBatch], Tensor], batch: LabelledBatch
) -> Callable[[], None]:
    """Return an update of the weights as a function; it ends when the card is done."""
    config = TrainConfig(steps=1)
    optimizer = make_optimizer(parameter_groups(model.train(), config.weight_decay), config)
    device = batch.labels.device.type

    def update() -> None:
        optimizer.zero_grad()
        with torch.autocast(device, torch.bfloat16):
            loss = cross_entropy(logits(model, batch), batch.labels)
        loss.backward()
        optimizer.step()
        if device == "cuda":
            torch.cuda.synchronize()

    return update
