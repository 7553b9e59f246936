"""Trials: small models of several kinds, pre-trained on equal batches and asked at equal places.

A kind says how large the model is, what it is taught (masked words, the next token, pairs of
sentences) and on how much text. Whoever compares kinds shares text, sizes and budget, so that a
difference in the scores comes from the difference of the kinds.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
import torch
from jaxtyping import Float

from bertlab.model.config import BertConfig
from bertlab.model.tasks import BertForPreTraining
from bertlab.pretraining.corpora import Corpus, corpus
from bertlab.pretraining.data import PretrainingBatch, PretrainingData
from bertlab.pretraining.left_to_right import LeftToRightObjective, left_to_right_answers
from bertlab.pretraining.objectives import (
    Answers,
    PretrainingObjective,
    mean_scores,
    pretraining_answers,
)
from bertlab.text.wordpiece import WordPieceTokenizer
from bertlab.text.wordpiece_training import character_vocabulary
from bertlab.training.config import TrainConfig
from bertlab.training.loop import Line, Objective, train

SIZES = {
    "small": {"hidden_size": 64, "num_layers": 2, "num_heads": 2, "intermediate_size": 256},
    "middle": {"hidden_size": 128, "num_layers": 2, "num_heads": 4, "intermediate_size": 512},
    "large": {"hidden_size": 128, "num_layers": 4, "num_heads": 4, "intermediate_size": 512},
}
STANDARD: dict[str, Any] = {
    "size": "middle",
    "objective": "both",
    "pairs": True,
    "documents": None,  # all
    "dynamic": True,
}
SETTINGS: dict[str, Any] = {  # of trials that are compared
    "seeds": [0, 1, 2],
    "sizes": SIZES,
    "max_length": 64,
    "held_out": 400,
    "training": {"steps": 1600, "batch_size": 32, "learning_rate": 2e-3, "warmup": 0.05},
    "log_every": 100,
    "initializer_range": 0.05,
    "keep": True,
}


def english_characters() -> WordPieceTokenizer:
    """Return the tokenizer of all runs: the characters of the training articles."""
    sentences = [sentence for document in corpus("wiki").train for sentence in document]
    return WordPieceTokenizer(character_vocabulary(sentences, min_count=20))


class Trial:
    """One model, its text and its task.

    Args:
        configuration: As ``SETTINGS``.
        kind: As ``STANDARD``.
        texts: To train on, and held out.
        tokenizer: For both.
        seed: Of weights, pairs and masks. Held-out text is masked alike for all.
    """

    def __init__(
        self,
        configuration: dict[str, Any],
        kind: dict[str, Any],
        texts: Corpus,
        tokenizer: WordPieceTokenizer,
        seed: int,
    ) -> None:
        self.configuration, self.seed = configuration, seed
        self.one_way, self.both = kind["objective"] == "next token", kind["objective"] == "both"
        config = BertConfig(
            **configuration["sizes"][kind["size"]],
            vocab_size=len(tokenizer.vocabulary),
            max_positions=configuration["max_length"],
            hidden_dropout=0.0,
            attention_dropout=0.0,
            initializer_range=configuration["initializer_range"],
        )
        with torch.random.fork_rng():
            torch.manual_seed(seed)
            self.model = self.new_model(config).eval()
        length = configuration["max_length"]
        self.train_data, self.held_out = (
            PretrainingData(
                [[tokenizer.text_ids(sentence) for sentence in document] for document in documents],
                tokenizer,
                length,
                seed=drawn_with,
                next_sentence=kind["pairs"],
                dynamic=kind["dynamic"],
            )
            for documents, drawn_with in (
                (texts.train[: kind["documents"]], seed),
                (texts.validation, 0),
            )
        )

    def new_model(self, config: BertConfig) -> Any:
        """Return a model that has learned nothing."""
        return BertForPreTraining(config)

    def objective(self) -> Objective:
        """Return what the model is taught."""
        if self.one_way:
            return LeftToRightObjective(self.model)
        return PretrainingObjective(self.model, self.both)

    def parameters(self) -> int:
        """Count the numbers the model learns."""
        return sum(p.numel() for p in self.model.parameters() if p.requires_grad)

    def curve(self, **ways: Any) -> list[Line]:
        """Train the model; return its scores after every so many steps.

        Args:
            ways: To train otherwise: what ``train`` takes besides.
        """
        objective, settings = self.objective(), self.configuration["training"]
        config = TrainConfig(**settings, seed=self.seed, log_every=self.configuration["log_every"])
        history = train(objective, self.draw, config, evaluate=lambda step: self.scores(), **ways)
        unused = ("loss", "learning_rate", "grad_norm")
        return [
            {name: round(value, 4) for name, value in line.items() if name not in unused}
            for line in history
        ]

    def draw(self, step: int, *_: int) -> list[PretrainingBatch]:
        """Return the batch of a step."""
        order = self.train_data.order(step, self.configuration["training"]["batch_size"])
        return [self.train_data.batch(order)]

    def scores(self) -> dict[str, float]:
        """Return loss and accuracy on held-out text, of pairs only if they were learned."""
        found = mean_scores(self.model, self.held_out, self.configuration["held_out"], self.answer)
        return {f"held_out_{name}": value for name, value in found.items()}

    def answer(self, batch: PretrainingBatch) -> Answers:
        """Return what the model says about a held-out batch, and what is right."""
        if self.one_way:
            return left_to_right_answers(self.model, batch)
        found = pretraining_answers(self.model, batch)
        return found if self.both else {"masked_lm": found["masked_lm"]}


def final_scores(found: Mapping[str, Any], score: str) -> Float[np.ndarray, " S"]:
    """Return a score at the end of each seed's curve."""
    return np.array([lines[-1][score] for lines in found["curves"]])
