"""The figures of data/README.md on generated sets, measured again."""

import pytest

from bertlab.datasets.generated.inference_kinds import MIDDLE, TEMPLATES, kind_pairs
from bertlab.datasets.generated.inference_pairs import baseline_accuracies, words_of
from bertlab.datasets.generated.paraphrases import EVENTS, paraphrases
from bertlab.datasets.generated.passages import passage_questions
from tests.bertlab.datasets.test_datasets_card import CARD, PARTS, number, table


def rows(heading):
    return {name: [number(cell) for cell in cells] for name, cells in table(heading).items()}


def test_pairs():
    found, parts = rows("pairs of kinds | train"), kind_pairs()
    assert found["pairs"] == [len(part) for part in parts]
    assert found["hypotheses"] == [len({pair.hypothesis for pair in part}) for part in parts]
    assert found["templates"] == [len(TEMPLATES[part]) for part in PARTS]
    for part, stated in zip(parts, found["words of both texts, mean"], strict=True):
        words = [len(words_of(pair.premise)) + len(words_of(pair.hypothesis)) for pair in part]
        assert sum(words) / len(words) == pytest.approx(stated, abs=0.051)


def test_what_the_premise_alone_tells():
    """The card says: of kinds, less than 70% and more than 60%."""
    parts = kind_pairs()
    assert "60 to 70%" in CARD
    assert 0.6 < baseline_accuracies(parts.train, parts.test)["premise only"] < 0.7
    assert f"{len(MIDDLE)} kinds" in CARD


def test_passages():
    found, parts = rows("passages | train"), passage_questions()
    assert found["questions"] == [len(part) for part in parts]
    assert found["without an answer"] == [sum(q.answer is None for q in part) for part in parts]
    assert found["passages"] == [len({q.passage for q in part}) for part in parts]
    longest = [max(len(words_of(q.passage)) for q in part) for part in parts]
    assert found["words of the longest passage"] == longest


def test_paraphrases():
    found, parts = rows("paraphrases | train"), paraphrases()
    assert found["pairs"] == [len(part) for part in parts]
    assert found["events"] == [len({pair.event for pair in part}) for part in parts]
    assert found["wordings"] == [sum(map(len, EVENTS[part])) for part in PARTS]
    for part, stated in zip(parts, found["words of a sentence, mean"], strict=True):
        words = [len(text.split()) for pair in part for text in (pair.first, pair.second)]
        assert sum(words) / len(words) == pytest.approx(stated, abs=0.051)
