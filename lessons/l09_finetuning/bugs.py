"""What the lesson answers to a training loop with a bug, and to a reader of files with one."""

import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import torch
from torch import Tensor, nn
from torch.nn.functional import cross_entropy

from workbook.exercises.tasks import task

PARTS = ("train", "dev", "test")
TRAIN = [("favorable", "A moving film."), ("not", "Two hours of my life."), ("not", "Dull.")]
DEV = [("favorable", "Funny and warm."), ("not", "I left early.")]
TEST = ["A charming mess.", "Loud and empty.", "Worth every minute.", "It ends, at least."]


class InputExample(NamedTuple):
    """A text as the original repository hands it on.

    Attributes:
        guid: A name that no other example has: ``"train-0"``.
        text: What is read.
        label: Its class; the test set has none, so it gets the first one.
    """

    guid: str
    text: str
    label: str


Loop = Callable[[nn.Module, list[tuple[Tensor, Tensor]], float], Any]


def loop(model: nn.Module, batches: list[tuple[Tensor, Tensor]], learning_rate: float) -> None:
    """Train a model on batches, with one update for each."""
    optimizer = torch.optim.AdamW(model.parameters(), lr=learning_rate)
    for inputs, labels in batches:
        loss = cross_entropy(model(inputs), labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def examine_loop(function: Loop) -> None:
    """Print how far a training loop lowers the loss of a small head, and name its bug.

    Args:
        function: Takes a model, batches and the learning rate, as ``loop``.
    """
    right = "right: the old gradients go, new ones come from the logits, and then the weights move."
    task(__name__, "friends_loop", function, None, _slip_in_loop, right)


def _slip_in_loop(function: Loop) -> str:
    random = torch.Generator().manual_seed(0)
    inputs = torch.randn(64, 4, generator=random)
    labels = (inputs[:, 0] > 0).long()
    batches = [(inputs[i : i + 8], labels[i : i + 8]) for i in range(0, 64, 8)] * 5
    heads = []
    for train in (loop, function):
        head = nn.Linear(4, 2)
        with torch.no_grad():
            head.weight.copy_(torch.linspace(-0.2, 0.2, 8).view(2, 4))
            head.bias.zero_()
        before = head.weight.detach().clone()
        train(head, batches, 0.05)
        heads.append(head.weight.detach())
    ours, theirs = heads
    if torch.equal(theirs, before):
        return "After 40 updates each weight is where it began."
    if not torch.allclose(ours, theirs, atol=1e-4):
        lower, higher = (cross_entropy(inputs @ one.T, labels).item() for one in heads)
        return (
            "The weights move, but not as they should: after 40 updates the loss is\n"
            f"{higher:.2f}, and with a right loop {lower:.2f}."
        )
    return ""


def examine_processor(kind: type) -> None:
    """Print what a processor reads from three small files, and name its bug.

    Args:
        kind: A class with ``examples(lines, part)``; ``lines`` are lists of fields.
    """
    right = "right: all parts arrive."
    task(__name__, "reader_of_files", kind, None, _slip_in_processor, right)


def _slip_in_processor(kind: type) -> str:
    read = {part: _read(kind, part) for part in PARTS}
    wanted = {"train": len(TRAIN), "dev": len(DEV), "test": len(TEST)}
    for part, examples in read.items():
        print(f"{part:5s} {len(examples)} examples, the file has {wanted[part]} texts")
    return _finding(read, wanted)


def _read(kind: type, part: str) -> list[Any]:
    """Write a part to a file, as the repository's users do, and let a processor read it."""
    rows = {"train": TRAIN, "dev": DEV}.get(part)
    # Only the test set has a first line with a heading, and no labels.
    lines = ["text", *TEST] if rows is None else ["\t".join(row) for row in rows]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / f"{part}.tsv"
        file.write_text("\n".join(lines), encoding="utf-8")
        fields = [line.split("\t") for line in file.read_text(encoding="utf-8").splitlines()]
    return list(kind().examples(fields, part) or [])


def _finding(read: dict[str, list[Any]], wanted: dict[str, int]) -> str:
    """Say what is wrong with the examples that were read, the most telling thing first."""
    if not read["test"]:
        return (
            "There is still a bug: no test text arrives. It raises no error;\n"
            "you would learn of it when a file of predictions is empty."
        )
    if any(not read[part] for part in PARTS):
        return "Now another part is empty: every part needs its texts in the list."
    if any(one.text == "text" for one in read["test"]):
        return "The heading of the test file has become an example."
    doubled = [part for part in PARTS if len(read[part]) > wanted[part]]
    if doubled:
        return f"Some texts of {doubled[0]} arrive twice."
    missing = [part for part in PARTS if len(read[part]) < wanted[part]]
    if missing:
        return f"Some texts of {missing[0]} are missing."
    return _fields(read)


def _fields(read: dict[str, list[Any]]) -> str:
    """Say whether the fields of the examples are where they belong."""
    texts: dict[str, Sequence[str]] = {
        "train": [text for _, text in TRAIN],
        "dev": [text for _, text in DEV],
        "test": TEST,
    }
    for part in PARTS:
        if [one.text for one in read[part]] != list(texts[part]):
            return f"The texts of {part} are not those of the file: which field holds them?"
    if [one.label for one in read["train"] + read["dev"]] != [label for label, _ in TRAIN + DEV]:
        return "Labels are wrong: which field holds them?"
    guids = [one.guid for part in PARTS for one in read[part]]
    if len(set(guids)) < len(guids):
        return "Two examples have one guid."
    return ""
