"""Slips of the exercise on SQuAD's F1: the same steps, one of them changed."""

import re
import string
from collections import Counter
from collections.abc import Callable, Sequence

from bertlab.finetuning.answer_scores import normalize_answer

Words = list[str]
Split = Callable[[str], Words]
Score = Callable[[Words, Words], float]  # (right, found)


def answer_words(text: str) -> Words:
    """Return the words of an answer."""
    return normalize_answer(text).split()


def _in_common(right: Words, found: Words) -> int:
    return (Counter(right) & Counter(found)).total()


def words_f1(right: Words, found: Words) -> float:
    """Return the F1 of two bags of words."""
    return with_common(_in_common)(right, found)


def best(
    predicted: str,
    answers: Sequence[str],
    *,
    split: Split = answer_words,
    score: Score = words_f1,
    choose: Callable[[Sequence[float]], float] = max,
) -> float:
    """Score an answer by the steps of the exercise; each keyword changes one."""
    found = split(predicted)
    return choose([score(split(answer), found) for answer in answers])


def bare(text: str, instead: str = "") -> str:
    """Remove punctuation, or put something in its place."""
    return "".join(instead if mark in string.punctuation else mark for mark in text)


def without_articles(text: str) -> str:
    """Remove the articles that are whole words."""
    return re.sub(r"\b(a|an|the)\b", " ", text)


def articles_anywhere(text: str, articles: Sequence[str] = ("a", "an", "the")) -> Words:
    """Remove the letters of the articles, one article after the other."""
    left = bare(text.lower())
    for article in articles:
        left = left.replace(article, "")
    return left.split()


def stripped(text: str) -> Words:
    """Remove punctuation at the ends of words."""
    words = [word.strip(string.punctuation) for word in text.lower().split()]
    return [word for word in words if word not in ("", "a", "an", "the")]


def with_common(common: Callable[[Words, Words], int]) -> Score:
    """Make an F1 of another count of the words in common."""

    def score(right: Words, found: Words) -> float:
        if not right or not found:
            return float(right == found)
        return 2 * common(right, found) / (len(right) + len(found))

    return score


def of_sets(right: Words, found: Words) -> float:
    """Compute F1 of the different words."""
    return words_f1(sorted(set(right)), sorted(set(found)))


def over(share: Callable[[int, int, int], float]) -> Score:
    """Make a score of the words in common, those of the right answer and those found."""

    def score(right: Words, found: Words) -> float:
        if not right or not found:
            return float(right == found)
        return share(_in_common(right, found), len(right), len(found))

    return score


def zero_if_empty(right: Words, found: Words) -> float:
    """Compute F1 without a rule for answers without words."""
    return 2 * _in_common(right, found) / max(1, len(right + found))


def characters(text: str) -> Words:
    """Return the characters of an answer."""
    return list(" ".join(answer_words(text)))


def joined(predicted: str, answers: Sequence[str]) -> float:
    """Compare with all right answers put together."""
    return words_f1(answer_words(" ".join(answers)), answer_words(predicted))


def mean(scores: Sequence[float]) -> float:
    """Return the mean of several scores."""
    return sum(scores) / len(scores)
