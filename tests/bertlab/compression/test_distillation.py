"""Students: copied layers, each loss by hand, gradients, and a run that learns from a teacher."""

import math

import pytest
import torch
from torch.nn.functional import cross_entropy

from bertlab.compression.distillation import (
    LOSSES,
    Distillation,
    attention_loss,
    attention_scores,
    copy_layers,
    soft_label_loss,
    state_loss,
)
from bertlab.finetuning.labelled_texts import LabelledTexts
from bertlab.model.bert import BertModel
from bertlab.model.config import BertConfig
from bertlab.model.tasks import BertForSequenceClassification
from bertlab.training import TrainConfig, train
from tests.toy_classifier import WORDS, toy_classifier, toy_tokenizer

TEXTS = ["the good film", "a bad plot", "not good", "the film", "a plot not bad", "bad bad bad"]


def data() -> LabelledTexts:
    return LabelledTexts(TEXTS, [1, 0, 0, 1, 1, 0], toy_tokenizer())


def narrow_student() -> BertForSequenceClassification:
    torch.manual_seed(1)
    sizes = {"vocab_size": len(WORDS) + 5, "num_layers": 1, "num_heads": 3}
    return BertForSequenceClassification(
        BertConfig(**sizes, hidden_size=6, intermediate_size=9, max_positions=16)
    ).eval()


def test_copied_layers_are_the_teachers():
    teacher = toy_classifier()
    ids = torch.tensor([[2, 6, 7, 3]])
    student = copy_layers(teacher, [1])
    assert student.config.num_layers == student.bert.config.num_layers == 1
    assert teacher.config.num_layers == len(teacher.bert.encoder.layers) == 2
    inside = teacher.bert.inspect(ids).hidden_states
    expected = teacher.bert.encoder.layers[1](inside[0])
    torch.testing.assert_close(student.bert(ids).last_hidden_state, expected)
    assert torch.equal(copy_layers(teacher, [0, 1])(ids), teacher(ids))
    assert isinstance(copy_layers(teacher.bert, [0]), BertModel)


@pytest.mark.parametrize("layers", [[], [2], [-1]])
def test_layers_that_are_not_there(layers):
    with pytest.raises(ValueError, match=r"expected layers in \[0, 2\)"):
        copy_layers(toy_classifier(), layers)


def test_a_student_is_stored_and_loaded(tmp_path):
    student = copy_layers(toy_classifier(), [1])
    student.save_pretrained(tmp_path)
    again = BertForSequenceClassification.from_pretrained(tmp_path)
    ids = torch.tensor([[2, 6, 7, 3]])
    torch.testing.assert_close(again(ids), student(ids))


def test_soft_labels_by_hand():
    student, teacher = torch.tensor([[0.0, 0.0]]), torch.tensor([[2 * math.log(3.0), 0.0]])
    # At T = 2 the teacher says 3/4 and 1/4, the student 1/2 and 1/2.
    divergence = 0.75 * math.log(1.5) + 0.25 * math.log(0.5)
    found = soft_label_loss(student, teacher, temperature=2.0)
    assert found.item() == pytest.approx(4 * divergence)
    assert soft_label_loss(teacher, teacher, 3.0).item() == pytest.approx(0, abs=1e-7)
    with pytest.raises(ValueError, match="temperature must be above 0, got 0"):
        soft_label_loss(student, teacher, 0)


def test_soft_labels_have_the_gradient_of_cross_entropy():
    torch.manual_seed(0)
    logits = torch.randn(5, 3, dtype=torch.float64, requires_grad=True)
    teacher = torch.randn(5, 3, dtype=torch.float64)
    (ours,) = torch.autograd.grad(soft_label_loss(logits, teacher, 1.5), logits)
    soft = (teacher / 1.5).softmax(dim=-1)
    entropy = cross_entropy(logits / 1.5, soft, reduction="sum") * 1.5**2
    (theirs,) = torch.autograd.grad(entropy, logits)
    torch.testing.assert_close(ours, theirs, rtol=0, atol=1e-12)


def test_a_high_temperature_compares_logits():
    """Hinton et al., equation 4: then the gradient is the difference of centered logits, over C."""
    torch.manual_seed(0)
    logits = torch.randn(5, 3, dtype=torch.float64, requires_grad=True)
    teacher = torch.randn(5, 3, dtype=torch.float64)
    (gradient,) = torch.autograd.grad(soft_label_loss(logits, teacher, 1e4), logits)
    difference = (logits - teacher).detach()
    expected = (difference - difference.mean(dim=1, keepdim=True)) / 3
    torch.testing.assert_close(gradient, expected, rtol=0, atol=1e-3)


def test_states_without_padding():
    mask = torch.tensor([[1, 1], [1, 0]])
    student, teacher = torch.zeros(2, 2, 4), torch.ones(2, 2, 4)
    teacher[1, 1] = 100.0  # padding
    assert state_loss(student, teacher, mask).item() == 3.0  # a mean over 4 of 1, for 3 tokens


