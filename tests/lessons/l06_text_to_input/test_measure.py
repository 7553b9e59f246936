"""The measurements of the lesson on input are right, by hand."""

from collections import Counter

import numpy as np
import pytest
import torch
from torch import nn

from bertlab.model.bert import BertModel
from bertlab.model.config import BertConfig
from bertlab.text.wordpiece import SPECIALS, WordPieceTokenizer
from lessons.l06_text_to_input import bugs, measure, tagged
from lessons.l06_text_to_input.exercises.reply_loss.reference import reply_loss

TEXT = "the kingfisher is back . it sat on a branch above river and waited for fish :"
WORDS = TEXT.split()


@pytest.fixture
def tokenizer():
    return WordPieceTokenizer([*SPECIALS, *WORDS, "un", "##fair", "und", "##o", "animal", "thing"])


@pytest.fixture
def model(tokenizer):
    torch.manual_seed(0)
    sizes = {"hidden_size": 8, "num_layers": 2, "num_heads": 2, "intermediate_size": 16}
    return BertModel(BertConfig(vocab_size=len(tokenizer.vocabulary), **sizes)).eval()


def test_pieces_per_word_counts_words_as_often_as_they_occur():
    vocabulary = [*SPECIALS, "a", "##b", "ab"]
    assert measure.pieces_per_word(vocabulary, Counter({"ab": 3, "abb": 1})) == 1.25


def test_unknown_is_a_proportion_of_tokens(tokenizer):
    assert measure.unknown(tokenizer, ["the owl is", "owl"]) == 0.5


def test_without_the_mask_a_vector_moves(tokenizer, model):
    with torch.no_grad():
        for layer in model.encoder.layers:
            for part in (layer.attention.query, layer.attention.key, layer.attention.value):
                part.weight *= 20  # so that attention matters
    texts = ["the fish", "the fish is back ."]
    found = measure.without_mask(model, tokenizer, texts, [7, 16])
    assert found["with the mask"] == pytest.approx(np.ones((2, 2)), abs=1e-5)
    without = found["without it"]
    assert without[1, 0] == pytest.approx(1, abs=1e-5)  # seven tokens: no padding yet
    assert without[0, 0] < 0.9999
    assert (without[:, 1] < 0.9999).all()
    alone = measure.without_mask(model, tokenizer, texts[:1], [7, 16])
    assert alone["without it"] == pytest.approx(without[:1], abs=1e-5)


def test_two_different_texts_are_compared(tokenizer, model):
    alike = measure.different_texts(model, tokenizer, ["the fish", "The fish"])
    assert alike == pytest.approx(1, abs=1e-5)
    other = measure.different_texts(model, tokenizer, ["the fish", "back ."])
    three = measure.different_texts(model, tokenizer, ["the fish", "The fish", "back ."])
    assert three == pytest.approx((1 + 2 * other) / 3, abs=1e-5)


def test_the_library_gives_the_same_ids(tokenizer):
    texts = ["The kingfisher, back", "unfair"]
    assert measure.library_ids(tokenizer, texts) == [tokenizer.encode(t).input_ids for t in texts]


RIGHT = [("The fish", "the fish"), ("thé fish", "the fish"), ("fish.", "fish .")]


@pytest.mark.parametrize(
    ("pairs", "said"),
    [
        (RIGHT, "same_to_bert: right: three losses"),
        (RIGHT[::-1], "same_to_bert: right: three losses"),
        (RIGHT[:1], "Still missing: an accent, neither capital nor accent."),
        (RIGHT[1:], "Still missing: a capital letter."),
        ([], "Still missing: a capital letter, an accent, neither capital nor accent."),
        ([*RIGHT, ("the fish", "the river")], "BERT tells them apart: the fish and the river."),
        ([("Owl", "owl")], "'Owl': here a character is unknown"),
        ([("the  fish", "the fish ")], "look the same"),
        ([("the\u0301", "th\u00e9")], "look the same"),
        ([("the",)], "It stops with ValueError"),
    ],
)
def test_pairs_that_become_the_same_are_examined(pairs, said, tokenizer, capsys):
    cased = WordPieceTokenizer(tokenizer.vocabulary, lowercase=False)
    bugs.examine_same(pairs, tokenizer, cased)
    assert said in capsys.readouterr().out


