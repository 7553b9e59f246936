"""What the rivals of Kneser-Ney say: of words, of pairs never seen, and of whole texts."""

from lessons.l01_ngram.smoothing import AbsoluteDiscounting, GroupedWeights

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from bertlab.predecessors.ngrams.corpus import LanguageModelData
from bertlab.predecessors.ngrams.counts import look_up, prediction_rows
from bertlab.predecessors.ngrams.kneser_ney import KneserNey
from bertlab.predecessors.ngrams.ngram import NgramModel

BEGIN = 1  # the id of <s>
ORDERS = range(1, 6)


def expected(model: NgramModel, word: str) -> float:
    """Add up a bigram model's P(word | history) over every place of the text it was fitted to."""
    at, pairs = model.vocabulary.index(word), model.levels_[1]
    histories = pairs.histories  # of one word: their keys are the words' own numbers
    inside = histories != BEGIN
    texts = [[history, at] for history in histories[inside].tolist()]
    after = model.probabilities(texts).reshape(-1, 3)[:, 1]  # history, word, </s>
    first = model.probabilities([[at]])[0]
    return float(after @ pairs.totals[inside] + first * pairs.totals[~inside].sum())


def two_ways(data: LanguageModelData, discount: float) -> dict[str, KneserNey]:
    """Fit bigram models that take the same discount, and hand it out in two ways."""
    ways = {
        "how often a word occurs": AbsoluteDiscounting,
        "how many different words it follows": KneserNey,
    }
    return {
        way: kind(2, data.vocabulary, [0.0, discount]).fit(data.train) for way, kind in ways.items()
    }


def offered(
    models: Mapping[str, NgramModel], words: Sequence[str], history: str
) -> dict[str, dict[str, float]]:
    """Return each model's probability of each word after a history of one word."""
    return {
        way: {word: model.probability(word, [history]) for word in words}
        for way, model in models.items()
    }


def parts(
    pairs: Mapping[tuple[str, str], int], words: Sequence[str], history: str, discount: float
) -> dict[str, tuple[float, float]]:
    """Return for each word after a history what is left of its count, and what it is given."""
    after = {second: count for (first, second), count in pairs.items() if first == history}
    total = sum(after.values())
    shares = {word: sum(second == word for _, second in pairs) / len(pairs) for word in words}
    given = discount * len(after) / total
    return {
        word: (max(after.get(word, 0) - discount, 0) / total, given * share)
        for word, share in shares.items()
    }


