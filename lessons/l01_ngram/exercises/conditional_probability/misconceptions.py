"""The misconceptions about ``conditional_probability``, each a wrong function with advice."""

from lessons.l01_ngram.exercises.conditional_probability.reference import Sentences

from collections.abc import Callable, Sequence
from functools import partial
from itertools import chain, pairwise
from typing import Any

from workbook.exercises import Misconception

Pairs = Sequence[tuple[str, str]]
Padded = list[list[str]]


def _pairs(padded: Padded) -> Pairs:
    return [pair for words in padded for pair in pairwise(words)]


def _after(padded: Padded, pairs: Pairs, history: str, word: str) -> int:
    return sum(first == history for first, _ in pairs)


def _counted(
    sentences: Sentences,
    history: str,
    word: str,
    *,
    start: Sequence[str] = ("<s>",),
    end: Sequence[str] = ("</s>",),
    pair: Callable[[Padded], Pairs] = _pairs,
    together: Callable[[Padded, Pairs, str, str], int] = lambda padded, pairs, history, word: (
        pairs.count((history, word))
    ),
    total: Callable[[Padded, Pairs, str, str], int] = _after,
    guarded: bool = True,
) -> float:
    padded = [[*start, *sentence, *end] for sentence in sentences]
    pairs = pair(padded)
    number = total(padded, pairs, history, word)
    if guarded and number == 0:
        return 0.0
    return together(padded, pairs, history, word) / number


def _slip(name: str, advice: str, *forms: dict[str, Any]) -> Misconception:
    """Make a slip of one or more forms, with 0 for a new history and without."""
    guards: tuple[dict[str, Any], ...] = {}, {"guarded": False}
    first, *others = (partial(_counted, **form, **guard) for form in forms for guard in guards)
    return Misconception(name, advice, first, variants=tuple(others))


def _shares(sentences: Sentences, history: str, word: str) -> list[float]:
    """Return the share in each sentence that has the history."""
    having = [s for s in sentences if _counted([s], history, history, together=_after)]
    return [_counted([sentence], history, word) for sentence in having]


def _mean_of_shares(sentences: Sentences, history: str, word: str) -> float:
    shares = _shares(sentences, history, word)
    return sum(shares) / len(shares) if shares else 0.0


def _mean_over_all(sentences: Sentences, history: str, word: str) -> float:
    return sum(_shares(sentences, history, word)) / max(len(sentences), 1)


def _number_of(tokens: Callable[[Padded], Any]) -> dict[str, Any]:
    return {"total": lambda padded, pairs, history, word: len(list(tokens(padded)))}


def _share_of_word(words: Callable[[Padded, Pairs], list[str]]) -> dict[str, Any]:
    return {
        "together": lambda padded, pairs, history, word: words(padded, pairs).count(word),
        "total": lambda padded, pairs, history, word: len(words(padded, pairs)),
    }


def _sentences_with(padded: Padded, pairs: Pairs, history: str, word: str) -> int:
    return sum(history in words[:-1] for words in padded)


def _inside(padded: Padded) -> list[str]:
    return [word for words in padded for word in words[1:-1]]


def _tokens_that_are_history(padded: Padded, pairs: Pairs, history: str, word: str) -> int:
    return sum(words.count(history) for words in padded)


def _looked_up(sentences: Sentences, history: str, word: str) -> float:
    known = {first: first for first, _ in _pairs([["<s>", *s, "</s>"] for s in sentences])}
    return _counted(sentences, known[history], word)


def _first_place(padded: Padded) -> Pairs:
    return [pair for words in padded for pair in {p[0]: p for p in _pairs([words])[::-1]}.values()]


def _anywhere_after(padded: Padded, pairs: Pairs, history: str, word: str) -> int:
    places = [(words, i) for words in padded for i in range(len(words) - 1)]
    return sum(words[i] == history and word in words[i + 1 :] for words, i in places)


