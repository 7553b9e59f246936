"""The exercises of the lesson on attention and the Transformer encoder, in its order."""

from lessons.l05_attention.exercises import (
    attention_head,
    causal_mask,
    layer_normalization,
    sinusoidal_positions,
    windows,
)

EXERCISES = (
    attention_head,
    causal_mask,
    sinusoidal_positions,
    layer_normalization,
    windows,
)

__all__ = [
    "EXERCISES",
    "attention_head",
    "causal_mask",
    "layer_normalization",
    "sinusoidal_positions",
    "windows",
]
