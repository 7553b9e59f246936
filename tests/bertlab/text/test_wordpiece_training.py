"""Training a vocabulary: joins worked out by hand, and laws that hold for any text."""

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bertlab.text.wordpiece import MAX_WORD_LENGTH, SPECIALS, WordPieceTokenizer
from bertlab.text.wordpiece_training import (
    alphabet,
    character_vocabulary,
    join_in,
    joins,
    spell,
    train_wordpiece,
    word_counts,
)

SONGS = ["Sing, sing: singing kings", "sing ring kings bring"]


def test_three_joins_by_hand():
    # sing 3, kings 2, singing 1, ring 1, bring 1: ##i ##n occurs 9 times and so does ##n ##g.
    # Equal counts go by the alphabet, so ##i ##n is first; then ##in ##g 9, then s ##ing 4.
    counts = word_counts(SONGS)
    assert counts == {"sing": 3, "kings": 2, "singing": 1, "ring": 1, "bring": 1, ",": 1, ":": 1}
    found = list(joins(counts, min_count=1))
    assert found[:4] == [("##i", "##n"), ("##in", "##g"), ("s", "##ing"), ("##ing", "##s")]


def test_a_vocabulary_by_hand():
    vocabulary = train_wordpiece(SONGS, 25)
    assert vocabulary == (
        *SPECIALS,
        *[",", ":", "b", "k", "r", "s"],
        *["##g", "##i", "##n", "##r", "##s"],
        *["##in", "##ing", "sing", "##ings", "kings"],
    )
    tokenizer = WordPieceTokenizer(vocabulary)
    assert tokenizer.tokenize("Singings") == ["sing", "##ings"]


def test_pieces_that_repeat_are_joined_from_the_left():
    assert join_in(["a", "##a", "##a", "##a", "##a"], ("##a", "##a")) == ["a", "##aa", "##aa"]
    assert join_in(["a", "##a", "##a", "##a"], ("##a", "##a")) == ["a", "##aa", "##a"]
    assert join_in(["a", "##b", "##a", "##b"], ("a", "##b")) == ["ab", "##a", "##b"]
    assert join_in(["a"], ("a", "##b")) == ["a"]


def test_case_and_accents():
    cased = train_wordpiece(["Été Été"], 100, lowercase=False)
    assert cased[5:] == ("É", "##t", "##é", "##té", "Été")
    assert train_wordpiece(["Été Été"], 100)[5:] == ("e", "##e", "##t", "##te", "ete")


def test_chinese_characters_are_never_joined():
    vocabulary = train_wordpiece(["北京北京北京 1998 1998", "北大"], 100)
    assert vocabulary[5:9] == ("1", "京", "北", "大")
    assert vocabulary[9:11] == ("##8", "##9")
    assert all(piece.removeprefix("##").isdigit() for piece in vocabulary[9:])


def test_rare_pairs_are_left_alone_and_the_vocabulary_is_then_shorter():
    texts = ["ab ab ab cd"]
    assert train_wordpiece(texts, 50, min_count=3)[5:] == ("a", "c", "##b", "##d", "ab")
    assert train_wordpiece(texts, 50, min_count=1)[-2:] == ("ab", "cd")
    assert train_wordpiece(texts, 50, min_count=4)[-1] == "##d"
    assert len(train_wordpiece(texts, 10)) == 10
    assert len(train_wordpiece(texts, 9)) == 9


def test_specials_and_very_long_words_teach_nothing():
    assert word_counts(["[MASK] ab [SEP]", "x" * 100, "y" * 101]) == {"ab": 1, "x" * 100: 1}


def test_characters_by_falling_count():
    vocabulary = character_vocabulary(["我们的 1998年的", "的我"])
    # 的 3 and 我 2, the others once, or twice for ##9; ties go by code point, ##-pieces last.
    assert vocabulary == (*SPECIALS, "的", "我", "##9", "1", "们", "年", "##8")
    assert character_vocabulary(["我们的的"], min_count=2) == (*SPECIALS, "的")
    assert character_vocabulary(["我们的的"], vocab_size=6) == (*SPECIALS, "的")
    assert character_vocabulary(["aB"], lowercase=False)[5:] == ("a", "##B")


def test_all_characters_of_a_text_are_known():
    text = "中文 and English, 1998年!"
    assert "[UNK]" not in WordPieceTokenizer(character_vocabulary([text])).tokenize(text)


