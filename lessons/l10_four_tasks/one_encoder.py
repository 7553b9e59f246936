"""One encoder with five heads: what the lesson builds, and how its inputs are laid side by side."""

from lessons.l10_four_tasks.exercises.forward.reference import forward
from lessons.l10_four_tasks.scenes import words_of
from lessons.l10_four_tasks.stories import KINDS, TAGS, Story

from collections.abc import Sequence
from typing import NamedTuple

import torch
from jaxtyping import Float, Int
from torch import Tensor, nn
from torch.nn.functional import cross_entropy

from bertlab.datasets.generated.inference_pairs import LABELS
from bertlab.finetuning.tagging import IGNORED
from bertlab.model.bert import BertModel
from bertlab.text.wordpiece import WordPieceTokenizer


class OneEncoder(nn.Module):
    """The same encoder under a head for each task.

    Args:
        bert: The encoder.
    """

    def __init__(self, bert: BertModel) -> None:
        super().__init__()
        size = bert.config.hidden_size
        self.bert = bert
        self.sentence = nn.Linear(size, len(KINDS))  # these three read the pooled [CLS]
        self.pair = nn.Linear(size, len(LABELS))
        self.choice = nn.Linear(size, 1)
        self.tags = nn.Linear(size, len(TAGS))  # these two read every token
        self.span = nn.Linear(size, 2)

    forward = forward


class Asked(NamedTuple):
    """Stories as the model takes them, six rows for each, and what is right.

    Attributes:
        input_ids: (6B, T): B texts, B with a hypothesis, B with a question, 3B with an ending.
        token_type_ids: Likewise.
        attention_mask: Likewise.
        tags: (B, T), of the texts.
        spans: (B, 2), the places of the answers' first and last pieces.
        numbers: (B, 3): the kind, the label of the pair, the place of the right ending.
    """

    input_ids: Int[Tensor, "R T"]
    token_type_ids: Int[Tensor, "R T"]
    attention_mask: Int[Tensor, "R T"]
    tags: Int[Tensor, "B T"]
    spans: Int[Tensor, "B 2"]
    numbers: Int[Tensor, "B 3"]


def lay_out(stories: Sequence[Story], tokenizer: WordPieceTokenizer) -> Asked:
    """Encode what is asked about stories: all texts, all pairs, all questions, all endings."""
    rows = [tokenizer.encode(one.text) for one in stories]
    rows += [tokenizer.encode(one.text, one.hypothesis) for one in stories]
    rows += [tokenizer.encode(one.question, one.text) for one in stories]
    rows += [tokenizer.encode(one.text, ending) for one in stories for ending in one.endings]
    ids, types, mask = tokenizer.pad(rows)
    tags = torch.full((len(stories), ids.shape[1]), IGNORED)
    spans = torch.zeros(len(stories), 2, dtype=torch.long)  # [CLS] where there is no answer
    for number, one in enumerate(stories):
        places = first_pieces(one.text, tokenizer)
        for (first, _), tag in zip(places, one.tags, strict=True):
            tags[number, first] = tag
        if one.answer is not None:
            first, last = places[words_of(one.text).index(one.answer.lower())]
            before = len(tokenizer.text_ids(one.question)) + 1  # the question and its [SEP]
            spans[number] = torch.tensor([before + first, before + last])
    numbers = [(one.kind, one.label, one.right) for one in stories]
    return Asked(ids, types, mask, tags, spans, torch.tensor(numbers))


def first_pieces(text: str, tokenizer: WordPieceTokenizer) -> list[tuple[int, int]]:
    """Return for each word of a text, marks left out, the places of its first and last piece."""
    found, place = [], 1  # after [CLS]
    for word in tokenizer.words(text):
        size = len(tokenizer.cut(word))
        if word.isalnum():
            found.append((place, place + size - 1))
        place += size
    return found


