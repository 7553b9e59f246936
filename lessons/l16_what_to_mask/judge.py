"""The judge: how well a model learns to find names."""

from bertlab.finetuning.entities import entity_scores
from bertlab.finetuning.tagging import TaggingData, predict_tags
from bertlab.model.tasks import BertForMaskedLM, BertForTokenClassification
from bertlab.probing.names import name_finder
from bertlab.probing.news import named_lines, tokenizer

NAMES = {"epochs": 2, "batch_size": 16, "learning_rate": 1e-3, "warmup": 0.1}
MAX_LENGTH = 128


def finder(model: BertForMaskedLM) -> BertForTokenClassification:
    """Fine-tune a copy of a model's encoder to find names, on 1,000 training lines."""
    texts = named_lines("train", 1000, MAX_LENGTH).texts
    return name_finder(model, texts, NAMES, seed=0, max_length=MAX_LENGTH)


def names_f1(tagger: BertForTokenClassification, lines: int = 500) -> float:
    """Return the F1 of the names that a tagger finds in validation lines."""
    texts = named_lines("validation", lines, MAX_LENGTH).texts
    tags = predict_tags(tagger, TaggingData(texts, tokenizer(), MAX_LENGTH))
    return entity_scores([text.tags for text in texts], tags)["all"].f1
