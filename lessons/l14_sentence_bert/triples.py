"""What the encoders of this lesson learn from, and the sentences that they are judged by."""

from lessons.l14_sentence_bert.objectives import Triple

import re
from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from bertlab.datasets import wiki
from bertlab.datasets.generated.inference_kinds import kind_pairs
from bertlab.datasets.generated.inference_pairs import LABELS, InferencePair
from bertlab.datasets.generated.paraphrases import Paraphrase, paraphrases

SHORTEST, LONGEST = 40, 200  # characters of a sentence that is judged by
SAME_BUT_ONE = ((0, 1), (0, 2), (1, 2))  # of event, person, detail: two that are shared


def from_inference(pairs: Sequence[InferencePair]) -> list[Triple]:
    """Return for each hypothesis the premise that entails it and the one that contradicts it."""
    premises: dict[str, dict[str, str]] = {}
    for pair in pairs:
        premises.setdefault(pair.hypothesis, {})[LABELS[pair.label]] = pair.premise
    return [
        Triple(hypothesis, found["entailment"], found["contradiction"])
        for hypothesis, found in premises.items()
    ]


def from_paraphrases(pairs: Sequence[Paraphrase], seed: int) -> list[Triple]:
    """Return each pair with a sentence that differs in one point: what happened, to whom, or where.

    A pair of which no other pair shares two of the three is left out.
    """
    generator, groups = Random(seed), dict[tuple, list[Paraphrase]]()
    for pair in pairs:
        for key in _keys(pair):
            groups.setdefault(key, []).append(pair)
    triples = []
    for pair in pairs:
        keys = [key for key in _keys(pair) if len(groups[key]) > 1]
        if keys:
            others = [one for one in groups[generator.choice(keys)] if one is not pair]
            triples.append(Triple(pair.first, pair.second, generator.choice(others).second))
    return triples


def _keys(pair: Paraphrase) -> list[tuple]:
    told = (pair.event, pair.person, pair.detail)
    return [(shared, *(told[place] for place in shared)) for shared in SAME_BUT_ONE]


def training_triples(kinds: int, others: int, seed: int = 0) -> list[Triple]:
    """Draw triples of both sorts from the training parts, in an order of their own.

    Args:
        kinds: How many come from inference pairs.
        others: How many come from paraphrases.
        seed: Decides which, and which negatives the paraphrases get.
    """
    generator = Random(seed)
    drawn = generator.sample(from_inference(kind_pairs().train), kinds)
    drawn += generator.sample(from_paraphrases(paraphrases().train, seed), others)
    return generator.sample(drawn, len(drawn))


class Neighbors(NamedTuple):
    """Pairs of sentences that follow each other in an article; no sentence comes twice.

    Attributes:
        first: The first of each pair.
        second: The one that follows it.
        articles: The title of each pair's article.
    """

    first: tuple[str, ...]
    second: tuple[str, ...]
    articles: tuple[str, ...]


def neighbors(limit: int | None = None) -> Neighbors:
    """Return pairs from the articles that ``minilm-words`` has not read.

    Args:
        limit: How many pairs; None: all.
    """
    rows: list[tuple[str, str, str]] = []
    seen: set[str] = set()
    for article in (*wiki().validation, *wiki().test):
        for paragraph in article.paragraphs:
            sentences = re.split(r"(?<=[.!?])\s+(?=[A-Z])", paragraph)
            place = 0
            while place + 1 < len(sentences):
                pair = sentences[place], sentences[place + 1]
                fits = all(SHORTEST <= len(text) <= LONGEST for text in pair)
                if fits and seen.isdisjoint(pair):
                    rows.append((*pair, article.title))
                    seen |= {*pair}
                    place += 1  # a sentence is in one pair at most
                place += 1
    first, second, articles = zip(*rows[:limit], strict=True)
    return Neighbors(first, second, articles)
