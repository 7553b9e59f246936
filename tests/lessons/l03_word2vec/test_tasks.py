"""The tasks without grades say what is wrong, and give back what works."""

import pytest
import torch

from bertlab.before.word2vec.model import descend
from bertlab.before.word2vec.word_vectors import WordVectors
from lessons.l03_word2vec import tasks


class Right:
    step = tasks.step


class Broken:
    def step(self, centers, neighbors, rate):
        noise = torch.multinomial(self.noise, 5 * len(centers), replacement=True).view(-1, 5)
        asked = torch.cat([neighbors[:, None], noise], dim=1)
        v, u = self.inputs[centers], self.outputs[asked]
        error = torch.einsum("bkd,bd->bk", u, v).sigmoid()
        descend(self.inputs, centers, torch.einsum("bk,bkd->bd", error, u), rate)
        rows = torch.einsum("bk,bd->bkd", error, v).flatten(0, 1)
        descend(self.outputs, asked.flatten(), rows, rate)


def test_a_right_step_stays(capsys):
    assert tasks.repaired(Right) is Right
    assert "SkipGram: right." in capsys.readouterr().out


def test_a_broken_step_is_replaced(capsys):
    mended = tasks.repaired(Broken)
    assert issubclass(mended, Broken) and mended.step is tasks.step
    assert "All vectors point the same way" in capsys.readouterr().out


def test_a_stub_of_a_step_is_replaced(capsys):
    class Stub:
        def step(self, centers, neighbors, rate): ...

    assert tasks.repaired(Stub).step is tasks.step
    assert "the workbook's version stands in" in capsys.readouterr().out


def errors(inputs, outputs, center, neighbor, noise, labels=(1, 0), squash=True, skip=True):
    """Write the errors in a loop; the keywords put slips in."""
    found = []
    for place, word in enumerate([neighbor, *noise]):
        if skip and place > 0 and word == neighbor:
            continue
        score = sum(a * b for a, b in zip(outputs[word], inputs[center], strict=True))
        chance = 1 / (1 + (-score).exp()) if squash else score
        found.append((word, chance - labels[place > 0]))
    return found


def turned_round(*given):
    return [(word, -error) for word, error in errors(*given)]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (lambda *given: None, "not filled in yet"),
        (lambda i, o, c, n, noise: errors(i, o, c, n, noise, skip=False), "is skipped"),
        (lambda i, o, c, n, noise: errors(i, o, c, n, noise)[::-1], "the neighbor first"),
        (
            lambda i, o, c, n, noise: errors(i, o, c, n, list(dict.fromkeys(noise))),
            "drawn twice is asked twice",
        ),
        (lambda i, o, c, n, noise: errors(i, o, c, n, []), "the words should be [5, 0, 6, 1]"),
        (lambda i, o, *given: errors(o, i, *given), "has its row in inputs"),
        (lambda *given: errors(*given, labels=(0, 0)), "These are probabilities"),
        (turned_round, "the other way round"),
        (lambda *given: errors(*given, squash=False), "sigmoid is missing"),
        (lambda *given: errors(*given, labels=(0, 1)), "labels are exchanged"),
        (lambda *given: [(word, 0.0) for word, _ in errors(*given)], "the sigmoid of its score"),
        (lambda *given: given[99], "IndexError"),
    ],
)
def test_the_slip_in_the_errors_is_named(given, said, capsys):
    assert tasks.asked(given) is tasks.errors
    assert said in capsys.readouterr().out


def test_right_errors_stay(capsys):
    assert tasks.asked(errors) is errors
    assert "errors: right." in capsys.readouterr().out


def nearest(words, vectors, word, number, sort=-1, unit=True, itself=False):
    """Sort all words by their cosine; the keywords put slips in."""
    here = words.index(word)
    norms = vectors.norm(dim=1) if unit else torch.ones(len(words))
    cosines = [float(row @ vectors[here] / n) for row, n in zip(vectors, norms, strict=True)]
    places = [place for place in range(len(words)) if itself or place != here]
    ranked = sorted(places, key=lambda place: sort * cosines[place])
    return [words[place] for place in ranked][:number]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (lambda *given: ..., "not filled in yet"),
        (
            lambda words, v, word, n: [words.index(w) for w in nearest(words, v, word, n)],
            "hold words",
        ),
        (lambda *given: nearest(*given, itself=True), "nearest to itself"),
        (lambda *given: nearest(*given)[:2], "it returns 2"),
        (lambda *given: nearest(*given, sort=1), "farthest words"),
        (lambda *given: nearest(*given, unit=False), "long rows win"),
        (lambda words, v, word, n: [w for w in words if w != word][:n], "it should be"),
        (lambda words, v, word, n: words[99], "IndexError"),
    ],
)
def test_the_slip_in_nearest_words_is_named(given, said, capsys):
    assert tasks.near(given) is tasks.nearest_words
    assert said in capsys.readouterr().out


def test_right_nearest_words_stay(capsys):
    assert tasks.near(nearest) is nearest
    assert "nearest_words: right." in capsys.readouterr().out


def test_nearest_words_are_those_of_the_package():
    rows = torch.randn(30, 5, generator=torch.Generator().manual_seed(1)).double()
    words = tuple(f"w{place}" for place in range(30))
    expected = [one.word for one in WordVectors(words, rows.numpy()).neighbors("w3", 6)]
    assert tasks.nearest_words(words, rows, "w3", 6) == expected
