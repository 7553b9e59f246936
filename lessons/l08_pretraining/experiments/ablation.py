"""What the parts of pre-training bring: next sentences, both sides, size, new masks each time.

A character-level English model on Wikipedia, small enough to leave the plateau within minutes. All
runs make the same number of updates, on the same batches where the text is the same. Each is asked
which character stands at the same places of held-out text. Rate and budget were chosen in a trial
run of 900 updates: about 3 minutes of one core for a run of the middle size.
"""

from typing import Any

from bertlab.pretraining.corpora import corpus
from bertlab.pretraining.trials import SETTINGS, STANDARD, Trial, english_characters
from workbook.answer_sheets import Sheet, fill_sheet, write_sheets
from workbook.records import RUNS, one_thread

KEPT = RUNS / "ablation.safetensors"

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
    with one_thread():
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
    if configuration["keep"]:
        write_sheets(KEPT, sheets)
    return {"runs": found}
