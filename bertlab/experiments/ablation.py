"""What the parts of pre-training bring: next sentences, both sides, size, new masks each time.

A character-level English model on Wikipedia, small enough to leave the plateau within minutes. All
runs make the same number of updates, on the same batches where the text is the same. Each is asked
which character stands at the same places of held-out text. Rate and budget were chosen in a trial
run of 900 updates: about 3 minutes of one core for a run of the middle size.
"""

from typing import Any

import torch
from safetensors import safe_open
from torch import Tensor
from torch.nn.functional import cross_entropy

from bertlab.checkpoint import write_tensors
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
    spread,
)
from bertlab.pretraining import PretrainingBatch, PretrainingData
from bertlab.training import Objective, train
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
        ``keep``, the last answers are stored in ``KEPT``, see ``kept``.
    """
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        texts, tokenizer = corpus("wiki"), english_characters()
        found, answers = {}, {}
        for name, differences in configuration["runs"].items():
            kind = {**configuration["standard"], **differences}
            curves, answered = [], []
            for seed in configuration["seeds"]:
                trial = Trial(configuration, kind, texts, tokenizer, seed)
                curves.append(trial.curve())
                answered.append(trial.answers())
            found[name] = {"parameters": trial.parameters(), "curves": curves}
            answers[name] = answered
    finally:
        torch.set_num_threads(threads)
    if configuration["keep"]:
        keep(answers)
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

    def curve(self) -> list[dict[str, float]]:
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

    @torch.no_grad()
    def answers(self) -> dict[str, Tensor]:
        """Return each answer to ``masked_lm`` on held-out text.

        Returns:
            ``guess`` (M,), the likeliest piece; ``surprise`` (M,), in nats, at the right one.
        """
        batch = self.held_out.batch(spread(self.held_out, self.configuration["held_out"]))
        logits, targets = self.answer(batch)["masked_lm"]
        return {
            "guess": logits.argmax(dim=1).to(torch.uint8),
            "surprise": cross_entropy(logits, targets, reduction="none"),
        }


def keep(answers: dict[str, list[dict[str, Tensor]]]) -> None:
    """Store the answers of all runs, (seeds, M) for each."""
    tensors = {
        f"{kind}.{name}": torch.stack([one[kind] for one in answered])
        for name, answered in answers.items()
        for kind in ("guess", "surprise")
    }
    write_tensors(KEPT, tensors)


def kept(name: str) -> dict[str, Tensor]:
    """Return the recorded answers of a run: ``guess`` and ``surprise``, (seeds, M) each."""
    with safe_open(KEPT, framework="pt") as file:
        return {kind: file.get_tensor(f"{kind}.{name}") for kind in ("guess", "surprise")}


def right_answers(configuration: dict[str, Any], name: str) -> Tensor:
    """Return the pieces that stood at the places a run is asked about, (M,)."""
    kind = {**configuration["standard"], **configuration["runs"][name]}
    trial = Trial(configuration, kind, corpus("wiki"), english_characters(), seed=0)
    return trial.held_out.batch(spread(trial.held_out, configuration["held_out"])).targets
