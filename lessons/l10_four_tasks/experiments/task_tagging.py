"""Names in Chinese news: a fine-tuned encoder, a frozen one as a source of features, and counting.

``bert-mini-zh`` on lines of ``peoples_daily``. Features are the embeddings, the last layer, the
last four side by side, and all layers in learned shares; on top of them a linear map, as in the
fine-tuned model, or a two-way LSTM (Devlin et al. 2019, table 7, have two of those). Of two
rates for the fine-tuned way, and for the last layer, the better one on validation lines was taken,
in a trial with a seed that is not recorded; epochs were not searched. The test lines are scored
once, at the end. Budget: 15 minutes of one core.
"""

from lessons.l10_four_tasks.features import (
    FeatureData,
    FeatureObjective,
    FeatureTagger,
    tags_from_features,
)

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import torch
from jaxtyping import Int
from safetensors import safe_open
from torch import Tensor

from bertlab.datasets import peoples_daily
from bertlab.finetuning.entities import entity_scores
from bertlab.finetuning.tagging import (
    TAGS,
    TaggedWords,
    TaggingData,
    TaggingObjective,
    news_words,
    predict_tags,
    split_long,
)
from bertlab.model.bert import BertModel
from bertlab.model.tasks import BertForTokenClassification
from bertlab.text.wordpiece import WordPieceTokenizer
from bertlab.training.loop import train
from workbook.experiments import Part, run_variants
from workbook.records import RUNS

KEPT = RUNS / "task_tagging.safetensors"
NAME = "bert-mini-zh"
PARTS = ("train", "validation", "test")
Tags = list[tuple[str, ...]]

LINEAR = {"lstm_size": None, "epochs": 10, "learning_rate": 1e-2}
CONFIGURATION: dict[str, Any] = {
    "lines": {"train": 1500, "validation": 200, "test": 500},
    "seeds": [0, 1, 2],
    "max_length": 128,
    "batch_size": 16,
    "warmup": 0.1,
    "fine_tuned": {"epochs": 3, "learning_rate": 1e-3},
    "features": {
        "embeddings": {"take": "embeddings", **LINEAR},
        "last layer": {"take": "last layer", **LINEAR},
        "last four": {"take": "last four", **LINEAR},
        "mix of layers": {"take": "mix", **LINEAR},
        "last four, LSTM": {
            "take": "last four",
            "lstm_size": 64,
            "epochs": 4,
            "learning_rate": 3e-3,
        },
    },
    "keep": True,
}
SLICE: dict[str, Any] = {
    "lines": {"train": 16, "validation": 8, "test": 24},
    "seeds": [0],
    "max_length": 48,
    "batch_size": 8,
    "fine_tuned": {"epochs": 1, "learning_rate": 1e-3},
    "features": {
        "mix of layers": {"take": "mix", **LINEAR, "epochs": 1},
        "last four, LSTM": {
            "take": "last four",
            "lstm_size": 4,
            "epochs": 1,
            "learning_rate": 3e-3,
        },
    },
    "keep": False,
}


def run(configuration: dict[str, Any]) -> dict[str, Any]:
    """Train each way with each seed, on one thread.

    Returns:
        ``majority``: entity scores on test of each character's most frequent tag. In ``ways`` for
        each way its ``trained`` parameters and for each seed the entity scores on ``validation``
        and ``test``. If ``keep``, the tags of the test lines are stored in ``KEPT``.
    """
    texts = news(configuration)
    wanted = {which: [text.tags for text in texts[which]] for which in PARTS}
    trial = Trial(configuration, texts)

    def part(way: str, seed: int) -> Part:
        trained, tags = trial.learn(way, seed)
        scores = {which: rounded(wanted[which], tags[which]) for which in PARTS[1:]}
        return {"trained": trained, **scores}, {"tags": numbers_of(tags["test"])}

    runs = run_variants(["fine-tuned", *configuration["features"]], configuration["seeds"], part)
    if configuration["keep"]:
        runs.keep(KEPT, "{variant}")
    guessed = most_frequent_tags(texts["train"], texts["test"])
    found = runs.by_seed().items()
    return {
        "majority": rounded(wanted["test"], guessed),
        "ways": {way: {**one, "trained": one["trained"][0]} for way, one in found},
    }


