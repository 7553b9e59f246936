"""One encoder for all tasks at once: ``minilm`` with a low-rank update and five heads.

The lesson's pay-off runs it on what a student types. Every story of
``lessons.l10_four_tasks.stories`` asks all five heads, and the sum of their losses is minimized.
One seed: the run is made for its weights, and says nothing about training several tasks at once.
Budget: 10 minutes of one core.
"""

from lessons.l10_four_tasks.one_encoder import OneEncoder, lay_out, losses, proportions_right
from lessons.l10_four_tasks.stories import Story, story

from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import torch

from bertlab.files import write_atomically
from bertlab.model.bert import BertModel
from bertlab.model.checkpoint import read_tensors
from bertlab.text.wordpiece import WordPieceTokenizer
from bertlab.training.changes import CHANGE, apply_change, save_change
from bertlab.training.low_rank import add_low_rank, merge_low_rank
from workbook.experiments import one_thread
from workbook.records import RUNS

KEPT = RUNS / "task_four_heads.safetensors"

CONFIGURATION: dict[str, Any] = {
    "seed": 0,
    "rank": 8,
    "steps": 800,
    "stories": 4,
    "learning_rate": 1e-3,
    "test": 120,
    "keep": True,
}
SLICE: dict[str, Any] = {"steps": 2, "test": 4, "keep": False}


def run(configuration: dict[str, Any]) -> dict[str, Any]:
    """Train on one thread.

    Returns:
        ``trained`` parameters; ``curve``: the sum of the losses, a mean over each tenth of the
        steps; ``validation`` and ``test``: for each task the proportion of stories with the right
        answer, read from the weights in half precision that ``keep`` stores in ``KEPT``.
    """
    with one_thread():
        with torch.random.fork_rng():
            torch.manual_seed(configuration["seed"])
            model = new_model(configuration["rank"])
            found: dict[str, Any] = {
                "trained": sum(p.numel() for p in model.parameters() if p.requires_grad),
                "curve": learn(model, configuration),
            }
        with torch.no_grad():
            for parameter in model.parameters():
                if parameter.requires_grad:
                    parameter.copy_(parameter.half().float())
        if configuration["keep"]:
            with TemporaryDirectory() as folder:
                save_change(model, Path(folder))
                write_atomically(KEPT, (Path(folder) / CHANGE).read_bytes())
        merge_low_rank(model).eval()
        tokenizer = WordPieceTokenizer.from_folder("minilm")
        for part in ("validation", "test"):
            asked = lay_out(drawn(part, configuration["test"]), tokenizer)
            found[part] = proportions_right(model, asked)
    return found


def new_model(rank: int) -> OneEncoder:
    """Return ``minilm`` with low-rank updates under randomly initialized heads."""
    bert = BertModel.from_pretrained("minilm")
    add_low_rank(bert, rank)
    return OneEncoder(bert)


def stored_model() -> OneEncoder:
    """Return the model that was stored, ready for use."""
    model = OneEncoder(BertModel.from_pretrained("minilm"))
    return apply_change(model, read_tensors(KEPT)).eval()


def learn(model: OneEncoder, configuration: dict[str, Any]) -> list[float]:
    """Train with AdamW; the rate rises over a tenth of the steps and falls to 0."""
    steps, generator = configuration["steps"], Random(f"stories/{configuration['seed']}")
    tokenizer = WordPieceTokenizer.from_folder("minilm")
    trained = [p for p in model.parameters() if p.requires_grad]
    optimizer = torch.optim.AdamW(trained, lr=configuration["learning_rate"])
    warm = max(1, steps // 10)
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda step: min((step + 1) / warm, (steps - step) / (steps - warm + 1))
    )
    sums = []
    model.train()
    for _ in range(steps):
        batch = [story("train", generator) for _ in range(configuration["stories"])]
        total = torch.stack(list(losses(model, lay_out(batch, tokenizer)).values())).sum()
        optimizer.zero_grad()
        total.backward()
        torch.nn.utils.clip_grad_norm_(trained, 1.0)
        optimizer.step()
        schedule.step()
        sums.append(total.item())
    size = max(1, steps // 10)
    return [
        round(sum(sums[i : i + size]) / len(sums[i : i + size]), 4) for i in range(0, steps, size)
    ]


def drawn(part: str, count: int) -> list[Story]:
    """Return stories to be asked about, the same each time."""
    generator = Random(f"asked/{part}")
    return [story(part, generator) for _ in range(count)]
