"""Tasks without a grade: a friend's batch of ids with two bugs, and a rule that shortens fields."""

from collections.abc import Callable, Sequence

import torch
from torch import Tensor

from bertlab.datasets import Document
from bertlab.model import BertModel
from bertlab.text import WordPieceTokenizer
from workbook.exercises.tasks import task

TEXTS = ("The kingfisher is back.", "It sat on a branch above the river and waited for a fish.")
LIMIT = 12  # the second text is longer
ROOM = 61  # places for a title and a body: 64 without [CLS] and two [SEP]
LEAST = 8  # pieces that a long title keeps at least
MakeBatch = Callable[[Sequence[str], int], tuple[Tensor, Tensor]]
FitFields = Callable[[list[int], list[int], int], tuple[list[int], list[int]]]


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


def examine_fields(
    fit: FitFields, tokenizer: WordPieceTokenizer, articles: Sequence[Document]
) -> None:
    """Print what a rule keeps of titles and bodies, and say whether it wastes places.

    Args:
        fit: Called with a title, a body and the places for both.
        tokenizer: Makes the ids.
        articles: With titles and paragraphs.
    """
    fields = []
    for article in articles:
        body = tokenizer.text_ids(" ".join(article.paragraphs))
        fields.append((tokenizer.text_ids(article.title), body))

    def slip(theirs: FitFields) -> str:
        return _slip_in_fields(theirs, fields)

    task(__name__, "fit_fields", fit, None, slip, "right: no place is wasted. Is this your choice?")


def _slip_in_fields(fit: FitFields, fields: Sequence[tuple[list[int], list[int]]]) -> str:
    long = list(range(1, 40)), list(range(100, 300))  # a longer title than any in the articles
    shortened, empty, kept = 0, 0, 0
    for place, (title, body) in enumerate([*fields, long, (long[0], long[1][:5])]):
        first, second = fit(title[:], body[:], ROOM)
        if first != title[: len(first)] or second != body[: len(second)]:
            return "Return the beginnings of both lists, the title's first."
        if len(first) + len(second) > ROOM:
            return f"{len(first)} and {len(second)} pieces are more than {ROOM}."
        if len(first) < min(len(title), LEAST):
            return f"A title of {len(title)} pieces keeps {len(first)} of them."
        more = len(title) + len(body) - len(first) - len(second)
        wasted = min(ROOM - len(first) - len(second), more)
        if wasted and place >= len(fields):
            return (
                f"A title of {len(title)} pieces and a body of {len(body)} waste {wasted} places."
            )
        empty += wasted
        shortened += place < len(fields) and len(first) < len(title)
        kept += len(second) if place < len(fields) else 0
        if place == len(fields) - 1:
            print(f"of {len(fields)} articles, {shortened} lose a part of the title,", end=" ")
            print(f"and {kept / len(fields):.1f} pieces of a body are kept")
            if empty:
                return f"{empty / len(fields):.1f} places stay empty, although there is more text."
    return ""
