"""Sentences of the texts that models are pre-trained on, and that these texts are training ones."""

import re
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bertlab import datasets
from bertlab.datasets import TaggedSentence
from bertlab.datasets.splits import normalize
from bertlab.pretraining import corpora
from bertlab.pretraining.corpora import (
    CORPORA,
    corpus,
    sentence_units,
    split_chinese,
    split_english,
)
from bertlab.text.wordpiece import SPECIALS, WordPieceTokenizer


@pytest.mark.parametrize(
    "sentences",
    [
        ["你好。", "再见！"],
        ["你好吗？", "我很好；", "他也好。"],
        ["他说：“你好。”", "我走了。"],
        ["（他走了。）", "天黑了！"],
        ["「真的吗？」", "『真的！』", "好"],
        ["“他说：‘走吧！’”", "然后走了。"],
        ["太好了！！！", "真的吗？！", "是。。。", "嗯"],
        ["他问“去吗？”，没人回答。", "他走了"],
        ["他说“好”。", "我说“不好”。"],
        ["真的?", "真的!", "好"],
        ["今天3.5元，没有句号"],
        ["等一下……好了。", "走"],
    ],
)
def test_chinese_by_hand(sentences):
    assert split_chinese("".join(sentences)) == sentences


def test_chinese_spaces():
    assert split_chinese(" 你好。 再见。\n") == ["你好。", "再见。"]
    assert split_chinese("") == split_chinese(" \n") == []


@pytest.mark.parametrize(
    "sentences",
    [
        ["It rained.", "We stayed in.", "Why not?", "Yes!"],
        ['He said "go."', "Then he left."],
        ["He said “go!”", "“Now?”", "‘Yes.’"],
        ["(It was late.)", "(So late.)", "We went."],
        ["It cost 3.5 pounds. or so he said.", "1998 was better."],
        ["In 1998 e.g. the U.S.A. won.", "All others lost"],
        ["He waited... and went.", "Home... alone?!", "Yes."],
        # Known: an abbreviation before a capital is taken for an end.
        ["Dr.", "Smith met the U.S.", "Army."],
    ],
)
def test_english_by_hand(sentences):
    assert split_english(" ".join(sentences)) == sentences


def test_english_spaces():
    assert split_english("  One.\n\nTwo.  Three. ") == ["One.", "Two.", "Three."]
    assert split_english("") == split_english(" \n") == []


@given(st.text(alphabet="你好 ab。！？；!?”’）“（，…\n", max_size=30))
def test_chinese_sentences_give_the_text_back(text):
    sentences = split_chinese(text)
    assert re.sub(r"\s", "", "".join(sentences)) == re.sub(r"\s", "", text)
    assert all(sentence == sentence.strip() != "" for sentence in sentences)


@given(st.text(alphabet="Ab 1.!?\"'”)“(\n,", max_size=30))
def test_english_sentences_give_the_text_back(text):
    """Joined by the spaces they were cut at; what stands inside a sentence is not touched."""
    sentences = split_english(text)
    assert re.sub(r"\s", "", "".join(sentences)) == re.sub(r"\s", "", text)
    place = 0
    for sentence in sentences:
        gap = text.index(sentence, place) - place
        assert not text[place : place + gap].strip()
        assert gap or not place, "sentences are cut at spaces"
        place += gap + len(sentence)


# --- the data sets


@pytest.mark.parametrize("name", CORPORA)
def test_corpora_are_texts(name):
    found = corpus(name)
    for part in (found.train, found.validation):
        assert sum(len(document) >= 2 for document in part) >= 3
        assert all(sentence.strip() for document in part[:500] for sentence in document)
    assert len(found.train) > 5 * len(found.validation)


@pytest.mark.parametrize("name", ["peoples_daily", "book_reviews_zh"])
def test_chinese_sentences_have_words(name):
    sentences = [sentence for document in corpus(name).train for sentence in document]
    empty = [sentence for sentence in sentences if not re.search(r"\w", sentence)]
    assert len(empty) < 0.002 * len(sentences), empty[:9]


def texts(part):
    """The texts of a split of any data set, as they could stand in a pre-training document."""
    for item in part:
        yield "\n".join(item.paragraphs) if isinstance(item, datasets.Document) else item.text


