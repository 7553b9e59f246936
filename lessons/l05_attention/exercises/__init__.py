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
TASKS = (  # without a grade; the lesson's room checks them
    "all_heads",
    "friends_heads",
    "proportion_on_first",
)

__all__ = [
    "EXERCISES",
    "TASKS",
    "attention_head",
    "causal_mask",
    "encoder_layer",
    "layer_normalization",
    "windows",
]
