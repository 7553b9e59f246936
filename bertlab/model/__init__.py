"""BERT itself: start reading here.

``config`` says how large a model is. ``attention`` lets each token look at all others, ``encoder``
stacks it into layers under the embeddings, and ``heads`` turns a vector into an answer: the pooler,
a linear head, the head that guesses masked words. ``bert`` puts these together to BERT without a
task, ``tasks`` puts the heads on top, ``detection`` that of ELECTRA. ``masks`` say who may look at
whom; with them a BERT writes, too (``writing``). ``encoder_decoder`` is the Transformer that has a
decoder as well, ``two_streams`` XLNet's attention, ``albert`` a BERT with one layer for all.
``checkpoint`` is the table between our names and those of published files, ``header`` checks what
a file says of itself, ``pretrained`` finds a folder and loads it, ``hardware`` chooses where to
compute.
"""

from bertlab.model.attention import AttentionDetails, MultiHeadAttention, merge_heads, split_heads
from bertlab.model.bert import BertModel, BertOutput, Inspection
from bertlab.model.config import BertConfig
from bertlab.model.detection import BertForTokenDetection
from bertlab.model.encoder import Embeddings, Encoder, EncoderLayer
from bertlab.model.hardware import device
from bertlab.model.heads import LinearHead, MaskedLMHead, Pooler
from bertlab.model.pretrained import PretrainedModel, find_folder, run_record
from bertlab.model.tasks import (
    BertForMaskedLM,
    BertForNextSentencePrediction,
    BertForPreTraining,
    BertForQuestionAnswering,
    BertForSequenceClassification,
    BertForTokenClassification,
    PreTrainingOutput,
    SpanOutput,
)

__all__ = [
    "AttentionDetails",
    "BertConfig",
    "BertForMaskedLM",
    "BertForNextSentencePrediction",
    "BertForPreTraining",
    "BertForQuestionAnswering",
    "BertForSequenceClassification",
    "BertForTokenClassification",
    "BertForTokenDetection",
    "BertModel",
    "BertOutput",
    "Embeddings",
    "Encoder",
    "EncoderLayer",
    "Inspection",
    "LinearHead",
    "MaskedLMHead",
    "MultiHeadAttention",
    "Pooler",
    "PreTrainingOutput",
    "PretrainedModel",
    "SpanOutput",
    "device",
    "find_folder",
    "merge_heads",
    "run_record",
    "split_heads",
]
