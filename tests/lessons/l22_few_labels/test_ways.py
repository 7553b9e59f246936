"""Draws share nothing with what they must not, and every way learns and scores."""

import pytest
import torch

from bertlab.datasets import movie_reviews
from lessons.l22_few_labels.task import Settings, draw
from lessons.l22_few_labels.ways import COPIES, PATTERNS, WAYS, pattern, pseudo_labels

REVIEWS = movie_reviews()
TINY = Settings(steps=1, batch_size=2, max_length=24, precision="no")
TEXTS = ["a masterpiece that moved me to tears", "i hated every minute"]


@pytest.mark.parametrize("number", [0, 16, 64, 2000])
def test_draws_are_balanced_and_share_nothing(number):
    task = draw(REVIEWS.train, number, 500, seed=1)
    assert len(task.texts) == len(task.labels) == number and sum(task.labels) == number // 2
    assert len(set(task.unlabelled)) == 500
    assert not {*task.texts} & {*task.unlabelled}
    held_out = {one.text for part in (REVIEWS.test, REVIEWS.validation) for one in part}
    assert not held_out & {*task.texts, *task.unlabelled}
    labels = {one.text: one.label for one in REVIEWS.train}
    assert [labels[text] for text in task.texts] == list(task.labels)


def test_a_smaller_draw_is_a_part_of_a_larger_one_and_seeds_differ():
    few, many, other = (
        draw(REVIEWS.train, number, 500, seed) for number, seed in ((16, 0), (64, 0), (16, 1))
    )
    assert many.texts[:16] == few.texts and many.unlabelled == few.unlabelled
    assert not {*few.texts} & {*other.texts}


def test_draws_that_cannot_be_are_refused():
    with pytest.raises(ValueError, match="expected an even number"):
        draw(REVIEWS.train, 3, 0, 0)
    with pytest.raises(ValueError, match="expected 2 reviews of each class beside 6"):
        draw(REVIEWS.train[:8], 4, 6, 0)
    with pytest.raises(ValueError, match=r"beside 9 without a label, got .* of 8 in all"):
        draw(REVIEWS.train[:8], 0, 9, 0)


@pytest.mark.parametrize("name", WAYS)
def test_every_way_scores_texts(name):
    task = draw(REVIEWS.train, 0 if name in ("zero-shot", "at the median") else 2, 3, seed=0)
    if name == "pseudo-labels":
        pytest.skip("five models: below")
    scores = WAYS[name](task, TINY, 0)(TEXTS)
    assert scores.shape == (2, 2) and torch.isfinite(scores).all()
    assert not torch.equal(scores[0], scores[1])


def test_pseudo_labels_are_what_the_clozes_say(monkeypatch):
    def voter(task, settings, seed):
        """All but the first pattern say 1 where a text is long, and are less sure of it."""
        size = 1.0 if settings.pattern else -2.0
        return lambda texts: torch.tensor([[0.0, size * (len(text) - 5)] for text in texts])

    monkeypatch.setattr("lessons.l22_few_labels.ways.pattern", voter)
    monkeypatch.setattr("lessons.l22_few_labels.ways.classifier", lambda task, *_: task)
    task = draw(REVIEWS.train, 2, 0, seed=0)._replace(unlabelled=("long one", "no"))
    learned = pseudo_labels(task, TINY, 0)
    assert learned.texts == (*task.texts, "long one", "no")
    assert learned.labels == (*task.labels, 1, 0)


def test_a_pattern_is_trained_once():
    task = draw(REVIEWS.train, 2, 0, seed=0)
    assert pattern(task, TINY, 0) is pattern(task, TINY, 0)
    assert pattern.cache_info().maxsize >= len(PATTERNS)  # an ensemble asks for all of them again


def test_copies_keep_their_labels_and_do_not_share_batches_by_length(monkeypatch):
    monkeypatch.setattr(
        "lessons.l22_few_labels.ways.classifier", lambda task, *_, sort: (task, sort)
    )
    task = draw(REVIEWS.train, 4, 20, seed=0)
    learned, sort = WAYS["words exchanged"](task, TINY, 0)
    assert not sort and learned.texts[:4] == task.texts and len(learned.texts) == 4 * (1 + COPIES)
    labels = dict(zip(task.texts, task.labels, strict=True))
    for number, text in enumerate(learned.texts[4:]):
        original = task.texts[number // COPIES]
        assert learned.labels[4 + number] == labels[original]
        assert text != original and len(text.split()) == len(original.split())
