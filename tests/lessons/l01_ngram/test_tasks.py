"""Right programs pass the ungraded tasks of lesson 01, and slips in them are named."""

import random

import pytest

from bertlab.predecessors.ngrams.corpus import wiki_language_model_data
from bertlab.predecessors.ngrams.kneser_ney import KneserNey
from lessons.l01_ngram import tasks


def loop(
    weights=lambda counts: counts.values(),
    is_end=lambda word: word == "</s>",
    move=lambda history, word: (*history, word)[1:],
):
    def write(model, seed):
        generator = random.Random(seed)
        history, words = ("<s>",) * (model.order - 1), []
        while len(words) < 300:
            followed = model.after[history]
            word = generator.choices(list(followed), weights=weights(followed))[0]
            if is_end(word):
                break
            words.append(word)
            history = move(history, word)
        return words

    return write


def test_a_right_loop_is_kept(capsys):
    write = loop(weights=lambda counts: list(counts.values()))
    assert tasks.checked_write(write) is write
    assert capsys.readouterr().out == "write: right.\n"
    assert tasks.slip_in_write(tasks.our_write) == ""


@pytest.mark.parametrize(
    "write",
    [
        loop(weights=lambda counts: ...),
        loop(is_end=lambda word: ...),
        loop(move=lambda history, word: ...),
    ],
)
def test_an_open_loop_says_so(write, capsys):
    assert tasks.checked_write(write) is tasks.our_write
    assert (
        capsys.readouterr().out == "write: not filled in yet; the workbook's version stands in.\n"
    )


@pytest.mark.parametrize(
    ("write", "named"),
    [
        (loop(weights=lambda counts: None), "has to be its weight"),
        (
            loop(weights=lambda counts: [c == max(counts.values()) for c in counts.values()]),
            "same word",
        ),
        (loop(is_end=lambda word: word == "."), "KeyError|asks for the history"),
        (loop(move=lambda history, word: history), "writes a a a a a a"),
        (loop(move=lambda history, word: (word,)), "asks for the history ('a',)"),
        (lambda model, seed: ["a", "b", "c", "</s>"], "as a word"),
    ],
)
def test_slips_in_the_loop_are_named(write, named, capsys):
    assert tasks.checked_write(write) is tasks.our_write
    said = capsys.readouterr().out
    assert any(part in said for part in named.split("|"))
    assert "Until then the workbook's version stands in." in said


def test_a_loop_that_stops_does_not_stop_the_lesson(capsys):
    assert tasks.checked_write(loop(weights=lambda counts: "ab")) is tasks.our_write
    assert "It stops with ValueError" in capsys.readouterr().out


@pytest.fixture(scope="module")
def model():
    data = wiki_language_model_data(vocabulary_size=8000)
    return KneserNey(2, data.vocabulary).fit(data.train)


def ordered(model, choose):
    def best_order(words):
        orders = sorted(set(tasks.permutations(words)))
        return list(choose(orders, key=lambda order: tasks.totals(model, [order])[0]))

    return best_order


def test_the_best_order_is_kept(model):
    right = ordered(model, max)
    assert tasks.checked_best_order(right, model) is right
    ours = tasks.checked_best_order(lambda words: None, model)
    assert ours(["war", "the", "in"]) == right(["war", "the", "in"])


def test_slips_in_the_order_are_named(model):
    def said(best_order):
        return tasks._slip_in_order(best_order, tasks.SHUFFLED[0], model)

    assert said(lambda words: None) == tasks.OPEN
    assert "least probable" in said(ordered(model, min))
    assert "another order has" in said(lambda words: words)
    assert "Expected a list" in said(" ".join)
    assert "as often as it is there" in said(lambda words: words[1:])


def test_an_order_that_stops_does_not_stop_the_lesson(model, capsys):
    tasks.checked_best_order(lambda words: [words[99]], model)
    assert "It stops with IndexError" in capsys.readouterr().out


def test_each_sentence_is_shuffled_and_ordered(capsys):
    assert tasks.shuffled_and_ordered(sorted, ["b a c", "e d"]) == ["a b c", "d e"]
    assert "written    b a c\nordered    a b c" in capsys.readouterr().out
