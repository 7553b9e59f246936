"""What the lesson on four tasks measures: answers of five heads, and recorded choices."""

from lessons.l10_four_tasks.one_encoder import first_pieces
from lessons.l10_four_tasks.scenes import KNOWN, NEW
from lessons.l10_four_tasks.stories import KINDS, TAGS

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import torch
from scipy.stats import t
from torch import nn

from bertlab.datasets.generated.inference_pairs import LABELS, InferencePair
from bertlab.text.offsets import place_pieces
from bertlab.text.wordpiece import WordPieceTokenizer


class Answers(NamedTuple):
    """What five heads say about one text, in words.

    Attributes:
        kind: Of the thing that somebody has, with its probability.
        hypothesis: What was claimed.
        label: Whether it follows, with its probability.
        words: Of the text, without marks.
        tags: Of the words.
        question: About the text.
        span: The answer, as written in the text; empty if there is none.
        ending: The one that fits best, with its probability.
    """

    kind: str
    hypothesis: str
    label: str
    words: list[str]
    tags: list[str]
    question: str
    span: str
    ending: str


@torch.no_grad()
def answers_of(
    model: nn.Module,
    tokenizer: WordPieceTokenizer,
    text: str,
    hypothesis: str,
    question: str,
    endings: Sequence[str],
) -> Answers:
    """Ask all heads about one text.

    Args:
        model: Called with a task's name, ids, token types and mask; returns that head's logits.
        tokenizer: The encoder's.
        text: What is read.
        hypothesis: Does it follow?
        question: Where in the text is the answer?
        endings: Which one comes next?
    """
    single = tokenizer.batch([text])
    tags = model("tags", *single)[0].argmax(dim=-1)
    words = [word for word in tokenizer.words(text) if word.isalnum()]
    pieces = place_pieces(text, tokenizer)
    span = model("span", *tokenizer.batch([question], [text]))[0]
    shift = len(tokenizer.text_ids(question)) + 2  # [CLS], the question, [SEP]
    first, last = best_places(span, shift, len(pieces))
    chosen = model("choice", *tokenizer.batch([text] * len(endings), endings))[:, 0]
    written = text[pieces[first - shift].start : pieces[last - shift].end] if last else ""
    return Answers(
        surest(KINDS, model("sentence", *single)[0]),
        hypothesis,
        surest(LABELS, model("pair", *tokenizer.batch([text], [hypothesis]))[0]),
        words,
        [TAGS[tags[place]] for place, _ in first_pieces(text, tokenizer)],
        question,
        written,
        surest(endings, chosen),
    )


def surest(names: Sequence[str], logits: torch.Tensor) -> str:
    """Return the most probable name, with its probability."""
    best = int(logits.argmax())
    return f"{names[best]} ({logits.softmax(dim=0)[best]:.0%})"


def best_places(logits: torch.Tensor, shift: int, count: int) -> tuple[int, int]:
    """Return the first and last place of the best span of up to 4 pieces; 0, 0 for no answer."""
    start, end = logits.unbind(dim=-1)
    inside = torch.zeros(len(start), dtype=torch.bool)
    inside[shift : shift + count] = True
    allowed = (inside[:, None] & inside).triu().tril(3)
    scores = (start[:, None] + end).masked_fill(~allowed, -torch.inf)
    place = int(scores.argmax())
    if start[0] + end[0] > scores.max():
        return 0, 0
    return divmod(place, len(start))


def choice_rows(found: Mapping[str, Any]) -> dict[str, list[float]]:
    """Return what each reader of a set of choices gets right: one number, or one for each seed."""
    rows = {name: [value] for name, value in found["baselines"].items()}
    for group in (KNOWN, NEW):
        rows[f"trained, {group}"] = [model[group] for model in found["models"]]
    return rows


def all_choice_rows(results: Mapping[str, Any]) -> dict[str, list[float]]:
    """Return the same for all sets, with the name of the set before each reader's."""
    rows = {}
    for name, found in results.items():
        for reader, values in choice_rows(found).items():
            rows[f"{name}: {reader}"] = values
    return rows


def gains(found: Mapping[str, Any], baseline: str) -> list[float]:
    """Return by how much each seed's model is above a baseline, on the whole test."""
    return [model["test"] - found["baselines"][baseline] for model in found["models"]]


def with_habit(part: Sequence[InferencePair]) -> list[InferencePair]:
    """Keep the contradictions that deny something, and the other pairs that do not."""
    kept = []
    for pair in part:
        denies = re.search(r"\b(not|no|cannot|never)\b", pair.hypothesis) is not None
        if denies == (LABELS[pair.label] == "contradiction"):
            kept.append(pair)
    return kept


def interval_of_mean(values: np.ndarray) -> tuple[float, float]:
    """Return the 95% interval of a mean over seeds, by Student's t."""
    half = t.ppf(0.975, len(values) - 1) * values.std(ddof=1) / len(values) ** 0.5
    return float(values.mean() - half), float(values.mean() + half)


def plateau(thresholds: Sequence[float], curve: Sequence[float]) -> tuple[float, float]:
    """Return the first and the last threshold at which a curve is within a point of its best."""
    good = [at for at, value in zip(thresholds, curve, strict=True) if value > max(curve) - 0.01]
    return good[0], good[-1]
