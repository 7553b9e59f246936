"""The exercises of the lesson that builds BERT, in its order.

They are plain functions on the tensors of a published file, under the file's own names, so that
what a student writes runs on real weights without a conversion.
"""

from lessons.l07_bert.exercises import (
    count_parameters,
    input_embeddings,
    largest_differences,
    mean_pool,
    pooler,
)

EXERCISES = (
    input_embeddings,
    pooler,
    mean_pool,
    count_parameters,
    largest_differences,
)
TASKS = "forward", "names", "where"  # without a grade; the lesson's room checks them

__all__ = [
    "EXERCISES",
    "TASKS",
    "count_parameters",
    "input_embeddings",
    "largest_differences",
    "mean_pool",
    "pooler",
]
