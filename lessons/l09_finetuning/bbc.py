"""News of five classes from the Hub: what the recipe of the clinic was written for."""

import json
from pathlib import Path
from typing import NamedTuple

import torch
from huggingface_hub import hf_hub_download

from bertlab.finetuning import LabelledTexts, fine_tune
from bertlab.finetuning.sentiment import sample
from bertlab.model import BertForSequenceClassification
from bertlab.text.wordpiece import WordPieceTokenizer

NAME = "SetFit/bbc-news"
REVISION = "160d4af1d650b602d14cddc8df0baf07a0198643"


class News(NamedTuple):
    """Articles, the class of each by its index, and the names of the classes."""

    texts: list[str]
    labels: list[int]
    names: tuple[str, ...]


def news(part: str = "train") -> News | None:
    """Return the articles of a part (``"train"``, ``"test"``); None if the Hub does not answer."""
    try:
        path = hf_hub_download(NAME, f"{part}.jsonl", repo_type="dataset", revision=REVISION)
    except (OSError, ValueError):  # no network, or told to stay offline
        return None
    return read(Path(path))


def read(path: Path) -> News:
    """Read lines of JSON, each with ``text`` and ``label_text``."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line]
    names = tuple(sorted({row["label_text"] for row in rows}))
    return News(
        [row["text"] for row in rows], [names.index(row["label_text"]) for row in rows], names
    )


def accuracy(news: News, tokenizer: WordPieceTokenizer, number: int = 256) -> float:
    """Fine-tune ``minilm`` on some articles; return its accuracy on as many others."""
    rows = [
        {"text": text, "label": label} for text, label in zip(news.texts, news.labels, strict=True)
    ]
    chosen = sample(rows, 2 * number)
    train_data, held_out = (
        LabelledTexts(part, None, tokenizer, len(news.names), max_length=128)
        for part in (chosen[:number], chosen[number:])
    )
    with torch.random.fork_rng():
        torch.manual_seed(0)
        model = BertForSequenceClassification.from_pretrained(
            "minilm", new_heads=True, labels=news.names
        )
    config = train_data.config(epochs=2, learning_rate=1e-4, batch_size=32)
    return fine_tune(model, train_data, held_out, config)[-1]["validation_accuracy"]
