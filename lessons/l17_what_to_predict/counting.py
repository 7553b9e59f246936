"""What can be known of a pair of sentences by counting, without reading them."""

from lessons.l17_what_to_predict.pairs import TASKS, Asked

from collections.abc import Callable, Sequence

import numpy as np
import torch
from scipy.sparse import csr_matrix, hstack
from sklearn.feature_extraction.text import CountVectorizer, TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from torch import Tensor

Pairs = Sequence[tuple[str, str]]
Features = Callable[[Pairs], csr_matrix]
MARKS = '。！？!?；;，、,：:“”"《》（）()…~.'


def lengths(pairs: Pairs) -> csr_matrix:
    """Return the logarithms of both lengths, and which is longer."""
    both = np.array([[len(a), len(b)] for a, b in pairs], dtype=float)
    logs = np.log(both)
    return csr_matrix(np.hstack([logs, logs**2 / 4, np.sign(both[:, :1] - both[:, 1:])]))


def punctuation(pairs: Pairs) -> csr_matrix:
    """Return how often each mark stands in both sentences, and where it begins or ends one."""
    rows = []
    for pair in pairs:
        row: list[float] = []
        for text in pair:
            row += [text.count(mark) for mark in MARKS]
            row += [float(text[-1] == mark) for mark in MARKS]
            row += [float(text[0] == mark) for mark in MARKS]
        rows.append(row)
    return csr_matrix(np.array(rows))


def characters_of(train: Pairs) -> Features:
    """Return features of single characters: which the first sentence has, and which the second."""
    bag = CountVectorizer(analyzer="char", binary=True, min_df=5, lowercase=False)
    bag.fit([text for pair in train for text in pair])

    def features(pairs: Pairs) -> csr_matrix:
        return csr_matrix(
            hstack([bag.transform([pair[side] for pair in pairs]) for side in (0, 1)])
        )

    return features


def cosines_of(train: Pairs) -> Callable[[Pairs], np.ndarray]:
    """Return a function from pairs to the cosine of their TF-IDF vectors: characters and twos."""
    table = TfidfVectorizer(analyzer="char", ngram_range=(1, 2), min_df=2, sublinear_tf=True)
    table.fit([text for pair in train for text in pair])

    def cosines(pairs: Pairs) -> np.ndarray:
        first, second = (table.transform([pair[side] for pair in pairs]) for side in (0, 1))
        return np.asarray(first.multiply(second).sum(axis=1)).ravel()

    return cosines


def ways_of(asked: Sequence[Asked]) -> dict[str, Pairs]:
    """Return (A, B), (B, A) and (A, C) of all that is asked."""
    return {
        "next": [(one.first, one.second) for one in asked],
        "swapped": [(one.second, one.first) for one in asked],
        "stranger": [(one.first, one.stranger) for one in asked],
    }


def counted(
    train: Sequence[Asked],
    validation: Sequence[Asked],
    test: Sequence[Asked],
    strengths: Sequence[float],
) -> dict[str, dict[str, Tensor]]:
    """Fit each way to count on training pairs, and return its scores of the test pairs.

    Returns:
        By ``"TASK/way"`` the scores of (A, B), (B, A) and (A, C); above 0 means *follows*.
    """
    parts = [ways_of(one) for one in (train, validation, test)]
    kinds: dict[str, Features] = {
        "lengths": lengths,
        "punctuation": punctuation,
        "characters": characters_of(parts[0]["next"]),
    }
    cosines = cosines_of(parts[0]["next"])
    found = {}
    for task in TASKS:
        found[f"{task}/cosine"] = _by_threshold(task, cosines, *parts[1:])
        for name, features in kinds.items():
            found[f"{task}/{name}"] = _by_regression(task, features, *parts, strengths=strengths)
    return found


def order_scores(
    train: Sequence[Asked],
    validation: Sequence[Asked],
    pairs: Pairs,
    strengths: Sequence[float],
) -> Tensor:
    """Fit characters to the order of training pairs, and return the scores of other pairs, (N,).

    A score above 0 means that the second sentence follows.
    """
    ways = [ways_of(one) for one in (train, validation)]
    features = characters_of(ways[0]["next"])
    return _by_regression("SOP", features, *ways, {"": pairs}, strengths=strengths)[""]


def _both(task: str, ways: dict[str, Pairs]) -> tuple[list[tuple[str, str]], np.ndarray]:
    """Return the pairs of a task, and whether each second sentence follows."""
    other = ways["swapped" if task == "SOP" else "stranger"]
    follows = np.repeat([True, False], [len(ways["next"]), len(other)])
    return [*ways["next"], *other], follows


def _by_threshold(
    task: str,
    cosines: Callable[[Pairs], np.ndarray],
    validation: dict[str, Pairs],
    test: dict[str, Pairs],
) -> dict[str, Tensor]:
    pairs, follows = _both(task, validation)
    values = cosines(pairs)
    tries = np.quantile(values, np.linspace(0.02, 0.98, 97))
    best = max(tries, key=lambda limit: ((values > limit) == follows).mean())
    return {name: torch.from_numpy(cosines(each) - best).half() for name, each in test.items()}


def _by_regression(
    task: str, features: Features, *parts: dict[str, Pairs], strengths: Sequence[float]
) -> dict[str, Tensor]:
    """Fit a logistic regression, with the strength that is best on validation pairs."""
    train, validation, test = parts
    pairs, follows = _both(task, train)
    inputs = features(pairs)
    fitted = [LogisticRegression(C=c, max_iter=500).fit(inputs, follows) for c in strengths]
    held_out, wanted = _both(task, validation)
    checked = features(held_out)
    best = max(fitted, key=lambda one: one.score(checked, wanted))
    return {
        name: torch.from_numpy(best.decision_function(features(each))).half()
        for name, each in test.items()
    }
