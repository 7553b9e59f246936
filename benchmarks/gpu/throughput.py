"""How fast an encoder reads: forward passes in several shapes, texts to vectors, today's layer."""

from functools import partial
from typing import Any

import torch

from benchmarks.gpu.machine import seconds_of
from benchmarks.gpu.record import Measurement, Results
from benchmarks.measures.text_vectors import snippets, their_model
from benchmarks.oracles import transformers_model
from bertlab.model.bert import BertModel
from bertlab.model.config import BertConfig
from bertlab.model.modern import ModernModel
from bertlab.model.modern_config import ModernConfig
from bertlab.model.pretrained import find_folder
from bertlab.text.wordpiece import WordPieceTokenizer
from bertlab.vectors import text_vectors

CONFIGURATION: dict[str, Any] = {
    "checkpoint": "minilm",
    "shapes": [[64, 512], [16, 128], [1, 128], [1, 16]],
    "calls": 50,
    "num_texts": 8000,
    "batch_size": 256,
    "layers": {
        "hidden_size": 768,
        "num_layers": 12,
        "num_heads": 12,
        "intermediate_size": 3072,
        "vocab_size": 30_522,
        "max_positions": 8192,
    },
    "lengths": [[64, 512], [8, 4096]],
}
SLICE: dict[str, Any] = {
    "shapes": [[2, 16], [1, 5]],
    "calls": 2,
    "num_texts": 12,
    "batch_size": 4,
    "layers": {
        "hidden_size": 12,
        "num_layers": 2,
        "num_heads": 3,
        "intermediate_size": 24,
        "vocab_size": 50,
        "max_positions": 40,
    },
    "lengths": [[2, 16]],
}
TYPES = {"bf16": torch.bfloat16, "float32": torch.float32}


def measurements(configuration: dict[str, Any], device: torch.device) -> list[Measurement]:
    """Return what is measured, the most valuable first."""
    passes = [
        Measurement(f"forward {B} x {T}, weights in {name}", 6, partial(
            forward, configuration, device, (B, T), TYPES[name]))
        for name in TYPES
        for B, T in configuration["shapes"]
    ]  # fmt: skip
    work = partial(sentence_vectors, configuration, device)
    layers = [
        Measurement(f"layers of 2018 and of today, {B} x {T}, bf16", 8, partial(
            layers_of_today, configuration, device, (B, T)))
        for B, T in configuration["lengths"]
    ]  # fmt: skip
    vectors = Measurement("texts to vectors, float32", 25, work)
    return [passes[0], vectors, *layers, *passes[1:]]


@torch.inference_mode()
def forward(
    configuration: dict[str, Any],
    device: torch.device,
    shape: tuple[int, int],
    dtype: torch.dtype,
) -> Results:
    """Time forward passes on texts without padding, ours and those of ``transformers``."""
    folder = find_folder(configuration["checkpoint"])
    ours = BertModel.from_pretrained(folder).to(device, dtype)
    theirs = transformers_model("BertModel", folder).eval().to(device, dtype)
    ids, calls = torch.randint(1000, 20_000, shape, device=device), configuration["calls"]
    rounds = [[seconds_of(partial(model, ids), calls) for model in (ours, theirs)] for _ in "123"]
    mine, other = (min(seconds) for seconds in zip(*rounds, strict=True))
    difference = (ours(ids).last_hidden_state - theirs(ids).last_hidden_state).abs().max().item()
    return {
        "ms": 1000 * mine,
        "tokens a second": ids.numel() / mine,
        "times as fast as transformers": other / mine,
        "largest difference": difference,
    }


@torch.inference_mode()
def layers_of_today(
    configuration: dict[str, Any], device: torch.device, shape: tuple[int, int]
) -> Results:
    """Time passes through our BERT and through as many layers of today, with fresh weights.

    A gated network has two thirds of the width, and so as many multiplications.
    """
    sizes, calls = configuration["layers"], configuration["calls"]
    gated = {**sizes, "intermediate_size": 2 * sizes["intermediate_size"] // 3}
    models = [BertModel(BertConfig(**sizes)), ModernModel(ModernConfig(**gated))]
    models = [model.eval().to(device, torch.bfloat16) for model in models]
    ids = torch.randint(1, sizes["vocab_size"], shape, device=device)
    rounds = [[seconds_of(partial(model, ids), calls) for model in models] for _ in "123"]
    old, new = (min(seconds) for seconds in zip(*rounds, strict=True))
    return {
        "tokens a second, 2018": ids.numel() / old,
        "tokens a second, today": ids.numel() / new,
        "times as fast": old / new,
    }


def sentence_vectors(configuration: dict[str, Any], device: torch.device) -> Results:
    """Time the way from texts to vectors, cutting into pieces included."""
    folder, given = find_folder(configuration["checkpoint"]), snippets(configuration)
    model, size = BertModel.from_pretrained(folder).to(device), configuration["batch_size"]
    theirs = their_model(configuration["checkpoint"], str(device)).float()
    found: list[torch.Tensor] = []

    def ours_again() -> None:
        tokenizer = WordPieceTokenizer.from_folder(folder)  # it has seen no word yet
        found[:] = [text_vectors(model, tokenizer, given, batch_size=size)]

    def theirs_again() -> None:
        options = {"convert_to_tensor": True, "show_progress_bar": False}
        found[1:] = [theirs.encode(given, batch_size=size, **options).cpu()]

    mine, other = (seconds_of(work, 2, warm_up=1) for work in (ours_again, theirs_again))
    return {
        "texts a second": len(given) / mine,
        "sentence-transformers": len(given) / other,
        "times as fast": other / mine,
        "largest difference": (found[0] - found[1]).abs().max().item(),
    }
