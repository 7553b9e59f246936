"""Steps of masked language modelling at the size of BERT base, beside ``transformers``.

A step is forward, backward, clipping and AdamW. Its operations are counted by hand, those that an
answer at the masked positions needs; what a side computes beyond them does not count for it.
"""

from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import replace
from functools import lru_cache, partial
from typing import Any, NamedTuple

import torch
from torch import Tensor, nn
from torch.nn.attention import SDPBackend, sdpa_kernel
from torch.nn.functional import cross_entropy

from benchmarks.gpu.machine import autocast, peak_gib, seconds_of
from benchmarks.gpu.record import Measurement, Results
from benchmarks.gpu.unpadded import encode, lay_end_to_end
from benchmarks.measures.masked_lm import our_loss, random_batch, their_loss
from benchmarks.oracles import library
from bertlab.model.config import BertConfig
from bertlab.model.tasks import BertForMaskedLM
from bertlab.pretraining.data import PretrainingBatch
from bertlab.training.config import TrainConfig
from bertlab.training.optimization import make_optimizer, parameter_groups

CONFIGURATION: dict[str, Any] = {
    "preset": "base",
    "texts": 64,
    "length": 512,
    "shortest": 32,  # of the ragged texts, drawn evenly from this to the length
    "steps": 20,
    "matrix": 8192,
    "backend": "inductor",
}
SLICE: dict[str, Any] = {
    "preset": "mini",
    "texts": 2,
    "length": 16,
    "shortest": 4,
    "steps": 1,
    "matrix": 64,
    "backend": "eager",
}
Loss = Callable[[Any, PretrainingBatch], Tensor]


def measurements(configuration: dict[str, Any], device: torch.device) -> list[Measurement]:
    """Return what is measured, the most valuable first."""

    def timed(name: str, seconds: int, *given: Any, **options: Any) -> Measurement:
        work = partial(step_of, configuration, device, *given, **options)
        return Measurement(name, seconds, work)

    size = configuration["matrix"]
    product = f"matrix product, {size} x {size}"
    return [
        Measurement(f"{product}, bf16", 5, partial(product_rate, device, size, "bfloat16")),
        Measurement(f"{product}, float32", 5, partial(product_rate, device, size, "float32")),
        timed("ours", 12, ours),
        timed("transformers", 15, theirs),
        timed("ours, compiled", 45, ours, compiled=True),
        timed("ragged texts, padded", 8, padded),
        timed("ragged texts, unpadded", 8, end_to_end),
        timed("transformers, compiled", 60, theirs, compiled=True),
        timed("ours, compiled, weights in bf16", 45, ours, compiled=True, halved=True),
        timed("ours, attention step by step", 12, ours, fused=False),
        timed("ours in float32", 15, ours, precision="no"),
    ]


def product_rate(device: torch.device, size: int, dtype: str) -> Results:
    """Return the operations a second of a product of two square matrices of normal numbers."""
    return {"TFLOP/s": measured_rate(device, size, dtype) / 1e12}


@lru_cache
def measured_rate(device: torch.device, size: int, dtype: str) -> float:
    """Return operations a second: what the device reaches, not what its maker promises."""
    x, y = (torch.randn(size, size, device=device).to(getattr(torch, dtype)) for _ in range(2))
    return 2 * size**3 / seconds_of(lambda: x @ y, calls=20)


def step_operations(config: BertConfig, texts: int, length: int, masked: int) -> int:
    """Count the additions and multiplications of a step's matrix products.

    Backward takes twice as many as forward. The last layer's feed-forward network and the head work
    at the masked positions alone.
    """
    D, F, tokens = config.hidden_size, config.intermediate_size, texts * length
    attention = config.num_layers * tokens * (4 * D * D + 2 * length * D)
    feed_forward = ((config.num_layers - 1) * tokens + masked) * 2 * D * F
    head = masked * (D * D + D * config.vocab_size)
    return 3 * 2 * (attention + feed_forward + head)


class Setup(NamedTuple):
    """What is timed on one side: a model, its loss, a batch, and its number of tokens."""

    model: Any
    loss: Loss
    batch: Any
    tokens: int


def ours(config: BertConfig, configuration: dict[str, Any], device: torch.device) -> Setup:
    """Return our model and full texts, which need no mask."""
    shape = configuration["texts"], configuration["length"]
    batch = random_batch(config.vocab_size, *shape).to(device)
    batch = batch._replace(attention_mask=None)  # type: ignore[arg-type]  # models take None
    return Setup(BertForMaskedLM(config), our_loss, batch, batch.input_ids.numel())


