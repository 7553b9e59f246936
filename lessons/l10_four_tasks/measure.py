"""What the lesson on four tasks measures: answers of five heads, and recorded choices."""

from lessons.l10_four_tasks.choices import ChoiceQuestion
from lessons.l10_four_tasks.one_encoder import first_pieces
from lessons.l10_four_tasks.scene_words import CONTEXTS, USES
from lessons.l10_four_tasks.scenes import (
    KNOWN,
    NEW,
    Scenes,
    by_position,
    proportion_right,
    words_of,
)
from lessons.l10_four_tasks.stories import ENTAILED, EXCLUDED, KINDS, OPEN, TAGS, Story

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import nn
from torch.nn.functional import normalize

from bertlab.datasets.generated.inference_pairs import LABELS
from bertlab.model.bert import BertModel
from bertlab.text.offsets import piece_offsets
from bertlab.text.wordpiece import WordPieceTokenizer
from bertlab.vectors.text_vectors import text_vectors

COSINE = "cosine, not trained"
ROWS = {f"{how}, {group}": group for how in ("cosine", "trained") for group in (KNOWN, NEW)}


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
    pieces = piece_offsets(text, tokenizer)
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


def by_cosine(
    drawn: Scenes, bert: BertModel, tokenizer: WordPieceTokenizer
) -> dict[str, list[float]]:
    """Return what is right by the cosine of mean vectors, for known things and for new ones."""
    asked = drawn.questions.test
    texts = [text for question in asked for text in (question.context, *question.endings)]
    vectors = normalize(text_vectors(bert, tokenizer, texts), dim=1).view(
        len(asked), -1, bert.config.hidden_size
    )
    chosen = torch.einsum("qd,qnd->qn", vectors[:, 0], vectors[:, 1:]).argmax(dim=1).tolist()
    right = [place == question.answer for place, question in zip(chosen, asked, strict=True)]
    return {
        group: [
            float(
                np.mean(
                    [
                        one
                        for one, is_new in zip(right, drawn.test_is_new, strict=True)
                        if is_new == (group == NEW)
                    ]
                )
            )
        ]
        for group in (KNOWN, NEW)
    }


def choice_rows(
    found: Mapping[str, Any], cosines: Mapping[str, list[float]]
) -> dict[str, list[float]]:
    """Return what readers of a set of choices get right: one number, or one for each seed."""
    trained = {group: [model[group] for model in found["models"]] for group in (KNOWN, NEW)}
    found_by = {"cosine": cosines, "trained": trained}
    return {name: list(found_by[name.split(",")[0]][group]) for name, group in ROWS.items()}


def by_rule(stories: Sequence[Story]) -> dict[str, float]:
    """Return for each task what a rule gets right: the person has what is named first, no other.

    The rule is told the names of all persons, and the kind of each thing.
    """
    kinds = {thing: n for n, use in enumerate(USES.values()) for thing in use.known + use.new}
    right: dict[str, list[bool]] = {}
    for one in stories:
        words = words_of(one.text)
        things = [word for word in words if word in kinds]
        person, claimed = one.hypothesis.split()[0], words_of(one.hypothesis)[-1]
        label = EXCLUDED if claimed in things else OPEN
        tags = {person.lower(): "B-PER", **dict.fromkeys(things, "B-NOT"), things[0]: "B-HAS"}
        last = words_of(one.question)[-1]
        answer = things[0] if last == "have" else person if last == things[0] else None
        fitting = list(USES.values())[kinds[things[0]]].endings
        found = {
            "sentence": kinds[things[0]] == one.kind,
            "pair": (ENTAILED if claimed == things[0] else label) == one.label,
            "tags": tuple(TAGS.index(tags.get(word, "O")) for word in words) == one.tags,
            "span": answer == one.answer,
            "choice": any(ending in one.endings[one.right] for ending in fitting),
        }
        for task, is_right in found.items():
            right.setdefault(task, []).append(is_right)
    return {task: float(np.mean(each)) for task, each in right.items()}


def by_places(asked: Sequence[ChoiceQuestion]) -> dict[str, list[float]]:
    """Return what they get right who take the thing named first, or last, and know its ending."""
    chosen = {
        f"the thing named {name}": [by_position(question, place) for question in asked]
        for name, place in (("first", 0), ("last", -1))
    }
    return {name: [proportion_right(found, asked)] for name, found in chosen.items()}


def gains(found: Mapping[str, Any], baseline: str) -> list[float]:
    """Return by how much each seed's model is above a baseline, on the whole test."""
    return [model["test"] - found["baselines"][baseline] for model in found["models"]]


def wording_of(text: str, part: str) -> str:
    """Return the wording that a generated story of a part was made from."""
    for contexts in CONTEXTS.values():
        for wording in getattr(contexts, part):
            if re.fullmatch(re.sub(r"\\\{\w\\\}", r"\\w+", re.escape(wording)), text):
                return str(wording)
    raise ValueError(f"expected a story of {part}, got {text!r}")


def tags_by_wording(
    stories: Sequence[Story], said: Sequence[tuple[int, ...]], part: str
) -> dict[str, float]:
    """Return for each wording the proportion of stories of which all tags are right."""
    right: dict[str, list[bool]] = {}
    for one, tags in zip(stories, said, strict=True):
        right.setdefault(wording_of(one.text, part), []).append(tags == one.tags)
    return {wording: float(np.mean(each)) for wording, each in right.items()}
