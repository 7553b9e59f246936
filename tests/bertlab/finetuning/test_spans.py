"""Answers as spans: places of pieces, the best valid span, and when to give none."""

import math

import pytest
import torch

from bertlab.datasets.generated.passages import Answer, Question
from bertlab.finetuning.spans import (
    SpanData,
    SpanObjective,
    best_spans,
    encode_question,
    predict_spans,
)
from bertlab.model.config import BertConfig
from bertlab.model.tasks import BertForQuestionAnswering, SpanOutput
from bertlab.text.offsets import piece_offsets
from bertlab.text.wordpiece import SPECIALS, WordPieceTokenizer
from bertlab.training.config import TrainConfig
from bertlab.training.loop import train

WORDS = ["who", "where", "did", "mo", "##ve", "##ved", "anna", "ben", "to", "ro", "##me", "cafe"]
PASSAGE = "Anna moved to ROME. Ben moved to Café Oslo!"
WHERE = Question(PASSAGE, "Where did Anna move", Answer("ROME", 14))


@pytest.fixture
def tokenizer():
    return WordPieceTokenizer([*SPECIALS, *WORDS, ".", "!"])


def toy_model(tokenizer, dropout=0.0):
    with torch.random.fork_rng():
        torch.manual_seed(5)
        config = BertConfig(len(tokenizer.vocabulary), 12, 2, 3, 20, 40, 2, dropout, dropout)
        model = BertForQuestionAnswering(config)
        with torch.no_grad():
            for parameter in model.parameters():
                parameter.add_(0.3 * torch.randn(parameter.shape))
    return model.eval()


# Pieces and characters


def test_pieces_know_their_characters(tokenizer):
    """Case and accents are gone from the pieces, not from the text; Oslo is unknown, as a whole."""
    found = piece_offsets(PASSAGE, tokenizer)
    assert [tokenizer.vocabulary[piece.id] for piece in found] == [
        *("anna", "mo", "##ved", "to", "ro", "##me", ".", "ben", "mo", "##ved", "to", "cafe"),
        *("[UNK]", "!"),
    ]
    assert [PASSAGE[piece.start : piece.end] for piece in found] == [
        *("Anna", "mo", "ved", "to", "RO", "ME", ".", "Ben", "mo", "ved", "to", "Café", "Oslo"),
        "!",
    ]


def test_pieces_of_odd_characters(tokenizer):
    """An accent of its own, an invisible mark inside a word, a special, a word of 101 letters."""
    text = "Cafe\u0301 an\u200bna[SEP]ben " + "m" * 101
    found = [
        (tokenizer.vocabulary[i], text[start:end])
        for i, start, end in piece_offsets(text, tokenizer)
    ]
    assert found == [
        ("cafe", "Cafe"),
        ("anna", "an\u200bna"),
        ("[SEP]", "[SEP]"),
        ("ben", "ben"),
        ("[UNK]", "m" * 101),
    ]
    assert [piece.id for piece in piece_offsets(text, tokenizer)] == tokenizer.text_ids(text)
    assert piece_offsets("", tokenizer) == []


@pytest.mark.usefixtures("without_annotations")
def test_pieces_of_no_text(tokenizer):
    with pytest.raises(ValueError, match=r"expected a text \(str\), got int"):
        piece_offsets(3, tokenizer)


def test_a_question_with_its_passage(tokenizer):
    """[CLS] where did anna mo ##ve [SEP] anna mo ##ved to ro ##me ...: ro ##me are 11 and 12."""
    found = encode_question(WHERE, tokenizer)
    pieces = [tokenizer.vocabulary[i] for i in found.input_ids]
    assert pieces[:13] == [
        *("[CLS]", "where", "did", "anna", "mo", "##ve", "[SEP]", "anna", "mo", "##ved", "to"),
        *("ro", "##me"),
    ]
    assert pieces[-2:] == ["!", "[SEP]"]
    assert (found.start, found.end, found.first, found.lost) == (11, 12, 7, False)
    assert found.token_type_ids == [0] * 7 + [1] * 15
    assert [PASSAGE[a:b] for a, b in found.characters][4:6] == ["RO", "ME"]
    encoded = tokenizer.encode(WHERE.question, PASSAGE)
    assert (found.input_ids, found.token_type_ids) == tuple(encoded)


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (Answer("moved to", 5), (8, 10)),
        (Answer("Café Oslo", 33), (18, 19)),
        (Answer("OM", 15), (11, 12)),  # inside pieces: those that share a character
        (Answer("!", 42), (20, 20)),
        (Answer("Anna", 0), (7, 7)),
        (None, (0, 0)),
    ],
)
def test_places_of_answers(tokenizer, answer, expected):
    found = encode_question(WHERE._replace(answer=answer), tokenizer)
    assert (found.start, found.end) == expected


