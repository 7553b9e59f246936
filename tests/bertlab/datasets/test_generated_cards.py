"""The figures of data/README.md on generated sets, measured again."""

import pytest

from bertlab.datasets.generated.inference_kinds import MIDDLE, TEMPLATES, kind_pairs
from bertlab.datasets.generated.inference_pairs import (
    baseline_accuracies,
    inference_pairs,
    words_of,
)
from bertlab.datasets.generated.inference_templates import FAMILIES
from bertlab.datasets.generated.paraphrase_templates import EVENTS
from bertlab.datasets.generated.paraphrases import paraphrases
from bertlab.datasets.generated.passages import passage_questions
from bertlab.finetuning.choices import choice_questions
from tests.bertlab.datasets.test_datasets_card import CARD, PARTS, number, table


def rows(heading):
    return {name: [number(cell) for cell in cells] for name, cells in table(heading).items()}


@pytest.mark.parametrize(
    ("heading", "draw"),
    [("pairs of kinds | train", kind_pairs), ("pairs of word order | train", inference_pairs)],
)
def test_pairs(heading, draw):
    found, parts = rows(heading), draw()
    assert found["pairs"] == [len(part) for part in parts]
    assert found["hypotheses"] == [len({pair.hypothesis for pair in part}) for part in parts]
    if draw is kind_pairs:
        assert found["templates"] == [len(TEMPLATES[part]) for part in PARTS]
    else:
        templates = [sum(len(getattr(f, part)) for f in FAMILIES.values()) for part in PARTS]
        assert found["templates"] == templates
    for part, stated in zip(parts, found["words of both texts, mean"], strict=True):
        words = [len(words_of(pair.premise)) + len(words_of(pair.hypothesis)) for pair in part]
        assert sum(words) / len(words) == pytest.approx(stated, abs=0.051)


def test_what_the_premise_alone_tells():
    """The cards say a third, but for the premises of kinds: less than 70%, more than 60%."""
    parts = kind_pairs()
    assert "60 to 70%" in CARD
    assert 0.6 < baseline_accuracies(parts.train, parts.test)["premise only"] < 0.7
    assert f"{len(MIDDLE)} kinds" in CARD and f"{len(FAMILIES)} families" in CARD


def test_passages():
    found, parts = rows("passages | train"), passage_questions()
    assert found["questions"] == [len(part) for part in parts]
    assert found["without an answer"] == [sum(q.answer is None for q in part) for part in parts]
    assert found["passages"] == [len({q.passage for q in part}) for part in parts]
    longest = [max(len(words_of(q.passage)) for q in part) for part in parts]
    assert found["words of the longest passage"] == longest


def test_choices():
    assert rows("choices | train")["questions"] == [len(part) for part in choice_questions()]


def test_paraphrases():
    found, parts = rows("paraphrases | train"), paraphrases()
    assert found["pairs"] == [len(part) for part in parts]
    assert found["events"] == [len({pair.event for pair in part}) for part in parts]
    assert found["wordings"] == [sum(map(len, EVENTS[part])) for part in PARTS]
    for part, stated in zip(parts, found["words of a sentence, mean"], strict=True):
        words = [len(text.split()) for pair in part for text in (pair.first, pair.second)]
        assert sum(words) / len(words) == pytest.approx(stated, abs=0.051)
