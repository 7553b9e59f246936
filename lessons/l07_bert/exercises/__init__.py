"""The exercises of the lesson that builds BERT, in its order.

They are plain functions on the tensors of a published file, under the file's own names, so that
what a student writes runs on real weights without a conversion.
"""

from bertlab.exercises.bert_attention import self_attention
from bertlab.exercises.bert_embeddings import input_embeddings
from bertlab.exercises.bert_layer import encoder_layer
from bertlab.exercises.bert_pooling import mean_pool, pooler
from bertlab.exercises.bert_size import count_parameters

EXERCISES = (
    input_embeddings,
    self_attention,
    encoder_layer,
    pooler,
    mean_pool,
    count_parameters,
)

__all__ = [
    "EXERCISES",
    "count_parameters",
    "encoder_layer",
    "input_embeddings",
    "mean_pool",
    "pooler",
    "self_attention",
]
