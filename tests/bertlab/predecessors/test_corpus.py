"""Sentences, the shared vocabulary and the shared split of lessons 01 to 04."""

import math
from collections import Counter

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from bertlab.datasets import wiki
from bertlab.predecessors.ngrams import corpus
from bertlab.predecessors.ngrams.corpus import Vocabulary, split_sentences, tokenize

WORDS = st.lists(st.lists(st.sampled_from(["a", "b", "c", "d", "e"]), max_size=6), max_size=8)


class TestTokenize:
    @pytest.mark.parametrize(
        ("sentence", "words"),
        [
            ("The King's men don't go.", "the king 's men don't go ."),
            ("the king’s men", "the king 's men"),
            ("In 1776, 3,000.5 of 50% left", "in <num> , <num> of <num> % left"),
            ("the 1970s, 2nd and 20th-century", "the <num> , <num> and <num> - century"),
            ("9/11 at 4:30", "<num> at <num>"),
            ("H2O, 3D and B52", "h2o , 3d and b52"),
            ("a well-known U.S. law, e.g. this", "a well-known u.s. law , e.g. this"),
            ("Mr. Smith vs. Dr. No", "mr. smith vs. dr. no"),
            ('"Go" (now)...', '" go " ( now ) ...'),
            ("naïve Ελλάδα 1000 €", "naïve ελλάδα <num> €"),
            ("Ро\u0301з x", "ро\u0301з x"),
            ("rock 'n' roll", "rock ' n ' roll"),
            ("", ""),
            (" \t ", ""),
        ],
    )
    def test_words_worked_by_hand(self, sentence: str, words: str) -> None:
        assert tokenize(sentence) == words.split()

    @given(st.text(alphabet="ab1.'-,\u2019 éA", max_size=20))
    def test_nothing_but_spaces_is_lost(self, text: str) -> None:
        words = tokenize(text)
        assert all(words) and not any(" " in word for word in words)
        letters = [c for c in text.lower().replace("’", "'") if not c.isspace() and not c.isdigit()]
        if "<num>" not in words:
            joined = [c for word in words for c in word if not c.isdigit()]
            assert joined == letters


class TestSentences:
    @pytest.mark.parametrize(
        ("text", "count"),
        [
            ("One ends here. Another begins.", 2),
            ("Is it so? Yes! It is.", 3),
            ("Mr. Smith met Dr. J. R. Jones. They spoke.", 2),
            ("He lives in the U.S. Congress is far.", 1),  # one mistake that stays: no opener
            ("He lives in the U.S. The law is old.", 2),
            ("Apples, pears, etc. Examples follow.", 2),
            ("It grew by 4.8%. Growth goes on.", 2),
            ("It cost 3.50 dollars. No. 5 won.", 2),
            ('He said, "Go." She went.', 2),
            ("He said, (It is.) She went.", 2),
            ("It was c. 500 BC. Then came e.g. Rome.", 2),
            ("no capital. follows here", 1),
            ("First line\nSecond line", 2),
            ("\n\n  \n", 0),
            ("", 0),
        ],
    )
    def test_counts_worked_by_hand(self, text: str, count: int) -> None:
        assert len(split_sentences(text)) == count

    def test_the_example_of_the_docstring(self) -> None:
        assert split_sentences("Mr. Smith paid $3.50. Don't ask!") == [
            ["mr.", "smith", "paid", "$", "<num>", "."],
            ["don't", "ask", "!"],
        ]

    def test_a_quotation_mark_closes_the_sentence_it_ends(self) -> None:
        first, second = split_sentences('He said, "Go." "Why?"')
        assert first == ["he", "said", ",", '"', "go", ".", '"']
        assert second == ['"', "why", "?", '"']

    @given(st.text(alphabet="aB. !?\n\"'U1", max_size=30))
    def test_splitting_loses_no_character(self, text: str) -> None:
        whole = [c for line in text.splitlines() for word in tokenize(line) for c in word]
        parts = [c for sentence in split_sentences(text) for word in sentence for c in word]
        assert parts == whole


