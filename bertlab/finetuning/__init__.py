"""Fine-tuning: a pre-trained BERT learns a task from labelled texts.

``labelled_texts`` turns texts and labels into batches, ``own_texts`` reads your files.
``classifier`` trains, with early stopping (``patience``), ``checks`` refuses what does not fit
together. ``tagging`` labels words, ``entities`` scores the names that are found as CoNLL does;
``spans`` finds answers. ``patterns`` turns a text into a cloze, ``prompts`` classifies by its gap,
for few labels or none, and ``calibration`` centers the scores. ``sentiment`` is a task with
trained classifiers: is a review favorable?
"""

from bertlab.finetuning.classifier import accuracy_and_loss, fine_tune, logits_of
from bertlab.finetuning.entities import entity_scores
from bertlab.finetuning.labelled_texts import LabelledTexts
from bertlab.finetuning.own_texts import read_texts
from bertlab.finetuning.spans import SpanData, SpanObjective, best_spans
from bertlab.finetuning.tagging import TaggedWords, TaggingData, TaggingObjective, predict_tags

__all__ = [
    "LabelledTexts",
    "SpanData",
    "SpanObjective",
    "TaggedWords",
    "TaggingData",
    "TaggingObjective",
    "accuracy_and_loss",
    "best_spans",
    "entity_scores",
    "fine_tune",
    "logits_of",
    "predict_tags",
    "read_texts",
]
