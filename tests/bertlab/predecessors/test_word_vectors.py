"""Word vectors in use: neighbors, analogies, pairs, the file, rank correlation, bad input."""

import numpy as np
import pytest
from gensim.models import KeyedVectors
from safetensors.numpy import save_file

from bertlab.datasets import Analogy, WordPair
from bertlab.predecessors.word2vec.word_vectors import WordVectors, bert_word_vectors

WORDS = ("man", "king", "woman", "queen", "apple")
ROWS = np.array([[1.0, 0, 0], [1, 2, 0], [1, 0, 2], [1, 2, 2], [-3, 0.5, -0.5]])


@pytest.fixture
def vectors():
    return WordVectors(WORDS, ROWS)


def test_cosine_by_hand(vectors):
    assert vectors.cosine("king", "woman") == pytest.approx(1 / 5)
    assert vectors.cosine("man", "man") == pytest.approx(1)


def test_neighbors_leave_out_the_word_and_stand_by_cosine(vectors):
    found = vectors.neighbors("king", 4)
    assert [neighbor.word for neighbor in found] == ["queen", "man", "woman", "apple"]
    assert found[0].cosine == pytest.approx(5 / np.sqrt(5) / 3)
    assert [n.cosine for n in found] == sorted((n.cosine for n in found), reverse=True)


def test_long_vectors_are_not_nearer():
    vectors = WordVectors(["a", "near", "long"], np.array([[1.0, 0], [1, 0.1], [50, 40]]))
    assert vectors.neighbors("a", 1)[0].word == "near"


def test_analogy_adds_unit_vectors_and_leaves_out_what_is_given(vectors):
    assert vectors.analogy("man", "king", "woman")[0].word == "queen"
    unit = ROWS / np.linalg.norm(ROWS, axis=1, keepdims=True)
    direction = unit[1] - unit[0] + unit[2]
    expected = direction @ unit[3] / np.linalg.norm(direction)
    assert vectors.analogy("man", "king", "woman")[0].cosine == pytest.approx(expected)
    assert len(vectors.analogy("man", "king", "woman", 2)) == 2


def test_answer_counts_the_right_ones_among_those_it_can_ask(vectors):
    questions = [
        Analogy("royal", "man", "King", "woman", "queen"),
        Analogy("royal", "man", "king", "woman", "apple"),
        Analogy("royal", "man", "king", "woman", "pear"),
    ]
    assert vectors.answer(questions) == (1, 2)
    assert vectors.answer([]) == (0, 0)


def test_answer_equals_one_analogy_after_the_other():
    random = np.random.default_rng(0)
    vectors = WordVectors([f"w{i}" for i in range(40)], random.normal(size=(40, 5)))
    questions = []
    for _ in range(1500):
        a, b, c, d = (f"w{i}" for i in random.choice(40, 4, replace=False))
        answer = vectors.analogy(a, b, c)[0].word
        questions.append(Analogy("", a, b, c, answer if random.random() < 0.5 else d))
    one_by_one = sum(vectors.analogy(q.a, q.b, q.c)[0].word == q.d for q in questions)
    assert vectors.answer(questions) == (one_by_one, 1500)


def test_pairs_with_an_unknown_word_are_left_out(vectors):
    pairs = [
        WordPair("King", "queen", 8.0),
        WordPair("king", "pear", 1.0),
        WordPair("man", "apple", 2.0),
    ]
    scores = vectors.score_pairs(pairs)
    assert scores.indices == (0, 2)
    assert scores.human.tolist() == [8, 2]
    assert scores.cosine.tolist() == [
        vectors.cosine("king", "queen"),
        vectors.cosine("man", "apple"),
    ]


# ---------------------------------------------------------------- the file


def test_the_file_by_hand(tmp_path):
    WordVectors(["a", "b's"], np.array([[1, -0.5], [0.1, 3]], dtype=np.float32)).save(
        tmp_path / "v"
    )
    assert (tmp_path / "v").read_text() == "2 2\na 1 -0.5\nb's 0.100000001 3\n"


