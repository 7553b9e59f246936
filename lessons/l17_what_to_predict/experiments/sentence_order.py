"""Next sentences against sentence order: what each teaches, and what counting knows already.

Fixed before the test pairs were looked at:

- **Start**: ``bert-mini-zh`` with a new pooler and a new head for pairs, the same for both arms and
  a seed. The mini was pre-trained with next sentences, and so its encoder may favor ``NSP``.
- **Arms**: ``NSP`` (the next sentence, or one of another document of the same collection) and
  ``SOP`` (the two in order, or changed). The loss is that of pairs alone, no words are hidden: in
  the pilot the order was at 53% of validation pairs after 400 updates beside masked words, so in
  runs this short they would drown it. Here the papers, which train both, differ.
- **Pairs**: neighboring whole sentences of the training lines of ``peoples_daily`` and
  ``book_reviews_zh``; nothing is cut, and what exceeds 48 tokens is left out. **Budget** of each
  arm and seed: 1,000 updates of 16 inputs (8 pairs, each as written and spoiled); three seeds; at
  most 40 minutes of one core in all. The pilot (one seed, not recorded; training loss of ``SOP``
  after 160 updates, 0.70 at 1e-3 and 0.69 at 4e-4) chose the learning rate. It was short, and all
  of it near chance: how far the order is learned in 1,000 updates was not known beforehand.
- **Judged** on one test pair of each document, asked in three ways: (A, B), (B, A), and (A, C), C
  from another document. Next-sentence accuracy: A B against A C. Order accuracy: A B against B A.
  Both arms answer both tests: four numbers. Intervals of 95% over documents.
- Beside them: ``start`` with its own, older head; and **counting**, fitted on training pairs: the
  cosine of TF-IDF vectors, lengths, punctuation, and single characters (logistic regression; its
  strength, and the threshold of the cosine, from validation pairs).
- **Pay-off**: three sentences of a test document are put into that order of the six of which the
  sum of the two scores is largest.

What is done is kept in ``build/sentence_order``: an interrupted run goes on from there. The model
of ``SOP`` with seed 0 becomes the checkpoint ``zh-sentence-order``.
"""

from lessons.l17_what_to_predict.counting import counted
from lessons.l17_what_to_predict.pair_objective import PairObjective
from lessons.l17_what_to_predict.pairs import (
    ALL_PAIRS,
    NAME,
    TASKS,
    Asked,
    WholePairs,
    asked,
    documents,
    pair_scores,
    stretches,
)

import time
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from bertlab.model.checkpoint import write_tensors
from bertlab.model.pretrained import CHECKPOINTS
from bertlab.model.tasks import BertForPreTraining
from bertlab.pretraining.data import PretrainingBatch
from bertlab.training.changes import save_steps
from bertlab.training.config import TrainConfig
from bertlab.training.loop import Line, train
from bertlab.training.provenance import PROJECT
from workbook.experiments import Part, one_thread, resumable_part
from workbook.records import RUNS

KEPT: Path = RUNS / "sentence_order.safetensors"
STATE: Path = PROJECT / "build" / "sentence_order"
FOLDER: Path = CHECKPOINTS / "zh-sentence-order"
START, COUNTING = "start", "counting"

CONFIGURATION: dict[str, Any] = {
    "arms": list(TASKS),
    "seeds": [0, 1, 2],
    "documents": None,  # of each collection and part: all
    "max_length": 48,
    "training": {
        "steps": 1000,
        "batch_size": 16,
        "learning_rate": 4e-4,
        "warmup": 0.1,
        "precision": "no",
    },
    "held_out_every": 4,  # of validation pairs, scored while training
    "strengths": [0.01, 0.03, 0.1, 0.3, 1.0],  # of counting
    "keep": True,
}
SLICE: dict[str, Any] = {
    "arms": ["SOP"],
    "seeds": [0],
    "documents": 12,
    "training": {"steps": 2, "batch_size": 4, "learning_rate": 1e-3, "precision": "no"},
    "held_out_every": 2,
    "strengths": [0.1],
    "keep": False,
}


def run(configuration: dict[str, Any]) -> dict[str, Any]:
    """Train both arms with every seed, on one thread, and score them and what only counts.

    Returns:
        ``"numbers"``: test pairs, documents they are from, and stretches of three sentences.
        ``"counting"`` and ``"start"``: accuracies on test pairs. For each arm a list over seeds:
        ``test``, its accuracy on both tests; ``history``, losses and the accuracy on some
        validation pairs on the way; ``minutes`` of one core. If ``keep``, all scores of pairs are
        stored in ``KEPT``.
    """
    with one_thread():
        found: dict[str, Any] = {arm: [] for arm in configuration["arms"]}
        kept: dict[str, Tensor] = {}
        for arm, seeds in {COUNTING: [0], START: [0], **dict.fromkeys(found, None)}.items():
            for seed in configuration["seeds"] if seeds is None else seeds:
                entries, tensors = part(arm, seed, configuration)
                found[arm] = entries if seeds else [*found[arm], entries]
                kept |= {f"{arm}/{seed}/{name}": tensor for name, tensor in tensors.items()}
        pairs = test_pairs(configuration)
        found["numbers"] = {
            "pairs": len(pairs),
            "documents": len({one.document for one in pairs}),
            "stretches": len(test_stretches(configuration)),
        }
    if configuration["keep"]:
        write_tensors(KEPT, kept)
    return found


