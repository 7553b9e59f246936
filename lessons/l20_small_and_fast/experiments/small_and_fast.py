"""How small, how fast, how much worse: the teacher and its students, made smaller in every way.

Decided before the run. The teacher ``minilm-movies`` and the students of 3 and 2 layers that
``students`` taught with soft labels, each as it is, in bf16, in 8 bits, in ONNX Runtime, and in 8
bits there; the teacher also with zeros and without heads (the least important first, by 512
training snippets, none left without a head in a layer). Test accuracy of all snippets for each seed
of a student; the middle of 15 rounds of time, in turns, at the median length, for one snippet and
for 32. Beside it four models of BERT base's sizes with random weights: what ALBERT's two ideas do
to numbers and to time.

Budget: 20 minutes of one core that does nothing else. ONNX Runtime has to be installed.
"""

from lessons.l20_small_and_fast.experiments import students

import copy
import tempfile
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from bertlab.compression import head_importance, prune, remove_heads, size_of, to_int8
from bertlab.compression.pruning import make_permanent
from bertlab.compression.runtime import OnnxModel, export, needed
from bertlab.datasets import movie_reviews
from bertlab.finetuning.labelled_texts import LabelledTexts
from bertlab.finetuning.sentiment import as_data, movie_classifier, sample
from bertlab.kernels import install
from bertlab.model import BertConfig, BertModel
from bertlab.model.albert import AlbertConfig, AlbertModel
from bertlab.model.checkpoint import write_tensors
from bertlab.model.tasks import BertForSequenceClassification
from bertlab.text.wordpiece import WordPieceTokenizer
from bertlab.timing import interleaved, ratios, spread
from workbook.experiments import one_thread
from workbook.recorded_answers import accuracy
from workbook.records import RUNS

KEPT: Path = RUNS / "small_and_fast.safetensors"
TEACHER = "teacher"

Answer = Callable[..., Tensor]  # three inputs -> logits

CONFIGURATION: dict[str, Any] = {
    "students": {"3 layers": "3 layers, soft labels", "2 layers": "2 layers, soft labels"},
    "seeds": [0, 1, 2],
    "ways": ["float32", "bf16", "int8", "ONNX", "ONNX int8"],
    "zeros": [0.3, 0.5, 0.7, 0.9],
    "heads": [12, 24, 36, 48],
    "judged by": 512,
    "texts": None,  # all
    "batches": [1, 32],
    "rounds": 15,
    "shared": {"sizes": {}, "narrow": 128, "tokens": 64},
    "keep": True,
}
SLICE: dict[str, Any] = {
    "students": {},
    "seeds": [0],
    "ways": ["float32", "int8"],
    "zeros": [0.5],
    "heads": [12],
    "judged by": 8,
    "texts": 8,
    "batches": [1],
    "rounds": 1,
    "shared": {
        "sizes": {"hidden_size": 16, "num_layers": 2, "num_heads": 2, "intermediate_size": 32},
        "narrow": 4,
        "tokens": 8,
    },
    "keep": False,
}


class Candidate:
    """A model in one way: how it answers, and how many bytes it has."""

    def __init__(self, answer: Answer, size: int) -> None:
        self.answer, self.bytes = answer, size


