"""Fine-tuning: a pre-trained BERT learns a task from labelled texts.

``labelled_texts`` turns texts and labels into batches (``own_texts`` reads your files,
``long_texts`` cuts what is too long). ``classifier`` trains, ``checks`` refuses what does not fit
together, ``pooling`` makes one vector of many. ``tagging`` labels words, ``spans`` finds answers,
``choices`` picks one of several; ``entities`` and ``answer_scores`` score them as CoNLL and SQuAD
do. ``sentiment`` is a task with its simple methods: is a review favorable?
"""

from bertlab.finetuning.answer_scores import answer_f1, exact_match
from bertlab.finetuning.choices import BertForMultipleChoice, ChoiceData
from bertlab.finetuning.classifier import accuracy_and_loss, fine_tune, logits_of
from bertlab.finetuning.entities import entity_scores
from bertlab.finetuning.labelled_texts import LabelledTexts
from bertlab.finetuning.own_texts import read_texts
from bertlab.finetuning.pooling import LastFourPooling
from bertlab.finetuning.spans import SpanData, SpanObjective, best_spans
from bertlab.finetuning.tagging import TaggedWords, TaggingData, TaggingObjective, predict_tags

__all__ = [
    "BertForMultipleChoice",
    "ChoiceData",
    "LabelledTexts",
    "LastFourPooling",
    "SpanData",
    "SpanObjective",
    "TaggedWords",
    "TaggingData",
    "TaggingObjective",
    "accuracy_and_loss",
    "answer_f1",
    "best_spans",
    "entity_scores",
    "exact_match",
    "fine_tune",
    "logits_of",
    "predict_tags",
    "read_texts",
]
