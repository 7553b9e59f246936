"""A vocabulary trained here works in the tokenizers library, whose trainer joins the same pairs."""

import random
from collections import Counter
from itertools import pairwise

import pytest
import transformers
from tokenizers import Tokenizer, models, pre_tokenizers, trainers

from bertlab import datasets
from bertlab.text.wordpiece import PREFIX, SPECIALS, WordPieceTokenizer
from bertlab.text.wordpiece_training import (
    character_vocabulary,
    join_in,
    joined,
    joins,
    spell,
    train_wordpiece,
    word_counts,
)
from tests.parity.test_wordpiece import nonsense, oracle

SIZE = 3000  # the lesson on input trains 8,000, on the same texts


def paragraphs(documents):
    return [paragraph for document in documents for paragraph in document.paragraphs]


def news(sentences):
    return ["".join(sentence.words) for sentence in sentences]


@pytest.fixture(scope="module")
def english():
    texts = paragraphs(datasets.wiki().train)
    return texts, train_wordpiece(texts, SIZE)


@pytest.fixture(scope="module")
def chinese():
    texts = news(datasets.peoples_daily().train)
    return texts, character_vocabulary(texts)


def assert_same_ids(tokenizer, texts):
    assert len(texts) > 50
    expected = oracle(tokenizer).encode_batch(texts)
    for text, encoding in zip(texts, expected, strict=True):
        assert tokenizer.encode(text).input_ids == encoding.ids, text


def test_english_pieces(english):
    texts, vocabulary = english
    assert len(vocabulary) == SIZE
    tokenizer = WordPieceTokenizer(vocabulary)
    unknown = [word for word in word_counts(texts) if tokenizer.cut(word) == [tokenizer.unk_id]]
    assert not unknown, "every word of the training texts can be encoded"
    assert_same_ids(tokenizer, paragraphs(datasets.wiki().test))
    assert_same_ids(tokenizer, [review.text for review in datasets.movie_reviews().test])
    assert_same_ids(tokenizer, news(datasets.peoples_daily().test[:500]))
    assert_same_ids(tokenizer, [nonsense(seed) for seed in range(200)])


def test_chinese_characters(chinese):
    texts, vocabulary = chinese
    tokenizer = WordPieceTokenizer(vocabulary)
    assert not any(tokenizer.unk_id in tokenizer.text_ids(text) for text in texts)
    assert_same_ids(tokenizer, news(datasets.peoples_daily().test))
    assert_same_ids(tokenizer, [r.text for r in datasets.book_reviews_zh().test])


def test_transformers_reads_a_saved_vocabulary(english, tmp_path):
    tokenizer = WordPieceTokenizer(english[1])
    tokenizer.save(tmp_path)
    theirs = transformers.AutoTokenizer.from_pretrained(tmp_path)
    for text in ("An unaffable sociologist's Naïve Ärzte", "[MASK] 世界", *english[0][:20]):
        assert theirs(text)["input_ids"] == tokenizer.encode(text).input_ids


def their_joins(texts, vocab_size):
    """The pieces that the library's own trainer joins, in its order."""
    theirs = Tokenizer(models.WordPiece(unk_token="[UNK]"))
    theirs.pre_tokenizer = pre_tokenizers.Whitespace()
    trainer = trainers.WordPieceTrainer(
        vocab_size=vocab_size, min_frequency=2, special_tokens=list(SPECIALS), show_progress=False
    )
    theirs.train_from_iterator(texts, trainer)
    ids = theirs.get_vocab()
    return [p for p in sorted(ids, key=ids.get) if len(p.removeprefix(PREFIX)) > 1][len(SPECIALS) :]


def joins_without_ties(words):
    """The pieces joined as long as one pair is more frequent than all others."""
    spelled, pieces = {word: spell(word) for word in words}, []
    while True:
        totals = Counter()
        for word, parts in spelled.items():
            for pair in pairwise(parts):
                totals[pair] += words[word]
        (best, most), *rest = totals.most_common(2)
        if not rest or most == rest[0][1]:
            return pieces
        pieces.append(joined(*best))
        spelled = {word: join_in(parts, best) for word, parts in spelled.items()}


@pytest.mark.parametrize("seed", range(5))
def test_the_librarys_trainer_joins_the_same_pairs(seed):
    # Ties have no right answer, and the library breaks them in an order of its own. So words come
    # with all their beginnings, in random numbers, and the comparison ends at the first tie.
    generator = random.Random(seed)
    words = Counter()
    for _ in range(12):
        word = "".join(generator.choices("abcd", k=7))
        words.update({word[:end]: generator.randint(50, 500) for end in range(2, 8)})
    expected = joins_without_ties(words)
    theirs = their_joins([" ".join([word] * count) for word, count in words.items()], 200)
    ours = [joined(*pair) for pair in joins(words, 2)]
    assert len(expected) > 10
    assert ours[: len(expected)] == theirs[: len(expected)] == expected


def test_on_real_text_little_differs_but_ties(english):
    texts = english[0][:1000]
    lowered = [" ".join(WordPieceTokenizer(SPECIALS).words(text)) for text in texts]
    theirs = set(their_joins(lowered, 2000))
    ours = {piece for piece in train_wordpiece(texts, 2000) if len(piece.removeprefix(PREFIX)) > 1}
    assert len(theirs) > 1000
    assert len(theirs & ours) / len(theirs) > 0.95
