"""Pre-train a BERT from a configuration: ``python -m bertlab.pretraining.run --config FILE``.

The file is JSON; ``PretrainConfig`` says what it holds. Several processes share a run when started
with ``torchrun --nproc_per_node=2 -m bertlab.pretraining.run``, or on GPUs with ``accelerate
launch``. (Without a GPU that one starts a single process, unless there is MPI.) An interrupted run
goes on when it is started again.
"""

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import torch
from accelerate import PartialState

from bertlab.files import published, write_atomically
from bertlab.model.config import BertConfig
from bertlab.model.pretrained import CHECKPOINTS
from bertlab.model.tasks import BertForPreTraining
from bertlab.pretraining.config import PretrainConfig
from bertlab.pretraining.corpora import Corpus, corpus
from bertlab.pretraining.data import PretrainingBatch, PretrainingData
from bertlab.pretraining.objectives import PretrainingObjective, held_out_scores
from bertlab.text.wordpiece import WordPieceTokenizer
from bertlab.text.wordpiece_training import character_vocabulary, train_wordpiece
from bertlab.training.config import TrainConfig
from bertlab.training.loop import Line, train
from bertlab.training.ownership import owned
from bertlab.training.provenance import PROJECT, commit, hardware
from bertlab.training.state import FREE, digest, keep_settings, run_parts

TOKENIZERS: dict[str, Callable[[Iterable[str], int], tuple[str, ...]]] = {
    "characters": character_vocabulary,
    "wordpiece": train_wordpiece,
}


@dataclass
class Pretraining:
    """A run: its model, its data and what it has seen.

    Attributes:
        config: What decides the result.
        texts: Documents by the name of their collection; the configured ones if none are given.
        history: Lines logged.
        parts: What made which steps, if the run has a folder; a continuation may differ.
    """

    config: PretrainConfig
    texts: Mapping[str, Corpus] | None = None
    history: list[Line] = field(default_factory=list)
    parts: list[dict[str, Any]] = field(default_factory=list)

    def __post_init__(self) -> None:
        config = self.config
        texts = self.texts or {name: corpus(name) for name in config.corpora}
        train_texts = {name: part.train for name, part in texts.items()}
        sentences = [s for part in train_texts.values() for document in part for s in document]
        learn = TOKENIZERS[config.tokenizer]
        self.tokenizer = WordPieceTokenizer(learn(sentences, config.vocab_size))
        self.training = TrainConfig(**config.training)
        self.train_data = self.data_of(train_texts, config.max_length)
        self.short_data = self.train_data
        if config.short_steps:
            self.short_data = self.data_of(train_texts, config.short_length)
        self.validation_texts = {name: part.validation for name, part in texts.items()}
        self.validation_data = self.data_of(self.validation_texts, config.max_length)
        sizes = {"max_positions": config.max_length, **config.model}
        with torch.random.fork_rng():
            torch.manual_seed(self.training.seed)
            vocab_size = len(self.tokenizer.vocabulary)
            self.model = BertForPreTraining(BertConfig(vocab_size=vocab_size, **sizes))

    def data_of(
        self, texts: Mapping[str, Sequence[Sequence[str]]], max_length: int
    ) -> PretrainingData:
        """Return examples from documents, given by the name of their collection."""
        ids = self.tokenizer.text_ids
        documents = [[ids(s) for s in document] for part in texts.values() for document in part]
        return PretrainingData(
            documents,
            self.tokenizer,
            max_length,
            self.training.seed,
            self.config.next_sentence,
            self.config.dynamic,
            [name for name, part in texts.items() for _ in part],
        )

    def draw(self, step: int, process: int, processes: int) -> list[PretrainingBatch]:
        """Return this process's micro-batches of a step."""
        data, number, step = self._stage(step)
        names = data.order(step, number)[process::processes]
        size = self.training.micro_batch_size or max(1, len(names))
        return [data.batch(names[i : i + size]) for i in range(0, len(names), size)]

    def _stage(self, step: int) -> tuple[PretrainingData, int, int]:
        """Return the data of a step, how many sequences it takes, and its number in the stage."""
        config, number = self.config, self.training.batch_size
        if step >= config.short_steps:
            return self.train_data, number, step - config.short_steps
        return self.short_data, number * config.max_length // config.short_length, step

    def tokens_about(self) -> int:
        """Estimate the tokens seen, from the lengths of up to 1,000 examples of either stage."""
        steps = self.history[-1]["step"]
        short = min(steps, self.config.short_steps)
        total = 0.0
        for first, number_of_steps in ((0, short), (self.config.short_steps, steps - short)):
            data, number, _ = self._stage(first)
            total += mean_length(data) * number * number_of_steps if number_of_steps else 0
        return round(total)

    def scores(self) -> dict[str, float]:
        """Score the model on validation text."""
        found = held_out_scores(self.model, self.validation_data, self.config.held_out)
        return {f"validation_{name}": round(value, 4) for name, value in found.items()}

    def run(self, folder: Path | None = None) -> list[Line]:
        """Train; go on from the folder's state if it has one. Return the history.

        Raises:
            ValueError: If the state was made with other settings or another vocabulary.
        """
        objective = PretrainingObjective(self.model, self.config.next_sentence)
        training, evaluate = self.training, lambda step: self.scores()
        with owned(folder):
            if folder is not None:
                settings = {"vocabulary": digest(self.tokenizer.vocabulary), **asdict(self.config)}
                del settings["training"], settings["held_out"]  # a state knows its own; may change
                keep_settings(folder, settings)
            self.history = train(objective, self.draw, training, folder, evaluate)
        self.parts = run_parts(folder) if folder is not None and self.history else []
        return self.history


