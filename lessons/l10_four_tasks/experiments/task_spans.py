"""Answers as spans of generated passages, some questions without one: exact match and F1 of SQuAD.

``minilm``, fine-tuned on few questions to short passages. The margin above which no answer is given
is chosen on validation questions. How to train comes from trials on other passages, with seeds that
are not recorded. At a rate of 3e-4 most seeds never learn to look for the name and end below word
overlap; at 1e-4 the loss stays on a plateau for some epochs, for how many depends on the seed: of
three trainings of five epochs one had not left it. The test questions are scored once, at the end.
Budget: 60 minutes of one core.
"""

from lessons.l10_four_tasks.answer_scores import answer_scores, choose_threshold, decide

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import torch
from safetensors import safe_open

from bertlab.datasets.generated.passages import (
    PassageQuestions,
    Question,
    guess_by_overlap,
    guess_by_type,
    passage_questions,
)
from bertlab.finetuning.spans import SpanData, SpanObjective, SpanPrediction, predict_spans
from bertlab.model.checkpoint import write_tensors
from bertlab.model.tasks import BertForQuestionAnswering
from bertlab.text.wordpiece import WordPieceTokenizer
from bertlab.training.loop import Line, train
from workbook.experiments import one_thread
from workbook.records import RUNS

KEPT = RUNS / "task_spans.safetensors"
SCORED = ("validation", "test")

CONFIGURATION: dict[str, Any] = {
    "questions": {"train": 1400, "validation": 160, "test": 240, "seed": 3, "groups": 1},
    "seeds": [0, 1, 2],
    "max_length": 128,
    "training": {"epochs": 8, "batch_size": 8, "learning_rate": 1e-4, "warmup": 0.1},
    "log_every": 25,
    "keep": True,
}
SLICE: dict[str, Any] = {
    "questions": {"train": 8, "validation": 4, "test": 8, "seed": 3, "groups": 1},
    "seeds": [0],
    "training": {"epochs": 1, "batch_size": 4, "learning_rate": 1e-4, "warmup": 0.1},
    "log_every": 1,
    "keep": False,
}


def run(configuration: dict[str, Any]) -> dict[str, Any]:
    """Train with every seed, on one thread.

    Returns:
        ``baselines``: the scores on test of those who never answer, who answer with any candidate
        of the right type, and who take one from the sentence with most words in common. In
        ``models`` for each seed the ``curve`` of training losses, the ``threshold``, and the scores
        on ``test``: with the threshold, and as if every question had an answer (``always``). If
        ``keep``, the answers and margins are stored in ``KEPT``.
    """
    with one_thread():
        questions = passage_questions(**configuration["questions"])
        tokenizer = WordPieceTokenizer.from_folder("minilm")
        data = [SpanData(part, tokenizer, configuration["max_length"]) for part in questions]
        right = [gold(part) for part in questions]
        found: dict[str, Any] = {"baselines": baselines(questions), "models": []}
        kept: dict[str, list[list[SpanPrediction]]] = {part: [] for part in SCORED}
        for seed in configuration["seeds"]:
            model = fresh_model(seed)
            config = data[0].config(
                **configuration["training"], seed=seed, log_every=configuration["log_every"]
            )
            history = train(SpanObjective(model), data[0].batch_sampler(config), config)
            for part, asked in zip(SCORED, data[1:], strict=True):
                kept[part].append(halved(predict_spans(model, asked)))
            threshold = choose_threshold(right[1], kept["validation"][-1])
            entry = {"curve": kept_lines(history), "threshold": threshold}
            found["models"].append({**entry, **both_scores(right[2], kept["test"][-1], threshold)})
    if configuration["keep"]:
        keep_answers(KEPT, questions, kept)
    return found


def gold(questions: Sequence[Question]) -> list[str]:
    """Return the right answers, the empty text where there is none."""
    return [question.answer.text if question.answer else "" for question in questions]


def baselines(questions: PassageQuestions) -> dict[str, dict[str, float]]:
    """Return the test scores of three ways that do not read."""
    right = gold(questions.test)
    guesses = {
        "never an answer": [""] * len(right),
        "any of the right type": guess_by_type(questions.test),
        "the sentence with most words in common": guess_by_overlap(questions.test),
    }
    return {name: rounded(right, answers) for name, answers in guesses.items()}


def rounded(expected: Sequence[str], predicted: Sequence[str]) -> dict[str, float]:
    """Return answer scores as a record keeps them."""
    scores = answer_scores(expected, predicted)._asdict()
    return {name: round(value, 4) for name, value in scores.items()}


def both_scores(
    expected: Sequence[str], predictions: Sequence[SpanPrediction], threshold: float
) -> dict[str, dict[str, float]]:
    """Return the scores with a threshold, and those of one who always answers."""
    return {
        "test": rounded(expected, decide(predictions, threshold)),
        "always": rounded(expected, [one.text for one in predictions]),
    }


def fresh_model(seed: int) -> BertForQuestionAnswering:
    """Return ``minilm`` with a head of fresh weights for spans."""
    with torch.random.fork_rng():
        torch.manual_seed(seed)
        return BertForQuestionAnswering.from_pretrained("minilm", new_heads=True)


def kept_lines(history: Sequence[Line]) -> list[Line]:
    """Return what a record keeps of the training."""
    return [
        {name: round(line[name], 4) for name in ("step", "loss", "seconds")} for line in history
    ]


def halved(predictions: Sequence[SpanPrediction]) -> list[SpanPrediction]:
    """Return predictions with margins as they are kept, in half precision."""
    margins = torch.tensor([one.margin for one in predictions]).half().tolist()
    return [
        SpanPrediction(one.text, margin) for one, margin in zip(predictions, margins, strict=True)
    ]


def keep_answers(
    path: Path,
    questions: PassageQuestions,
    runs: Mapping[str, Sequence[Sequence[SpanPrediction]]],
) -> None:
    """Store for each part and seed where each answer first stands in its passage, and its margin.

    Args:
        path: The file.
        questions: All parts.
        runs: For parts of ``SCORED`` the predictions of each seed.
    """
    tensors: dict[str, torch.Tensor] = {}
    for part, seeds in runs.items():
        places = [
            [
                [one.passage.index(found.text), len(found.text)]
                for one, found in zip(getattr(questions, part), seed, strict=True)
            ]
            for seed in seeds
        ]
        margins = [[found.margin for found in seed] for seed in seeds]
        tensors[f"{part}.answers"] = torch.tensor(places, dtype=torch.int16)  # (S, N, 2)
        tensors[f"{part}.margins"] = torch.tensor(margins).half()
    write_tensors(path, tensors)


def kept_answers(path: Path, questions: PassageQuestions, part: str) -> list[list[SpanPrediction]]:
    """Return the predictions of each seed for a part of the questions."""
    with safe_open(path, framework="pt") as file:
        places, margins = (file.get_tensor(f"{part}.{name}") for name in ("answers", "margins"))
    return [
        [
            SpanPrediction(one.passage[start : start + length], margin)
            for one, (start, length), margin in zip(
                getattr(questions, part), rows, seed, strict=True
            )
        ]
        for rows, seed in zip(places.tolist(), margins.tolist(), strict=True)
    ]
