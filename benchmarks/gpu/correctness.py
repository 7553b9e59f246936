"""Correctness on a GPU: parity with ``transformers`` and float64, compilation, synchronizations."""

import copy
import warnings
from collections.abc import Callable
from functools import lru_cache, partial
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import torch
from torch import Tensor
from torch.nn.functional import cross_entropy

from benchmarks.gpu.machine import autocast
from benchmarks.gpu.record import Measurement, Results
from benchmarks.oracles import transformers_model
from bertlab.datasets import movie_reviews
from bertlab.finetuning.classifier import ClassificationObjective
from bertlab.finetuning.labelled_texts import LabelledBatch
from bertlab.finetuning.sentiment import as_data, movie_classifier
from bertlab.model.tasks import BertForSequenceClassification
from bertlab.text.wordpiece import WordPieceTokenizer
from bertlab.training.config import TrainConfig
from bertlab.training.loop import Loop
from bertlab.training.optimization import make_optimizer, parameter_groups

CONFIGURATION: dict[str, Any] = {"texts": 512, "max_length": 64, "backend": "inductor"}
SLICE: dict[str, Any] = {"texts": 6, "backend": "eager"}
KINDS = {  # name -> type of the weights, and precision of the products
    "float32": (torch.float32, "no"),
    "bf16 mixed precision": (torch.float32, "bf16"),
    "fp16 mixed precision": (torch.float32, "fp16"),
    "weights in bf16": (torch.bfloat16, "no"),
}


def measurements(configuration: dict[str, Any], device: torch.device) -> list[Measurement]:
    """Return what is measured, the most valuable first."""
    given = configuration["texts"], configuration["max_length"]
    found = [
        Measurement(f"{name}{', padding in front' * front}", 10, partial(
            parity, device, *given, *KINDS[name], front))
        for front in (False, True)
        for name in KINDS
    ]  # fmt: skip
    waits = partial(synchronizations, device, *given)
    compiled = partial(compiled_whole, device, *given, configuration["backend"])
    found.insert(2, Measurement("waits for the GPU", 15, waits))
    return [*found, Measurement("one graph", 60, compiled)]


class Setup(NamedTuple):
    """Two models with the same weights, texts, and the logits of ours in float64."""

    ours: BertForSequenceClassification
    theirs: Any
    batch: LabelledBatch
    exact: Tensor


@lru_cache(maxsize=2)
def common_setup(texts: int, max_length: int, front: bool) -> Setup:
    """Return both models and a batch on the CPU; ``front`` moves the padding to the front."""
    ours = movie_classifier()
    tokenizer = WordPieceTokenizer.from_folder("minilm")
    batch = as_data(movie_reviews().validation[:texts], tokenizer, max_length).batch(range(texts))
    if front:
        order = batch.attention_mask.argsort(dim=1, stable=True)  # zeros first, tokens in order
        ids, types, mask = (tensor.gather(1, order) for tensor in batch.inputs)
        batch = LabelledBatch(ids, types, mask, batch.labels)
    with TemporaryDirectory() as folder:
        ours.save_pretrained(folder)
        theirs = transformers_model("BertForSequenceClassification", folder).eval()
    with torch.no_grad():
        exact = ours.double()(*batch.inputs)
    return Setup(ours.float(), theirs, batch, exact)


@torch.no_grad()
def parity(
    device: torch.device,
    texts: int,
    max_length: int,
    dtype: torch.dtype,
    precision: str,
    front: bool,
) -> Results:
    """Compare logits with ``transformers`` on the same device, and both with float64.

    Args:
        device: Where both compute.
        texts: How many, of movie reviews.
        max_length: Pieces of a text at most.
        dtype: Of the weights.
        precision: Of the products; see ``autocast``.
        front: Whether padding stands before the tokens.
    """
    ours, theirs, batch, exact = common_setup(texts, max_length, front)
    ours, theirs = (copy.deepcopy(model).to(device, dtype) for model in (ours, theirs))
    ids, types, mask = (tensor.to(device) for tensor in batch.inputs)
    with autocast(device, precision):
        mine = ours(ids, types, mask).double().cpu()
        other = theirs(ids, mask, types).logits.double().cpu()
    guesses = [logits.argmax(dim=1) for logits in (mine, other, exact)]
    return {
        "largest difference from transformers": (mine - other).abs().max().item(),
        "from float64": (mine - exact).abs().max().item(),
        "theirs from float64": (other - exact).abs().max().item(),
        "same prediction as transformers": _same(guesses[0], guesses[1]),
        "as float64": _same(guesses[0], guesses[2]),
        "right": _same(guesses[0], batch.labels),
    }


def _same(first: Tensor, second: Tensor) -> float:
    return (first == second).double().mean().item()


def compiled_whole(device: torch.device, texts: int, max_length: int, backend: str) -> Results:
    """Compile the model as one graph, without a break; compare with what it gives otherwise."""
    ours, _, batch, _ = common_setup(texts, max_length, False)
    inputs, ours = batch.to(device).inputs, copy.deepcopy(ours).to(device)
    compiled = torch.compile(ours, fullgraph=True, backend=backend)
    with torch.no_grad():
        difference = (compiled(*inputs) - ours(*inputs)).abs().max().item()
    return {"largest difference of the compiled model": difference}


def synchronizations(device: torch.device, texts: int, max_length: int) -> Results:
    """Count how often the processor waits for the GPU, by torch's own warnings.

    A step of ``train`` has to: it sends a batch, and reads the loss and the gradient's length
    before it changes a weight.
    """
    if device.type != "cuda":
        return {"a forward pass": "no GPU, so nothing to wait for"}
    ours, _, batch, _ = common_setup(texts, max_length, False)
    there, ours = batch.to(device), copy.deepcopy(ours).to(device)
    optimizer = make_optimizer(parameter_groups(ours, 0.01), TrainConfig(steps=1))

    def step() -> None:
        loss = cross_entropy(ours.train()(*there.inputs), there.labels)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(ours.parameters(), 1.0)
        optimizer.step()
        optimizer.zero_grad()

    step()  # what is made at the first step does not count
    found = {
        "a forward pass": waits(lambda: ours.eval()(*there.inputs)),
        "a training step": waits(step),
        "reading a number, for comparison": waits(lambda: there.labels.sum().item()),
    }
    loop = Loop(ClassificationObjective(ours), TrainConfig(steps=10, precision="no"), None)
    loop.update(lambda *_: [batch])
    return {**found, "a step of the loop": waits(lambda: loop.update(lambda *_: [batch]))}


def waits(work: Callable[[], object]) -> int:
    """Return how many calls within a work wait for the GPU."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        torch.cuda.set_sync_debug_mode("warn")
        try:
            work()
        finally:
            torch.cuda.set_sync_debug_mode("default")
    return sum("synchronizing CUDA operation" in str(one.message) for one in caught)
