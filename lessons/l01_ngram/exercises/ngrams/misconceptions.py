"""The misconceptions about ``ngrams``, each a wrong function with advice."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from workbook.exercises import Misconception

Grams = list[tuple[str, ...]]


def windows(padded: Sequence[str], order: int, step: int = 1) -> Grams:
    return [tuple(padded[i : i + order]) for i in range(0, len(padded) - order + 1, step)]


def _cut(
    sentence: Sequence[str],
    order: int,
    *,
    start: Callable[[int], list[str]] = lambda order: ["<s>"] * (order - 1),
    end: Callable[[int], list[str]] = lambda order: ["</s>"],
    slide: Callable[[list[str], int], Grams] = windows,
    finish: Callable[[Grams], Any] = lambda grams: grams,
) -> Any:
    return finish(slide([*start(order), *sentence, *end(order)], order))


def _past_the_end(padded: list[str], order: int) -> Grams:
    return [tuple(padded[i : i + order]) for i in range(len(padded))]


def _growing(sentence: Sequence[str], order: int) -> Grams:
    words = [*sentence, "</s>"]
    return [tuple(words[max(0, i + 1 - order) : i + 1]) for i in range(len(words))]


def _glued(sentence: Sequence[str], order: int) -> Grams:
    padded = ["<s>" * (order - 1), *sentence, "</s>"]
    return [tuple(padded[i : i + order]) for i in range(len(sentence) + 1)]


def _first_words(number: int) -> Callable[[list[str], int], Grams]:
    """Cut windows of another size, one for each word and for the end."""
    return lambda padded, order: [
        tuple(padded[i : i + order + number]) for i in range(len(padded) - order + 1)
    ]


MISCONCEPTIONS = (
    Misconception(
        "nothing stands before the first word",
        "Put order - 1 times <s> in front: without it the model never learns how a sentence "
        "begins, and its first words are never predicted.",
        partial(_cut, start=lambda order: []),
    ),
    Misconception(
        "one <s> stands in front, whatever the order",
        "The first word needs order - 1 words of history like any other, so <s> is repeated "
        "order - 1 times.",
        partial(_cut, start=lambda order: ["<s>"]),
        variants=(lambda sentence, order: _growing(["<s>", *sentence], order)[1:],),
    ),
    Misconception(
        "<s> itself is predicted",
        "That is one <s> too many: order - 1 of them fill the history of the first word, and "
        "an n-gram that ends with <s> predicts something that is always there.",
        partial(_cut, start=lambda order: ["<s>"] * order),
    ),
    Misconception(
        "the sentence has no end",
        "Put one </s> behind, and let the last n-gram end with it: a model that never predicts "
        "the end can only go on. If </s> is there, look at the end of `range`: the last n-gram "
        "begins one place later.",
        partial(_cut, end=lambda order: []),
    ),
    Misconception(
        "</s> is repeated like <s>",
        "One </s> is enough: <s> fills up histories, but after the first </s> nothing is left "
        "to predict.",
        partial(_cut, end=lambda order: ["</s>"] * (order - 1)),
        variants=(partial(_cut, end=lambda order: ["</s>"] * order),),
    ),
    Misconception(
        "the windows do not overlap",
        "Move on by one word, not by the order: each word is predicted once, and is part of "
        "the history of the next ones.",
        partial(_cut, slide=lambda padded, order: windows(padded, order, step=order)),
        variants=(
            partial(
                _cut,
                slide=lambda padded, order: [
                    tuple(padded[i : i + order]) for i in range(0, len(padded), order)
                ],
            ),
        ),
    ),
    Misconception(
        "an n-gram has n words of history",
        "The order counts the predicted word too: a bigram is one word of history and the word "
        "that follows it.",
        partial(_cut, slide=lambda padded, order: windows(["<s>", *padded], order + 1)),
        variants=(
            partial(_cut, slide=lambda padded, order: windows(padded, order + 1)),
            partial(_cut, slide=_first_words(1)),
        ),
    ),
    Misconception(
        "an n-gram has only n - 1 words",
        "The order counts the history and the predicted word: a trigram is two words of history "
        "and the word that follows them.",
        partial(_cut, slide=_first_words(-1)),
        variants=(
            partial(_cut, slide=lambda padded, order: windows(padded, order - 1)),
            partial(_cut, slide=lambda padded, order: windows(padded[1:], order - 1)),
        ),
    ),
    Misconception(
        "the first words get a shorter history instead of <s>",
        "Fill up with <s>: every n-gram has `order` words, and it is <s> that tells a model that "
        "a sentence begins here.",
        _growing,
        variants=(
            lambda sentence, order: [gram[:order] for gram in _growing(sentence, order)][:-1],
        ),
    ),
    Misconception(
        "the windows run on past the end, and the last ones are too short",
        "Stop where the window reaches the end: a sentence of T words gives T + 1 n-grams, and "
        "each has `order` words.",
        partial(_cut, slide=_past_the_end),
        variants=(
            partial(_cut, slide=lambda padded, order: _past_the_end(padded, order)[:-1]),
            partial(
                _cut,
                slide=lambda padded, order: _past_the_end(padded, order)[: len(padded) - order + 2],
            ),
        ),
    ),
    Misconception(
        "<s> is repeated inside one string",
        "Repeat a list, ['<s>'] * (order - 1): a string that is multiplied stays one word.",
        partial(_cut, start=lambda order: ["<s>" * (order - 1)]),
        variants=(_glued,),
    ),
    Misconception(
        "each n-gram is kept only once",
        "Keep them all, in the order of the sentence: an n-gram that occurs twice has to be "
        "counted twice.",
        partial(_cut, finish=lambda grams: list(dict.fromkeys(grams))),
        variants=(partial(_cut, finish=lambda grams: sorted(set(grams))),),
    ),
    Misconception(
        "the words of an n-gram are joined into one string",
        "Return tuples of words: from a string the history cannot be taken apart safely.",
        partial(_cut, finish=lambda grams: [" ".join(gram) for gram in grams]),
    ),
    Misconception(
        "history and word are kept apart, as a pair",
        "Lay the word behind its history in one flat tuple of `order` words.",
        partial(_cut, finish=lambda grams: [(gram[:-1], gram[-1]) for gram in grams]),
    ),
    Misconception(
        "the words of an n-gram stand in reverse",
        "Keep the order of the text: the history first, the predicted word last.",
        partial(_cut, finish=lambda grams: [gram[::-1] for gram in grams]),
    ),
    Misconception(
        "the order is ignored: all are bigrams",
        "Use the argument: windows of `order` words, after order - 1 times <s>.",
        lambda sentence, order: _cut(sentence, 2),
    ),
    Misconception(
        "the n-grams of all lower orders are there as well",
        "Return the windows of `order` words only: one for each word, and one for </s>.",
        lambda sentence, order: [gram for n in range(1, order + 1) for gram in _cut(sentence, n)],
    ),
    Misconception(
        "<s> and </s> are exchanged",
        "<s> is the start of a sentence and </s> its end, as in HTML.",
        partial(_cut, start=lambda order: ["</s>"] * (order - 1), end=lambda order: ["<s>"]),
    ),
)
