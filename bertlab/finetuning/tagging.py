"""Tagging: from tags of words to tags of pieces and back, and how well names are found.

A name is written in BIO tags: B-PER on the first word of a person, I-PER on the others, O outside.
A word that is cut into several pieces has its tag on the first of them; the others are ignored by
the loss and by predictions. So a word counts once, however many pieces it has (Devlin et al. 2019,
section 5.3). In Chinese each ideograph is a word to the tokenizer, so each has a tag of its own;
only runs of letters and digits are cut at all.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import torch
from jaxtyping import Int
from torch import Tensor
from torch.nn.functional import cross_entropy

from bertlab.datasets import TaggedSentence
from bertlab.model.tasks import BertForTokenClassification
from bertlab.text.offsets import words_with_offsets
from bertlab.text.wordpiece import Encoded, WordPieceTokenizer
from bertlab.training.batches import SampledDataset
from bertlab.training.loop import Objective
from bertlab.training.progress import progress

TAGS = ("O", "B-PER", "I-PER", "B-LOC", "I-LOC", "B-ORG", "I-ORG")
IGNORED = -100  # the label of pieces without a tag; cross_entropy passes over it
MARKS = ("。！？；", "，、：")  # where a long line is cut: at the first kind, else at the second


class TaggedWords(NamedTuple):
    """Words and the BIO tag of each."""

    words: tuple[str, ...]
    tags: tuple[str, ...]


class TaggedInput(NamedTuple):
    """A tagged text as ids.

    Attributes:
        input_ids: [CLS] pieces [SEP].
        labels: For each piece the tag's number, or ``IGNORED``.
        firsts: For each word the position of its first piece; None if it has none, since it was cut
            off or consists of characters that the tokenizer drops.
    """

    input_ids: list[int]
    labels: list[int]
    firsts: list[int | None]


class TaggingBatch(NamedTuple):
    """Tagged texts as the model takes them; each tensor is (B, T), padded to the longest."""

    input_ids: Int[Tensor, "B T"]
    token_type_ids: Int[Tensor, "B T"]
    attention_mask: Int[Tensor, "B T"]
    labels: Int[Tensor, "B T"]

    def to(self, device: torch.device | str) -> "TaggingBatch":
        """Move all tensors to a device."""
        return TaggingBatch(*(tensor.to(device) for tensor in self))


def news_words(sentence: TaggedSentence, tokenizer: WordPieceTokenizer) -> TaggedWords:
    """Return a line of the newspaper in the words of the tokenizer: mostly single characters.

    So the pieces are those of the running text, as the encoder saw it in pre-training; the words
    that the corpus marks are forgotten, since new text comes without them.
    """
    text, marks = sentence.text, sentence.character_tags()
    spans = [
        (word.positions[0], word.positions[-1] + 1) for word in words_with_offsets(text, tokenizer)
    ]
    return TaggedWords(
        tuple(text[start:end] for start, end in spans), tuple(marks[start] for start, _ in spans)
    )


def split_long(
    tagged: TaggedWords, tokenizer: WordPieceTokenizer, max_length: int
) -> list[TaggedWords]:
    """Cut a long text into parts that fit, so that no word is lost.

    A part ends behind its last full stop, else behind its last comma, else where the room ends.
    """
    check_tags(tagged, TAGS)
    sizes = [len(tokenizer.text_ids(word)) for word in tagged.words]
    room, parts, start = max_length - 2, [], 0
    while start < len(sizes):
        end, used = start, 0
        while end < len(sizes) and (used + sizes[end] <= room or end == start):
            used += sizes[end]
            end += 1
        if end < len(sizes):
            ends = (
                [i + 1 for i in range(start, end) if tagged.words[i] in marks] for marks in MARKS
            )
            end = next((found[-1] for found in ends if found), end)
        parts.append(TaggedWords(tagged.words[start:end], tagged.tags[start:end]))
        start = end
    return parts


def check_tags(tagged: TaggedWords, labels: Sequence[str]) -> None:
    """Raise ValueError unless each word has one tag, and a known one."""
    if not tagged.words:
        raise ValueError("expected at least one word, got none")
    if len(tagged.tags) != len(tagged.words):
        raise ValueError(f"expected a tag for each of {len(tagged.words)} words, got {tagged.tags}")
    unknown = [tag for tag in tagged.tags if tag not in labels]
    if unknown:
        raise ValueError(f"expected tags among {', '.join(labels)}, got {unknown[0]!r}")


def encode_tagged(
    tagged: TaggedWords,
    tokenizer: WordPieceTokenizer,
    max_length: int | None = None,
    labels: Sequence[str] = TAGS,
) -> TaggedInput:
    """Turn tagged words into ids and labels, which stay in step.

    Args:
        tagged: Words and tags.
        tokenizer: Cuts each word by itself.
        max_length: Longest result, specials included; the end of a longer text is left out.
        labels: The names of all tags; a tag's number is its index.

    Raises:
        ValueError: If there are no words, their number is not that of the tags, a tag is unknown,
            or ``max_length`` has no room for a piece.
    """
    check_tags(tagged, labels)
    if max_length is not None and max_length < 3:
        raise ValueError(
            f"max_length must be at least 3 (two specials, one piece), got {max_length}"
        )
    last = None if max_length is None else max_length - 1  # the position of [SEP] in a full input
    ids, numbers = [tokenizer.cls_id], [IGNORED]
    firsts: list[int | None] = []
    for word, tag in zip(tagged.words, tagged.tags, strict=True):
        pieces = tokenizer.text_ids(word)
        firsts.append(len(ids) if pieces and (last is None or len(ids) < last) else None)
        ids += pieces
        numbers += [labels.index(tag)] * bool(pieces) + [IGNORED] * (len(pieces) - 1)
    return TaggedInput([*ids[:last], tokenizer.sep_id], [*numbers[:last], IGNORED], firsts)


class TaggingData(SampledDataset):
    """Tagged texts, encoded and ready to be drawn.

    Args:
        texts: Words with their tags.
        tokenizer: Cuts the words.
        max_length: Longest input; the end of a longer text is left out (see ``split_long``).
        labels: The names of all tags.

    Attributes:
        lengths: Pieces of each input, specials included.
        lost: Words that no input has a piece of.

    Raises:
        ValueError: If there are no texts, or one is refused by ``encode_tagged``.
    """

    def __init__(
        self,
        texts: Sequence[TaggedWords],
        tokenizer: WordPieceTokenizer,
        max_length: int = 128,
        labels: Sequence[str] = TAGS,
    ) -> None:
        if not texts:
            raise ValueError("expected at least one text, got none")
        self.texts, self.tokenizer, self.labels = list(texts), tokenizer, tuple(labels)
        self.inputs = [encode_tagged(text, tokenizer, max_length, labels) for text in texts]
        self.lengths = np.array([len(one.input_ids) for one in self.inputs])
        self.lost = sum(one.firsts.count(None) for one in self.inputs)

    def batch(self, indices: Sequence[int] | np.ndarray) -> TaggingBatch:
        """Return the texts at some indices, padded to the longest; padding is ignored, too."""
        chosen = [self.inputs[index] for index in indices]
        padded = self.tokenizer.pad([Encoded(x.input_ids, [0] * len(x.input_ids)) for x in chosen])
        labels = torch.full_like(padded.input_ids, IGNORED)  # (B, T)
        for row, one in enumerate(chosen):
            labels[row, : len(one.labels)] = torch.tensor(one.labels)
        return TaggingBatch(*padded, labels)


class TaggingObjective(Objective):
    """The surprise at the right tags.

    Args:
        model: What is trained.
    """

    def __init__(self, model: BertForTokenClassification) -> None:
        super().__init__()
        self.model = model

    def counts(self, batch: TaggingBatch) -> dict[str, int]:
        """Return the number of tags to guess."""
        return {"tags": int((batch.labels != IGNORED).sum())}

    def forward(self, batch: TaggingBatch) -> dict[str, Tensor]:
        """Return the sum over a batch, in nats.

        Raises:
            ValueError: If a label has no logit.
        """
        logits = self.model(batch.input_ids, batch.token_type_ids, batch.attention_mask)
        scores, wanted = logits.flatten(0, 1), batch.labels.flatten()  # (B T, C), (B T,)
        if int(wanted.max()) >= scores.shape[1]:
            raise ValueError(
                f"expected a model with a logit for each tag, got {scores.shape[1]} "
                f"({', '.join(self.model.labels)}) and a tag of number {int(wanted.max())}"
            )
        loss = cross_entropy(scores, wanted, ignore_index=IGNORED, reduction="sum")
        return {"tags": loss}


@torch.no_grad()
def predict_tags(
    model: BertForTokenClassification, data: TaggingData, batch_size: int = 64
) -> list[tuple[str, ...]]:
    """Return a tag for each word of each text: that of its first piece, O if it has none.

    Raises:
        ValueError: If the model has other tags than the data.
    """
    if model.labels != data.labels:
        raise ValueError(
            f"expected a model of the tags {', '.join(data.labels)}, got {', '.join(model.labels)}"
        )
    was_training, device = model.training, next(model.parameters()).device
    model.eval()
    found: dict[int, tuple[str, ...]] = {}
    for indices in progress(data.in_order_of_length(batch_size), desc="tagging"):
        batch = data.batch(indices).to(device)
        logits = model(batch.input_ids, batch.token_type_ids, batch.attention_mask)
        for index, best in zip(indices, logits.argmax(dim=-1).tolist(), strict=True):
            firsts = data.inputs[index].firsts
            found[int(index)] = tuple("O" if i is None else model.labels[best[i]] for i in firsts)
    model.train(was_training)
    return [found[index] for index in range(len(data))]
