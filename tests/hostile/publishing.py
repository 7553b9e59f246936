"""Publishing a checkpoint in a process that is killed, for ``test_kills``.

Two checkpoints go to one folder in turn. They differ in every file: weights, labels in the other
order, vocabulary, case, record. Whatever is found there afterwards must be all of one of them.
"""

import json
import os
import signal
import time
from pathlib import Path

import torch

from bertlab.files import published, write_atomically
from bertlab.model import BertForSequenceClassification
from bertlab.model.pretrained import run_record
from bertlab.text import SPECIALS, WordPieceTokenizer
from tests.hostile.checkpoints import TINY

LABELS = (("no", "yes"), ("yes", "no"))
FILES = {"model.safetensors", "config.json", "vocab.txt", "tokenizer_config.json", "run.json"}


def publish(folder: Path, number: int) -> None:
    """Write one of the two checkpoints, as ``bertlab.pretraining.run.publish`` does."""
    pieces = [f"w{number}{place}" for place in range(TINY.vocab_size - len(SPECIALS))]
    model = BertForSequenceClassification(TINY, labels=LABELS[number])
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.fill_(number)
    with published(folder) as prepared:
        model.save_pretrained(prepared)
        WordPieceTokenizer([*SPECIALS, *pieces], lowercase=number == 0).save(prepared)
        write_atomically(prepared / "run.json", json.dumps({"number": number}).encode())


def found(folder: Path) -> set[int]:
    """Return which checkpoints the files of a folder come from, as readers see them."""
    model = BertForSequenceClassification.from_pretrained(folder)
    tokenizer = WordPieceTokenizer.from_folder(folder)
    return {
        LABELS.index(model.labels),
        *(int(value) for value in torch.cat([p.flatten() for p in model.parameters()]).unique()),
        int(tokenizer.vocabulary[-1][1]),
        0 if tokenizer.lowercase else 1,
        run_record(folder)["number"],
    }


def in_a_process(folder: Path, kill_at: int | None = None) -> int:
    """Publish in turn until killed; or once, killed at a call that renames something.

    Args:
        folder: Where to.
        kill_at: The number of the call of ``os.replace`` or ``os.rename`` that is not made.

    Returns:
        The id of the process.
    """
    child = os.fork()
    if child:
        return child
    torch.set_num_threads(1)
    calls = 0

    def killing(function):
        def call(*arguments):
            nonlocal calls
            calls += 1
            if calls == kill_at:
                os.kill(os.getpid(), signal.SIGKILL)
            return function(*arguments)

        return call

    os.replace, os.rename = killing(os.replace), killing(os.rename)
    publish(folder, 1)
    while kill_at is None:
        publish(folder, 0)
        publish(folder, 1)
    os._exit(0)


def killed_at_random(folder: Path, wait: float) -> None:
    """Publish again and again, and kill it after some seconds."""
    child = in_a_process(folder)
    time.sleep(wait)
    os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status), f"expected a killed process, it ended with {status}"


def killed_at_call(folder: Path, number: int) -> bool:
    """Kill it before a renaming; tell whether there were so many."""
    _, status = os.waitpid(in_a_process(folder, number), 0)
    assert os.WIFSIGNALED(status) or status == 0, status
    return os.WIFSIGNALED(status)