def row(model: NgramModel, history: str) -> tuple[int, int]:
    """Return how often a word was followed, and by how many different words."""
    pairs, size = model.levels_[1], len(model.vocabulary)
    at = np.searchsorted(pairs.histories, model.vocabulary.index(history))
    counts = pairs.counts[pairs.ngrams // size == at]
    return int(counts.sum()), len(counts)


class Rivals(NamedTuple):
    """Two models that the recorded run does not have, at n = 1 to 5.

    Attributes:
        grouped: Validation perplexity of ``GroupedWeights``.
        absolute: Validation perplexity of ``AbsoluteDiscounting``.
        tested: Of both, the test perplexity at n = 5.
        passed: At n = 2 to 5, what absolute discounting and Kneser-Ney pass down to the single
            words, on average over the places where a new word comes after a history that was seen.
    """

    grouped: np.ndarray
    absolute: np.ndarray
    tested: tuple[float, float]
    passed: np.ndarray


def measured(data: LanguageModelData, varied: Sequence[KneserNey]) -> Rivals:
    """Fit both models at every n, and compare what is passed down with Kneser-Ney's."""
    words, train, new = data.vocabulary, data.train, data.validation
    mixed = [GroupedWeights(n, words).fit(train).fit_weights(new) for n in ORDERS]
    fixed = [AbsoluteDiscounting(n, words).fit(train) for n in ORDERS]
    pairs = zip(fixed[1:], varied[1:], strict=True)
    return Rivals(
        np.array([model.perplexity(new) for model in mixed]),
        np.array([model.perplexity(new) for model in fixed]),
        (mixed[-1].perplexity(data.test), fixed[-1].perplexity(data.test)),
        np.array([[passed_down(model, new) for model in both] for both in pairs]),
    )


def passed_down(model: KneserNey, sentences: Iterable[Sequence[int]]) -> float:
    """Return the mean part that reaches the single words where a seen history meets a new word.

    It is what the pairs hand out, times what the triples hand out, and so on.
    """
    rows = prediction_rows(sentences, model.order, len(model.vocabulary))
    found = model._find(rows)
    new = (found[-1].histories >= 0) & (found[-1].ngrams < 0)
    part = np.ones(len(rows))
    for table, at in zip(model._discounted[1:], found[1:], strict=True):
        freed, total = (
            look_up(kind, at.histories, unseen=1) for kind in (table.freed, table.totals)
        )
        part *= freed / total
    return float(part[new].mean())


def compared(record: Mapping[str, Sequence[float]], found: Rivals) -> dict[str, Sequence[float]]:
    """Put what was measured now between the recorded models with neither idea and with both."""
    return {
        "one weight": record["interpolation"],
        "grouped": found.grouped.tolist(),
        "absolute": found.absolute.tolist(),
        "Kneser-Ney": record["Kneser-Ney"],
        "modified": record["modified Kneser-Ney"],
    }


def told(perplexity: Mapping[str, Sequence[float]]) -> str:
    """Say in words where each model begins, at n = 2, and where it ends."""
    return "Perplexity at n = 2 and n = 5. " + "; ".join(
        f"{name}: from {values[1]:.0f} to {values[-1]:.0f}" for name, values in perplexity.items()
    )


def table(perplexity: Mapping[str, Sequence[float]]) -> None:
    """Print perplexities from n = 2 on."""
    print("           n = 2      3      4      5")
    for name, values in perplexity.items():
        print(f"{name:10s}" + "".join(f"{value:7.1f}" for value in values[1:]).rstrip())


def table_of_passed(found: Rivals) -> None:
    """Print what reaches the single words from n = 2 on."""
    print("part that reaches the single words\n           n = 2      3      4      5")
    for name, parts in zip(("absolute", "Kneser-Ney"), found.passed.T, strict=True):
        print(f"{name:10s}" + "".join(f"{part:7.0%}" for part in parts))


def gains(perplexity: Mapping[str, Sequence[float]]) -> np.ndarray:
    """Return what each model gains on the one before, a row for each, without the unigram."""
    values = np.array([*perplexity.values()])[:, 1:]
    return 1 - values[1:] / values[:-1]


def table_of_tests(board: Iterable[Mapping[str, Any]], found: Rivals) -> list[float]:
    """Print test perplexities, those of the recorded run and of the two rivals; return them."""
    recorded = {row["model"]: row["perplexity"] for row in board}
    tested = {
        "n = 1": recorded["unigram, maximum likelihood"],
        "n = 5, one weight": recorded["5-gram, interpolation"],
        "n = 5, grouped": found.tested[0],
        "n = 5, absolute": found.tested[1],
        "n = 5, Kneser-Ney": recorded["5-gram, Kneser-Ney"],
        "n = 5, modified": recorded["5-gram, modified Kneser-Ney"],
        "n = 3, modified": recorded["trigram, modified Kneser-Ney"],
    }
    print("test perplexity")
    for name, value in sorted(tested.items(), key=lambda row: -row[1]):
        print(f"{value:6.1f}  {name}")
    return list(tested.values())


def table_of_losses(rows: Mapping[str, Sequence[float]]) -> None:
    """Print what the counts 1, 2, 3, 6 and 9 lose, of rows that begin with the count 1."""
    print("count        " + "".join(f"{count:5d}" for count in (1, 2, 3, 6, 9)))
    for name, row in rows.items():
        print(f"{name:13s}" + "".join(f"{row[count - 1]:5.2f}" for count in (1, 2, 3, 6, 9)))


def table_of_zeros(models: Mapping[str, NgramModel]) -> list[list[float]]:
    """Print what some models give to four pairs that were never seen; return a row for each model.

    Args:
        models: Of pairs, by short names.
    """
    zeros, others = [("united", "was"), ("los", "born")], [("los", "was"), ("united", "born")]
    found = [
        [model.probability(word, [history]) for history, word in zeros + others]
        for model in models.values()
    ]
    print("x 10,000    " + "".join(f"{name:>8s}" for name in models))
    for place, pair in enumerate(zeros + others):
        print(f"{' '.join(pair):12s}" + "".join(f"{1e4 * row[place]:8.3f}" for row in found))
        if place == 1:
            ratios = "".join(f"{row[0] / row[1]:8.0f}" for row in found)
            print(f"ratio       {ratios}\n\nthe other two, for comparison")
    return found
