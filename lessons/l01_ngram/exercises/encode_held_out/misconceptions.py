"""The misconceptions about ``encode_held_out``, each a wrong function with advice."""

from lessons.l01_ngram.exercises.encode_held_out.reference import Sentences, replace

from collections import Counter
from collections.abc import Callable, Collection
from functools import partial
from itertools import chain
from typing import Any

from workbook.exercises import Misconception

Ranks = Callable[[Counter], list[str]]


def _count(train: Sentences, held_out: Sentences) -> Counter:
    return Counter(chain(*train))


def _by(key: Callable[[Counter, int, str], Any]) -> Ranks:
    """Rank words by a key of the counts, the place where a word is first seen, and the word."""
    return lambda counts: [
        word
        for _, word in sorted(
            (((key(counts, place, word)), word) for place, word in enumerate(counts)),
            key=lambda pair: pair[0],
        )
    ]


_ranked = _by(lambda counts, place, word: (-counts[word], word))


def _encoded(
    train: Sentences,
    held_out: Sentences,
    size: int,
    *,
    count: Callable[[Sentences, Sentences], Counter] = _count,
    rank: Ranks = _ranked,
    cut: Callable[[list[str], Counter, int], Collection[str]] = lambda ranked, counts, size: ranked[
        :size
    ],
    text: Callable[[Sentences, Sentences], Sentences] = lambda train, held_out: held_out,
    write: Callable[[Sentences, Collection[str]], Any] = lambda text, known: replace(
        text, set(known)
    ),
) -> Any:
    counts = count(train, held_out)
    return write(text(train, held_out), cut(rank(counts), counts, size))


def _spelled(word: str) -> list[int]:
    """Make a key that goes against the alphabet."""
    return [*(-ord(character) for character in word), 1]


def _with_ties(ranked: list[str], counts: Counter, size: int) -> list[str]:
    limit = counts[ranked[min(size, len(ranked)) - 1]]
    return [word for word in ranked if counts[word] >= limit]


def _joined(text: Sentences, known: Collection[str]) -> list[str]:
    return [" ".join(sentence) for sentence in replace(text, set(known))]