@cache
def trained_on():
    """Every text that some checkpoint may learn from, without spaces: sentences were cut.

    A text is a document, and where a data set rates sentences also one of these, unless it is what
    anybody may say ("Yes.", "So what's the point?").
    """
    documents = [(name, document) for name in CORPORA for document in corpus(name).train]
    found = ["".join(document) for _, document in documents]
    rated = [text for name, document in documents if name in ("amazon", "nyt") for text in document]
    found += [text for text in rated if len(text) > 25]
    return {re.sub(r"\s", "", normalize(text)) for text in found}


def held_out_sets():
    loaders = ("wiki", "shakespeare", "peoples_daily", "book_reviews_zh")
    ratings = ("movie_reviews", "amazon", "nyt", "tweets")
    return [(name, part) for name in (*loaders, *ratings) for part in ("validation", "test")]


@pytest.mark.parametrize(("name", "part"), held_out_sets())
def test_no_held_out_text_is_trained_on(name, part):
    held_out = [
        re.sub(r"\s", "", normalize(text))
        for text in texts(getattr(getattr(datasets, name)(), part))
    ]
    assert len(held_out) >= 3
    assert not trained_on() & set(held_out)


def test_the_check_sees_what_is_trained_on():
    for name in CORPORA:
        first = next(iter(texts(getattr(datasets, name)().train)))
        first = re.sub(r"\s", "", normalize(first))
        assert first in trained_on()


def test_validation_texts_are_validation_texts():
    for name in CORPORA:
        expected = "".join(texts(getattr(datasets, name)().validation))
        found = "".join("".join(document) for document in corpus(name).validation)
        assert re.sub(r"\s", "", found) == re.sub(r"\s", "", expected)


@pytest.mark.parametrize("name", ["amazon", "nyt"])
def test_a_document_is_a_review_or_an_article(name):
    rated = getattr(datasets, name)().train
    sources = [text.source for text in rated]
    assert len(corpus(name).train) == len(set(sources)) < len(rated) / 5
    assert [text for document in corpus(name).train for text in document] == [r.text for r in rated]


def test_unknown_name():
    with pytest.raises(ValueError, match=r"a name among wiki, shakespeare, .*, got 'news'"):
        corpora.corpus("news")


# --- words and names in ids


def test_units_by_hand():
    tokenizer = WordPieceTokenizer((*SPECIALS, *"江泽民在北京说：好。!2年", "##0", "##8"))
    line = TaggedSentence(
        ("江", "泽民", "在", "北京", "说", "：", "好", "。", "2008", "年", "!"),
        ("nr", "nr", "p", "ns", "v", "w", "a", "w", "t", "q", "w"),
    )
    (first, units), (second, others) = sentence_units(line, tokenizer)
    assert first == tokenizer.text_ids("江泽民在北京说：好。")
    assert second == tokenizer.text_ids("2008年!")
    words = [(u.start, u.end) for u in units if u.kind == "word"]
    assert words == [(0, 1), (1, 3), (3, 4), (4, 6), (6, 7), (7, 8), (8, 9), (9, 10)]
    assert [tuple(u) for u in units if u.kind == "name"] == [(0, 3, "name"), (4, 6, "name")]
    assert [tuple(u)[:2] for u in others] == [(0, 4), (4, 5), (5, 6)]


def test_units_of_the_news_are_its_words():
    tokenizer = WordPieceTokenizer.from_folder("bert-mini-zh")
    for line in datasets.peoples_daily().validation[:150]:
        found = sentence_units(line, tokenizer)
        sentences = split_chinese(line.text)
        assert [ids for ids, _ in found] == [tokenizer.text_ids(s) for s in sentences]
        numbers = [u.end - u.start for _, units in found for u in units if u.kind == "word"]
        assert sum(numbers) == sum(len(ids) for ids, _ in found), "every piece is in one word"
        names = [u for _, units in found for u in units if u.kind == "name"]
        assert len(names) >= len(line.entities())
        # Where pieces are characters and no sentence ends inside of a word, sizes are the same.
        if len(numbers) == len(line.words) and sum(numbers) == len(line.text):
            assert numbers == [len(word) for word in line.words]
