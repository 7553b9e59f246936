"""What the parts of pre-training bring: next sentences, both sides, size.

A character-level English model on Wikipedia, small enough to leave the plateau within minutes. All
runs make the same number of updates, on the same batches where the text is the same. Each is asked
which character stands at the same positions of held-out text. Rate and budget were chosen in a
trial run of 900 updates: about 3 minutes of one core for a run of the middle size.
"""

from typing import Any

from bertlab.pretraining.corpora import corpus
from bertlab.pretraining.trials import SETTINGS, STANDARD, Trial, english_characters
from workbook.experiments import Part, run_variants
from workbook.recorded_answers import fill_sheet
from workbook.records import RUNS

KEPT = RUNS / "ablation.safetensors"

CONFIGURATION: dict[str, Any] = {
    "standard": STANDARD,
    "runs": {  # what differs from the standard
        "full": {},
        "without next sentences": {"objective": "masked words"},
        "left to right": {"objective": "next token"},
        "full, small": {"size": "small"},
        "full, large": {"size": "large"},
    },
    **SETTINGS,
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
    texts, tokenizer = corpus("wiki"), english_characters()

    def part(name: str, seed: int) -> Part:
        kind = {**configuration["standard"], **configuration["runs"][name]}
        trial = Trial(configuration, kind, texts, tokenizer, seed)
        entries = {"parameters": trial.parameters(), "curves": trial.curve()}
        sheet = fill_sheet(trial.answer, trial.held_out, configuration["held_out"])
        return entries, sheet._asdict()

    runs = run_variants(configuration["runs"], configuration["seeds"], part)
    if configuration["keep"]:
        runs.keep(KEPT, "{name}.{variant}")
    found = runs.by_seed().items()
    return {"runs": {name: {**one, "parameters": one["parameters"][0]} for name, one in found}}