class TestVocabulary:
    SENTENCES = (["b", "a", "c"], ["a", "b"], ["d", "a"])

    def test_order_and_counts_worked_by_hand(self) -> None:
        vocabulary = Vocabulary.from_sentences(self.SENTENCES, size=5)
        assert vocabulary.words == ("<unk>", "<s>", "</s>", "a", "b")
        assert vocabulary.counts == (2, 0, 3, 3, 2)
        everything = Vocabulary.from_sentences(self.SENTENCES)
        assert everything.words[3:] == ("a", "b", "c", "d"), "c and d tie: alphabetical"

    def test_min_count(self) -> None:
        vocabulary = Vocabulary.from_sentences(self.SENTENCES, min_count=2)
        assert vocabulary.words[3:] == ("a", "b")
        assert vocabulary.counts[0] == 2
        assert len(Vocabulary.from_sentences(self.SENTENCES, min_count=9)) == 3

    def test_encode_and_decode(self) -> None:
        vocabulary = Vocabulary.from_sentences(self.SENTENCES, size=5)
        assert vocabulary.encode(["a", "z", "b", "</s>"]) == [3, 0, 4, 2]
        assert vocabulary.decode([3, 0, 4]) == ["a", "<unk>", "b"]
        assert vocabulary.decode(torch.tensor([3, 4])) == ["a", "b"]
        assert "a" in vocabulary and "c" not in vocabulary and 3 not in vocabulary
        assert vocabulary.index("b") == 4

    @given(WORDS, st.integers(4, 9), st.integers(1, 3))
    def test_laws(self, sentences: list[list[str]], size: int, min_count: int) -> None:
        if not any(sentences):
            sentences = [["a"]]
        vocabulary = Vocabulary.from_sentences(sentences, size, min_count)
        assert len(vocabulary) <= size
        assert sum(vocabulary.counts) == sum(len(sentence) + 1 for sentence in sentences)
        ids = [vocabulary.encode(sentence) for sentence in sentences]
        counted = Counter(index for sentence in ids for index in sentence)
        for index in (0, *range(3, len(vocabulary))):
            assert counted[index] == vocabulary.counts[index]
        assert list(vocabulary.counts[3:]) == sorted(vocabulary.counts[3:], reverse=True)
        for sentence, encoded in zip(sentences, ids, strict=True):
            for word, back in zip(sentence, vocabulary.decode(encoded), strict=True):
                assert back == (word if word in vocabulary else "<unk>")

    def test_it_is_frozen(self) -> None:
        vocabulary = Vocabulary.from_sentences(self.SENTENCES)
        with pytest.raises(AttributeError):
            vocabulary.words = ()
        assert vocabulary == Vocabulary.from_sentences(self.SENTENCES)
        assert hash(vocabulary) == hash(Vocabulary.from_sentences(self.SENTENCES))
        assert vocabulary != Vocabulary.from_sentences(self.SENTENCES[:2])

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (([],), "expected sentences with words, got 0"),
            (([[], []],), "expected sentences with words, got 2"),
            (([["a"]], 3), "expected a size above 3, got 3"),
            (([["a"]], None, 0), "expected min_count >= 1, got 0"),
            (([["a", "<unk>"]],), "expected sentences without special words, got <unk>"),
        ],
    )
    def test_bad_input_to_from_sentences(self, arguments: tuple, message: str) -> None:
        with pytest.raises(ValueError, match=message):
            Vocabulary.from_sentences(*arguments)

    @pytest.mark.parametrize(
        ("words", "counts", "message"),
        [
            (("a",), (1,), "expected words to begin with"),
            (("<unk>", "<s>", "</s>", "a"), (0, 0, 1), "expected 4 counts, got 3"),
            (("<unk>", "<s>", "</s>", "a", "a"), (0, 0, 1, 1, 1), r"distinct words, got \['a'\]"),
        ],
    )
    def test_bad_input_to_the_class(self, words: tuple, counts: tuple, message: str) -> None:
        with pytest.raises(ValueError, match=message):
            Vocabulary(words, counts)

    def test_unknown_words_get_close_matches(self) -> None:
        vocabulary = Vocabulary.from_sentences([["king", "queen", "ring"]])
        with pytest.raises(ValueError, match=r"'Kin' is not among the 6 words.*close: king"):
            vocabulary.index("Kin")
        with pytest.raises(ValueError, match=r"of the vocabulary$"):
            vocabulary.index("zzz")

    def test_wrong_arguments_are_explained(self) -> None:
        vocabulary = Vocabulary.from_sentences([["a"]])
        with pytest.raises(ValueError, match="got the string 'a b'"):
            vocabulary.encode("a b")
        for wrong in (4, -1):
            with pytest.raises(ValueError, match=rf"expected indices in \[0, 4\), got {wrong}"):
                vocabulary.decode([3, wrong])


class TestWikiCorpus:
    def test_sentences_follow_the_split_of_the_articles(self) -> None:
        sentences = corpus.wiki_sentences()
        for name in ("train", "validation", "test"):
            first = getattr(wiki(), name)[0].paragraphs[0]
            assert list(getattr(sentences, name)[0]) == split_sentences(first)[0]
        assert corpus.wiki_sentences() is sentences

    def test_most_sentences_end_as_sentences_do(self) -> None:
        ends = Counter(sentence[-1] for sentence in corpus.wiki_sentences().train)
        marks = sum(ends[mark] for mark in (".", "!", "?", ":", ";", '"', ")", "'", "...", "”"))
        assert marks / ends.total() > 0.99

    def test_the_vocabulary_comes_from_train_alone(self) -> None:
        data = corpus.wiki_language_model_data(vocabulary_size=500)
        assert len(data.vocabulary) == 500
        sentences = corpus.wiki_sentences()
        counted = Counter(word for sentence in sentences.train for word in sentence)
        expected = sorted(counted, key=lambda word: (-counted[word], word))[:497]
        assert list(data.vocabulary.words[3:]) == expected
        assert data.vocabulary.words[3:6] == ("the", ",", ".")
        predictions = sum(len(sentence) + 1 for sentence in data.train)
        assert sum(data.vocabulary.counts) == predictions
        for split in (data.train, data.validation, data.test):
            assert all(sentence and 0 <= min(sentence) for sentence in split)
            assert not any(index in (1, 2) for sentence in split for index in sentence)

    def test_numbers_would_be_many_words(self) -> None:
        texts = [p for article in wiki().train for p in article.paragraphs]
        found = [m for text in texts for m in corpus._TOKEN.finditer(text) if m["number"]]
        numbers = Counter(match[0].lower() for match in found)
        once = sum(count == 1 for count in numbers.values())
        assert f"the {len(numbers):,} different years" in corpus.__doc__
        assert f"{once} of them seen once" in corpus.__doc__

    def test_its_entropy_is_that_of_english_prose(self) -> None:
        counts = [count for count in corpus.wiki_language_model_data().vocabulary.counts if count]
        total = sum(counts)
        nats = -sum(count / total * math.log(count / total) for count in counts)
        assert 6.0 < nats < 6.8