MISCONCEPTIONS = (
    _slip(
        "the joint probability stands for the conditional one",
        "Divide by how often the history occurs, not by all pairs: the question is what comes "
        "next, given that the history is already there.",
        {"total": lambda padded, pairs, history, word: len(pairs)},
        _number_of(_inside),
        _number_of(lambda padded: chain(*padded)),
    ),
    _slip(
        "history and word are swapped in the condition",
        "Divide by the count of the history. Divided by the count of the word, it is the "
        "probability of the word before, P(history | word).",
        {"total": lambda padded, pairs, history, word: sum(second == word for _, second in pairs)},
    ),
    _slip(
        "the word is looked for before the history",
        "A pair is (history, word), in the order of the text: the history comes first.",
        {"together": lambda padded, pairs, history, word: pairs.count((word, history))},
    ),
    _slip(
        "no <s> before the sentences",
        "Start each sentence with <s>, also where you count the history: otherwise nothing "
        "follows <s>, and the model cannot say how sentences begin.",
        {"start": ()},
    ),
    _slip(
        "no </s> behind the sentences",
        "End each sentence with </s>: a history at the end of a sentence is followed by it, "
        "and belongs in the count you divide by.",
        {"end": ()},
    ),
    Misconception(
        "the sentences are not padded",
        "Make the pairs with <s> in front and </s> behind, as ngrams(sentence, 2) does: they are "
        "histories and words like any other.",
        partial(_counted, start=(), end=()),
        variants=(partial(_counted, start=(), end=(), total=_tokens_that_are_history),),
    ),
    _slip(
        "the last word of a sentence is not counted as a history",
        "Count it: </s> follows it. Only </s> itself has nothing behind it.",
        {
            "total": lambda padded, pairs, history, word: (
                _after(padded, pairs, history, word) - pairs.count((history, "</s>"))
            )
        },
    ),
    _slip(
        "pairs reach across sentences",
        "Make the pairs sentence by sentence: the last word of one sentence and the first word "
        "of the next were never side by side.",
        {"start": (), "end": (), "pair": lambda padded: list(pairwise(chain(*padded)))},
        {
            "start": (),
            "end": (),
            "pair": lambda padded: list(pairwise(["<s>", *chain(*padded), "</s>"])),
        },
    ),
    _slip(
        "different pairs are counted instead of occurrences",
        "Count every occurrence: a set forgets that one word followed ten times and another once.",
        {"pair": lambda padded: sorted(set(_pairs(padded)))},
    ),
    _slip(
        "a sentence counts at most once, however often it has the pair",
        "Count every place: a sentence may have the history twice, with two words after it.",
        {
            "pair": lambda padded: [p for words in padded for p in set(pairwise(words))],
            "total": _sentences_with,
        },
        {"pair": lambda padded: [p for words in padded for p in set(pairwise(words))]},
    ),
    _slip(
        "it is enough that history and word are in one sentence",
        "Count the places where the word stands right after the history: a bigram is made of "
        "neighbors.",
        {
            "together": lambda padded, pairs, history, word: sum(
                history in words and word in words for words in padded
            ),
            "total": _sentences_with,
        },
        {"together": _anywhere_after},
    ),
    _slip(
        "only the first place of the history in a sentence is counted",
        "Go over all places: words.index(history) finds the first one only.",
        {"pair": _first_place},
    ),
    _slip(
        "the count of the word stands for the count of the pair",
        "Count the places where the word stands right after the history: c(h w), not c(w).",
        {"together": lambda padded, pairs, history, word: sum(w == word for _, w in pairs)},
    ),
    _slip(
        "divided by the number of sentences",
        "Divide by how often the history occurs: a sentence may have it twice, or not at all.",
        {"total": lambda padded, pairs, history, word: len(padded)},
    ),
    _slip(
        "divided by the number of different words after the history",
        "Divide by the number of places where something follows the history, not by how many "
        "different words do.",
        {"total": lambda padded, pairs, history, word: len({w for h, w in pairs if h == history})},
    ),
    _slip(
        "the history is ignored",
        "Look only at the words after the history: among all words, this is how frequent the word "
        "is, whatever stands before it.",
        _share_of_word(lambda padded, pairs: [second for _, second in pairs]),
        _share_of_word(lambda padded, pairs: _inside(padded)),
        _share_of_word(lambda padded, pairs: list(chain(*padded))),
    ),
    _slip(
        "only one of the sentences is counted",
        "Make the counter once, before the loop, and return after it: all sentences are counted "
        "together.",
        {"pair": lambda padded: _pairs(padded[-1:])},
        {"pair": lambda padded: _pairs(padded[:1])},
    ),
    _slip(
        "the count of the pair is returned, not a share",
        "Divide by how often the history occurs: a probability is at most 1.",
        {"total": lambda padded, pairs, history, word: 1},
    ),
    Misconception(
        "the shares of the sentences are averaged",
        "Add up the counts of all sentences and divide once: in a mean of shares, a history that "
        "a sentence has once counts as much as one that another sentence has ten times.",
        _mean_of_shares,
        variants=(_mean_over_all,),
    ),
    Misconception(
        "a history that never occurs raises an error",
        "Ask first how often the history occurs: where that is 0, nothing was seen, and the result "
        "is 0.",
        partial(_counted, guarded=False),
        variants=(_looked_up,),
    ),
)
