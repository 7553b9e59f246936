"""ONNX Runtime as a peer: an encoder exported from ``transformers``, its graph fused."""

from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from benchmarks.oracles import library, transformers_model
from bertlab.compression.runtime import OnnxModel, quiet

THREADS = 2
NAMES = ["input_ids", "attention_mask", "token_type_ids"]  # in the order of the inputs


class _Vectors(nn.Module):
    """The tokens' vectors alone, from tensors in a fixed order."""

    def __init__(self, model: Any) -> None:
        super().__init__()
        self.model = model

    def forward(self, ids: Tensor, mask: Tensor, types: Tensor) -> Tensor:
        return self.model(
            input_ids=ids, attention_mask=mask, token_type_ids=types
        ).last_hidden_state


def encoder_session(folder: str | Path, into: Path) -> OnnxModel:
    """Export an encoder with any number of texts and tokens, fuse its graph, and open it.

    Args:
        folder: Of the checkpoint.
        into: Where the files are written.
    """
    model = transformers_model("BertModel", folder, attention="eager").eval()
    ids = torch.ones(2, 7, dtype=torch.int64)
    exported, fused = into / "exported.onnx", into / "fused.onnx"
    with quiet():
        torch.onnx.export(
            _Vectors(model),
            (ids, ids, torch.zeros_like(ids)),
            str(exported),
            input_names=NAMES,
            output_names=["vectors"],
            dynamic_axes={name: {0: "rows", 1: "columns"} for name in NAMES},
            dynamo=False,
        )
        fusing = library("onnxruntime.transformers.optimizer")
        graph = fusing.optimize_model(
            str(exported),
            model_type="bert",
            num_heads=model.config.num_attention_heads,
            hidden_size=model.config.hidden_size,
        )
        graph.save_model_to_file(str(fused))
    return OnnxModel(fused, THREADS)


def product_session(size: int, into: Path) -> OnnxModel:
    """Open a model that multiplies its input, (size, size), by weights of the same shape."""
    path = into / "product.onnx"
    with quiet():
        torch.onnx.export(
            nn.Linear(size, size, bias=False),
            (torch.zeros(size, size),),
            str(path),
            input_names=["x"],
            dynamo=False,
        )
    return OnnxModel(path, THREADS)