def test_attention_before_softmax_without_padding():
    teacher = toy_classifier()
    batch = data().batch([0, 1, 2])
    assert batch.attention_mask.sum() < batch.attention_mask.numel()
    seen = teacher.bert.inspect(*batch.inputs).layers[0]
    weights = attention_scores(seen).masked_fill(
        ~batch.attention_mask.bool()[:, None, None, :], -torch.inf
    )
    torch.testing.assert_close(weights.softmax(dim=-1), seen.weights)
    assert attention_loss(seen, seen, batch.attention_mask).item() == 0
    doubled = seen._replace(queries=2 * seen.queries)
    expected = sum(
        attention_scores(seen)[row, :, :n, :n].square().mean() * n
        for row, n in enumerate(batch.attention_mask.sum(dim=1).tolist())
    )
    found = attention_loss(doubled, seen, batch.attention_mask)
    torch.testing.assert_close(found, expected)


def test_counts_and_losses_of_a_batch():
    weights = dict(zip(LOSSES, (1.0, 2.0, 3.0, 4.0), strict=True))
    teacher, student, batch = toy_classifier(), narrow_student(), data().batch([0, 1, 2])
    objective = Distillation(student, teacher, weights, {0: 0, 1: 2}, temperature=2.0)
    counts, losses = objective.counts(batch), objective(batch)
    tokens = int(batch.attention_mask.sum())
    assert counts == dict(zip(LOSSES, (3, 3, tokens, tokens), strict=True))
    assert losses.keys() == counts.keys()
    own, other = student.bert.inspect(*batch.inputs), teacher.bert.inspect(*batch.inputs)
    mask, widen = batch.attention_mask, objective.widen
    states = [
        state_loss(widen(own.hidden_states[i]), other.hidden_states[j], mask)
        for i, j in ((0, 0), (1, 2))
    ]
    torch.testing.assert_close(losses["hidden states"], 3 * sum(states))
    torch.testing.assert_close(
        losses["attention"], 4 * attention_loss(own.layers[0], other.layers[1], mask)
    )
    soft = soft_label_loss(student(*batch.inputs), teacher(*batch.inputs), 2.0)
    torch.testing.assert_close(losses["soft labels"], 2 * soft)


def test_the_teacher_has_no_dropout_no_gradient_and_stays_as_it_was():
    teacher, student = toy_classifier().train(), narrow_student()
    objective = Distillation(student, teacher, {"soft labels": 1.0, "hidden states": 1.0}, {1: 2})
    before = {name: tensor.clone() for name, tensor in teacher.state_dict().items()}
    names = {name for name, _ in objective.named_parameters()}
    assert "widen.weight" in names and len(names) == 1 + len(list(student.parameters()))
    batch = data().batch([0, 1])
    assert torch.equal(objective(batch)["soft labels"], objective(batch)["soft labels"])
    assert teacher.training
    sum(objective(batch).values()).backward()
    assert all(parameter.grad is None for parameter in teacher.parameters())
    assert objective.widen.weight.grad.abs().sum() > 0
    assert all(torch.equal(before[name], now) for name, now in teacher.state_dict().items())


def test_a_run_comes_near_to_its_teacher(tmp_path):
    teacher, student, texts = toy_classifier(), narrow_student(), data()
    objective = Distillation(student, teacher, {"soft labels": 1.0}, temperature=2.0)
    config = TrainConfig(60, 6, learning_rate=3e-2, precision="no", log_every=1)
    history = train(objective, texts.batch_sampler(config), config, tmp_path)
    assert history[-1]["soft labels"] < 0.3 * history[0]["soft labels"]
    assert not any("_teacher" in name for name in objective.state_dict())


@pytest.mark.parametrize(
    ("weights", "layer_map", "message"),
    [
        ({}, {}, "expected weights of labels, soft labels"),
        ({"logits": 1.0}, {}, "expected weights of labels, soft labels"),
        ({"hidden states": 1.0}, {}, "expected layers to compare"),
        ({"attention": 1.0}, {0: 0}, "expected layers to compare"),
        ({"attention": 1.0}, {1: 3}, "layers of 1 to 1 onto 1 to 2"),
        ({"hidden states": 1.0}, {0: 1}, "expected 0: 0 or layers"),
    ],
)
def test_what_cannot_be_compared(weights, layer_map, message):
    with pytest.raises(ValueError, match=message):
        Distillation(narrow_student(), toy_classifier(), weights, layer_map)


def test_other_heads_cannot_be_compared():
    student = BertForSequenceClassification(
        BertConfig(vocab_size=30, hidden_size=6, num_layers=1, num_heads=2, intermediate_size=9)
    )
    with pytest.raises(ValueError, match="expected 3 heads a layer, got 2"):
        Distillation(student, toy_classifier(), {"attention": 1.0}, {1: 1})
