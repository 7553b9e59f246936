"""The exercises of the lesson on attention and the Transformer encoder, in its order."""

from bertlab.exercises.attention_head import attention_head
from bertlab.exercises.attention_mask import causal_mask
from bertlab.exercises.attention_norm import layer_normalization
from bertlab.exercises.attention_positions import sinusoidal_positions
from bertlab.exercises.attention_windows import windows

EXERCISES = (attention_head, causal_mask, sinusoidal_positions, layer_normalization, windows)

__all__ = [
    "EXERCISES",
    "attention_head",
    "causal_mask",
    "layer_normalization",
    "sinusoidal_positions",
    "windows",
]
