"""Word order once more: the pairs that ``task_pairs`` did not learn, at half the learning rate.

In ``task_pairs`` one run with a learning rate of 2e-4 and three epochs gave all pairs of
``bertlab.datasets.generated.inference_pairs`` the same label. Here are the same pairs with the
settings of ``task_choices``, which learned a task of word order: 1e-4 and six epochs, with three
seeds. The settings were fixed before the first of these runs, and the test pairs are scored once,
at the end. Rate and epochs change together, so the runs do not tell which of the two mattered.
Budget: 15 minutes of one core.
"""

from lessons.l10_four_tasks.experiments import task_pairs

from typing import Any

from bertlab.finetuning.classifier import fine_tune, logits_of
from workbook.kept_logits import halved, keep_logits
from workbook.records import RUNS, one_thread

KEPT = RUNS / "task_word_order.safetensors"
NAME = "order"

CONFIGURATION: dict[str, Any] = {
    "order": task_pairs.CONFIGURATION["order"],
    "seeds": [0, 1, 2],
    "max_length": 64,
    "training": {"epochs": 6, "batch_size": 16, "learning_rate": 1e-4, "warmup": 0.1},
    "keep": True,
}
SLICE: dict[str, Any] = {
    "order": task_pairs.SLICE["order"],
    "seeds": [0],
    "training": {"epochs": 1, "batch_size": 18, "learning_rate": 1e-4, "warmup": 0.1},
    "keep": False,
}


def run(configuration: dict[str, Any]) -> dict[str, Any]:
    """Train with every seed, on one thread.

    Returns:
        In ``models`` for each seed the ``history`` on validation, and the accuracy on ``test``, on
        each family's pairs and each label's, as in ``task_pairs``. If ``keep``, the logits of the
        test pairs are stored in ``KEPT``.
    """
    pairs = task_pairs.all_pairs({**task_pairs.CONFIGURATION, "order": configuration["order"]})
    parts = pairs[NAME]
    models, logits = [], []
    with one_thread():
        data = [task_pairs.as_data(part, configuration["max_length"]) for part in parts]
        for seed in configuration["seeds"]:
            model = task_pairs.fresh_model(seed)
            config = data[0].config(**configuration["training"], seed=seed)
            history = task_pairs.kept_lines(fine_tune(model, data[0], data[1], config))
            logits.append(halved(logits_of(model, data[2])))
            models.append({"history": history, **task_pairs.shares(logits[-1], parts.test)})
    if configuration["keep"]:
        keep_logits(KEPT, {NAME: logits})
    return {"models": models}