def losses(model: OneEncoder, asked: Asked) -> dict[str, Float[Tensor, ""]]:
    """Return the mean loss of each task; the encoder runs once, over all rows."""
    hidden, pooled = model.bert(asked.input_ids, asked.token_type_ids, asked.attention_mask)
    B = len(asked.numbers)
    kinds, labels, rights = asked.numbers.T
    logits = model.span(hidden[2 * B : 3 * B])  # (B, T, 2)
    padding = asked.attention_mask[2 * B : 3 * B, :, None] == 0
    starts, ends = logits.masked_fill(padding, -torch.inf).unbind(dim=-1)
    return {
        "sentence": cross_entropy(model.sentence(pooled[:B]), kinds),
        "pair": cross_entropy(model.pair(pooled[B : 2 * B]), labels),
        "tags": cross_entropy(
            model.tags(hidden[:B]).flatten(0, 1), asked.tags.flatten(), ignore_index=IGNORED
        ),
        "span": (cross_entropy(starts, asked.spans[:, 0]) + cross_entropy(ends, asked.spans[:, 1]))
        / 2,
        "choice": cross_entropy(model.choice(pooled[3 * B :]).view(B, -1), rights),
    }


@torch.no_grad()
def proportions_right(model: OneEncoder, asked: Asked) -> dict[str, float]:
    """Return for each task the proportion of stories with the right answer.

    A story's tags are right if all are; its span, if both places are.
    """
    hidden, pooled = model.bert(asked.input_ids, asked.token_type_ids, asked.attention_mask)
    B = len(asked.numbers)
    kinds, labels, rights = asked.numbers.T
    tags = model.tags(hidden[:B]).argmax(dim=-1)
    padding = asked.attention_mask[2 * B : 3 * B, :, None] == 0
    spans = model.span(hidden[2 * B : 3 * B]).masked_fill(padding, -torch.inf).argmax(dim=1)
    right = {
        "sentence": model.sentence(pooled[:B]).argmax(dim=1) == kinds,
        "pair": model.pair(pooled[B : 2 * B]).argmax(dim=1) == labels,
        "tags": ((tags == asked.tags) | (asked.tags == IGNORED)).all(dim=1),
        "span": (spans == asked.spans).all(dim=1),
        "choice": model.choice(pooled[3 * B :]).view(B, -1).argmax(dim=1) == rights,
    }
    return {task: round(float(each.float().mean()), 4) for task, each in right.items()}


class Failure(NamedTuple):
    """A text with at least one wrong tag.

    Attributes:
        words: Of the text.
        said: The model's tag of each.
        right: The right one.
    """

    words: list[str]
    said: list[str]
    right: list[str]

    def wrong(self) -> list[str]:
        """Return the words that have a wrong tag."""
        tagged = zip(self.words, self.said, self.right, strict=True)
        return [word for word, said, right in tagged if said != right]


@torch.no_grad()
def said_tags(
    model: nn.Module, tokenizer: WordPieceTokenizer, stories: Sequence[Story]
) -> list[tuple[int, ...]]:
    """Return for each story the number of the tag that a model gives each of its words."""
    logits = model("tags", *tokenizer.batch([one.text for one in stories]))
    return [
        tuple(found[place] for place, _ in first_pieces(one.text, tokenizer))
        for one, found in zip(stories, logits.argmax(dim=-1).tolist(), strict=True)
    ]


def failures(stories: Sequence[Story], said: Sequence[tuple[int, ...]]) -> list[Failure]:
    """Return the texts of which not all tags are right."""
    return [
        Failure(words_of(one.text), [TAGS[tag] for tag in tags], [TAGS[tag] for tag in one.tags])
        for one, tags in zip(stories, said, strict=True)
        if tags != one.tags
    ]


@torch.no_grad()
def kind_confidence(
    model: nn.Module, tokenizer: WordPieceTokenizer, stories: Sequence[Story]
) -> tuple[float, float]:
    """Return the mean probability of the kind that a model names, and how often it is right."""
    logits = model("sentence", *tokenizer.batch([one.text for one in stories]))
    surest = logits.softmax(dim=-1).max(dim=-1)
    right = surest.indices == torch.tensor([one.kind for one in stories])
    return float(surest.values.mean()), float(right.float().mean())
