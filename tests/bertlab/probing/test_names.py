"""Names as a judge: how they are kept and counted, and that all models are asked alike."""

from itertools import pairwise

import numpy as np
import pytest
import torch

from bertlab.finetuning.tagging import TaggedWords
from bertlab.model.detection import BertForTokenDetection
from bertlab.model.tasks import BertForMaskedLM
from bertlab.probing import names, news
from bertlab.probing.names import KINDS, packed_names


def tags_of(packed, texts):
    """Names as BIO tags again, text by text."""
    flat = ["O"] * sum(len(text.tags) for text in texts)
    for name in packed.tolist():
        start, length, kind = name // 4096, name % 4096 // 4, KINDS[name % 4]
        flat[start : start + length] = [f"B-{kind}"] + [f"I-{kind}"] * (length - 1)
    ends = np.cumsum([0, *(len(text.tags) for text in texts)])
    return [tuple(flat[a:b]) for a, b in pairwise(ends)]


def test_names_are_packed_and_counted_line_by_line():
    tags = [("B-PER", "I-PER", "O"), ("O", "B-LOC"), ("I-ORG",)]
    packed = packed_names(tags)
    texts = [TaggedWords(("x",) * len(text), text) for text in tags]
    assert tags_of(packed, texts)[:2] == tags[:2]
    assert tags_of(packed, texts)[2] == ("B-ORG",)
    named = news.NamedLines(texts, [0, 0, 1])
    assert names.name_counts(packed, named).tolist() == [[2, 2, 2], [1, 1, 1]]
    wrong = packed_names([("B-PER", "O", "O"), ("O", "B-LOC"), ("O",)])
    assert names.name_counts(wrong, named).tolist() == [[1, 2, 2], [0, 0, 1]]


def test_names_too_long_to_keep():
    with pytest.raises(ValueError, match="fewer than 1024 words, got 1024"):
        packed_names([["B-PER"] + ["I-PER"] * 1023])


def test_lines_are_the_same_for_all_and_lose_nothing():
    found, fewer = news.named_lines("validation", 9, 64), news.named_lines("validation", 4, 64)
    assert fewer.texts == found.texts[: len(fewer.texts)] and max(found.lines) == 8
    whole = news.named_lines("validation", 9, 4000)
    assert len(whole.texts) == 9 < len(found.texts), "long lines are cut"
    for line, text in enumerate(whole.texts):
        parts = [p for p, n in zip(found.texts, found.lines, strict=True) if n == line]
        assert tuple(word for part in parts for word in part.words) == text.words


def test_encoders_that_learned_other_tasks_are_asked_alike():
    """A tagger begins with the encoder it is given, and that one stays as it is."""
    model = BertForMaskedLM.from_pretrained(news.NAME)
    with torch.random.fork_rng():
        torch.manual_seed(0)
        detector = BertForTokenDetection.from_pretrained(news.NAME, new_heads=True)
    before = detector.bert.embeddings.word.weight.detach().clone()
    texts = {
        "train": news.named_lines("train", 8, 48).texts,
        "test": news.named_lines("validation", 4, 48).texts,
    }
    settings = {"epochs": 1, "batch_size": 4, "learning_rate": 1e-3, "warmup": 0.1}
    first = names.predicted_names(model, texts, settings, 3, 48)
    assert set(first) == {"test"} and len(first["test"]) == len(texts["test"])
    assert names.predicted_names(detector, texts, settings, 3, 48) == first, "equal encoders"
    assert torch.equal(detector.bert.embeddings.word.weight, before)
