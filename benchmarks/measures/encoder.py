"""Forward passes of a published encoder, beside ``transformers`` and beside the processor."""

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor
from torch.utils.flop_counter import FlopCounterMode

from benchmarks.oracles import transformers_model
from benchmarks.results import Row, compare, pair
from benchmarks.timing import check_close, interleaved, ratios, spread
from bertlab.model.bert import BertModel
from bertlab.model.pretrained import find_folder

CONFIGURATION: dict[str, Any] = {
    "checkpoint": "minilm",
    "shapes": {"1 x 16": 1.25, "1 x 128": 1.1, "16 x 128": 1.1, "4 x 512": 1.1},  # and reaches
    "share_of_rate": {"16 x 128": 0.85},
    "matrices": [[2048, 384, 1536], [1024, 1024, 1024], [2048, 2048, 2048]],
    "repetitions": 11,
    "tolerance": 1e-4,  # of vectors whose elements are up to about 5
    "seed": 0,
}
SLICE: dict[str, Any] = {
    "shapes": {"2 x 5": 1.1},
    "share_of_rate": {"2 x 5": 0.85},
    "matrices": [[8, 16, 24]],
    "repetitions": 1,
}
BESIDE = "transformers BertModel, sdpa"
WITH_MASK = "ids, token types and a mask without padding, as tokenizers give them"
ALONE = "ids alone, which both take as a text without padding"


@torch.inference_mode()
def run(configuration: dict[str, Any]) -> list[Row]:
    """Compare at each shape, with a mask and without; then the largest shapes with the limit."""
    torch.manual_seed(configuration["seed"])
    folder = find_folder(configuration["checkpoint"])
    ours = BertModel.from_pretrained(folder).eval()
    theirs = transformers_model("BertModel", folder).eval()
    rows = []
    for note in (WITH_MASK, ALONE):
        for shape, reach in configuration["shapes"].items():
            ids = random_ids(ours, shape)
            inputs = {"input_ids": ids}
            if note == WITH_MASK:
                inputs["token_type_ids"] = torch.zeros_like(ids)
                inputs["attention_mask"] = torch.ones_like(ids)
            vectors = ours(**inputs).last_hidden_state, theirs(**inputs).last_hidden_state
            check_close(f"vectors at {shape}", *vectors, configuration["tolerance"])
            works = {"ours": forward(ours, inputs), "theirs": forward(theirs, inputs)}
            times = interleaved(works, configuration["repetitions"])
            rows.append(
                compare(f"encoder forward, {shape}", BESIDE, *pair(times), reach=reach, note=note)
            )
    for shape, reach in configuration["share_of_rate"].items():
        rows.append(share_of_rate(ours, shape, reach, configuration))
    return rows


def forward(model: Any, inputs: dict[str, Tensor]) -> Callable[[], object]:
    """Return the forward pass as a function without arguments."""
    return lambda: model(**inputs)


def random_ids(model: BertModel, shape: str) -> Tensor:
    """Return random pieces in the shape that a text like "16 x 128" names."""
    B, T = map(int, shape.split(" x "))
    return torch.randint(1, model.config.vocab_size, (B, T))


def share_of_rate(model: BertModel, shape: str, reach: float, configuration: dict) -> Row:
    """Divide the operations per second of the encoder by those of torch's matrix product.

    The rate of the machine is that of the fastest of several products, the widest of the model
    among them: what is left over is attention's softmax, GELU, LayerNorm, sums and look-ups.
    """
    ids = random_ids(model, shape)
    inputs = {"input_ids": ids}
    operations = {"encoder": count_operations(model, ids)}
    works = {"encoder": forward(model, inputs)}
    for rows, inner, columns in configuration["matrices"]:
        name = f"{rows} x {inner} x {columns}"
        operations[name] = 2 * rows * inner * columns
        works[name] = matrix_product(torch.randn(rows, inner), torch.randn(inner, columns))
    times = interleaved(works, configuration["repetitions"])
    rates = {name: [operations[name] / t for t in times[name]] for name in times}
    encoder = rates.pop("encoder")
    fastest = max(rates, key=lambda name: spread(rates[name]).median)
    note = (
        f"the limit is torch's product of {fastest} float32 numbers, "
        f"{spread(rates[fastest]).median / 1e9:.3g} GFLOP a second"
    )
    figure = spread(ratios(encoder, rates[fastest]))
    beside, ours = "this machine's float32 matrix rate", spread(times["encoder"])
    return Row(f"encoder forward, {shape}", beside, "of it", figure, reach, ours=ours, note=note)


def count_operations(model: BertModel, ids: Tensor) -> int:
    """Return torch's count of a forward pass, made step by step: of fused attention it has none."""
    with FlopCounterMode(display=False) as counter:
        model.inspect(ids)
    return counter.get_total_flops()


def matrix_product(left: Tensor, right: Tensor) -> Callable[[], object]:
    """Return the product as a function without arguments; it writes to the same place each time."""
    out = left @ right
    return lambda: torch.mm(left, right, out=out)
