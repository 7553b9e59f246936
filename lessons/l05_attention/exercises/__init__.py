"""The exercises of the lesson on attention and the Transformer encoder, in its order."""

from lessons.l05_attention.exercises import (
    attention_head,
    causal_mask,
    encoder_layer,
    layer_normalization,
    windows,
)

EXERCISES = (
    attention_head,
    causal_mask,
    layer_normalization,
    encoder_layer,
    windows,
)

__all__ = [
    "EXERCISES",
    "attention_head",
    "causal_mask",
    "encoder_layer",
    "layer_normalization",
    "windows",
]
