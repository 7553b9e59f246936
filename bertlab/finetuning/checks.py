"""What is checked before a fine-tuning begins: that data and model fit, and a run its folder."""

import hashlib
import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from torch import nn

from bertlab.files import read_json, write_atomically
from bertlab.finetuning.labelled_texts import LabelledTexts
from bertlab.finetuning.pooling import PooledClassifier
from bertlab.model.tasks import BertForSequenceClassification
from bertlab.training.state import STATE

SETTINGS = "settings.json"
Classifier = BertForSequenceClassification | PooledClassifier


def check_fit(
    model: Classifier,
    data: LabelledTexts,
    training: bool = False,
) -> None:
    """Raise ValueError unless a model can read these texts and learn these labels.

    Args:
        model: A classifier.
        data: The texts.
        training: Whether it shall learn from them: then there must be more than one class.
    """
    with_one_label(model)
    config, found = model.bert.config, sorted(set(data.labels))
    longest = int(data.lengths.max()) if data.pad_to_longest else data.max_length
    vocab_size = len(data.tokenizer.vocabulary)
    pooled = isinstance(model, PooledClassifier)
    wanted = model.num_features if pooled else 0
    got = 0 if data.features is None else data.features.shape[1]
    if data.num_classes != len(model.labels):
        raise ValueError(
            f"expected as many classes as the model has, {len(model.labels)} {model.labels}, got "
            f"num_classes={data.num_classes}; name the classes with labels= when you load the model"
        )
    if training and len(found) < 2:
        raise ValueError(f"expected labels of two classes or more to learn from, got only {found}")
    if longest > config.max_positions:
        raise ValueError(
            f"expected texts of up to {config.max_positions} tokens, got {longest}; "
            f"max_length shortens them"
        )
    if vocab_size > config.vocab_size:
        raise ValueError(
            f"expected the model's own tokenizer, of {config.vocab_size} pieces, got {vocab_size}"
        )
    if wanted != got:
        raise ValueError(f"expected {wanted} features of each text, got {got}")
    if training and pooled and model.valence is not None and data.valences is None:
        raise ValueError("expected valences, which the model's second head learns, got none")


def with_one_label(model: Classifier) -> Classifier:
    """Return a model, or raise ValueError if it gives a text several labels, as no data here do."""
    if isinstance(model, BertForSequenceClassification) and model.multi_label:
        raise ValueError(
            "expected a model that gives a text one label, got one with multi_label=True; with "
            "multi_label=False, new_heads=True and labels= it loads with a head for one"
        )
    return model


def keep_settings(
    folder: Path,
    objective: nn.Module,
    data: Mapping[str, LabelledTexts],
    options: Mapping[str, Any],
) -> None:
    """Store what decides a run's result beside its state, or compare it with what is stored.

    A folder that was used before would else be read as this run, interrupted or finished.

    Raises:
        ValueError: If the folder holds a run with other settings.
    """
    trained = [name for name, p in objective.named_parameters() if p.requires_grad]
    settings = {
        **options,
        **{name: texts.fingerprint() for name, texts in data.items()},
        "model": _digest(repr(objective)),
        "trained parameters": _digest(repr(trained)),
    }
    path = folder / SETTINGS
    if (folder / STATE).is_file():
        stored = read_json(path) if path.is_file() else {}
        for name, value in settings.items():
            if stored.get(name) != value:
                raise ValueError(
                    f"{folder} holds a run with another setting: {name} was {stored.get(name)}, "
                    f"now it is {value}; take another folder, or the old setting"
                )
    elif int(os.environ.get("RANK", "0")) == 0 and not folder.is_file():
        folder.mkdir(parents=True, exist_ok=True)
        write_atomically(path, json.dumps(settings, indent=1).encode())


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:12]
