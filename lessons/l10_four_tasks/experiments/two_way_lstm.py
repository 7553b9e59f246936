"""A two-way LSTM in the ablation's table: BERT, left to right, and ELMo at equal size and data.

The language model of ELMo (two layers of LSTMs in each direction, shared embedding and softmax)
with as many parameters as the models of the experiment ``ablation``, within 3%. It reads the same
batches, makes the same number of updates, and is asked at the same held-out places. The rate is the
best of three on held-out text in a trial of 150 updates with a seed that is not recorded. Budget:
12 minutes of one core.
"""

from lessons.l10_four_tasks.two_way import (
    WAYS,
    TwoWayObjective,
    answers_of,
    mean_answers,
    two_way_answers,
)

from functools import partial
from typing import Any

import torch
from torch import Tensor

from bertlab.predecessors.elmo.network import ElmoNetwork
from bertlab.pretraining.corpora import Corpus, corpus
from bertlab.pretraining.data import PretrainingBatch
from bertlab.pretraining.objectives import Answers, mean_scores
from bertlab.pretraining.trials import SETTINGS, STANDARD, Trial, english_characters
from bertlab.text.wordpiece import WordPieceTokenizer
from bertlab.training.config import TrainConfig
from bertlab.training.loop import Line, train
from workbook.experiments import Part, run_variants
from workbook.recorded_answers import fill_sheet
from workbook.records import RUNS

KEPT = RUNS / "two_way_lstm.safetensors"
PRIOR_TEXTS = 64  # of training, over which the model's answers are averaged

SHARED = ("seeds", "max_length", "held_out", "log_every", "keep")  # with the ablation
CONFIGURATION: dict[str, Any] = {
    "hidden_size": 113,
    "num_layers": 2,
    "training": {**SETTINGS["training"], "learning_rate": 1e-2},
    "documents": None,  # all
    **{name: SETTINGS[name] for name in SHARED},
}
SLICE: dict[str, Any] = {
    "seeds": [0],
    "documents": 12,
    "held_out": 8,
    "training": {"steps": 2, "batch_size": 4, "learning_rate": 1e-2, "warmup": 0.05},
    "keep": False,
}


def run(configuration: dict[str, Any]) -> dict[str, Any]:
    """Train with every seed, on one thread.

    Returns:
        ``parameters``, and in ``curves`` for each way of answering (``WAYS``) and each seed a
        curve: for each logged step the mean training losses and the held-out scores. If ``keep``,
        the last answers are stored in ``KEPT``.
    """
    texts, tokenizer = corpus("wiki"), english_characters()
    found: dict[str, Any] = {}

    def part(model: str, seed: int) -> Part:
        trial = TwoWayTrial(configuration, texts, tokenizer, seed)
        found["parameters"] = sum(p.numel() for p in trial.model.parameters())
        history, sheets = trial.train(), dict[str, Tensor]()
        for way in WAYS:
            answer = partial(trial.answer, way)
            sheet = fill_sheet(answer, trial.held_out, configuration["held_out"])
            sheets |= {f"{name}.{way}": tensor for name, tensor in sheet._asdict().items()}
        return {way: [trial.line(logged, way) for logged in history] for way in WAYS}, sheets

    runs = run_variants(["LSTM"], configuration["seeds"], part)
    if configuration["keep"]:
        runs.keep(KEPT, "{name}")
    return {**found, "curves": runs.by_seed()["LSTM"]}


class TwoWayTrial:
    """One model with its text: that of the ablation's standard, masks put back.

    Args:
        configuration: As ``CONFIGURATION``.
        texts: To train on, and held out.
        tokenizer: For both.
        seed: Of weights and the order of examples.
    """

    def __init__(
        self,
        configuration: dict[str, Any],
        texts: Corpus,
        tokenizer: WordPieceTokenizer,
        seed: int,
    ) -> None:
        self.configuration, self.seed = configuration, seed
        kind = {**STANDARD, "documents": configuration["documents"]}
        settings = {**SETTINGS, "max_length": configuration["max_length"]}
        beside = Trial(settings, kind, texts, tokenizer, seed)
        self.train_data, self.held_out = beside.train_data, beside.held_out
        V = len(tokenizer.vocabulary)
        self.prior_batch = self.train_data.batch(self.train_data.order(0, PRIOR_TEXTS))
        with torch.random.fork_rng():
            torch.manual_seed(seed)
            size, depth = configuration["hidden_size"], configuration["num_layers"]
            self.model = ElmoNetwork(V, size, depth).eval()
        self.log_prior = mean_answers(self.model, self.prior_batch)

    def train(self) -> list[Line]:
        """Train the model; return the history, with the scores of each way."""
        config = TrainConfig(
            **self.configuration["training"],
            seed=self.seed,
            log_every=self.configuration["log_every"],
        )
        data = self.train_data
        return train(
            TwoWayObjective(self.model),
            lambda step, *_: [data.batch(data.order(step, config.batch_size))],
            config,
            evaluate=lambda step: self.scores(),
        )

    def answer(self, way: str, batch: PretrainingBatch) -> Answers:
        """Return what one way says about a held-out batch, and what is right."""
        return answers_of(two_way_answers(self.model, batch, self.log_prior), way, batch)

    def scores(self) -> dict[str, float]:
        """Return held-out loss and accuracy of each way, under ``WAY/held_out_NAME``.

        Answers from now on are joined with what the model says on average by now.
        """
        found: dict[str, float] = {}
        self.log_prior = mean_answers(self.model, self.prior_batch)
        for way in WAYS:
            answer, number = partial(self.answer, way), self.configuration["held_out"]
            scores = mean_scores(self.model, self.held_out, number, answer)
            found |= {f"{way}/held_out_{name}": value for name, value in scores.items()}
        return found

    def line(self, logged: Line, way: str) -> Line:
        """Return what a record keeps of a logged line for one way of answering."""
        kept = ("step", "next_token", "token_before", "seconds")
        scores = {
            name.removeprefix(f"{way}/"): value
            for name, value in logged.items()
            if name.startswith(f"{way}/")
        }
        return {
            name: round(value, 4)
            for name, value in {**{n: logged[n] for n in kept}, **scores}.items()
        }
