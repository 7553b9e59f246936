"""Names as a judge of pre-training: what an encoder finds after fine-tuning on a few lines."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import torch
from jaxtyping import Int
from torch import Tensor

from bertlab.finetuning.entities import read_entities
from bertlab.finetuning.tagging import (
    TAGS,
    TaggedWords,
    TaggingData,
    TaggingObjective,
    predict_tags,
)
from bertlab.model.pretrained import PretrainedModel
from bertlab.model.tasks import BertForTokenClassification
from bertlab.probing.news import NamedLines, tokenizer
from bertlab.training.loop import train

KINDS = ("LOC", "ORG", "PER")


def name_finder(
    model: PretrainedModel,
    texts: Sequence[TaggedWords],
    settings: Mapping[str, Any],
    seed: int,
    max_length: int,
) -> BertForTokenClassification:
    """Fine-tune a copy of a model's encoder to find names.

    Args:
        model: Its encoder is where the tagger begins; it stays as it is.
        texts: Lines to learn from.
        settings: ``epochs``, ``batch_size``, ``learning_rate``, ``warmup``.
        seed: Of the head and the order of the lines.
        max_length: Longest input.
    """
    data = TaggingData(texts, tokenizer(), max_length)
    with TemporaryDirectory() as folder, torch.random.fork_rng():
        torch.manual_seed(seed)
        model.save_pretrained(Path(folder))
        tagger = BertForTokenClassification.from_pretrained(folder, new_heads=True, labels=TAGS)
    config = data.config(**settings, seed=seed, precision="no")
    train(TaggingObjective(tagger), data.batch_sampler(config), config)
    return tagger


def predicted_names(
    model: PretrainedModel,
    texts: Mapping[str, Sequence[TaggedWords]],
    settings: Mapping[str, Any],
    seed: int,
    max_length: int,
) -> dict[str, list[tuple[str, ...]]]:
    """Return the tags of texts by a ``name_finder`` that learned from those of ``train``."""
    tagger = name_finder(model, texts["train"], settings, seed, max_length)
    others = {part: found for part, found in texts.items() if part != "train"}
    return {
        part: predict_tags(tagger, TaggingData(found, tokenizer(), max_length))
        for part, found in others.items()
    }


def packed_names(tags: Sequence[Sequence[str]]) -> Int[Tensor, " N"]:
    """Return the names in texts put end to end, a number each: start, length and kind."""
    found, offset = [], 0
    for text in tags:
        for start, end, kind in read_entities(text):
            if end - start >= 1024:
                raise ValueError(f"expected names of fewer than 1024 words, got {end - start}")
            found.append((offset + start) * 4096 + (end - start) * 4 + KINDS.index(kind))
        offset += len(text)
    return torch.tensor(found, dtype=torch.int32)


def name_counts(found: Int[Tensor, " N"], named: NamedLines) -> Int[np.ndarray, "L 3"]:
    """Count for each line the names that are right, that were found, and that are there.

    Args:
        found: As ``packed_names`` has them.
        named: The texts that names were looked for in.
    """
    wanted = packed_names([text.tags for text in named.texts]).numpy()
    ends = np.cumsum([len(text.tags) for text in named.texts])
    lines = np.array(named.lines)
    counts = np.zeros((max(lines) + 1, 3), dtype=np.int64)
    predicted = found.numpy()
    for column, names in enumerate((np.intersect1d(predicted, wanted), predicted, wanted)):
        text = np.searchsorted(ends, names // 4096, side="right")
        np.add.at(counts[:, column], lines[text], 1)
    return counts
