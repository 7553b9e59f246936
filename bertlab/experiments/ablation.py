"""What the parts of pre-training bring: next sentences, both sides, size, new masks each time.

A character-level English model on Wikipedia, small enough to leave the plateau within minutes. All
runs make the same number of updates, on the same batches where the text is the same. Each is asked
which character stands at the same places of held-out text. Rate and budget were chosen in a trial
run of 900 updates: about 3 minutes of one core for a run of the middle size.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
import torch
from jaxtyping import Float

from bertlab.answer_sheets import Sheet, fill_sheet, write_sheets
from bertlab.config import BertConfig, TrainConfig
from bertlab.corpora import Corpus, corpus
from bertlab.experiments import RUNS
from bertlab.left_to_right import LeftToRightObjective, left_to_right_answers
from bertlab.model import BertForPreTraining
from bertlab.objectives import (
    Answers,
    PretrainingObjective,
    mean_scores,
    pretraining_answers,
)
from bertlab.pretraining import PretrainingBatch, PretrainingData
from bertlab.training import Line, Objective, train
from bertlab.wordpiece import WordPieceTokenizer
from bertlab.wordpiece_training import character_vocabulary

KEPT = RUNS / "ablation.safetensors"

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
FEW: dict[str, Any] = {"objective": "masked words", "pairs": False, "documents": 8}
CONFIGURATION: dict[str, Any] = {
    "standard": STANDARD,
    "runs": {  # what differs from the standard
        "full": {},
        "without next sentences": {"objective": "masked words"},
        "left to right": {"objective": "next token"},
        "full, small": {"size": "small"},
        "full, large": {"size": "large"},
        "few articles, new masks": FEW,
        "few articles, one mask": {**FEW, "dynamic": False},
    },
    "seeds": [0, 1, 2],
    "sizes": SIZES,
    "max_length": 64,
    "held_out": 400,
    "training": {"steps": 1600, "batch_size": 32, "learning_rate": 2e-3, "warmup": 0.05},
    "log_every": 100,
    "initializer_range": 0.05,
    "keep": True,
}
SLICE: dict[str, Any] = {
    "standard": {**STANDARD, "documents": 12},
    "seeds": [0],
    "held_out": 8,
    "training": {"steps": 2, "batch_size": 4, "learning_rate": 2e-3, "warmup": 0.05},
    "keep": False,
}


def run(configuration: dict[str, Any]) -> dict[str, Any]:
    """Train every kind of model with every seed, on one thread.

    Returns:
        For each run its ``parameters``, and for each seed a curve in ``curves``: for each logged
        step the mean training loss, ``masked_lm`` or ``next_token``, and the held-out scores. If
        ``keep``, the last answers are stored in ``KEPT``.
    """
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        texts, tokenizer = corpus("wiki"), english_characters()
        found: dict[str, Any] = {}
        sheets: dict[str, list[Sheet]] = {}
        for name, differences in configuration["runs"].items():
            kind = {**configuration["standard"], **differences}
            curves, sheets[name] = [], []
            for seed in configuration["seeds"]:
                trial = Trial(configuration, kind, texts, tokenizer, seed)
                curves.append(trial.curve())
                sheets[name].append(
                    fill_sheet(trial.answer, trial.held_out, configuration["held_out"])
                )
            found[name] = {"parameters": trial.parameters(), "curves": curves}
    finally:
        torch.set_num_threads(threads)
    if configuration["keep"]:
        write_sheets(KEPT, sheets)
    return {"runs": found}


def english_characters() -> WordPieceTokenizer:
    """Return the tokenizer of all runs: the characters of the training articles."""
    sentences = [sentence for document in corpus("wiki").train for sentence in document]
    return WordPieceTokenizer(character_vocabulary(sentences, min_count=20))


class Trial:
    """One model, its text and its task.

    Args:
        configuration: As ``CONFIGURATION``.
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
            self.model = BertForPreTraining(config).eval()
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

    def parameters(self) -> int:
        """Count the numbers the model learns."""
        return sum(p.numel() for p in self.model.parameters() if p.requires_grad)

    def curve(self) -> list[Line]:
        """Train the model; return its scores after every so many steps."""
        objective: Objective = (
            LeftToRightObjective(self.model)
            if self.one_way
            else PretrainingObjective(self.model, self.both)
        )
        settings = self.configuration["training"]
        config = TrainConfig(**settings, seed=self.seed, log_every=self.configuration["log_every"])
        data = self.train_data
        history = train(
            objective,
            lambda step, *_: [data.batch(data.order(step, config.batch_size))],
            config,
            evaluate=lambda step: self.scores(),
        )
        unused = ("loss", "learning_rate", "grad_norm")
        return [
            {name: round(value, 4) for name, value in line.items() if name not in unused}
            for line in history
        ]

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


def last(found: Mapping[str, Any], score: str) -> Float[np.ndarray, " S"]:
    """Return a score at the end of each seed's curve."""
    return np.array([lines[-1][score] for lines in found["curves"]])