@pytest.mark.parametrize("train", [lambda t: train_wordpiece(t, 90), character_vocabulary])
@pytest.mark.parametrize(
    ("texts", "message"),
    [
        ([], "at least one word to learn from, got none"),
        (["", " \n"], "at least one word to learn from, got none"),
        (["[CLS]"], "at least one word to learn from, got none"),
        (["a", None], r"expected a text \(str\), got NoneType"),
        ("a text", "got one str; put it in a list"),
        (None, "expected several texts, got NoneType"),
    ],
)
@pytest.mark.usefixtures("without_annotations")
def test_texts_that_cannot_be(train, texts, message):
    with pytest.raises(ValueError, match=message):
        train(texts)


def test_sizes_that_cannot_be():
    message = "the 5 specials and the 3 characters of the texts need a vocab_size of at least 8"
    with pytest.raises(ValueError, match=f"{message}, got 7"):
        train_wordpiece(["aab"], 7)
    assert len(train_wordpiece(["aab"], 8)) == 8
    with pytest.raises(ValueError, match="a vocab_size of at least 6, got 5"):
        character_vocabulary(["a"], 5)
    with pytest.raises(ValueError, match="min_count must be at least 1, got 0"):
        train_wordpiece(["a"], 9, min_count=0)
    with pytest.raises(ValueError, match="min_count must be at least 1, got -1"):
        character_vocabulary(["a"], min_count=-1)


# --- laws ---------------------------------------------------------------------------------------

WORDS = st.text("abc", min_size=1, max_size=7)
COUNTS = st.dictionaries(WORDS, st.integers(1, 9), min_size=1, max_size=12)


def slow_joins(counts, min_count):
    """The definition: count all pairs anew, join the commonest everywhere, repeat."""
    spelled = {word: spell(word) for word in counts}
    while True:
        totals = Counter()
        for word, pieces in spelled.items():
            for pair in pairwise(pieces):
                totals[pair] += counts[word]
        if not totals:
            return
        best = min(totals, key=lambda pair: (-totals[pair], pair))
        if totals[best] < min_count:
            return
        yield best
        spelled = {word: join_in(pieces, best) for word, pieces in spelled.items()}


@given(COUNTS, st.integers(1, 4))
@settings(max_examples=300, deadline=None)
def test_the_fast_joins_are_those_of_the_definition(counts, min_count):
    assert list(joins(counts, min_count)) == list(slow_joins(counts, min_count))


TEXTS = st.lists(st.text("aábC1[]中国,. ", max_size=30), min_size=1, max_size=6)


@given(TEXTS, st.integers(0, 20), st.booleans())
@settings(max_examples=200, deadline=None)
def test_laws_of_a_vocabulary(texts, extra, lowercase):
    try:
        counts = word_counts(texts, lowercase)
    except ValueError:
        return  # no words
    size = len(SPECIALS) + len(alphabet(counts)) + extra
    vocabulary = train_wordpiece(texts, size, lowercase, min_count=1)
    whole = train_wordpiece(texts, 10_000, lowercase, min_count=1)
    assert vocabulary == whole[:size], "a smaller vocabulary is the beginning of a larger one"
    assert len(set(vocabulary)) == len(vocabulary)
    assert vocabulary == train_wordpiece(reversed(texts), size, lowercase, min_count=1)
    assert set(character_vocabulary(texts, lowercase=lowercase)) == set(vocabulary[: size - extra])
    tokenizer = WordPieceTokenizer(vocabulary, lowercase)
    for word in counts:
        pieces = [vocabulary[i] for i in tokenizer.cut(word)]
        assert "".join([pieces[0], *(p.removeprefix("##") for p in pieces[1:])]) == word
    for word in counts:
        assert word in whole, "without a limit every word of the texts becomes a piece"


@given(TEXTS)
@settings(max_examples=50, deadline=None)
def test_there_and_back(texts):
    try:
        tokenizer = WordPieceTokenizer(train_wordpiece(texts, 60, min_count=1))
    except ValueError:
        return
    for text in texts:
        ids = tokenizer.encode(text).input_ids
        assert tokenizer.text_ids(tokenizer.decode(ids)) == tokenizer.text_ids(text)


def test_the_longest_word_that_is_learned():
    word = "ab" * (MAX_WORD_LENGTH // 2)
    tokenizer = WordPieceTokenizer(train_wordpiece([word, word], 300))
    assert tokenizer.tokenize(word) == [word]