def test_what_is_saved_is_loaded_bit_by_bit(tmp_path):
    rows = np.random.default_rng(0).normal(size=(6, 3)).astype(np.float32)
    words = ["the", "naïve", "中文", "<unk>", "x-y", "10"]
    WordVectors(words, rows).save(tmp_path / "v.txt")
    loaded = WordVectors.load(tmp_path / "v.txt")
    assert loaded.words == tuple(words)
    assert loaded.vectors.dtype == np.float32
    assert (loaded.vectors == rows).all()


def test_trailing_spaces_of_the_released_program_are_read(tmp_path):
    (tmp_path / "v.txt").write_text("1 2\nword 0.5 1.5 \n")
    assert WordVectors.load(tmp_path / "v.txt")["word"].tolist() == [0.5, 1.5]


def test_odd_words_and_zeros_are_read_as_gensim_reads_them(tmp_path):
    words = ["10\u00a0000", "a\u2028b", "c\x0cd", "e\u0085f", "<pad>"]
    rows = np.arange(5, dtype=np.float32)[::-1, None] * [1, 2]
    theirs = KeyedVectors(2)
    theirs.add_vectors(words, rows.astype(np.float32))
    theirs.save_word2vec_format(str(tmp_path / "theirs"))
    ours = WordVectors.load(tmp_path / "theirs")
    assert ours.words == tuple(words) and (ours.vectors == rows).all()
    assert ours.cosine("<pad>", "a\u2028b") == 0.0 and len(ours.neighbors("<pad>", 4)) == 4
    ours.save(tmp_path / "ours")
    again = KeyedVectors.load_word2vec_format(str(tmp_path / "ours"))
    assert again.index_to_key == words and (again.vectors == rows).all()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "first line, got"),
        ("two 2\na 1 2\n", "first line, got"),
        ("2 2\na 1 2\n", "expected 2 words in v.txt, got 1"),
        ("1 2\na 1\n", "expected 2 numbers for 'a', got 1"),
        ("2 1\na 1\na 2\n", "expected distinct words, got 1 among 2"),
    ],
)
def test_broken_files(tmp_path, text, message):
    (tmp_path / "v.txt").write_text(text)
    with pytest.raises(ValueError, match=message):
        WordVectors.load(tmp_path / "v.txt")


def test_whole_words_of_a_bert(tmp_path):
    (tmp_path / "vocab.txt").write_text("[PAD]\nriver\n##s\n中\n[CLS]\nbank\n", encoding="utf-8")
    rows = np.arange(12, dtype=np.float32).reshape(6, 2) + 1
    save_file({"embeddings.word_embeddings.weight": rows}, tmp_path / "model.safetensors")
    vectors = bert_word_vectors(tmp_path)
    assert vectors.words == ("river", "中", "bank")
    assert vectors["bank"].tolist() == [11, 12]
    save_file({"other": rows}, tmp_path / "model.safetensors")
    with pytest.raises(ValueError, match="expected embeddings"):
        bert_word_vectors(tmp_path)


# ---------------------------------------------------------------- rank correlation


# ---------------------------------------------------------------- bad input


def test_bad_input_says_what_is_expected(vectors):
    with pytest.raises(ValueError, match="expected 5 rows, one per word, got 4"):
        WordVectors(WORDS, ROWS[:4])
    with pytest.raises(ValueError, match="distinct words, got 4 among 5"):
        WordVectors([*WORDS[:4], "man"], ROWS)
    with pytest.raises(ValueError, match="without space or line feed, got 'new york'"):
        WordVectors([*WORDS[:4], "new york"], ROWS)
    with pytest.raises(ValueError, match="finite rows, got another for 'man'"):
        WordVectors(WORDS, np.full((5, 3), np.nan))
    with pytest.raises(
        ValueError, match="'kings' is not among the 5 words with vectors; close: king"
    ):
        vectors["kings"]
    with pytest.raises(ValueError, match="n from 1 to 4, got 5"):
        vectors.neighbors("king", 5)
    with pytest.raises(ValueError, match="n from 1 to 2, got 0"):
        vectors.analogy("man", "king", "woman", 0)
    with pytest.raises(ValueError, match="two pairs of known words or more, got 1"):
        vectors.score_pairs([WordPair("man", "king", 1.0)])
