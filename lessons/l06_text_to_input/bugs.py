"""Tasks without a grade: a friend's batch with two bugs, and texts that become the same."""

import unicodedata
from collections.abc import Callable, Sequence

import torch
from torch import Tensor

from bertlab.model import BertModel
from bertlab.text import WordPieceTokenizer
from workbook.exercises.tasks import task

TEXTS = ("The kingfisher is back.", "It sat on a branch above the river and waited for a fish.")
LIMIT = 12  # the second text is longer
LOSSES = "a capital letter", "an accent", "neither capital nor accent"
MakeBatch = Callable[[Sequence[str], int], tuple[Tensor, Tensor]]
Pairs = Sequence[tuple[str, ...]]  # two texts each


def symptoms(make: MakeBatch, tokenizer: WordPieceTokenizer, model: BertModel) -> list[str]:
    """Return what is wrong with the ids and masks that a function makes; nothing if all is right.

    Args:
        make: Called with texts and the longest length, returns ids and mask, (B, T).
        tokenizer: The ids are its.
        model: Reads them.
    """
    ids, mask = make(TEXTS, LIMIT)
    found = []
    if ids.shape[1] > LIMIT:
        found.append(f"A row has {ids.shape[1]} ids, but {LIMIT} is the limit.")
    for row, text in zip(ids.tolist(), TEXTS, strict=True):
        if tokenizer.sep_id not in row:
            found.append(f"{text[:14]!r}...: the model reads no [SEP].")
    alone = tokenizer.batch(TEXTS[:1])
    with torch.no_grad():
        company = model(ids[:1], attention_mask=mask[:1]).last_hidden_state[0]
        expected = model(*alone).last_hidden_state[0]
    gap = (company[: len(expected)] - expected).abs().max().item()
    if gap > 1e-4:
        found.append(f"{TEXTS[0][:14]!r}...: other vectors in this batch than alone.")
    return found


def examine_batch(make: MakeBatch, tokenizer: WordPieceTokenizer, model: BertModel) -> None:
    """Say what is wrong with a function that makes ids and masks."""

    def slip(theirs: MakeBatch) -> str:
        return "\n".join(symptoms(theirs, tokenizer, model))

    right = "right: the limit holds, [SEP] is there, and company changes nothing."
    task(__name__, "friends_batch", make, None, slip, right)


def examine_same(pairs: Pairs, tokenizer: WordPieceTokenizer, cased: WordPieceTokenizer) -> None:
    """Print what normalization loses in pairs of texts, and say whether each loss is there.

    Args:
        pairs: Two texts each.
        tokenizer: To which the two should be the same.
        cased: It says which pairs a cased model would tell apart.
    """

    def slip(theirs: Pairs) -> str:
        found = set()
        for first, second in theirs:
            if wrong := not_the_same(first, second, tokenizer):
                return wrong
            apart = cased.words(first) != cased.words(second)
            kind = lost(first, second)
            print(f"{first!r} and {second!r}: {kind}.", end=" ")
            print("A cased model tells them apart." if apart else "A cased model loses it, too.")
            found.add(kind)
        missing = [kind for kind in LOSSES if kind not in found]
        return f"Still missing: {', '.join(missing)}." if missing else ""

    right = "right: three losses, and no [UNK]. Do your texts differ in meaning?"
    task(__name__, "same_to_bert", pairs, None, slip, right)


def not_the_same(first: str, second: str, tokenizer: WordPieceTokenizer) -> str:
    """Say why two texts are no loss of normalization; nothing if they are one."""
    visible = [" ".join(unicodedata.normalize("NFC", text).split()) for text in (first, second)]
    if visible[0] == visible[1]:
        return f"{first!r} and {second!r} look the same."
    pieces, others = tokenizer.tokenize(first), tokenizer.tokenize(second)
    if pieces != others:
        return f"BERT tells them apart: {' '.join(pieces)} and {' '.join(others)}."
    if "[UNK]" in pieces:
        return f"{first!r}: here a character is unknown, so it is not normalization that loses it."
    return ""


def lost(first: str, second: str) -> str:
    """Name what tells two texts apart, which become the same: one of ``LOSSES``."""
    small = [unicodedata.normalize("NFD", text.lower()) for text in (first, second)]
    if small[0] == small[1]:
        return LOSSES[0]
    bare = ["".join(c for c in text if unicodedata.category(c) != "Mn") for text in small]
    return LOSSES[1] if bare[0] == bare[1] else LOSSES[2]
