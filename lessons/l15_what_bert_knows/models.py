"""Small models for the three sets: trained in seconds, and asked."""

from lessons.l15_what_bert_knows.cue_sets import Pair

from collections.abc import Sequence

import torch
from jaxtyping import Bool, Float
from torch import Tensor

from bertlab.datasets.generated.passages import Question
from bertlab.finetuning.classifier import ClassificationObjective, logits_of
from bertlab.finetuning.labelled_texts import LabelledTexts
from bertlab.finetuning.spans import SpanData, SpanObjective, predict_spans
from bertlab.model.bert import BertModel
from bertlab.model.tasks import BertForQuestionAnswering, BertForSequenceClassification
from bertlab.text.wordpiece import WordPieceTokenizer
from bertlab.training.config import TrainConfig
from bertlab.training.loop import train

LABELS = ("no", "yes")
MAX_LENGTH = 64
BATCH_SIZE, LEARNING_RATE = 16, 2e-4


def train_judge(
    pairs: Sequence[Pair], steps: int, seed: int, precision: str = "auto"
) -> BertForSequenceClassification:
    """Return ``minilm``, fine-tuned to say for pairs of texts whether the second follows."""
    with torch.random.fork_rng():
        torch.manual_seed(seed)
        model = BertForSequenceClassification.from_pretrained(
            "minilm", new_heads=True, labels=LABELS
        )
    config = _config(model.bert, steps, seed, precision)
    train(ClassificationObjective(model), as_data(pairs).batch_sampler(config), config)
    return model.eval()


def train_reader(
    questions: Sequence[Question], steps: int, seed: int, precision: str = "auto"
) -> BertForQuestionAnswering:
    """Return ``minilm``, fine-tuned to find the answers in passages."""
    with torch.random.fork_rng():
        torch.manual_seed(seed)
        model = BertForQuestionAnswering.from_pretrained("minilm", new_heads=True)
    config = _config(model.bert, steps, seed, precision)
    train(SpanObjective(model), _as_spans(questions).batch_sampler(config), config)
    return model.eval()


def _config(bert: BertModel, steps: int, seed: int, precision: str) -> TrainConfig:
    """Leave the embeddings as they are, which saves a third of the time; return the settings."""
    bert.embeddings.requires_grad_(False)
    return TrainConfig(
        steps=steps,
        batch_size=BATCH_SIZE,
        learning_rate=LEARNING_RATE,
        precision=precision,
        seed=seed,
        log_every=max(1, steps // 10),
    )


def as_data(pairs: Sequence[Pair]) -> LabelledTexts:
    """Return pairs as a judge reads them."""
    return LabelledTexts(
        [pair.first for pair in pairs],
        [pair.label for pair in pairs],
        WordPieceTokenizer.from_folder("minilm"),
        len(LABELS),
        MAX_LENGTH,
        [pair.second for pair in pairs],
    )


def _as_spans(questions: Sequence[Question]) -> SpanData:
    return SpanData(questions, WordPieceTokenizer.from_folder("minilm"), MAX_LENGTH)


def scores_of(model: BertForSequenceClassification, pairs: Sequence[Pair]) -> Float[Tensor, " N"]:
    """Return for each pair by how much the logit of *yes* is above that of *no*."""
    no, yes = logits_of(model, as_data(pairs)).unbind(dim=1)
    return yes - no


def pairs_right(scores: Float[Tensor, " N"], pairs: Sequence[Pair]) -> Bool[Tensor, " N"]:
    """Return whether each pair is judged rightly."""
    return (scores > 0) == torch.tensor([pair.label == 1 for pair in pairs])


def choices_right(scores: Float[Tensor, " N"]) -> Bool[Tensor, " n"]:
    """Return for rows of two, the right one first, whether it has the higher score."""
    right, wrong = scores.view(-1, 2).unbind(dim=1)
    return right > wrong


def answers_right(
    model: BertForQuestionAnswering, questions: Sequence[Question]
) -> Bool[Tensor, " N"]:
    """Return whether each answer is found, to the letter."""
    found = predict_spans(model, _as_spans(questions))
    return torch.tensor(
        [
            question.answer is not None and one.text == question.answer.text
            for one, question in zip(found, questions, strict=True)
        ]
    )