def mean_length(data: PretrainingData) -> float:
    """Return the mean length of up to 1,000 examples, specials included."""
    indices = range(0, len(data), max(1, len(data) // 1000))
    lengths = [len(data.example(0, index)[1]) for index in indices]
    return sum(lengths) / len(lengths)


def publish(run: Pretraining, folder: Path, arguments: Sequence[str] = ()) -> None:
    """Write a finished run as a checkpoint: weights in float16, vocabulary, ``run.json``.

    All files come to the folder at once, or none does.

    Args:
        run: What was trained.
        folder: Made if it does not exist.
        arguments: Of the command line, for the record.
    """
    with published(folder) as prepared:
        run.model.save_pretrained(prepared, dtype=torch.float16)
        run.tokenizer.save(prepared)
        # What was written is what is scored: half precision and all.
        entries = record_of(run, BertForPreTraining.from_pretrained(prepared), arguments)
        text = json.dumps(entries, indent=1, ensure_ascii=False) + "\n"
        write_atomically(prepared / "run.json", text.encode())


def record_of(
    run: Pretraining, stored: BertForPreTraining, arguments: Sequence[str] = ()
) -> dict[str, Any]:
    """Return what made a run, and what its stored model reaches on validation text."""
    scores = {}
    for name, texts in run.validation_texts.items():
        data = run.data_of({name: texts}, run.config.max_length)
        found = held_out_scores(stored, data, len(data))
        scores[name] = {"examples": len(data), **{k: round(v, 4) for k, v in found.items()}}
    configuration = asdict(run.config)
    for part in run.parts[-1:]:  # what made the last step, whatever a later call was given
        made = {k: v for k, v in part.items() if k in FREE and v != getattr(run.training, k)}
        configuration["training"] |= made
    return {
        "command": " ".join(["python -m bertlab.pretraining.run", *arguments]),
        "commit": commit(),
        "configuration": configuration,
        "parts": run.parts,
        "hardware": hardware(),
        "minutes": round(run.history[-1]["seconds"] / 60, 1),
        "steps": run.history[-1]["step"],
        "tokens_about": run.tokens_about(),
        "validation": scores,
        "history": [{k: float(f"{v:.6g}") for k, v in line.items()} for line in run.history],
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """Run from the command line; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m bertlab.pretraining.run", description=__doc__)
    parser.add_argument("--config", type=Path, required=True, help="JSON file, see PretrainConfig")
    parser.add_argument("--state", type=Path, help="folder to go on from (build/pretraining/NAME)")
    parser.add_argument("--out", type=Path, help="checkpoint to write (data/checkpoints/NAME)")
    arguments = sys.argv[1:] if arguments is None else arguments
    options = parser.parse_args(arguments)
    try:
        config = PretrainConfig.from_file(options.config)
        run = Pretraining(config)
        run.run(options.state or PROJECT / "build" / "pretraining" / config.name)
        if PartialState().is_main_process:
            publish(run, options.out or CHECKPOINTS / config.name, arguments)
    except (ValueError, OSError, FloatingPointError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
