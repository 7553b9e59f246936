"""Texts to measure attention on: held out, of a fitting length, spread over the corpus."""

import pytest

from bertlab.pretraining.corpora import Corpus
from bertlab.text.wordpiece import SPECIALS, WordPieceTokenizer
from lessons.l11_attention_seen import texts as attention_texts
from lessons.l11_attention_seen.texts import held_out_pairs, held_out_sentences

TOKENIZER = WordPieceTokenizer([*SPECIALS, *"abcdefg"])
SHORT, LONG = "a b", "a b c d e f g a"
TRAIN = ["g f e d c b a g"] * 3


def sentence(number: int, size: int = 8) -> str:
    """A sentence of some pieces that starts with its number."""
    return " ".join("abcdefg"[(number + place) % 7] for place in range(size))


@pytest.fixture
def toy(monkeypatch):
    documents = ([sentence(0), SHORT, sentence(1), sentence(2)], [sentence(3, 60), sentence(4)])
    monkeypatch.setattr(attention_texts, "corpus", lambda name: Corpus((TRAIN,), documents))


@pytest.mark.usefixtures("toy")
def test_sentences_by_hand():
    """Neither the short one nor that of 60 pieces; evenly spread; nothing to train on."""
    fitting = [sentence(0), sentence(1), sentence(2), sentence(4)]
    assert held_out_sentences("toy", TOKENIZER, 4) == fitting
    assert held_out_sentences("toy", TOKENIZER, 2) == [fitting[0], fitting[2]]
    assert len(held_out_sentences("toy", TOKENIZER, 5, longest=60)) == 5
    with pytest.raises(ValueError, match="expected from 1 to 4 texts, got 5"):
        held_out_sentences("toy", TOKENIZER, 5)
    with pytest.raises(ValueError, match="expected from 1 to 4 texts, got 0"):
        held_out_sentences("toy", TOKENIZER, 0)


@pytest.mark.usefixtures("toy")
def test_pairs_by_hand():
    """Neighbors of one document only: both long enough, together up to 96 pieces."""
    expected = [(sentence(1), sentence(2)), (sentence(3, 60), sentence(4))]
    assert held_out_pairs("toy", TOKENIZER, 2) == tuple(map(list, zip(*expected, strict=True)))


def test_pairs_are_not_too_long(monkeypatch):
    documents = ([sentence(0, 50), sentence(1, 47)],)
    monkeypatch.setattr(attention_texts, "corpus", lambda name: Corpus((), documents))
    with pytest.raises(ValueError, match="expected from 1 to 0 texts"):
        held_out_pairs("toy", TOKENIZER, 1)


def test_the_real_corpus_gives_sentences_of_validation():
    tokenizer = WordPieceTokenizer.from_folder("bert-mini-en")
    found = held_out_sentences("wiki", tokenizer, 20)
    held_out = attention_texts.corpus("wiki").validation
    trained_on = {s for document in attention_texts.corpus("wiki").train for s in document}
    assert all(any(s in document for document in held_out) for s in found)
    assert not trained_on & set(found)
    assert len(set(found)) == 20