def test_a_cased_model_keeps_capitals_and_accents(tokenizer, capsys):
    bugs.examine_same(RIGHT, tokenizer, WordPieceTokenizer(tokenizer.vocabulary, lowercase=False))
    said = capsys.readouterr().out.splitlines()
    assert [line.endswith("tells them apart.") for line in said[:3]] == [True, True, False]
    assert said[2].endswith("neither capital nor accent. A cased model loses it, too.")


def test_a_capital_with_an_accent_is_named_for_the_accent():
    assert bugs.lost("Thé", "the") == bugs.LOSSES[1]
    assert bugs.lost("THE", "the") == bugs.LOSSES[0]
    assert bugs.lost("a-b", "a - b") == bugs.LOSSES[2]


def a_batch(tokenizer, cut_first=True, inverted=False):
    def make(texts, max_length):
        rows = []
        for text in texts:
            ids = tokenizer.text_ids(text)
            if cut_first:
                ids = ids[: max_length - 2]
            ids = [tokenizer.cls_id, *ids, tokenizer.sep_id]
            rows.append(ids[:max_length])
        longest = max(map(len, rows))
        ids = torch.tensor([row + [tokenizer.pad_id] * (longest - len(row)) for row in rows])
        return ids, ((ids == tokenizer.pad_id) == inverted).long()

    return make


def test_a_right_batch_has_no_symptoms(tokenizer, model, capsys):
    assert bugs.symptoms(a_batch(tokenizer), tokenizer, model) == []
    bugs.examine_batch(a_batch(tokenizer), tokenizer, model)
    assert capsys.readouterr().out.startswith("friends_batch: right: the limit holds")
    bugs.examine_batch(a_batch(tokenizer, inverted=True), tokenizer, model)
    assert capsys.readouterr().out.startswith("friends_batch: not yet.")


def test_each_bug_has_its_symptom(tokenizer, model):
    (lost,) = bugs.symptoms(a_batch(tokenizer, cut_first=False), tokenizer, model)
    assert "no [SEP]" in lost
    (other,) = bugs.symptoms(a_batch(tokenizer, inverted=True), tokenizer, model)
    assert "other vectors" in other


def test_messages_have_two_replies_each(tokenizer, model):
    messages, replies = tagged.messages(model, tokenizer)
    assert len(messages) == len(set(messages)) == 16
    assert "See you at work" not in " ".join(messages)  # the lesson asks it of trained rows
    assert replies.shape == (16, 2, 8)


def test_halves_split_all_messages():
    seen, held_out = tagged.halves(32, seed=1)
    assert len(seen) == len(held_out) == 16
    assert sorted(seen + held_out) == list(range(32))
    assert tagged.halves(32, seed=1) == (seen, held_out)
    assert tagged.halves(32, seed=2) != (seen, held_out)


def test_right_counts_questions():
    texts = torch.eye(2).expand(2, 2, 2)
    asked = torch.tensor([[[0.9, 0.1], [0.2, 0.8]], [[0.9, 0.1], [0.9, 0.1]]])
    assert tagged.right(asked, texts) == 0.75


def test_a_text_vector_leaves_padding_out(tokenizer, model):
    together = tagged.text_vectors(model, tokenizer, ["the fish", "the fish is back ."])
    alone = tagged.text_vectors(model, tokenizer, ["the fish"])
    assert torch.allclose(together[:1], alone, atol=1e-6)
    assert torch.allclose(together.norm(dim=1), torch.ones(2))