MISCONCEPTIONS = (
    Misconception(
        "the held-out text leaks into the vocabulary",
        "Count the training text only: words that were chosen by looking at the held-out text "
        "hide how often a model meets words it does not know.",
        partial(_encoded, count=lambda train, held_out: Counter(chain(*train, *held_out))),
    ),
    Misconception(
        "the vocabulary is the held-out text's own",
        "Choose the words from the training text: the model has to be finished before it sees "
        "a held-out word.",
        partial(_encoded, count=lambda train, held_out: Counter(chain(*held_out))),
        variants=(lambda train, held_out, size: [list(s) for s in held_out],),
    ),
    Misconception(
        "the training text is written, not the held-out text",
        "Take the words from the training text, and put <unk> into the held-out sentences: these "
        "are what the model is tested on.",
        partial(_encoded, text=lambda train, held_out: train),
        variants=(partial(_encoded, text=lambda train, held_out: [*train, *held_out]),),
    ),
    Misconception(
        "every training word is kept",
        "Keep the `size` most frequent words only: rare ones become <unk>, which is how the "
        "model learns what an unknown word is surrounded by.",
        partial(_encoded, cut=lambda ranked, counts, size: ranked),
    ),
    Misconception(
        "the first words are kept instead of the most frequent",
        "Sort the words by their count before cutting: the order in which they turn up says "
        "little about how often they will be needed.",
        partial(_encoded, rank=list),
        variants=(partial(_encoded, rank=sorted),),
    ),
    Misconception(
        "the rarest words are kept",
        "Put the most frequent words first: sorted goes from small to large, so sort by minus the "
        "count, or in reverse.",
        partial(_encoded, rank=_by(lambda counts, place, word: (counts[word], word))),
        variants=(
            partial(_encoded, rank=_by(lambda counts, place, word: counts[word])),
            partial(_encoded, rank=_by(lambda counts, place, word: (counts[word], -place))),
            partial(_encoded, rank=_by(lambda counts, place, word: (counts[word], _spelled(word)))),
        ),
    ),
    Misconception(
        "of equally frequent words, those seen first are kept",
        "Break ties by the alphabet, so that everybody keeps the same words: most_common, and a "
        "sort by the count alone, leave equals in the order of the text.",
        partial(_encoded, rank=_by(lambda counts, place, word: -counts[word])),
    ),
    Misconception(
        "of equally frequent words, those seen last are kept",
        "Break ties by the alphabet, so that everybody keeps the same words: sort by the pair of "
        "minus the count and the word.",
        partial(_encoded, rank=_by(lambda counts, place, word: (-counts[word], -place))),
    ),
    Misconception(
        "of equally frequent words, the last in the alphabet are kept",
        "Sort by minus the count and then by the word: reverse=True turns both around, the count "
        "and the alphabet.",
        partial(_encoded, rank=_by(lambda counts, place, word: (-counts[word], _spelled(word)))),
    ),
    Misconception(
        "all words as frequent as the last one are kept, more than `size`",
        "Keep exactly `size` words: the alphabet decides which of the equally frequent ones.",
        partial(_encoded, cut=_with_ties),
    ),
    Misconception(
        "`size` is taken for the least count of a word",
        "Keep the `size` most frequent words: it says how many words are kept, not how often they "
        "have to occur.",
        partial(
            _encoded,
            cut=lambda ranked, counts, size: [word for word in ranked if counts[word] >= size],
        ),
        variants=(
            partial(
                _encoded,
                cut=lambda ranked, counts, size: [word for word in ranked if counts[word] > size],
            ),
        ),
    ),
    Misconception(
        "`<unk>` takes the place of one of the `size` words",
        "Keep `size` words, and <unk> besides: it is what the others become, not one of them.",
        partial(_encoded, cut=lambda ranked, counts, size: ranked[: size - 1]),
    ),
    Misconception(
        "sentences with the word are counted, not its occurrences",
        "Count every occurrence: a word that one sentence has three times counts three.",
        partial(
            _encoded,
            count=lambda train, held_out: Counter(chain(*(dict.fromkeys(s) for s in train))),
        ),
    ),
    Misconception(
        "a training text of fewer than `size` words raises an error",
        "Cut with a slice, which ends where the list ends: with fewer words, all are kept.",
        partial(_encoded, cut=lambda ranked, counts, size: [ranked[i] for i in range(size)]),
    ),
    Misconception(
        "only one of the training sentences is counted",
        "Make the counter once, before the loop: the words of all sentences are counted together.",
        partial(_encoded, count=lambda train, held_out: Counter(chain(*train[-1:]))),
        variants=(partial(_encoded, count=lambda train, held_out: Counter(chain(*train[:1]))),),
    ),
    Misconception(
        "words that the training text does not have stay as they are",
        "Ask whether a word is among those kept: all others become <unk>, the rare words of the "
        "training text and the words it does not have.",
        lambda train, held_out, size: replace(
            held_out,
            {*chain(*held_out)} - {*_ranked(_count(train, held_out))[size:]},
        ),
    ),
    Misconception(
        "the words that occur once are replaced, whatever `size` is",
        "Keep `size` words: sort them by their count and cut there.",
        partial(_encoded, cut=lambda ranked, counts, size: [w for w in ranked if counts[w] > 1]),
    ),
    Misconception(
        "unknown words are dropped",
        "Put <unk> in their place: dropping them makes the text shorter and easier, and brings "
        "words together that were not neighbors.",
        partial(
            _encoded,
            write=lambda text, known: [[word for word in s if word in known] for s in text],
        ),
    ),
    Misconception(
        "the known words are replaced, not the unknown ones",
        "Turn the condition around: a word stays if it is among those kept.",
        partial(
            _encoded,
            write=lambda text, known: [["<unk>" if w in known else w for w in s] for s in text],
        ),
    ),
    Misconception(
        "sentences with an unknown word are dropped",
        "Keep every sentence, with <unk> in it: the hard sentences are part of the test.",
        partial(
            _encoded,
            write=lambda text, known: [list(s) for s in text if set(s) <= set(known)],
        ),
    ),
    Misconception(
        "the sentences run into one list",
        "Return a list of lists: a sentence has to know where it ends.",
        partial(_encoded, write=lambda text, known: [*chain(*replace(text, set(known)))]),
    ),
    Misconception(
        "each sentence is joined into one string",
        "Return a list of words for each sentence: the model counts words, not characters.",
        partial(_encoded, write=_joined),
    ),
)
