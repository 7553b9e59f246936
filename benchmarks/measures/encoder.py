"""Forward passes of a published encoder, beside two libraries and beside the processor's limit.

The first pass of a process is measured too: a command that reads one text has no other.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import torch
from torch import Tensor
from torch.nn.functional import linear
from torch.utils.flop_counter import FlopCounterMode

from benchmarks.onnx_peer import NAMES, encoder_session, product_session
from benchmarks.oracles import transformers_model
from benchmarks.results import Row, compare
from benchmarks.sides import Job, Jobs, Side, opened, times
from bertlab.compression.runtime import OnnxModel
from bertlab.kernels import prepacked
from bertlab.kernels.linear import by_onednn, works
from bertlab.model.bert import BertModel
from bertlab.model.pretrained import find_folder
from bertlab.timing import Sampler, in_turns, ratios, spread

CONFIGURATION: dict[str, Any] = {
    "checkpoint": "minilm",
    "reaches": {  # by peer and shape; where oneDNN leads 1.3 beside transformers, else 1.0
        "onnxruntime": {"1 x 16": 0.6, "1 x 128": 0.9, "16 x 128": 1.2, "4 x 512": 1.2},
        "transformers": {"1 x 16": 1.3, "1 x 128": 1.3, "16 x 128": 1.3, "4 x 512": 1.3},
    },
    "first": {"shape": "1 x 16", "reach": 1.2},  # at most so many times their seconds
    "leads": 1.2,  # oneDNN has to be so much faster than torch to be in the lead
    "share_of_rate": {"shape": "16 x 128", "reach": 0.8},
    "matrix": 2048,
    "repetitions": 11,
    "tolerance": 1e-4,  # of vectors whose elements are up to about 5
    "seed": 0,
    "apart": True,
}
SLICE: dict[str, Any] = {
    "reaches": {"transformers": {"2 x 5": 1.1}},
    "first": {"shape": "2 x 5", "reach": 1.2},
    "share_of_rate": {"shape": "2 x 5", "reach": 0.8},
    "matrix": 16,
    "repetitions": 1,
    "apart": False,
}
BESIDE = {
    "transformers": "transformers BertModel, sdpa",
    "onnxruntime": "onnxruntime, fused graph, 2 threads",
}
NOTE = "ids, token types and a mask without padding, as tokenizers give them"


Product = Callable[[Tensor, Tensor, Tensor], Tensor]


def ways() -> dict[str, Product]:
    """Return the products of this machine by name."""
    return {"torch": linear} | ({"onednn": by_onednn} if works() else {})


def our_side(configuration: dict[str, Any]) -> Jobs:
    """Return forward passes of ``BertModel``, and products by torch and by oneDNN."""
    model = BertModel.from_pretrained(find_folder(configuration["checkpoint"])).eval()
    prepacked(model).__enter__()  # for good, as the graph of onnxruntime is made ready for good
    jobs = {shape: _forward(model, inputs) for shape, inputs in _inputs(configuration).items()}
    size = configuration["matrix"]
    given = torch.randn(size, size), torch.randn(size, size), torch.zeros(size)
    for way, product in ways().items():
        jobs[f"product by {way}"] = _product(product, given)
    return jobs


def transformers_side(configuration: dict[str, Any]) -> Jobs:
    """Return forward passes of the library's model."""
    folder = find_folder(configuration["checkpoint"])
    model = transformers_model("BertModel", folder).eval()
    return {shape: _forward(model, inputs) for shape, inputs in _inputs(configuration).items()}


def onnxruntime_side(configuration: dict[str, Any]) -> Jobs:
    """Return forward passes of the exported graph, and its product of two matrices."""
    into, size = Path(mkdtemp()), configuration["matrix"]
    session = encoder_session(find_folder(configuration["checkpoint"]), into)
    product, x = product_session(size, into), torch.randn(size, size)
    jobs = {"product by onnxruntime": Job(lambda: product(x), lambda: product(x))}
    for shape, inputs in _inputs(configuration).items():
        jobs[shape] = _by_session(session, tuple(inputs[name] for name in NAMES))
    return jobs


SIDES = {"ours": our_side, "transformers": transformers_side, "onnxruntime": onnxruntime_side}


def run(configuration: dict[str, Any]) -> list[Row]:
    """Compare with each peer at each shape; then with the fastest product of them all."""
    peers = list(configuration["reaches"])
    with opened(__name__, ["ours", *peers], configuration) as sides:
        rates = _rates(sides, configuration)
        rows = []
        for peer, reaches in configuration["reaches"].items():
            both = {"ours": sides["ours"], peer: sides[peer]}
            for shape, reach in reaches.items():
                tolerance = configuration["tolerance"]
                ours, theirs = times(both, shape, configuration["repetitions"], tolerance).values()
                goal = reach if peer != "transformers" or _is_faster(rates, configuration) else 1.0
                work = f"encoder forward, {shape}"
                rows.append(compare(work, BESIDE[peer], ours, theirs, goal, NOTE))
        rows.append(_proportion_of_rate(sides["ours"], rates, configuration))
    return [*rows, _first_pass(configuration)]


