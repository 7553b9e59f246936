"""Which ending fits? Multiple choice as in SWAG, on generated scenes, and what reads only a part.

``minilm`` with one output, fine-tuned on the scenes of ``lessons.l10_four_tasks.scenes``: a softmax
over the three endings of a question. Beside it stand readers that must fail: a regression that
reads the endings without their context, and counting words in common. A last one is not trained
either, but knows words: the cosine of ``minilm``'s mean vectors of context and ending. Rate, batch
size and epochs come from trials on validation, with a seed that is not recorded: at 2e-4 and three
epochs, the loss of three things stayed at ln 3; at 1e-4 it left that plateau in the second epoch.
The test questions are scored once, at the end. Budget, decided before: 40 minutes of one core.
"""

from lessons.l10_four_tasks.choices import (
    BertForMultipleChoice,
    ChoiceData,
    ChoiceObjective,
    ChoiceQuestion,
)
from lessons.l10_four_tasks.scenes import (
    KNOWN,
    NEW,
    Scenes,
    by_endings,
    by_overlap,
    proportion_right,
    scenes,
)

from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor
from torch.nn.functional import cosine_similarity

from bertlab.model.bert import BertModel
from bertlab.text.wordpiece import WordPieceTokenizer
from bertlab.training.loop import train
from workbook.experiments import Part, one_thread, run_variants
from workbook.records import RUNS

KEPT = RUNS / "task_choices.safetensors"
SETS = ("one thing", "three things")
FAIR = ("endings only", "words in common")  # controls that must stay at a third

CONFIGURATION: dict[str, Any] = {
    "questions": {"train": 480, "validation": 96, "test": 240},
    "seeds": [0, 1, 2],
    "max_length": 64,
    "training": {"epochs": 6, "batch_size": 8, "learning_rate": 1e-4, "warmup": 0.1},
    "keep": True,
}
SLICE: dict[str, Any] = {
    "questions": {"train": 12, "validation": 3, "test": 6},
    "seeds": [0],
    "training": {"epochs": 1, "batch_size": 6, "learning_rate": 1e-4, "warmup": 0.1},
    "keep": False,
}


def run(configuration: dict[str, Any]) -> dict[str, Any]:
    """Train on both sets with every seed, on one thread.

    Returns:
        For each set: in ``baselines`` the proportion of test questions that those get right who are
        not trained on whole questions; in ``models`` for each seed the ``losses`` of the
        epochs, the proportion right on ``validation`` and ``test``, and on test questions with
        ``KNOWN`` and ``NEW`` things. If ``keep``, the logits of the test are stored in ``KEPT``.
    """
    drawn = {name: scenes(name, **configuration["questions"]) for name in SETS}
    with one_thread():
        simple = {name: baselines(drawn[name]) for name in SETS}
    runs = run_variants(
        SETS, configuration["seeds"], lambda name, seed: trained(drawn[name], configuration, seed)
    )
    if configuration["keep"]:
        runs.keep(KEPT, "{variant}")
    return {name: {"baselines": simple[name], "models": runs.entries[name]} for name in SETS}


def trained(drawn: Scenes, configuration: dict[str, Any], seed: int) -> Part:
    """Train with one seed; return its scores, and the logits (N, 3) of the test questions."""
    tokenizer = WordPieceTokenizer.from_folder("minilm")
    data = [ChoiceData(part, tokenizer, configuration["max_length"]) for part in drawn.questions]
    model = new_model(seed)
    config = data[0].config(**configuration["training"], seed=seed)
    history = train(ChoiceObjective(model), data[0].batch_sampler(config), config)
    checked = logits_of_choices(model, data[1]).argmax(dim=1).tolist()
    rows = logits_of_choices(model, data[2]).half()
    scores = {
        "losses": [round(line["loss"], 4) for line in history],
        "validation": round(proportion_right(checked, drawn.questions.validation), 4),
        **proportions(rows, drawn),
    }
    return scores, {"logits": rows}


def new_model(seed: int) -> BertForMultipleChoice:
    """Return ``minilm`` with a randomly initialized output of one number."""
    with torch.random.fork_rng():
        torch.manual_seed(seed)
        return BertForMultipleChoice.from_pretrained("minilm", new_heads=True)


@torch.no_grad()
def logits_of_choices(
    model: BertForMultipleChoice, data: ChoiceData, batch_size: int = 32
) -> Tensor:
    """Return the logits (N, 3) of all questions, in their order."""
    model.eval()
    rows = torch.zeros(len(data), data.num_choices)
    for places in data.in_order_of_length(batch_size):
        batch = data.batch(places)
        rows[places] = model(batch.input_ids, batch.token_type_ids, batch.attention_mask)
    return rows


def proportions(logits: Tensor, drawn: Scenes) -> dict[str, float]:
    """Return the proportion right of the test, of known and of new things."""
    answers = torch.tensor([question.answer for question in drawn.questions.test])
    right, is_new = logits.argmax(dim=1) == answers, torch.tensor(drawn.test_is_new)
    groups = {"test": right, KNOWN: right[~is_new], NEW: right[is_new]}
    return {name: round(float(part.float().mean()), 4) for name, part in groups.items()}


def baselines(drawn: Scenes) -> dict[str, float]:
    """Return the proportion of test questions right for readers that are not fine-tuned."""
    train_part, _, asked = drawn.questions
    chosen = {
        "endings only": by_endings(train_part, asked),
        "words in common": [by_overlap(question) for question in asked],
        "cosine, not trained": by_cosine(asked),
    }
    return {name: round(proportion_right(places, asked), 4) for name, places in chosen.items()}


@torch.no_grad()
def by_cosine(asked: Sequence[ChoiceQuestion]) -> list[int]:
    """Return the endings whose mean vector is most like that of the context."""
    model = BertModel.from_pretrained("minilm").eval()
    tokenizer = WordPieceTokenizer.from_folder("minilm")
    chosen = []
    for question in asked:
        batch = tokenizer.batch([question.context, *question.endings])
        weights = batch.attention_mask[:, :, None]
        vectors = (model(*batch).last_hidden_state * weights).sum(dim=1) / weights.sum(dim=1)
        chosen.append(int(cosine_similarity(vectors[:1], vectors[1:]).argmax()))
    return chosen