def news(configuration: dict[str, Any]) -> dict[str, list[TaggedWords]]:
    """Return lines of each part in words and tags; long ones are cut, so that nothing is lost."""
    tokenizer, lines = WordPieceTokenizer.from_folder(NAME), peoples_daily()
    length, found = configuration["max_length"], dict[str, list[TaggedWords]]()
    for part, number in configuration["lines"].items():
        every = getattr(lines, part)
        chosen = np.random.default_rng(0).permutation(len(every))[:number]
        words = [news_words(every[place], tokenizer) for place in chosen]
        found[part] = [piece for text in words for piece in split_long(text, tokenizer, length)]
    return found


def most_frequent_tags(seen: Sequence[TaggedWords], new: Sequence[TaggedWords]) -> Tags:
    """Tag each word as it is tagged most often: a baseline that reads no context."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for text in seen:
        for word, tag in zip(text.words, text.tags, strict=True):
            counts[word][tag] += 1
    best = {word: tags.most_common(1)[0][0] for word, tags in counts.items()}
    return [tuple(best.get(word, "O") for word in text.words) for text in new]


def rounded(expected: Sequence[Sequence[str]], predicted: Tags) -> dict[str, dict[str, float]]:
    """Return entity scores as a record keeps them."""
    scores = entity_scores(expected, predicted)
    return {
        kind: {name: round(value, 4) for name, value in score._asdict().items()}
        for kind, score in scores.items()
    }


class Trial:
    """All ways to learn tags from the same texts.

    Args:
        configuration: As ``CONFIGURATION``.
        texts: Of each part.
    """

    def __init__(
        self, configuration: dict[str, Any], texts: Mapping[str, Sequence[TaggedWords]]
    ) -> None:
        self.configuration = configuration
        tokenizer, length = WordPieceTokenizer.from_folder(NAME), configuration["max_length"]
        self.data = {part: TaggingData(texts[part], tokenizer, length) for part in PARTS}
        self._features: dict[str, FeatureData] = {}

    def features(self) -> dict[str, FeatureData]:
        """Return the vectors of all texts from the frozen encoder; computed once."""
        if not self._features:
            bert = BertModel.from_pretrained(NAME)
            self._features = {part: FeatureData(bert, self.data[part]) for part in PARTS}
        return self._features

    def learn(self, way: str, seed: int) -> tuple[int, dict[str, Tags]]:
        """Train one way; return its number of trained parameters, and tags for held-out texts."""
        with torch.random.fork_rng():
            torch.manual_seed(seed)
            return self._fine_tune(seed) if way == "fine-tuned" else self._from_features(way, seed)

    def _fine_tune(self, seed: int) -> tuple[int, dict[str, Tags]]:
        model = BertForTokenClassification.from_pretrained(NAME, new_heads=True, labels=TAGS)
        config = self._settings(self.data["train"], self.configuration["fine_tuned"], seed)
        train(TaggingObjective(model), self.data["train"].batch_sampler(config), config)
        return size_of(model), {part: predict_tags(model, self.data[part]) for part in PARTS[1:]}

    def _from_features(self, way: str, seed: int) -> tuple[int, dict[str, Tags]]:
        kind, features = self.configuration["features"][way], self.features()
        layers, _, size = features["train"].states[0].shape
        model = FeatureTagger(layers - 1, size, TAGS, kind["take"], kind["lstm_size"])
        config = self._settings(features["train"], kind, seed)
        train(FeatureObjective(model), features["train"].batch_sampler(config), config)
        return size_of(model), {
            part: tags_from_features(model, features[part]) for part in PARTS[1:]
        }

    def _settings(self, data: Any, kind: Mapping[str, Any], seed: int) -> Any:
        return data.config(
            kind["epochs"],
            self.configuration["batch_size"],
            learning_rate=kind["learning_rate"],
            warmup=self.configuration["warmup"],
            seed=seed,
        )


def size_of(model: torch.nn.Module) -> int:
    """Count the numbers a model learns."""
    return sum(p.numel() for p in model.parameters() if p.requires_grad)


def numbers_of(tags: Tags) -> Int[Tensor, " N"]:
    """Return the tags of all texts end to end, as numbers of ``TAGS``."""
    return torch.tensor([TAGS.index(tag) for text in tags for tag in text], dtype=torch.int8)


def kept_tags(path: Path, way: str, texts: Sequence[TaggedWords]) -> list[Tags]:
    """Return the tags of each seed, text by text."""
    with safe_open(path, framework="pt") as file:
        numbers: Int[Tensor, "S N"] = file.get_tensor(way)
    ends = np.cumsum([0, *(len(text.words) for text in texts)])
    return [
        [tuple(TAGS[n] for n in row[start:end]) for start, end in pairwise(ends)]
        for row in numbers.tolist()
    ]
