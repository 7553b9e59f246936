"""The exercises on the way from text to input: bertlab does the same, and examples by hand."""

import pytest
import torch

from bertlab.text.truncation import truncate
from bertlab.text.wordpiece import SPECIALS, Encoded, WordPieceTokenizer
from bertlab.text.wordpiece_training import joins
from lessons.l06_text_to_input import exercises
from tests.exercise_checks import diagnosis, loaded, solve

text_input = loaded(exercises)


def test_best_pair_by_hand():
    case, expected = solve(text_input.best_pair)
    assert case.args[0]["s", "##i", "##n", "##g"] == 3
    assert expected == ("##i", "##n")


def test_the_trainer_begins_with_the_same_pair():
    for number in range(10):  # words spelled in characters
        case, expected = solve(text_input.best_pair, number)
        words = {"".join(p).replace("##", ""): n for p, n in case.args[0].items()}
        assert next(joins(words, 1)) == expected


def test_longest_match_equals_bertlabs_tokenizer():
    for case in text_input.longest_match.cases():
        word, vocabulary = case.args
        tokenizer = WordPieceTokenizer([*SPECIALS, *sorted(vocabulary)], lowercase=False)
        assert text_input.longest_match.reference(word, vocabulary) == tokenizer.tokenize(word)


def test_a_pair_by_hand():
    _, expected = solve(text_input.pair_input)
    assert expected == ([101, 2040, 2938, 102, 1996, 4937, 2938, 102], [0, 0, 0, 0, 1, 1, 1, 1])


def test_pad_batch_equals_bertlabs():
    tokenizer = WordPieceTokenizer([*SPECIALS, *(f"p{i}" for i in range(8000))])
    rows, pad_id = text_input.pad_batch.cases()[0].args
    assert pad_id == tokenizer.pad_id
    batch = tokenizer.pad([Encoded(row, [0] * len(row)) for row in rows])
    _, (ids, mask) = solve(text_input.pad_batch)
    assert torch.equal(ids, batch.input_ids)
    assert torch.equal(mask, batch.attention_mask)
    assert mask.tolist() == [[1, 1, 1, 0, 0, 0], [1, 1, 1, 1, 1, 1]]


def test_head_and_tail_by_hand():
    case, expected = solve(text_input.head_and_tail)
    assert case.args[1:] == (9, 2)
    assert expected == [101, 1000, 1001, 1007, 1008, 1009, 1010, 1011, 102]


@pytest.mark.parametrize("number", range(len(text_input.shorten_pair.cases())))
def test_shorten_pair_equals_bertlabs(number):
    case, expected = solve(text_input.shorten_pair, number)
    assert tuple(expected) == truncate(*case.args)


def test_the_loss_by_hand():
    alike, loss = torch.eye(2)[None], text_input.reply_loss.reference
    found = [loss(alike, alike).item(), loss(alike, alike.flip(1)).item()]
    assert found == pytest.approx([0, 20], abs=1e-6)


def test_an_answer_as_it_is_printed():
    answer = diagnosis(text_input.head_and_tail, lambda ids, max_length, head: ids[:max_length])
    assert answer.split("\n") == [
        "head_and_tail: not yet. Your result matches a common slip: [SEP] is cut off.",
        "Set [CLS] and [SEP] aside, shorten what is between them, and put both back: the model "
        "never saw an input without [SEP].",
        "First difference at result[3]: yours 1002, expected 1007.",
        "Until then the workbook's version stands in.",
    ]
