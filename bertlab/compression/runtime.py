"""ONNX Runtime: a model as a file, which needs neither this package nor torch.

Optional, 120 MB more than what the lessons need: ``pip install 'bertlab[onnx]'``, or in a clone
``pip install --constraint benchmarks/peers.txt --editable '.[onnx]'``. Nothing else in ``bertlab``
imports it.
"""

import contextlib
import logging
import warnings
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from bertlab.inspection.attention_measures import encoder_of, evaluating

NAMES = ("input_ids", "token_type_ids", "attention_mask")
ADVICE = "pip install 'bertlab[onnx]'"


def needed(name: str) -> Any:
    """Import a package that is not installed by default.

    Raises:
        ImportError: If it is not installed; the message says what installs it.
    """
    try:
        return import_module(name)
    except ImportError as error:
        raise ImportError(f"{name} cannot be imported ({error}); install it: {ADVICE}") from error


def export(model: nn.Module, path: Path) -> None:
    """Write a model as an ONNX file, for any number of texts of any length from 2 on.

    Takes some seconds: torch follows the model once, with a batch that has padding.

    Args:
        model: Called with the three inputs of ``BertModel.forward``; returns one tensor.
        path: Of the file, ``.onnx``; its folder must be there.

    Raises:
        ImportError: If the exporter's packages are not installed.
    """
    needed("onnxscript")
    ids = torch.tensor([[2, 1, 3], [2, 3, 0]])
    inputs = (ids, torch.zeros_like(ids), (ids != 0).long())
    longest = encoder_of(model).config.max_positions
    sizes = {0: torch.export.Dim("texts"), 1: torch.export.Dim("tokens", min=2, max=longest)}
    with quiet(), evaluating(model):
        program = torch.export.export(model, inputs, dynamic_shapes=(sizes,) * 3, strict=False)
        torch.onnx.export(
            program,
            (),
            str(path),
            input_names=list(NAMES),
            output_names=["answer"],
            dynamo=True,
            external_data=False,
            verbose=False,
        )


class OnnxModel:
    """A model in ONNX Runtime, on the processor.

    Args:
        path: Of the ``.onnx`` file.
        threads: How many to use.

    Raises:
        ImportError: If ONNX Runtime is not installed.
        FileNotFoundError: If there is no such file.
    """

    def __init__(self, path: Path, threads: int = 1) -> None:
        runtime = needed("onnxruntime")
        if not path.is_file():
            raise FileNotFoundError(f"no file {path}")
        options = runtime.SessionOptions()
        options.intra_op_num_threads, options.log_severity_level = threads, 3
        providers = ["CPUExecutionProvider"]
        self.session = runtime.InferenceSession(str(path), options, providers=providers)
        self.names = [one.name for one in self.session.get_inputs()]

    def __call__(self, *inputs: Tensor) -> Tensor:
        """Return the first output for all inputs in the file's order: ids, types and mask."""
        arrays = (tensor.numpy() for tensor in inputs)
        found = self.session.run(None, dict(zip(self.names, arrays, strict=True)))
        return torch.from_numpy(found[0])


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    """Keep an exporter's warnings back within it: they are about its own parts."""
    logging.disable(logging.WARNING)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        logging.disable(logging.NOTSET)
