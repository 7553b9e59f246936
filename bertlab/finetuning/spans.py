"""Spans: an answer is two positions in a passage, its first and its last piece.

The input is [CLS] question [SEP] passage [SEP]. A question without an answer has both positions at
[CLS], as in Devlin et al. 2019, section 4.3.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import torch
from jaxtyping import Float, Int
from torch import Tensor
from torch.nn.functional import cross_entropy

from bertlab.datasets.generated.passages import Question, check_question
from bertlab.model.tasks import BertForQuestionAnswering, SpanOutput
from bertlab.text.offsets import end_with_marks, piece_offsets
from bertlab.text.wordpiece import Encoded, WordPieceTokenizer
from bertlab.training.batches import SampledDataset
from bertlab.training.loop import Objective
from bertlab.training.progress import progress

MAX_PIECES = 30  # the longest answer that is looked for


class SpanInput(NamedTuple):
    """A question with its passage as ids.

    Attributes:
        input_ids: [CLS] question [SEP] passage [SEP].
        token_type_ids: 1 for the passage and its [SEP].
        start: The position of the answer's first piece; 0, that is [CLS], without an answer.
        end: The position of its last piece (inclusive).
        first: The position of the passage's first piece.
        characters: For each piece of the passage its characters, from and to (exclusive).
        lost: Whether the answer stood in a part of the passage that is left out.
    """

    input_ids: list[int]
    token_type_ids: list[int]
    start: int
    end: int
    first: int
    characters: list[tuple[int, int]]
    lost: bool


class SpanBatch(NamedTuple):
    """Questions with passages as the model takes them, padded to the longest.

    Attributes:
        input_ids: (B, T).
        token_type_ids: (B, T), 1 for passages.
        attention_mask: (B, T), 0 for padding.
        passage_mask: (B, T), 1 for pieces of the passage, without its [SEP].
        starts: (B,), positions of the answers' first pieces; 0 without an answer.
        ends: (B,), positions of their last pieces.
    """

    input_ids: Int[Tensor, "B T"]
    token_type_ids: Int[Tensor, "B T"]
    attention_mask: Int[Tensor, "B T"]
    passage_mask: Int[Tensor, "B T"]
    starts: Int[Tensor, " B"]
    ends: Int[Tensor, " B"]

    def to(self, device: torch.device | str) -> "SpanBatch":
        """Move all tensors to a device."""
        return SpanBatch(*(tensor.to(device) for tensor in self))


def encode_question(
    question: Question, tokenizer: WordPieceTokenizer, max_length: int = 384
) -> SpanInput:
    """Turn a question and its passage into ids, and its answer into positions.

    The question stays whole. A passage that is too long loses its end; an answer that reaches into
    that end is lost, and the input then has none.

    Args:
        question: A question whose answer's characters are those of the passage.
        tokenizer: Cuts both.
        max_length: Longest result, specials included.

    Raises:
        ValueError: If the passage or the question is empty, the answer does not stand in the
            passage where it should, or there is no room for a piece of the passage.
    """
    check_question(question)
    asked = tokenizer.text_ids(question.question)
    pieces = piece_offsets(question.passage, tokenizer)
    room = max_length - 3 - len(asked)
    if room < 1:
        needed = len(asked) + 4
        raise ValueError(
            f"max_length must be at least {needed} for this question, got {max_length}"
        )
    kept, first = pieces[:room], len(asked) + 2
    ids = [tokenizer.cls_id, *asked, tokenizer.sep_id, *(piece.id for piece in kept)]
    types = [0] * first + [1] * (len(kept) + 1)
    start, end, lost = 0, 0, False
    if question.answer is not None:
        low = question.answer.start
        high = low + len(question.answer.text)
        # The pieces that share a character with the answer.
        inside = [i for i, piece in enumerate(pieces) if piece.start < high and piece.end > low]
        if not inside:
            raise ValueError(f"expected an answer with pieces, got {question.answer.text!r}")
        lost = inside[-1] >= len(kept)
        start, end = (0, 0) if lost else (first + inside[0], first + inside[-1])
    passage = question.passage
    characters = [(piece.start, end_with_marks(passage, piece.end, tokenizer)) for piece in kept]
    return SpanInput([*ids, tokenizer.sep_id], types, start, end, first, characters, lost)


class SpanData(SampledDataset):
    """Questions with their passages, encoded and ready to be drawn.

    Args:
        questions: With or without answers.
        tokenizer: Cuts them.
        max_length: Longest input; the end of a longer passage is left out.

    Attributes:
        lengths: Pieces of each input, specials included.
        lost: Answers that no input holds, since they stood in an end that is left out.

    Raises:
        ValueError: If there are no questions, or one is refused by ``encode_question``.
    """

    def __init__(
        self, questions: Sequence[Question], tokenizer: WordPieceTokenizer, max_length: int = 384
    ) -> None:
        if not questions:
            raise ValueError("expected at least one question, got none")
        self.questions, self.tokenizer = list(questions), tokenizer
        self.inputs = [encode_question(question, tokenizer, max_length) for question in questions]
        self.lengths = np.array([len(one.input_ids) for one in self.inputs])
        self.lost = sum(one.lost for one in self.inputs)

    def batch(self, indices: Sequence[int] | np.ndarray) -> SpanBatch:
        """Return the questions at some indices, padded to the longest."""
        chosen = [self.inputs[index] for index in indices]
        padded = self.tokenizer.pad([Encoded(x.input_ids, x.token_type_ids) for x in chosen])
        passages = torch.zeros_like(padded.input_ids)  # (B, T)
        for row, one in enumerate(chosen):
            passages[row, one.first : one.first + len(one.characters)] = 1
        starts = torch.tensor([one.start for one in chosen])
        return SpanBatch(*padded, passages, starts, torch.tensor([one.end for one in chosen]))


class SpanObjective(Objective):
    """The surprise at an answer's first and last piece, half of each.

    As in the released code, all positions of a batch compete, those of padding too.

    Args:
        model: What is trained.
    """

    def __init__(self, model: BertForQuestionAnswering) -> None:
        super().__init__()
        self.model = model

    def counts(self, batch: SpanBatch) -> dict[str, int]:
        """Return the number of questions."""
        return {"span": len(batch.starts)}

    def forward(self, batch: SpanBatch) -> dict[str, Tensor]:
        """Return the sum over a batch, in nats."""
        output = self.model(batch.input_ids, batch.token_type_ids, batch.attention_mask)
        start = cross_entropy(output.start, batch.starts, reduction="sum")
        end = cross_entropy(output.end, batch.ends, reduction="sum")
        return {"span": (start + end) / 2}


class BestSpans(NamedTuple):
    """The best answer in each passage: its first and last piece (inclusive) and their score."""

    start: Int[Tensor, " B"]
    end: Int[Tensor, " B"]
    score: Float[Tensor, " B"]


def best_spans(
    output: SpanOutput, passage_mask: Int[Tensor, "B T"], max_pieces: int = MAX_PIECES
) -> BestSpans:
    """Find the pair of positions that scores best: start logit + end logit.

    Args:
        output: Logits.
        passage_mask: 1 where an answer may lie.
        max_pieces: Longest answer.

    Returns:
        A span that ends where it starts or after, inside the passage. Of equal ones the first.

    Raises:
        ValueError: If a row has no position for an answer, or ``max_pieces`` is below 1.
    """
    if max_pieces < 1 or not passage_mask.any(dim=1).all():
        empty = int((~passage_mask.any(dim=1)).sum())
        raise ValueError(
            "expected a passage in each row and room for a piece, got "
            f"{empty} rows without one and max_pieces={max_pieces}"
        )
    outside = passage_mask == 0
    start = output.start.masked_fill(outside, -torch.inf)
    end = output.end.masked_fill(outside, -torch.inf)
    pairs = start[:, :, None] + end[:, None, :]  # (B, T, T): from row s to column e
    ordered = torch.ones_like(pairs[0], dtype=torch.bool).triu().tril(max_pieces - 1)
    score, index = pairs.masked_fill(~ordered, -torch.inf).flatten(1).max(dim=1)
    T = passage_mask.shape[1]
    return BestSpans(index // T, index % T, score)


class SpanPrediction(NamedTuple):
    """The best answer in a passage, and by how much [CLS], that is no answer, scores higher."""

    text: str
    margin: float


@torch.no_grad()
def predict_spans(
    model: BertForQuestionAnswering, data: SpanData, batch_size: int = 32
) -> list[SpanPrediction]:
    """Return the best answer to each question, as written in its passage."""
    was_training, device = model.training, next(model.parameters()).device
    model.eval()
    found: dict[int, SpanPrediction] = {}
    for indices in progress(data.in_order_of_length(batch_size), desc="answering"):
        batch = data.batch(indices).to(device)
        output = model(batch.input_ids, batch.token_type_ids, batch.attention_mask)
        best = best_spans(output, batch.passage_mask)
        margins = output.start[:, 0] + output.end[:, 0] - best.score  # (B,)
        for row, index in enumerate(indices.tolist()):
            one = data.inputs[index]
            low, _ = one.characters[int(best.start[row]) - one.first]
            _, high = one.characters[int(best.end[row]) - one.first]
            text = data.questions[index].passage[low:high]
            found[index] = SpanPrediction(text, margins[row].item())
    model.train(was_training)
    return [found[index] for index in range(len(data))]
