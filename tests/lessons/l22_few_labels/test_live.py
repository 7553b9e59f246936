"""What runs beside the student's code: clozes equal bertlab's, and choices are fair."""

from statistics import fmean

import pytest
import torch
from torch.testing import assert_close

from bertlab.datasets import movie_reviews
from bertlab.finetuning.classifier import logits_of
from lessons.l22_few_labels import live
from lessons.l22_few_labels.exercises.class_scores.reference import class_scores
from lessons.l22_few_labels.exercises.cross_validated.reference import cross_validated
from lessons.l22_few_labels.exercises.fill.reference import fill
from lessons.l22_few_labels.exercises.pattern_step.reference import pattern_step
from lessons.l22_few_labels.exercises.pseudo_labels.reference import pseudo_labels
from lessons.l22_few_labels.exercises.with_prompts.reference import with_prompts
from lessons.l22_few_labels.task import Settings
from lessons.l22_few_labels.ways import FIRST_WORDS, PATTERNS, SLOTS, new_cloze

LONG = "a " + "very " * 60 + "fine film"
TEXTS = ["a masterpiece that moved me to tears", "i hated every minute", LONG]


@pytest.fixture(scope="module")
def cloze():
    return live.Cloze(fill, class_scores)


@pytest.mark.parametrize("pattern", [PATTERNS[0], PATTERNS[2]])
def test_a_cloze_of_the_students_functions_is_that_of_bertlab(cloze, pattern):
    model, encode = new_cloze(Settings(max_length=live.MAX_LENGTH), pattern)
    expected = logits_of(model, encode(TEXTS, [0] * 3))
    assert_close(live.scores_of(cloze.ask(pattern), TEXTS, 2), expected, atol=1e-5, rtol=0)


def test_vectors_of_the_student_are_those_of_bertlab():
    model, encode = new_cloze(Settings(max_length=live.MAX_LENGTH), SLOTS, FIRST_WORDS)
    prompted = live.PromptCloze(fill, class_scores, with_prompts, FIRST_WORDS)
    expected = logits_of(model, encode(TEXTS, [0] * 3))
    assert_close(live.scores_of(prompted, TEXTS), expected, atol=1e-5, rtol=0)
    prompted.prompts.data *= -3  # LayerNorm takes away what is added to all numbers
    assert not torch.allclose(live.scores_of(prompted, TEXTS), expected, atol=0.1)


@pytest.mark.parametrize(
    "pattern", ["It was [MASK].", "{} was", "{} {} [MASK]", "{} [MASK] [MASK]"]
)
def test_patterns_without_text_or_gap_are_refused(cloze, pattern):
    with pytest.raises(ValueError, match="once"):
        cloze.ask(pattern)


def test_few_labels_are_balanced_and_apart():
    few = live.few_labels()
    texts, labels = live.validation()
    assert sum(few.labels) == 8 and len(few.texts) == 16 and len(few.unlabelled) == 200
    assert not {*texts} & {*few.texts, *few.unlabelled}
    assert 0.45 < fmean(labels) < 0.55


def test_a_model_learns_by_the_students_step_and_vectors_faster(cloze):
    prompted = live.PromptCloze(fill, class_scores, with_prompts, FIRST_WORDS)
    prompted.model.requires_grad_(False)
    steps = []

    def step(model, optimizer, inputs, labels):
        rates = [group["lr"] for group in optimizer.param_groups]
        steps.append((rates, labels.tolist(), model.training))
        return pattern_step(model, optimizer, inputs, labels)

    before = prompted.prompts.detach().clone()
    losses = live.learn(prompted, step, TEXTS, [1, 0, 1], updates=2, batch_size=2)
    assert len(losses) == 2 and not prompted.training
    assert steps == [([100 * live.RATE], [1, 0], True), ([100 * live.RATE], [1, 1], True)]
    assert 0 < (prompted.prompts - before).abs().max() < 0.05
    live.learn(cloze, lambda *a: steps.append(a[1].param_groups) or 0.0, TEXTS, [1, 0, 1], 1)
    assert [group["lr"] for group in steps[-1]] == [live.RATE]


def test_a_new_head_scores_texts():
    scores = live.scores_of(live.NewHead(), TEXTS)
    assert scores.shape == (3, 2) and torch.isfinite(scores).all()


def patterns_that_know(*signs):
    """Return scores of patterns: 1 knows all labels, -1 has them all wrong, 0 says noise."""
    labels = torch.tensor([0, 1] * 30)
    generator = torch.Generator().manual_seed(1)
    noise = torch.randn(len(signs), 60, generator=generator)
    margins = noise + 20.0 * torch.tensor(signs)[:, None] * (2 * labels - 1)
    return torch.stack([torch.zeros_like(margins), margins], dim=-1), labels.tolist()


def test_the_pattern_that_knows_is_chosen():
    scores, labels = patterns_that_know(0, 1, 0)
    made = live.chosen_with(cross_validated, scores, labels, 16, draws=10)
    assert made.promised == made.chosen == made.best == [1.0] * 10
    assert all(0.5 < one < 0.9 for one in made.any_of_them)


def test_patterns_without_knowledge_promise_too_much():
    scores, labels = patterns_that_know(*[0] * 8)
    made = live.chosen_with(cross_validated, scores, labels, 8, draws=20)
    promised, chosen, best = (torch.tensor(one).mean() for one in (made[0], made[1], made[3]))
    assert promised > 0.65 and abs(chosen - 0.5) < 0.06 and best > chosen + 0.05


def test_votes_are_counted_and_judged():
    few = live.few_labels()
    truth = {one.text: one.label for one in movie_reviews().train}
    texts = few.unlabelled[:10]
    labels = torch.tensor([truth[text] for text in texts])
    scores = torch.zeros(1, 10, 2)
    scores[0, torch.arange(10), labels] = 10.0
    scores[0, 0] = torch.tensor([0.2, 0.0]) if labels[0] else torch.tensor([0.0, 0.2])  # wrong
    counts = live.guesses(pseudo_labels, scores, texts)
    assert counts[0.5] == (10, 0.9) and counts[0.6] == (9, 1.0)


def test_each_pattern_is_changed_by_its_own_scores():
    scores, others = torch.rand(3, 4, 2), torch.rand(3, 5, 2)
    changed = live.each(lambda one, other: one - other.mean(dim=0), scores, others)
    assert_close(changed[2], scores[2] - others[2].mean(dim=0))