@pytest.mark.parametrize("max_length", range(9, 24))
def test_a_long_passage_loses_its_end(tokenizer, max_length):
    """The answer's last piece is the sixth of the passage: it needs 7 + 6 pieces and a [SEP]."""
    whole = encode_question(WHERE, tokenizer)
    found = encode_question(WHERE, tokenizer, max_length)
    assert len(found.input_ids) == len(found.token_type_ids) == min(max_length, 22)
    assert found.input_ids == [*whole.input_ids[:21][: max_length - 1], tokenizer.sep_id]
    assert len(found.characters) == min(max_length, 22) - 8
    assert found.lost == (max_length < 14)
    assert (found.start, found.end) == ((0, 0) if found.lost else (11, 12))


def test_lost_answers_are_counted(tokenizer):
    """ROME needs 14 places; Ben, the eighth piece, needs 16."""
    questions = [WHERE, WHERE._replace(answer=None), WHERE._replace(answer=Answer("Ben", 20))]
    lost = [SpanData(questions, tokenizer, length).lost for length in (9, 14, 15, 16)]
    assert lost == [2, 1, 1, 0]


def test_no_room_for_a_passage(tokenizer):
    with pytest.raises(ValueError, match="max_length must be at least 9 for this question, got 8"):
        encode_question(WHERE, tokenizer, 8)
    assert len(encode_question(WHERE, tokenizer, 9).characters) == 1
    with pytest.raises(ValueError, match="expected at least one question, got none"):
        SpanData([], tokenizer)


@pytest.mark.parametrize(
    ("question", "message"),
    [
        (Question("", "Who", None), "expected a passage, got ''"),
        (WHERE._replace(answer=Answer("Rome", 14)), "expected the answer 'Rome' .* got 'ROME'"),
        (WHERE._replace(answer=Answer("Oslo!", 39)), "within the 43 characters .* from 39 to 44"),
        (Question("a \u200b b", "Who", Answer("\u200b", 2)), "expected an answer with pieces, got"),
    ],
)
def test_questions_that_are_refused(tokenizer, question, message):
    with pytest.raises(ValueError, match=message):
        encode_question(question, tokenizer)


def test_batches(tokenizer):
    short = Question("Ben moved", "Who", Answer("Ben", 0))
    data = SpanData([WHERE, short], tokenizer)
    assert data.lengths.tolist() == [22, 7]
    batch = data.batch([1, 0]).to("cpu")
    assert batch.starts.tolist() == [3, 11]
    assert batch.ends.tolist() == [3, 12]
    assert batch.passage_mask.tolist() == [
        [0] * 3 + [1] * 3 + [0] * 16,
        [0] * 7 + [1] * 14 + [0],
    ]
    assert batch.attention_mask.tolist() == [[1] * 7 + [0] * 15, [1] * 22]
    assert batch.token_type_ids[0].tolist() == [0, 0, 0, 1, 1, 1, 1] + [0] * 15


# The loss and the best span


def test_the_loss_is_half_the_surprise_at_both_ends(tokenizer):
    model = toy_model(tokenizer).double()
    data = SpanData([WHERE, Question("Ben moved", "Who", None)], tokenizer)
    batch = data.batch([0, 1])
    start, end = model(batch.input_ids, batch.token_type_ids, batch.attention_mask)
    surprise = 0.0
    for row, (first, last) in enumerate([(11, 12), (0, 0)]):
        surprise -= start[row].log_softmax(0)[first].item() / 2
        surprise -= end[row].log_softmax(0)[last].item() / 2
    objective = SpanObjective(model)
    assert objective(batch)["span"].item() == pytest.approx(surprise, abs=1e-10)
    assert objective.counts(batch) == {"span": 2}


def slow_best(start, end, mask, max_pieces):
    """The definition: go through all pairs, keep the first of the best."""
    best = (-math.inf, 0, 0)
    for s in range(len(start)):
        for e in range(s, min(len(start), s + max_pieces)):
            if mask[s] and mask[e] and start[s] + end[e] > best[0]:
                best = (start[s] + end[e], s, e)
    return best


