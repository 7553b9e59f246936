"""The text, the split and the vocabulary that the language models before BERT share.

Perplexities can be compared only if they count the same thing. Here a model predicts each word of
a sentence and one final ``</s>``, so a split has N = sum(len(sentence) + 1) predictions. ``<s>``
stands before a sentence and is never predicted. ``<unk>`` counts as a word: it stands for every
word outside the vocabulary, so a smaller vocabulary makes the task easier.

Words are lower-cased. A number is one word, ``<num>``: the 1,605 different years and sums of the
training text, 948 of them seen once, would otherwise fill the vocabulary or become ``<unk>``.
"""

import difflib
import functools
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, SupportsInt

from bertlab.datasets import Document, wiki

UNKNOWN, BEGIN, END = "<unk>", "<s>", "</s>"
SPECIAL = (UNKNOWN, BEGIN, END)
NUMBER = "<num>"


def _set_of(joined: str) -> frozenset[str]:
    return frozenset(joined.split())


_ABBREVIATIONS = _set_of(
    "mr mrs ms dr st jr sr prof gen col maj lt capt sgt rev gov sen rep hon pres vs etc cf ca c fl "
    "viz al ed eds vol vols pp fig figs no nos op approx inc ltd co corp dept est b d r ibid "
    "jan feb mar apr jun jul aug sept oct nov dec ft mt univ assn bros messrs"
)
# After an abbreviation, a capital letter begins a sentence only if it belongs to one of these.
_OPENERS = _set_of(
    "the a an in on at it its he she they we this that these those there however but and as after "
    "before when while although for from by to with his her their some many most other such "
    "since during if also both one according"
)
_TOKEN = re.compile(
    r"""
      (?P<number>\d+(?:[.,:/]\d+)*(?:st|nd|rd|th|s)?(?!\w))
    | (?:[^\W\d_]\.){2,}                                  # U.S.  e.g.  J.R.R.
    | ['’]s(?!\w)                                         # the king 's
    | \w[\w\u0300-\u036f]*(?:['’](?!s(?!\w))\w+|-\w[\w\u0300-\u036f]*)*  # don't  well-known
    | \.\.\.
    | [^\w\s]
    """,
    re.VERBOSE | re.IGNORECASE,
)
_BREAK = re.compile(r"(?<=[.!?])[\"”’')\]]*\s+(?=[\"“‘'(\[]*[A-Z0-9])")


def split_sentences(text: str) -> list[list[str]]:
    """Split a text into sentences of lower-cased words, numbers (``<num>``) and punctuation marks.

    A line break always ends a sentence. Else a sentence ends at ``.``, ``!`` or ``?`` before a
    capital letter or digit; not after an initial or an abbreviation such as Mr., e.g. or U.S.,
    unless a word follows that often begins sentences.

    Example:
        >>> split_sentences("Mr. Smith paid $3.50. Don't ask!")
        [['mr.', 'smith', 'paid', '$', '<num>', '.'], ["don't", 'ask', '!']]
    """
    return [
        words
        for line in text.splitlines()
        for sentence in _sentences_of(line)
        if (words := tokenize(sentence))
    ]


def tokenize(sentence: str) -> list[str]:
    """Split one sentence into lower-cased words, numbers (``<num>``) and punctuation marks."""
    words: list[str] = []
    for match in _TOKEN.finditer(sentence):
        word = match[0].lower().replace("’", "'")
        if word == "." and words and words[-1] in _ABBREVIATIONS and match.end() < len(sentence):
            words[-1] += "."  # the dot belongs to the abbreviation
        else:
            words.append(NUMBER if match["number"] else word)
    return words


def _sentences_of(line: str) -> Iterator[str]:
    start = 0
    for match in _BREAK.finditer(line):
        if _ends_sentence(line[start : match.start()], line[match.end() :]):
            yield line[start : match.end()]
            start = match.end()
    yield line[start:]


def _ends_sentence(before: str, after: str) -> bool:
    """Decide whether the mark at the end of ``before`` ends a sentence."""
    last = re.search(r"([^\s(\[\"“‘]+)\.$", before)
    if last is None:  # an exclamation or question mark
        return True
    word = last[1].lower()
    is_initials = re.fullmatch(r"(?:[^\W\d_]\.)*[^\W\d_]", word)  # J  U.S  e.g
    if word == "etc" or not (word in _ABBREVIATIONS or is_initials):
        return True
    first = re.match(r"\W*(\w+)", after)
    return first is not None and first[1].lower() in _OPENERS


