"""Names and their scores beside values that seqeval 1.2.2 gave once.

It is published as a source archive alone, which a fresh machine may fail to build, so nobody
installs it: ``seqeval_values.json`` holds 300 random sets of sentences (the seed is in the file),
the names it reads and the scores of its ``classification_report``.
"""

import json
from pathlib import Path

import pytest

from bertlab.finetuning.entities import entity_scores, read_entities

STORED = Path(__file__).with_name("seqeval_values.json")
CASES = json.loads(STORED.read_text(encoding="utf-8"))["cases"]


def tags_of(case: dict) -> tuple[list[list[str]], list[list[str]]]:
    expected, predicted = ([line.split() for line in case[k]] for k in ("expected", "predicted"))
    return expected, predicted


def test_names_are_those_of_seqeval():
    assert len(CASES) == 300
    for case in CASES:
        for tags, names in zip(tags_of(case)[0], case["names"], strict=True):
            found = [[name.kind, name.start, name.end] for name in read_entities(tags)]
            assert found == names


def test_scores_are_those_of_seqeval():
    for case in CASES:
        expected, predicted = tags_of(case)
        scores = {name: list(score) for name, score in entity_scores(expected, predicted).items()}
        assert scores.keys() == case["scores"].keys()
        for name, theirs in case["scores"].items():
            assert scores[name] == pytest.approx(theirs, abs=1e-12)


def test_the_stored_values_tell_rules_apart():
    """A name that begins at I- counts in many of them; zero and full scores occur."""
    begun = sum(tags[0].startswith("I-") for case in CASES for tags in tags_of(case)[0])
    totals = [case["scores"]["all"][2] for case in CASES]
    assert begun > 100
    assert 0.0 in totals and len(set(totals)) > 100