@pytest.mark.parametrize("max_pieces", [1, 3, 30])
def test_the_best_span_is_that_of_all_pairs(max_pieces):
    generator = torch.Generator().manual_seed(0)
    start, end = torch.randn(2, 40, 11, generator=generator)
    mask = (torch.rand(40, 11, generator=generator) < 0.6).long()
    mask[:, 4] = 1
    found = best_spans(SpanOutput(start, end), mask, max_pieces)
    for row in range(40):
        score, s, e = slow_best(
            start[row].tolist(), end[row].tolist(), mask[row].tolist(), max_pieces
        )
        assert (found.start[row].item(), found.end[row].item()) == (s, e)
        assert found.score[row].item() == pytest.approx(score, abs=1e-6)


def test_best_spans_by_hand():
    """Best start 3 and best end 1 do not go together; [CLS] and the question do not count."""
    start = torch.tensor([[9.0, 0.0, 1.0, 5.0, 0.0]])
    end = torch.tensor([[9.0, 6.0, 3.0, 0.0, 0.5]])
    found = best_spans(SpanOutput(start, end), torch.tensor([[0, 1, 1, 1, 1]]))
    assert (found.start.item(), found.end.item(), found.score.item()) == (1, 1, 6.0)
    found = best_spans(SpanOutput(start, end), torch.tensor([[0, 0, 1, 1, 1]]))
    assert (found.start.item(), found.end.item(), found.score.item()) == (3, 4, 5.5)
    found = best_spans(SpanOutput(start, end), torch.tensor([[0, 0, 1, 1, 1]]), max_pieces=1)
    assert (found.start.item(), found.end.item(), found.score.item()) == (3, 3, 5.0)


def test_best_spans_that_are_refused():
    output = SpanOutput(torch.zeros(2, 3), torch.zeros(2, 3))
    with pytest.raises(ValueError, match="got 1 rows without one and max_pieces=30"):
        best_spans(output, torch.tensor([[0, 1, 1], [0, 0, 0]]))
    with pytest.raises(ValueError, match="got 0 rows without one and max_pieces=0"):
        best_spans(output, torch.ones(2, 3, dtype=torch.long), 0)


def test_predictions_are_written_as_in_the_passage(tokenizer):
    """The same whatever stands beside a question in its batch; dropout is off meanwhile."""
    questions = [WHERE, Question("Ben moved", "Who", None), WHERE._replace(question="Who moved")]
    data = SpanData(questions, tokenizer)
    model = toy_model(tokenizer, dropout=0.5).train()
    found = predict_spans(model, data, batch_size=2)
    assert model.training
    model.eval()
    for question, one, prediction in zip(questions, data.inputs, found, strict=True):
        ids, types = torch.tensor([one.input_ids]), torch.tensor([one.token_type_ids])
        start, end = (logits[0].tolist() for logits in model(ids, types))
        mask = [one.first <= i < len(start) - 1 for i in range(len(start))]
        score, s, e = slow_best(start, end, mask, 30)
        low, high = one.characters[s - one.first][0], one.characters[e - one.first][1]
        assert prediction.text == question.passage[low:high]
        assert prediction.margin == pytest.approx(start[0] + end[0] - score, abs=1e-5)


@pytest.mark.parametrize(
    ("answer", "lowercase", "expected"),
    [
        ("cafe\u0301", True, "cafe\u0301"),
        ("cafe\u0301\u0323", True, "cafe\u0301\u0323"),
        ("cafe\u0301", False, "cafe\u0301"),  # unknown there, and whole
        ("cafe\u200b", True, "cafe"),  # an invisible mark is no letter's part
    ],
)
def test_an_answer_keeps_the_accents_behind_its_last_letter(answer, lowercase, expected):
    tokenizer = WordPieceTokenizer([*SPECIALS, *WORDS], lowercase)
    found = encode_question(Question(f"to {answer} to", "who", Answer(answer, 3)), tokenizer)
    low, high = found.characters[found.end - found.first]
    assert f"to {answer} to"[low:high] == expected
    assert piece_offsets(answer, tokenizer)[-1].end <= len(answer)


def test_a_few_steps_learn_a_few_answers(tokenizer):
    """What goes in as places comes out as text: two questions to one passage are learned."""
    questions = [
        WHERE,
        WHERE._replace(question="Where did Ben move", answer=Answer("Café Oslo", 33)),
        WHERE._replace(question="Who did ben", answer=None),
    ]
    data = SpanData(questions, tokenizer)
    model = toy_model(tokenizer)
    config = TrainConfig(steps=60, batch_size=3, learning_rate=1e-2, log_every=60)
    train(SpanObjective(model), data.batch_sampler(config), config)
    found = predict_spans(model, data)
    assert [one.text for one in found[:2]] == ["ROME", "Café Oslo"]
    margins = [one.margin for one in found]
    assert max(margins[:2]) < margins[2], "no answer is likeliest where there is none"
