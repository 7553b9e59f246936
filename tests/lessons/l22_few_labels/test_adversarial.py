"""Virtual adversarial training: the norm of what is added, and what is lost by it."""

import pytest
import torch

from bertlab.finetuning.labelled_texts import LabelledTexts
from bertlab.training.config import TrainConfig
from bertlab.training.loop import train
from lessons.l22_few_labels.adversarial import (
    AdversarialObjective,
    TwoBatches,
    adversarial_perturbation,
    divergence,
    of_norm,
    perturbed,
    virtual_adversarial_loss,
)
from tests.toy_classifier import toy_classifier, toy_tokenizer

TEXTS = ["a good film", "the bad plot", "good", "not a bad film, the plot"]


def toy():
    data = LabelledTexts(TEXTS, [1, 0, 1, 1], toy_tokenizer())
    return toy_classifier(), data.batch([0, 1, 2, 3])


@pytest.fixture(autouse=True)
def _same_draws():
    torch.manual_seed(0)


@pytest.mark.parametrize("epsilon", [0.5, 3.0])
def test_the_perturbation_of_each_text_has_the_norm_and_leaves_padding(epsilon):
    model, batch = toy()
    clean = model(*batch.inputs).log_softmax(dim=1).detach()
    found = adversarial_perturbation(model, batch, clean, epsilon)
    assert torch.allclose(found.flatten(1).norm(dim=1), torch.tensor(epsilon))
    padding = batch.attention_mask == 0
    assert padding.any() and (found[padding] == 0).all() and not found.requires_grad


def test_the_loss_is_zero_without_a_change_and_positive_with_one():
    model, batch = toy()
    losses = [virtual_adversarial_loss(model, batch, epsilon).item() for epsilon in (0, 0.05, 0.3)]
    assert abs(losses[0]) < 1e-6 < 1e-4 < losses[1] < losses[2]


def test_the_perturbation_moves_answers_more_than_random_ones_of_its_norm():
    model, batch = toy()
    clean = model(*batch.inputs).log_softmax(dim=1).detach()
    worst = adversarial_perturbation(model, batch, clean, 0.3)
    noises = [torch.randn(worst.shape) * batch.attention_mask[..., None] for _ in range(20)]
    with torch.no_grad():
        found = divergence(clean, perturbed(model, batch, worst))
        others = [divergence(clean, perturbed(model, batch, of_norm(n, 0.3))) for n in noises]
    assert found > 2 * max(others)


def test_of_norm_leaves_nothing_as_nothing():
    zeros = torch.zeros(2, 3, 4)
    assert torch.equal(of_norm(zeros, 5.0), zeros)


def test_the_answer_without_a_change_is_a_goal_and_does_not_learn():
    """Gradients go through the perturbed answer alone: as if the clean one were a label."""
    model, batch = toy()
    torch.manual_seed(1)
    virtual_adversarial_loss(model, batch, 0.5).backward()
    found = model.classifier.dense.weight.grad.clone()
    model.zero_grad()
    torch.manual_seed(1)
    clean = model(*batch.inputs).log_softmax(dim=1).detach()
    worst = adversarial_perturbation(model, batch, clean, 0.5)
    divergence(clean, perturbed(model, batch, worst)).backward()
    assert torch.allclose(found, model.classifier.dense.weight.grad) and found.abs().max() > 0


def test_labels_of_texts_without_labels_are_not_looked_at():
    model, batch = toy()
    objective, few = AdversarialObjective(model, 0.5), LabelledTexts(["good"], [1], toy_tokenizer())
    losses = []
    for labels in (batch.labels, 1 - batch.labels):
        both = TwoBatches(few.batch([0]), batch._replace(labels=labels))
        torch.manual_seed(1)
        losses.append({name: loss.item() for name, loss in objective(both).items()})
    assert losses[0] == losses[1]
    assert objective.counts(both) == {"classification": 1, "adversarial": 4}


def test_training_makes_answers_calmer():
    model, batch = toy()
    before = virtual_adversarial_loss(model, batch, 0.5).item()
    config = TrainConfig(30, batch_size=4, learning_rate=3e-3, precision="no", log_every=30)
    train(AdversarialObjective(model, 0.5), lambda *step: [TwoBatches(batch, batch)], config)
    assert virtual_adversarial_loss(model, batch, 0.5).item() < 0.5 * before
