"""Small and fast: the same answers from fewer, smaller or rounder numbers.

``distillation`` trains a student on what a teacher says and sees. ``pruning`` sets weights to zero,
or takes whole heads away, and counts what is left. ``int8`` stores weights in 8 bits and multiplies
in them. ``runtime`` hands a model to ONNX Runtime, which is installed only if it is asked for. A
model of few parameters whose layers are one is ``bertlab.model.albert``; times are compared by
``bertlab.timing``.
"""

from bertlab.compression.distillation import Distillation, copy_layers
from bertlab.compression.int8 import to_int8
from bertlab.compression.pruning import head_importance, prune, remove_heads, size_of

__all__ = [
    "Distillation",
    "copy_layers",
    "head_importance",
    "prune",
    "remove_heads",
    "size_of",
    "to_int8",
]