def theirs(config: BertConfig, configuration: dict[str, Any], device: torch.device) -> Setup:
    """Return the model of ``transformers``, with fused attention and its own head and loss."""
    transformers = library("transformers")
    hub = transformers.BertConfig(**config.to_hub())
    model = transformers.BertForMaskedLM._from_config(hub, attn_implementation="sdpa")
    return ours(config, configuration, device)._replace(model=model, loss=their_loss)


def padded(config: BertConfig, configuration: dict[str, Any], device: torch.device) -> Setup:
    """Return our model and texts of many lengths, padded; no attention weight is dropped."""
    config = replace(config, attention_dropout=0.0)
    B, T = configuration["texts"], configuration["length"]
    lengths = torch.randint(configuration["shortest"], T + 1, (B, 1))
    mask = (torch.arange(T) < lengths).long()
    full = random_batch(config.vocab_size, B, T)
    kept = mask.flatten()[full.positions].bool()
    positions, targets = full.positions[kept], full.targets[kept]
    batch = full._replace(attention_mask=mask, positions=positions, targets=targets)
    return Setup(BertForMaskedLM(config), our_loss, batch.to(device), int(mask.sum()))


def end_to_end(config: BertConfig, configuration: dict[str, Any], device: torch.device) -> Setup:
    """Return the same texts without padding."""
    model, _, batch, tokens = padded(config, configuration, torch.device("cpu"))
    mask = batch.attention_mask
    texts = lay_end_to_end(batch.input_ids, mask.sum(dim=1).tolist()).to(device)
    among_visible = mask.flatten().cumsum(0) - 1
    positions = among_visible[batch.positions].to(device)

    def loss(model: BertForMaskedLM, batch: PretrainingBatch) -> Tensor:
        chosen = encode(model.bert, texts, positions)
        logits = model.masked_lm(chosen, model.bert.embeddings.word.weight)
        return cross_entropy(logits, batch.targets)

    return Setup(model, loss, batch.to(device), tokens)


Side = Callable[[BertConfig, dict[str, Any], torch.device], Setup]


def step_of(
    configuration: dict[str, Any],
    device: torch.device,
    side: Side,
    compiled: bool = False,
    halved: bool = False,
    fused: bool = True,
    precision: str = "bf16",
) -> Results:
    """Time a step.

    Args:
        configuration: As ``CONFIGURATION``.
        device: Where.
        side: What makes a model and its loss.
        compiled: Whether ``torch.compile`` makes kernels of it; ours has to be one graph.
        halved: Whether the weights themselves are in bf16, and AdamW's means with them.
        fused: Whether attention is one kernel, or matrix products with a softmax between them.
        precision: Of products; see ``autocast``.
    """
    torch.manual_seed(0)
    config, size = BertConfig.preset(configuration["preset"]), configuration["matrix"]
    model, loss, batch, tokens = side(config, configuration, device)
    model.to(device, torch.bfloat16 if halved else torch.float32).train()
    if compiled:
        whole = isinstance(model, BertForMaskedLM)
        loss = torch.compile(loss, fullgraph=whole, backend=configuration["backend"])
    step = update(model, loss, batch, device, precision)
    with nullcontext() if fused else sdpa_kernel(SDPBackend.MATH):
        seconds = seconds_of(step, configuration["steps"])
    found = {"tokens a second": tokens / seconds, "ms a step": 1000 * seconds, "GiB": peak_gib()}
    if tokens == batch.input_ids.numel():  # else it depends on who pads
        B, T = batch.input_ids.shape
        operations = step_operations(config, B, T, len(batch.targets))
        rate = operations / seconds / measured_rate(device, size, "bfloat16")
        found["proportion of the measured bf16 peak"] = rate
    return {**found, "loss": step().item()}


def update(
    model: Any, loss: Loss, batch: PretrainingBatch, device: torch.device, precision: str
) -> Callable[[], Tensor]:
    """Return a step as a function that returns the loss before it."""
    training = TrainConfig(steps=1)
    optimizer = make_optimizer(parameter_groups(model, training.weight_decay), training)

    def step() -> Tensor:
        with autocast(device, precision):
            value = loss(model, batch)
        value.backward()
        nn.utils.clip_grad_norm_(model.parameters(), training.max_grad_norm)
        optimizer.step()
        optimizer.zero_grad()
        return value.detach()

    return step