def test_pairs(configuration: dict[str, Any], which: str = "test") -> list[Asked]:
    """Return the pairs that all are asked about."""
    return asked(which, configuration["max_length"], configuration["documents"])


def test_stretches(configuration: dict[str, Any]) -> list[Any]:
    """Return the three sentences of each document that are to be put into their order."""
    return stretches("test", configuration["max_length"], configuration["documents"])


def part(arm: str, seed: int, configuration: dict[str, Any]) -> Part:
    """Return what one arm and seed gave; from the state of an interrupted run, if it is there.

    Raises:
        ValueError: If the state was made with another configuration.
    """
    settings = {k: v for k, v in configuration.items() if k not in ("arms", "seeds", "keep")}

    def made() -> Part:
        began = time.process_time()
        entries, tensors = _made(arm, seed, configuration)
        entries["minutes"] = round((time.process_time() - began) / 60, 2)
        return entries, tensors

    return resumable_part(STATE / f"{arm}-{seed}.json", settings, configuration["keep"], made)


def _made(arm: str, seed: int, configuration: dict[str, Any]) -> Part:
    if arm == COUNTING:
        train_pairs, validation, test = (
            test_pairs(configuration, which) for which in ("train", "validation", "test")
        )
        scores = counted(train_pairs, validation, test, configuration["strengths"])
        accuracies = {name: round(accuracy(name[:3], one), 4) for name, one in scores.items()}
        kept = {f"{name}/{way}": x for name, one in scores.items() for way, x in one.items()}
        return accuracies, kept
    if arm == START:
        model, history = BertForPreTraining.from_pretrained(NAME), list[Line]()
    else:
        model, history = trained(arm, seed, configuration)
    entries, tensors = judged(model, configuration)
    entries["history"] = history
    if configuration["keep"] and (arm, seed) == ("SOP", 0):
        save_steps(model, BertForPreTraining.from_pretrained(NAME), FOLDER)
    return entries, tensors


def new_model(seed: int) -> BertForPreTraining:
    """Return ``bert-mini-zh`` with a pooler and a head for pairs that have learned nothing."""
    model = BertForPreTraining.from_pretrained(NAME)
    generator = torch.Generator().manual_seed(seed)
    for dense in (model.bert.pooler.dense, model.next_sentence.dense):  # type: ignore[union-attr]
        nn.init.normal_(dense.weight, std=model.config.initializer_range, generator=generator)
        nn.init.zeros_(dense.bias)
    return model


def trained(
    arm: str, seed: int, configuration: dict[str, Any]
) -> tuple[BertForPreTraining, list[Line]]:
    """Train one model; return it, and its accuracy on validation pairs as it went on."""
    most, length = configuration["documents"], configuration["max_length"]
    data = WholePairs(documents("train", most), arm, length, seed)
    held_out = test_pairs(configuration, "validation")[:: configuration["held_out_every"]]
    steps = configuration["training"]["steps"]
    config = TrainConfig(**configuration["training"], seed=seed, log_every=max(1, steps // 3))
    model = new_model(seed)

    def draw(step: int, process: int, processes: int) -> list[PretrainingBatch]:
        return [data.batch(data.order(step, config.batch_size))]

    def evaluate(step: int) -> dict[str, float]:
        return {"accuracy": accuracy(arm, three_ways(model, held_out))}

    lines = train(PairObjective(model), draw, config, evaluate=evaluate)
    names = ("step", "pairs", "accuracy")
    return model.eval(), [{name: round(line[name], 4) for name in names} for line in lines]


def judged(model: BertForPreTraining, configuration: dict[str, Any]) -> Part:
    """Ask a model about all pairs and stretches; return accuracies, and the scores."""
    entries: dict[str, Any] = {}
    scores = three_ways(model, test_pairs(configuration))
    entries["test"] = {task: round(accuracy(task, scores), 4) for task in TASKS}
    found = test_stretches(configuration)
    each = [(one.sentences[a], one.sentences[b]) for one in found for a, b in ALL_PAIRS]
    scores["stretches"] = pair_scores(model, each).half().view(-1, len(ALL_PAIRS))
    return entries, scores


def three_ways(model: BertForPreTraining, pairs: list[Asked]) -> dict[str, Tensor]:
    """Return the scores of (A, B), (B, A) and (A, C), in half precision as they are kept."""
    ways = {
        "next": [(one.first, one.second) for one in pairs],
        "swapped": [(one.second, one.first) for one in pairs],
        "stranger": [(one.first, one.stranger) for one in pairs],
    }
    return {name: pair_scores(model, each).half() for name, each in ways.items()}


def accuracy(task: str, scores: dict[str, Tensor]) -> float:
    """Return the proportion of right answers: (A, B) against the other pairs of a task."""
    other = scores["swapped" if task == "SOP" else "stranger"]
    right = torch.cat([scores["next"] > 0, other <= 0]).double()
    return right.mean().item()