@dataclass(frozen=True)
class Vocabulary:
    """The words a model knows, and how often each is to be predicted in the training text.

    Index 0 is ``<unk>``, 1 ``<s>``, 2 ``</s>``; the others stand by falling frequency, and words of
    equal frequency in alphabetical order.

    Attributes:
        words: One string per index.
        counts: One count per index. For ``<unk>`` the words outside the vocabulary, for ``</s>``
            the sentences, for ``<s>`` 0: it is never predicted. They sum to the predictions N.
    """

    words: tuple[str, ...]
    counts: tuple[int, ...]
    _indices: dict[str, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.words[:3] != SPECIAL:
            raise ValueError(f"expected words to begin with {SPECIAL}, got {self.words[:3]}")
        if len(self.counts) != len(self.words):
            raise ValueError(f"expected {len(self.words)} counts, got {len(self.counts)}")
        indices = {word: index for index, word in enumerate(self.words)}
        if len(indices) != len(self.words):
            twice = [word for word, count in Counter(self.words).items() if count > 1]
            raise ValueError(f"expected distinct words, got {twice[:3]} more than once")
        object.__setattr__(self, "_indices", indices)

    @classmethod
    def from_sentences(
        cls, sentences: Iterable[Sequence[str]], size: int | None = None, min_count: int = 1
    ) -> "Vocabulary":
        """Count the words of training sentences and keep the most frequent.

        Args:
            sentences: Words of each sentence, without ``<s>`` and ``</s>``.
            size: Number of indices at most, the three special ones included; None keeps all.
            min_count: Rarer words become ``<unk>``.

        Raises:
            ValueError: If there is no word, ``size`` leaves no room for one, ``min_count`` is
                below 1, or a sentence holds a special word.
        """
        if size is not None and size <= len(SPECIAL):
            raise ValueError(f"expected a size above {len(SPECIAL)}, got {size}")
        if min_count < 1:
            raise ValueError(f"expected min_count >= 1, got {min_count}")
        num_sentences, tally = 0, Counter[str]()
        for sentence in sentences:
            num_sentences += 1
            tally.update(sentence)
        if not tally:
            raise ValueError(f"expected sentences with words, got {num_sentences} without any")
        found = [word for word in SPECIAL if word in tally]
        if found:
            raise ValueError(f"expected sentences without special words, got {', '.join(found)}")
        ranked = sorted(tally.items(), key=lambda item: (-item[1], item[0]))
        room = len(ranked) if size is None else size - len(SPECIAL)
        kept = [(word, count) for word, count in ranked[:room] if count >= min_count]
        unknown = tally.total() - sum(count for _, count in kept)
        return cls(
            words=(*SPECIAL, *(word for word, _ in kept)),
            counts=(unknown, 0, num_sentences, *(count for _, count in kept)),
        )

    def __len__(self) -> int:
        return len(self.words)

    def __contains__(self, word: object) -> bool:
        return word in self._indices

    def index(self, word: str) -> int:
        """Return the index of a word.

        Raises:
            ValueError: If the vocabulary lacks it; close matches are suggested.
        """
        if word not in self._indices:
            close = difflib.get_close_matches(word.lower(), self.words[3:], n=3)
            hint = f"; close: {', '.join(close)}" if close else ""
            raise ValueError(f"{word!r} is not among the {len(self)} words of the vocabulary{hint}")
        return self._indices[word]

    def encode(self, words: Sequence[str]) -> list[int]:
        """Return the index of each word, 0 (``<unk>``) for those the vocabulary lacks."""
        if isinstance(words, str):
            raise ValueError(f"expected a list of words, got the string {words[:40]!r}")
        return [self._indices.get(word, 0) for word in words]

    def decode(self, ids: Iterable[SupportsInt]) -> list[str]:
        """Return the word of each index.

        Raises:
            ValueError: If an index is outside [0, size).
        """
        numbers = [int(number) for number in ids]
        wrong = [number for number in numbers if not 0 <= number < len(self)]
        if wrong:
            raise ValueError(f"expected indices in [0, {len(self)}), got {wrong[0]}")
        return [self.words[number] for number in numbers]


class TokenSentences(NamedTuple):
    """Sentences as words, in three parts that share no article."""

    train: tuple[tuple[str, ...], ...]
    validation: tuple[tuple[str, ...], ...]
    test: tuple[tuple[str, ...], ...]


class LanguageModelData(NamedTuple):
    """A vocabulary, and sentences as its indices, without ``<s>`` and ``</s>``."""

    vocabulary: Vocabulary
    train: list[list[int]]
    validation: list[list[int]]
    test: list[list[int]]


@functools.cache
def wiki_sentences() -> TokenSentences:
    """Return the sentences of the Wikipedia articles, split by article as ``wiki`` does."""
    documents = wiki()
    return TokenSentences(*map(_sentences, (documents.train, documents.validation, documents.test)))


def _sentences(part: Sequence[Document]) -> tuple[tuple[str, ...], ...]:
    paragraphs = (paragraph for document in part for paragraph in document.paragraphs)
    return tuple(tuple(words) for paragraph in paragraphs for words in split_sentences(paragraph))


def wiki_language_model_data(vocabulary_size: int = 8000) -> LanguageModelData:
    """Return the Wikipedia sentences as indices of the most frequent training words.

    Args:
        vocabulary_size: Number of indices, the three special ones included.
    """
    sentences = wiki_sentences()
    vocabulary = Vocabulary.from_sentences(sentences.train, size=vocabulary_size)
    encoded = ([vocabulary.encode(sentence) for sentence in part] for part in sentences)
    return LanguageModelData(vocabulary, *encoded)
