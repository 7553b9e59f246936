"""What a letter model says on its plateau at hidden, exchanged and kept places.

These are the first 400 updates of the runs ``full`` of the experiment ``ablation``: sizes, seeds,
schedule, batches and held-out places are the same. Every hundred updates the chosen places are
scored by what the model sees there. Budget: about one minute of one core for a seed.
"""

from lessons.l08_pretraining.exercises.by_fate.reference import by_fate

from functools import partial
from typing import Any, NamedTuple

from jaxtyping import Int
from torch import Tensor

from bertlab.pretraining.corpora import corpus
from bertlab.pretraining.data import PretrainingData
from bertlab.pretraining.objectives import PretrainingObjective, spread
from bertlab.pretraining.trials import SETTINGS, STANDARD, Trial, english_characters
from bertlab.training.config import TrainConfig
from bertlab.training.loop import train
from workbook.experiments import Part, run_variants
from workbook.recorded_answers import Sheet, fill_sheet
from workbook.records import RUNS

KEPT = RUNS / "fates.safetensors"

FATES = "hidden", "exchanged", "kept"
CONFIGURATION: dict[str, Any] = {"standard": STANDARD, "stop_at": 400, **SETTINGS}
SLICE: dict[str, Any] = {
    "standard": {**STANDARD, "documents": 12},
    "stop_at": 2,
    "seeds": [0],
    "held_out": 40,
    "training": {"steps": 4, "batch_size": 4, "learning_rate": 2e-3, "warmup": 0.05},
    "log_every": 1,
    "keep": False,
}


class Asked(NamedTuple):
    """The chosen places of some examples.

    Attributes:
        shown: (M,), the pieces that the model sees there.
        answers: (M,), what stood there.
        mask_id: The piece [MASK].
    """

    shown: Int[Tensor, " M"]
    answers: Int[Tensor, " M"]
    mask_id: int


def asked(data: PretrainingData, num_examples: int) -> Asked:
    """Return the places that a sheet of answers is about."""
    batch = data.batch(spread(data, num_examples))
    shown = batch.input_ids.view(-1)[batch.positions]
    return Asked(shown, batch.targets, data.tokenizer.mask_id)


def split(sheet: Sheet, places: Asked) -> dict[str, float]:
    """Return the mean loss and accuracy at the places of each fate, of one seed's sheet."""
    right = (sheet.guess == places.answers).float()
    found: dict[str, float] = {}
    for name, values in (("loss", sheet.surprise), ("accuracy", right)):
        means = by_fate(*places, values)
        found |= {f"{fate}_{name}": float(x) for fate, x in zip(FATES, means, strict=True)}
    return found


def run(configuration: dict[str, Any]) -> dict[str, Any]:
    """Train the model with every seed up to an update, on one thread.

    Returns:
        For each seed the logged lines, in ``curves``. If ``keep``, the last answers are stored in
        ``KEPT``.
    """
    part = partial(_until_it_stops, configuration)
    runs = run_variants(["plateau"], configuration["seeds"], part)
    if configuration["keep"]:
        runs.keep(KEPT, "{name}.{variant}")
    return runs.by_seed()["plateau"]


def _until_it_stops(configuration: dict[str, Any], name: str, seed: int) -> Part:
    """Return what is logged in a run, and its last answers."""
    kind, number = configuration["standard"], configuration["held_out"]
    trial = Trial(configuration, kind, corpus("wiki"), english_characters(), seed)
    places, sheets = asked(trial.held_out, number), list[Sheet]()

    def evaluate(step: int) -> dict[str, float]:
        sheets.append(fill_sheet(trial.answer, trial.held_out, number))
        return {"held_out_masked_lm": sheets[-1].surprise.mean().item()} | split(sheets[-1], places)

    training = configuration["training"]
    history = train(
        PretrainingObjective(trial.model),
        lambda step, *_: [
            trial.train_data.batch(trial.train_data.order(step, training["batch_size"]))
        ],
        TrainConfig(**training, seed=seed, log_every=configuration["log_every"]),
        evaluate=evaluate,
        stop=lambda lines: lines[-1]["step"] >= configuration["stop_at"],
    )
    unused = ("loss", "learning_rate", "grad_norm", "seconds")
    lines = [{k: round(v, 4) for k, v in x.items() if k not in unused} for x in history]
    return {"curves": lines}, sheets[-1]._asdict()