def _first_pass(configuration: dict[str, Any]) -> Row:
    """Compare the first pass of a process, its model loaded: each sample has a new process."""
    shape, reach = configuration["first"].values()

    def first(side: str) -> Sampler:
        def seconds(_: int) -> float:
            with opened(__name__, [side], configuration) as only:
                return only[side].seconds(shape, 1)

        return seconds

    samplers = {side: first(side) for side in ("ours", "transformers")}
    ours, theirs = in_turns(samplers, configuration["repetitions"], shortest=0.0).values()
    work, figure = f"first encoder forward of a process, {shape}", spread(ratios(ours, theirs))
    both = spread(ours), spread(theirs)
    return Row(work, BESIDE["transformers"], "of their time", figure, reach, True, *both, NOTE)


def _is_faster(rates: Mapping[str, float], configuration: dict[str, Any]) -> bool:
    """Tell whether oneDNN is clearly faster than torch's own product."""
    ours = [rates[f"product by {way}"] for way in ways()]
    return max(ours) >= configuration["leads"] * rates["product by torch"]


def _rates(sides: Mapping[str, Side], configuration: dict[str, Any]) -> dict[str, float]:
    """Return the operations per second of a large product, the median of each way to it."""
    names = [(f"product by {way}", "ours") for way in ways()]
    names += [("product by onnxruntime", "onnxruntime")] if "onnxruntime" in sides else []
    found = {}
    for name, side in names:
        seconds = times({side: sides[side]}, name, configuration["repetitions"])[side]
        found[name] = 2 * configuration["matrix"] ** 3 / spread(seconds).median
    return found


def _proportion_of_rate(
    ours: Side, rates: Mapping[str, float], configuration: dict[str, Any]
) -> Row:
    """Divide the operations per second of the encoder by the best rate of the machine.

    What is left over is attention's softmax, GELU, LayerNorm, sums and look-ups.
    """
    shape, reach = configuration["share_of_rate"].values()
    seconds = times({"ours": ours}, shape, configuration["repetitions"])["ours"]
    model = BertModel.from_pretrained(find_folder(configuration["checkpoint"])).eval()
    operations = count_operations(model, _inputs(configuration)[shape]["input_ids"])
    fastest = max(rates, key=lambda name: rates[name])
    size = configuration["matrix"]
    figure = spread(ratios([operations / s for s in seconds], [rates[fastest]] * len(seconds)))
    listed = ", ".join(f"{name} {rate / 1e9:.3g}" for name, rate in rates.items())
    note = f"GFLOP a second at {size} x {size}, float32: {listed}"
    beside = "this machine's best float32 matrix rate"
    return Row(
        f"encoder forward, {shape}",
        beside,
        "of it",
        figure,
        reach,
        ours=spread(seconds),
        note=f"{fastest} is the limit; {note}",
    )


def _inputs(configuration: dict[str, Any]) -> dict[str, dict[str, Tensor]]:
    """Return random pieces in each shape, the same on every side."""
    shapes = {shape for reaches in configuration["reaches"].values() for shape in reaches}
    shapes.add(configuration["share_of_rate"]["shape"])
    found = {}
    for shape in sorted(shapes):
        generator = torch.Generator().manual_seed(configuration["seed"])
        size = tuple(map(int, shape.split(" x ")))
        ids = torch.randint(1000, 20_000, size, generator=generator)
        found[shape] = {
            "input_ids": ids,
            "token_type_ids": torch.zeros_like(ids),
            "attention_mask": torch.ones_like(ids),
        }
    return found


def _forward(model: Any, inputs: dict[str, Tensor]) -> Job:
    @torch.inference_mode()
    def vectors() -> Tensor:
        return model(**inputs).last_hidden_state

    return Job(vectors, vectors)


def _by_session(session: OnnxModel, inputs: tuple[Tensor, ...]) -> Job:
    return Job(lambda: session(*inputs), lambda: session(*inputs))


def _product(product: Product, given: tuple[Tensor, Tensor, Tensor]) -> Job:
    @torch.inference_mode()
    def multiply() -> Tensor:
        return product(*given)

    return Job(multiply, multiply)


def count_operations(model: BertModel, ids: Tensor) -> int:
    """Return torch's count of a forward pass, step by step by its own products.

    Of fused attention, and of oneDNN, it has none; with gradients torch multiplies.
    """
    with FlopCounterMode(display=False) as counter, torch.enable_grad():
        model.inspect(ids)
    return counter.get_total_flops()
