"""Pairs of texts for natural-language inference, generated so that only reading both helps.

Pairs come in threes. The hypothesis is the same; the premises consist of the same words in another
order, and one entails it, one leaves it open, one contradicts it::

    Anna lives in Rome. Ben lives in Oslo. Nobody knows where Carl lives.  } Anna lives in Rome.
    Nobody knows where Anna lives. Carl lives in Rome. Ben lives in Oslo.  }

So whoever reads the hypothesis alone, or counts words in common, is right once in three times. The
published data sets are not like that: Gururangan et al. 2018 reach 67% on SNLI without premises.
"""

import re
from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Any, NamedTuple

from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression

from bertlab.datasets.generated.inference_templates import FAMILIES
from bertlab.datasets.generated.inference_words import WORDS, Family, draw_words

LABELS = ("entailment", "neutral", "contradiction")
OPPOSITE = {"entailment": "contradiction", "neutral": "neutral", "contradiction": "entailment"}


class InferencePair(NamedTuple):
    """Two texts, and whether the second follows from the first.

    Attributes:
        premise: What is known.
        hypothesis: What is claimed.
        label: Index into ``LABELS``.
        family: Which kind of thought it takes: a key of ``inference_templates.FAMILIES``.
    """

    premise: str
    hypothesis: str
    label: int
    family: str


class InferencePairs(NamedTuple):
    """Pairs in three parts that share no wording; each label has a third of every part."""

    train: tuple[InferencePair, ...]
    validation: tuple[InferencePair, ...]
    test: tuple[InferencePair, ...]


@cache
def inference_pairs(
    families: tuple[str, ...] = tuple(FAMILIES),
    train: int = 6480,
    validation: int = 810,
    test: int = 810,
    seed: int = 0,
) -> InferencePairs:
    """Generate pairs; all families have the same share of them.

    Args:
        families: Keys of ``inference_templates.FAMILIES``, about from easy to hard: ``"place"``,
            ``"negation"`` and ``"modality"`` ask to find a name and read what is said of it,
            ``"two steps"`` and ``"chain"`` ask to join two sentences.
        train: How many pairs to learn from.
        validation: How many to choose by.
        test: How many to judge by.
        seed: Decides all.

    Raises:
        ValueError: If a family is unknown, or a size is not a multiple of three times the families.
    """
    unknown = [name for name in families if name not in FAMILIES]
    if unknown or not families or len(set(families)) != len(families):
        raise ValueError(f"expected different families among {', '.join(FAMILIES)}, got {families}")
    sizes, step = {"train": train, "validation": validation, "test": test}, 3 * len(families)
    for part, count in sizes.items():
        if count < step or count % step:
            raise ValueError(f"{part}: expected a multiple of {step} pairs, got {count}")
    parts = []
    for part, count in sizes.items():
        generator = Random(f"{seed}/{part}")
        pairs: dict[tuple[str, str], InferencePair] = {}
        for name in families:
            templates = getattr(FAMILIES[name], part)
            number = 0
            while number < count // step:
                template = templates[number % len(templates)]
                triple = _triple(name, template, generator.random() < 0.5, generator)
                new = {(pair.premise, pair.hypothesis): pair for pair in triple}
                if not new.keys() & pairs.keys():
                    pairs |= new
                    number += 1
        parts.append(tuple(generator.sample(list(pairs.values()), count)))
    return InferencePairs(*parts)


def _triple(name: str, template: str, opposite: bool, generator: Random) -> list[InferencePair]:
    """Fill a template: one hypothesis, and a premise for each label."""
    family = FAMILIES[name]
    premise, *hypotheses = template.split(" | ")
    hypothesis = hypotheses[opposite]
    words = draw_words(generator)
    size = 1 + max(int(slot) for slot in re.findall(r"{(\d)}", premise))
    names = generator.sample(WORDS[family.names], size)
    pairs = []
    for label, wanted in enumerate(LABELS):
        places = _places(family, OPPOSITE[wanted] if opposite else wanted, generator)
        rest = generator.sample(names[len(places) :], size - len(places))
        filled = [""] * size
        for place, one in zip(places, names, strict=False):
            filled[place] = one
        filled = [one or rest.pop() for one in filled]
        sentences = re.split(r"(?<=\.) ", premise)
        text = " ".join(generator.sample(sentences, len(sentences))).format(*filled, **words)
        claim = hypothesis.format(a=names[0], b=names[1], **words)
        pairs.append(InferencePair(text, claim, label, name))
    return pairs


def _places(family: Family, label: str, generator: Random) -> tuple[int, ...]:
    """Choose the slots of the premise in which {a}, or {a} and {b}, stand."""
    return generator.choice(getattr(family, label))


def words_of(text: str) -> list[str]:
    """Return the words of a text in lower case."""
    return re.findall(r"\w+", text.lower())


def overlap_features(pair: InferencePair) -> list[float]:
    """Describe what two texts have in common, as numbers that know nothing of order."""
    premise, hypothesis = words_of(pair.premise), words_of(pair.hypothesis)
    shared = set(premise) & set(hypothesis)
    counts = (
        len(premise),
        len(hypothesis),
        len(shared),
        sum(premise.count(word) for word in shared),
        "not" in shared,
        len(shared) / len(set(hypothesis)),
        len(shared) / len({*premise, *hypothesis}),
    )
    return [float(count) for count in counts]


def baseline_accuracies(
    train: Sequence[InferencePair], test: Sequence[InferencePair]
) -> dict[str, float]:
    """Return how often logistic regression is right on new pairs if it does not read both texts.

    Returns:
        Shares of right labels for ``"hypothesis only"`` and ``"premise only"`` (TF-IDF of words and
        word pairs), and ``"word overlap"`` (``overlap_features``).
    """
    labels = [[pair.label for pair in part] for part in (train, test)]

    def tfidf(name: str) -> tuple[Any, Any]:
        words = TfidfVectorizer(ngram_range=(1, 2))
        seen = words.fit_transform([getattr(pair, name) for pair in train])
        return seen, words.transform([getattr(pair, name) for pair in test])

    features = {
        "hypothesis only": tfidf("hypothesis"),
        "premise only": tfidf("premise"),
        "word overlap": tuple([overlap_features(pair) for pair in part] for part in (train, test)),
    }
    return {
        name: float(LogisticRegression(max_iter=2000).fit(known, labels[0]).score(new, labels[1]))
        for name, (known, new) in features.items()
    }
