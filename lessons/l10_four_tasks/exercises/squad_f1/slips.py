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


def no_article_words(text: str, articles: Sequence[str] = ("a", "an", "the")) -> Words:
    """Return the words of a text that are no articles."""
    return [word for word in text.split() if word not in articles]


def without_marks(text: str, marks: str) -> Words:
    """Remove what a pattern says in the place of punctuation."""
    return without_articles(re.sub(marks, "", text.lower())).split()


def each_article_once(text: str) -> Words:
    """Remove the first of each article."""
    words = bare(text.lower()).split()
    for article in ("a", "an", "the"):
        if article in words:
            words.remove(article)
    return words


def while_going_through(text: str) -> Words:
    """Remove words from a list while it is gone through."""
    words = bare(text.lower()).split()
    for word in words:
        if word in ("a", "an", "the"):
            words.remove(word)
    return words


def articles_between_spaces(text: str) -> Words:
    """Remove articles that have a space on both sides."""
    left = bare(text.lower())
    for article in (" a ", " an ", " the "):
        left = left.replace(article, " ")
    return left.split()


def articles_before_letters(text: str) -> Words:
    """Remove articles that words begin with."""
    words = [re.sub("^(a|an|the)", "", word) for word in bare(text.lower()).split()]
    return [word for word in words if word]


def articles_before_spaces(text: str) -> Words:
    """Remove articles with the space behind them, also where a word ends with one."""
    return re.sub("(a|an|the) ", "", bare(text.lower())).split()


def at_each_space(text: str) -> Words:
    """Return what stands between two spaces, which may be nothing."""
    return [word for word in bare(text.lower()).split(" ") if word not in ("a", "an", "the")]


def without_first_article(text: str) -> Words:
    """Remove an article that is the first word."""
    words = bare(text.lower()).split()
    return words[1:] if no_article_words(" ".join(words[:1])) == [] else words


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


def unguarded(right: Words, found: Words) -> float:
    """Compute F1 by its formula, where both may be empty."""
    return 2 * _in_common(right, found) / len(right + found)


def by_precision_and_recall(
    right: Words, found: Words, *, mean: Callable[[float, float], float] | None = None
) -> float:
    """Compute F1 of precision and recall, whose sum may be 0; or another mean of them."""
    precision, recall = _in_common(right, found) / len(found), _in_common(right, found) / len(right)
    return mean(precision, recall) if mean else 2 * precision * recall / (precision + recall)


def if_words(score: Score, otherwise: Score = lambda right, found: float(right == found)) -> Score:
    """Make a score that has a rule for answers without words."""
    return lambda right, found: (score if right and found else otherwise)(right, found)


def empty_texts(predicted: str, answers: Sequence[str], *, score: Score) -> float:
    """Look for an answer without words before anything is removed."""
    return max(
        score(answer_words(answer), answer_words(predicted))
        if predicted and answer
        else float(predicted == answer)
        for answer in answers
    )


def one_side(predicted: str, answers: Sequence[str], *, right: Split, found: Split) -> float:
    """Find the words of both sides in different ways."""
    return max(words_f1(right(answer), found(predicted)) for answer in answers)


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
