"""What the parts of pre-training bring: without next sentences, one way only, other sizes.

A character-level English model on Wikipedia, small enough to leave the plateau within minutes. All
runs see the same documents in the same number of steps and batches. Each is asked which character
is hidden, in the form it was trained on: pairs or single stretches of the same held-out text.
"""

from typing import Any

import torch

from bertlab.config import BertConfig, TrainConfig
from bertlab.corpora import corpus
from bertlab.left_to_right import LeftToRightObjective, left_to_right_scores
from bertlab.model import BertForPreTraining
from bertlab.objectives import PretrainingObjective, held_out_scores
from bertlab.pretraining import PretrainingData
from bertlab.training import Objective, train
from bertlab.wordpiece import WordPieceTokenizer
from bertlab.wordpiece_training import character_vocabulary

SIZES = {
    "small": {"hidden_size": 64, "num_layers": 2, "num_heads": 2, "intermediate_size": 256},
    "middle": {"hidden_size": 128, "num_layers": 2, "num_heads": 4, "intermediate_size": 512},
    "large": {"hidden_size": 128, "num_layers": 4, "num_heads": 4, "intermediate_size": 512},
}
CONFIGURATION: dict[str, Any] = {
    "runs": {
        "full": {"size": "middle", "objective": "both"},
        "without next sentences": {"size": "middle", "objective": "masked words"},
        "left to right": {"size": "middle", "objective": "next token"},
        "full, small": {"size": "small", "objective": "both"},
        "full, large": {"size": "large", "objective": "both"},
    },
    "seeds": [0, 1, 2],
    "max_length": 64,
    "documents": None,
    "held_out": 300,
    "training": {"steps": 2500, "batch_size": 32, "learning_rate": 2e-3, "warmup": 0.05},
    "log_every": 250,
    "initializer_range": 0.05,
}
SLICE: dict[str, Any] = {
    "seeds": [0],
    "documents": 12,
    "held_out": 8,
    "training": {"steps": 2, "batch_size": 4, "learning_rate": 2e-3, "warmup": 0.05},
}


def run(configuration: dict[str, Any]) -> dict[str, Any]:
    """Train every kind of model with every seed.

    Returns:
        For each run its ``parameters``, and for each seed the ``curve`` of held-out scores and the
        ``seconds`` it took.
    """
    texts = corpus("wiki")
    train_texts = texts.train[: configuration["documents"]]
    sentences = [sentence for document in texts.train for sentence in document]
    tokenizer = WordPieceTokenizer(character_vocabulary(sentences, min_count=20))
    found = {}
    for name, kind in configuration["runs"].items():
        pairs = kind["objective"] == "both"
        train_data, held_out = (
            data(documents, tokenizer, configuration["max_length"], pairs)
            for documents in (train_texts, texts.validation)
        )
        curves = [
            curve(configuration, kind, tokenizer, train_data, held_out, seed)
            for seed in configuration["seeds"]
        ]
        found[name] = {"curves": curves, "parameters": parameters(configuration, kind, tokenizer)}
    return {"runs": found}


def data(
    documents: Any, tokenizer: WordPieceTokenizer, max_length: int, pairs: bool
) -> PretrainingData:
    """Return the documents as pairs, or as single stretches of text."""
    ids = [[tokenizer.text_ids(sentence) for sentence in document] for document in documents]
    return PretrainingData(ids, tokenizer, max_length, next_sentence=pairs)


def make(
    configuration: dict[str, Any], kind: dict[str, str], tokenizer: WordPieceTokenizer, seed: int
) -> BertForPreTraining:
    """Return a model with fresh weights."""
    sizes = SIZES[kind["size"]]
    with torch.random.fork_rng():
        torch.manual_seed(seed)
        return BertForPreTraining(
            BertConfig(
                **sizes,
                vocab_size=len(tokenizer.vocabulary),
                max_positions=configuration["max_length"],
                hidden_dropout=0.0,
                attention_dropout=0.0,
                initializer_range=configuration["initializer_range"],
            )
        )


def parameters(
    configuration: dict[str, Any], kind: dict[str, str], tokenizer: WordPieceTokenizer
) -> int:
    """Count the numbers a model learns."""
    return sum(p.numel() for p in make(configuration, kind, tokenizer, 0).parameters())


def curve(
    configuration: dict[str, Any],
    kind: dict[str, str],
    tokenizer: WordPieceTokenizer,
    train_data: PretrainingData,
    held_out: PretrainingData,
    seed: int,
) -> list[dict[str, float]]:
    """Train one model; return its held-out scores after every so many steps."""
    model = make(configuration, kind, tokenizer, seed)
    one_way = kind["objective"] == "next token"
    objective: Objective = (
        LeftToRightObjective(model)
        if one_way
        else PretrainingObjective(model, kind["objective"] == "both")
    )
    score = left_to_right_scores if one_way else held_out_scores
    config = TrainConfig(
        **configuration["training"], seed=seed, log_every=configuration["log_every"]
    )
    history = train(
        objective,
        lambda step, process, processes: [
            train_data.batch(train_data.order(step, config.batch_size)[process::processes])
        ],
        config,
        evaluate=lambda step: {
            f"held_out_{k}": v for k, v in score(model, held_out, configuration["held_out"]).items()
        },
    )
    return [
        {
            k: round(v, 4)
            for k, v in line.items()
            if k.startswith("held_out") or k in ("step", "seconds")
        }
        for line in history
    ]