@torch.no_grad()
def run(configuration: dict[str, Any]) -> dict[str, Any]:
    """Measure everything, on one thread.

    Returns:
        ``points``: for each model and way ``megabytes``, the ``test`` accuracy of each seed, and
        for each batch size its milliseconds and its part of the teacher's time in the same round,
        each with quartiles (``low``, ``median``, ``high``). ``shared``: numbers and times of
        BERT, with a narrow table, with shared layers, and with both. If ``keep``, the logits are
        stored in ``KEPT``.
    """
    with one_thread(), tempfile.TemporaryDirectory() as folder:
        tokenizer, number = WordPieceTokenizer.from_folder("minilm"), configuration["texts"]
        asked = as_data(movie_reviews().test[:number], tokenizer)
        seeds = [_candidates(configuration, seed, Path(folder)) for seed in configuration["seeds"]]
        logits = {
            name: torch.stack([_logits(one[name], asked) for one in seeds if name in one])
            for name in seeds[0]
        }
        first = seeds[0]
        points = {
            name: {
                "megabytes": round(first[name].bytes / 1e6, 1),
                "test": [round(accuracy(one, asked.labels), 4) for one in rows],
            }
            for name, rows in logits.items()
        }
        middle = asked.in_order_of_length(max(configuration["batches"]))
        for size in configuration["batches"]:
            inputs = asked.batch(middle[len(middle) // 2][:size]).inputs
            works = {name: partial(one.answer, *inputs) for name, one in first.items()}
            for name, found in _times(
                works, f"{TEACHER}, float32", configuration["rounds"]
            ).items():
                points[name][f"batch of {size}"] = found
        if configuration["keep"]:
            write_tensors(KEPT, logits)
        return {"points": points, "shared": shared(configuration)}


def _candidates(configuration: dict[str, Any], seed: int, folder: Path) -> dict[str, Candidate]:
    """Return all models of a seed in all ways; those of the teacher alone with the first seed."""
    models = {
        name: BertForSequenceClassification.from_pretrained(students.STATE / f"{kind}-{seed}")
        for name, kind in configuration["students"].items()
    }
    found: dict[str, Candidate] = {}
    if seed == configuration["seeds"][0]:
        teacher = movie_classifier()
        models = {TEACHER: teacher, **models}
        found |= {
            f"{rate:.0%} zeros": _plain(with_zeros(teacher, rate))
            for rate in configuration["zeros"]
        }
        for number, model in without_heads(teacher, configuration).items():
            found[f"{number} heads gone"] = _plain(model)
    ways: dict[str, Callable[[nn.Module], Candidate]] = {
        "float32": _plain,
        "bf16": _bf16,
        "int8": lambda model: _plain(to_int8(model)),
    }
    for name, model in models.items():
        path = folder / f"{name}-{seed}.onnx"
        files: dict[str, Callable[[nn.Module], Candidate]] = {
            "ONNX": partial(_onnx, path),
            "ONNX int8": partial(_onnx_int8, path),
        }
        for way in configuration["ways"]:
            found[f"{name}, {way}"] = {**ways, **files}[way](model)
    return found


def _plain(model: nn.Module) -> Candidate:
    return Candidate(model, size_of(model).bytes)


def _bf16(model: nn.Module) -> Candidate:
    return _plain(copy.deepcopy(model).bfloat16())


def _onnx(path: Path, model: nn.Module) -> Candidate:
    with torch.enable_grad():
        export(model, path)
    return Candidate(OnnxModel(path), path.stat().st_size)


def _onnx_int8(path: Path, model: nn.Module) -> Candidate:
    """Round what ``_onnx`` wrote before."""
    small = path.with_suffix(".int8.onnx")
    quantization = needed("onnxruntime.quantization")
    kind = quantization.QuantType.QInt8
    quantization.quantize_dynamic(str(path), str(small), weight_type=kind)
    return Candidate(OnnxModel(small), small.stat().st_size)


def with_zeros(
    teacher: BertForSequenceClassification, rate: float
) -> BertForSequenceClassification:
    """Return a copy with so many zeros in its encoder's matrices."""
    pruned = copy.deepcopy(teacher)
    make_permanent(prune(pruned.bert.encoder, rate))
    return pruned


def without_heads(
    teacher: BertForSequenceClassification, configuration: Mapping[str, Any]
) -> dict[int, BertForSequenceClassification]:
    """Return copies without their least important heads; the last one of a layer stays."""
    tokenizer = WordPieceTokenizer.from_folder("minilm")
    chosen = sample(movie_reviews().train, configuration["judged by"])
    texts = as_data(chosen, tokenizer)
    importance = head_importance(teacher, [texts.batch(p) for p in texts.in_order_of_length(32)])
    heads = importance.shape[1]
    last = importance.argmax(dim=1)  # of each layer
    order = [divmod(place, heads) for place in importance.flatten().argsort().tolist()]
    order = [(layer, head) for layer, head in order if last[layer] != head]
    return {
        number: remove_heads(copy.deepcopy(teacher), order[:number])
        for number in configuration["heads"]
    }


def _logits(candidate: Candidate, asked: LabelledTexts) -> Tensor:
    logits = torch.zeros(len(asked), 2, dtype=torch.float16)
    for places in asked.in_order_of_length(32):
        logits[places] = candidate.answer(*asked.batch(places).inputs).half()
    return logits


def _times(
    works: Mapping[str, Callable[[], object]], standard: str, rounds: int
) -> dict[str, dict[str, dict[str, float]]]:
    """Return the milliseconds of each, and its part of the standard's in the same round."""
    times = interleaved(works, rounds, shortest=0.1)
    return {
        name: {
            "milliseconds": _quartiles([1000 * second for second in one]),
            "of the standard": _quartiles(ratios(one, times[standard])),
        }
        for name, one in times.items()
    }


def _quartiles(values: list[float]) -> dict[str, float]:
    found = spread(values)
    return {name: round(getattr(found, name), 4) for name in ("low", "median", "high")}


def shared(configuration: dict[str, Any]) -> dict[str, Any]:
    """Return numbers and times of a BERT, and of what ALBERT makes of it."""
    wanted = configuration["shared"]
    sizes = BertConfig(**{"vocab_size": 30_000, **wanted["sizes"]})
    wide, narrow = sizes.hidden_size, wanted["narrow"]
    own = {k: v for k, v in vars(sizes).items()}
    kinds: dict[str, nn.Module] = {"BERT": BertModel(sizes)}
    for name, width, groups in (
        ("narrow table", narrow, sizes.num_layers),
        ("shared layers", wide, 1),
        ("both: ALBERT", narrow, 1),
    ):
        config = AlbertConfig(**{**own, "embedding_size": width, "num_groups": groups})
        kinds[name] = AlbertModel(config)
    models = {name: install(model.eval()) for name, model in kinds.items()}
    ids = torch.randint(
        5, 30_000, (1, wanted["tokens"]), generator=torch.Generator().manual_seed(0)
    )
    times = _times(
        {name: partial(m, ids) for name, m in models.items()}, "BERT", configuration["rounds"]
    )
    return {name: {"numbers": size_of(m).numbers, **times[name]} for name, m in models.items()}