def test_marks_in_words(tokenizer, model):
    found = tagged.in_words(model, tokenizer, ["fish", "back"])
    written = ["fish (in love)", "fish (angry)", "back (in love)", "back (angry)"]
    assert torch.equal(found.flatten(0, 1), tagged.text_vectors(model, tokenizer, written))


def test_a_text_alone_asks_the_same_twice(tokenizer, model):
    found = tagged.alone(model, tokenizer, ["fish"])
    assert torch.equal(found[0, 0], found[0, 1])
    assert torch.equal(found[:, 0], tagged.text_vectors(model, tokenizer, ["fish"]))


def test_a_grown_model_is_a_frozen_copy(model):
    table = nn.Embedding(model.config.vocab_size + 2, 8)
    grown = tagged.with_table(model, table)
    assert grown.config.vocab_size == model.config.vocab_size + 2
    assert [name for name, part in grown.named_parameters() if part.requires_grad] == [
        "embeddings.word.weight"
    ]
    assert model.embeddings.word is not table
    assert model.embeddings.word.weight.requires_grad


def test_drawn_rows_look_like_old_ones():
    old = torch.randn(5000, 4) * torch.tensor([1.0, 2.0, 3.0, 4.0]) + 7
    rows = nn.Parameter(torch.zeros(5000, 4))
    tagged.draw_rows(rows, old, seed=3)
    assert torch.allclose(rows.mean(dim=0), old.mean(dim=0), atol=0.4)
    assert torch.allclose(rows.std(dim=0), old.std(dim=0), rtol=0.1)


class Table(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.new = nn.Parameter(torch.zeros(2, size))
        self.register_buffer("old", torch.randn(9, size))


def compared(model, ask, in_words, alone):
    texts = [str(place) for place in range(6)]
    replies = torch.eye(12).unflatten(0, (6, 2))
    choice = tagged.Choice(ask, texts, replies, in_words, alone)
    table = Table(8)
    trained = []

    def train(texts, answers):
        trained.append(texts)
        assert torch.equal(answers, replies[[int(text) for text in texts]])
        return tagged.with_table(model, table)

    found = tagged.compare(choice, train, tagged.with_table(model, Table(8)), [0, 1])
    return *found, trained


def test_ways_are_compared_on_held_out_texts(model):
    asked = []
    replies = torch.eye(12).unflatten(0, (6, 2))

    def ask(texts, trained):
        asked.append(list(texts))
        known = [replies[int(text)] if text else replies[0] for text in texts]
        return trained.embeddings.word.new.sum() * 0 + torch.stack(known)

    found, searches, learned = compared(model, ask, replies.flip(1), replies)
    assert found == {
        "untrained": [1, 1],
        "in words": [0, 0],
        "trained": [1, 1],
        "trained, alone": found["trained, alone"],
    }
    assert searches["its text"] == searches["the text alone"] == [1, 1]
    assert max(searches["another text"] + searches["no text"]) < 1
    assert len(learned) == 2
    for texts, questions in zip(learned, (asked[:4], asked[4:]), strict=True):
        assert len(texts) == 3
        assert all(set(each).isdisjoint(texts) for each in questions)  # the other half


def test_a_search_counts_texts_that_come_first():
    texts = torch.eye(6)
    asked = texts[4:].unflatten(0, (1, 2)).clone()  # both find their text
    asked[0, 1, 0] = 2  # another text is nearer
    assert tagged.hits(asked, texts.unflatten(0, (3, 2)), [2]) == 1


def test_the_loss_trains_rows_to_find_their_texts():
    rows = nn.Parameter(torch.randn(4, 8, generator=torch.Generator().manual_seed(0)))
    texts = torch.eye(8)[:4].unflatten(0, (2, 2))
    optimizer = torch.optim.Adam([rows], lr=0.05)
    for _ in range(40):
        asked = nn.functional.normalize(rows, dim=1).unflatten(0, (2, 2))
        optimizer.zero_grad()
        reply_loss(asked, texts).backward()
        optimizer.step()
    assert tagged.right(asked, texts) == 1
