"""What lesson 00 measures: by hand on small vectors, and on sentences that places do not betray."""

import pytest
import torch

from bertlab.model import BertModel
from bertlab.pretraining.readout import from_change
from bertlab.text import WordPieceTokenizer
from lessons.l00_start_here import measure

SECOND = torch.tensor([False, False, True, True])
SENSES = measure.read_senses()


@pytest.fixture(scope="module")
def minilm():
    return BertModel.from_pretrained("minilm"), WordPieceTokenizer.from_folder("minilm")


def test_two_directions_for_two_meanings_are_told_apart():
    vectors = torch.tensor([[1.0, 0.0], [3.0, 0.1], [0.0, 1.0], [0.1, 2.0]])
    assert measure.told_apart(vectors, SECOND) == 1
    assert measure.told_apart(vectors[[0, 2, 1, 3]], SECOND) < 0.5


def test_equal_directions_are_a_coin():
    vectors = torch.tensor([[1.0, 2.0], [2.0, 4.0], [0.5, 1.0], [3.0, 6.0]])
    assert measure.told_apart(vectors, SECOND) == 0.5


def test_pairs_are_counted_once_each():
    # On a circle, at 0, 30, 40 and 80 degrees: same meaning 30 and 40 apart, other 40, 80, 10, 50.
    angles = torch.deg2rad(torch.tensor([0.0, 30.0, 40.0, 80.0]))
    vectors = torch.stack([angles.cos(), angles.sin()], dim=1)
    # 30 is nearer than 40, 80 and 50; 40 ties with 40 and is nearer than 80 and 50.
    assert measure.told_apart(vectors, SECOND) == pytest.approx((3 + 2.5) / 8)


def test_there_are_six_words_and_76_sentences():
    assert len(SENSES) == 6
    assert sum(len(senses.sentences) for senses in SENSES.values()) == 76


@pytest.mark.parametrize("word", SENSES)
def test_the_sentences_are_as_their_file_says(word):
    tokenizer = WordPieceTokenizer.from_folder("minilm")
    sentences, is_second = SENSES[word]
    assert is_second.sum() == (~is_second).sum()
    assert len(set(sentences)) == len(sentences)
    lengths, places = [], []
    for sentence in sentences:
        ids = tokenizer.encode(sentence).input_ids
        assert ids.count(tokenizer.ids[word]) == 1
        assert tokenizer.ids["the"] in ids and ids[-2] == tokenizer.ids["."]
        lengths.append(len(ids))
        places.append(ids.index(tokenizer.ids[word]))
    for values, most in ((lengths, 0.5), (places, 2)):
        numbers = torch.tensor(values, dtype=torch.float32)
        assert (numbers[is_second].mean() - numbers[~is_second].mean()).abs() <= most


def test_vectors_are_those_of_the_piece(minilm):
    sentences = ["The bank lent him money.", "We sat on the bank."]
    vectors = measure.vectors_of(*minilm, sentences, "bank")
    assert vectors.shape == (7, 2, 384)
    model, tokenizer = minilm
    with torch.no_grad():
        states = model.inspect(*tokenizer.batch(sentences[1:])).hidden_states
    torch.testing.assert_close(vectors[4, 1], states[4][0, 5], atol=1e-5, rtol=0)


def test_a_sentence_without_the_piece_is_named(minilm):
    with pytest.raises(ValueError, match=r"expected 'bank' in every sentence, got 'We sat\.'"):
        measure.vectors_of(*minilm, ["The bank.", "We sat."], "bank")


def test_controls_are_measured_on_the_same_sentences(minilm):
    found = measure.controls(*minilm, {"bank": SENSES["bank"]})
    assert list(found) == ["word", "the", "."]
    assert all(values.shape == (1, 7) for values in found.values())
    own = measure.vectors_of(*minilm, SENSES["bank"].sentences, "the")[3]
    assert found["the"][0, 3] == pytest.approx(
        measure.told_apart(own, SENSES["bank"].is_second), abs=1e-6
    )


def test_the_first_gap_is_filled():
    tokenizer = WordPieceTokenizer.from_folder("minilm")
    lines = ["The [MASK] was full of soldiers.", "Paris is the capital of [MASK], a [MASK]."]
    filled = measure.fill_gaps(from_change("minilm-words"), tokenizer, lines)
    assert list(filled) == lines and all(len(found) == 3 for found in filled.values())
    assert filled[lines[0]][0].piece == "army"
    assert filled[lines[0]][0].probability > filled[lines[0]][1].probability
