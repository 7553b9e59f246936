"""The training loop: what an update is, what a run logs, and what it leaves alone."""

import math
import re

import numpy as np
import pytest
import torch
from torch import nn

from bertlab.pretraining.objectives import held_out_scores
from bertlab.training.config import TrainConfig
from bertlab.training.loop import (
    Objective,
    learning_rate_factor,
    parameter_groups,
    step_seed,
    train,
)
from tests.toy_pretraining import drawing, toy_data, toy_objective, toy_training


class Line(Objective):
    """y = w x + b with squared errors: small enough to train by hand."""

    def __init__(self, weight=0.5, bias=-0.25):
        super().__init__()
        self.weight = nn.Parameter(torch.tensor([[weight]], dtype=torch.float64))
        self.bias = nn.Parameter(torch.tensor([bias], dtype=torch.float64))

    def counts(self, batch):
        return {"squares": len(batch)}

    def forward(self, batch):
        errors = self.weight[0, 0] * batch[:, 0] + self.bias[0] - batch[:, 1]
        return {"squares": errors.square().sum()}


POINTS = torch.tensor([[1.0, 3.0], [2.0, 1.0], [-1.0, 0.5], [0.5, 4.0]], dtype=torch.float64)


def points(step, process, processes):
    return [POINTS.roll(step, dims=0)[:3]]


def weights(objective):
    return {name: tensor.clone() for name, tensor in objective.state_dict().items()}


def same(first, second):
    return all(torch.equal(first[name], second[name]) for name in first)


def trained(config, dropout=0.0, dtype=torch.float32, **options):
    objective = toy_objective(dropout, dtype=dtype)
    history = train(objective, drawing(toy_data(), config), config, **options)
    return objective, history


def mean_loss(objective, batch):
    sums, counts = objective(batch), objective.counts(batch)
    return sum(sums[name].item() / counts[name] for name in sums)


# --- an update


def by_hand(steps, rates, decay, beta1, beta2, epsilon, longest):
    """AdamW on a line, number by number."""
    value, mean, square = np.array([0.5, -0.25]), np.zeros(2), np.zeros(2)
    for step in range(steps):
        x, y = points(step, 0, 1)[0].numpy().T
        errors = value[0] * x + value[1] - y
        gradient = np.array([(2 * errors * x).mean(), (2 * errors).mean()])
        length = math.sqrt(gradient @ gradient)
        gradient = gradient * min(1.0, longest / (length + 1e-6))
        value = value - rates[step] * np.array([decay, 0.0]) * value  # the bias does not decay
        mean = beta1 * mean + (1 - beta1) * gradient
        square = beta2 * square + (1 - beta2) * gradient**2
        first = mean / (1 - beta1 ** (step + 1))
        second = square / (1 - beta2 ** (step + 1))
        value = value - rates[step] * first / (np.sqrt(second) + epsilon)
    return value, length, (errors**2).mean()


@pytest.mark.parametrize("longest", [0.5, 100.0])
def test_updates_by_hand(longest):
    config = TrainConfig(
        steps=4,
        learning_rate=0.1,
        warmup=0.5,
        weight_decay=0.3,
        betas=(0.8, 0.9),
        epsilon=0.01,
        max_grad_norm=longest,
        log_every=1,
    )
    objective = Line()
    history = train(objective, points, config)
    expected, length, loss = by_hand(4, [0.05, 0.1, 0.1, 0.05], 0.3, 0.8, 0.9, 0.01, longest)
    assert objective.weight.item() == pytest.approx(expected[0], abs=1e-12)
    assert objective.bias.item() == pytest.approx(expected[1], abs=1e-12)
    assert history[-1]["grad_norm"] == pytest.approx(length, abs=1e-12)
    assert history[-1]["loss"] == history[-1]["squares"] == pytest.approx(loss, rel=1e-6)
    assert [line["learning_rate"] for line in history] == pytest.approx([0.05, 0.1, 0.1, 0.05])


def test_learning_rates_by_hand():
    config = TrainConfig(steps=10, warmup=0.4)
    factors = [learning_rate_factor(step, config) for step in range(10)]
    rising, falling = [0.25, 0.5, 0.75, 1.0], [1.0, 5 / 6, 4 / 6, 3 / 6, 2 / 6, 1 / 6]
    assert factors == pytest.approx(rising + falling)


def test_groups_by_name():
    """Compared with a list written out: biases, and LayerNorm's gains and shifts, do not decay."""
    model = toy_objective().model
    names = {id(parameter): name for name, parameter in model.named_parameters()}
    decaying, others = (
        {names[id(parameter)] for parameter in group["params"]}
        for group in parameter_groups(model, 0.3)
    )
    matrices = [
        "attention.query",
        "attention.key",
        "attention.value",
        "attention.output",
        "feed_forward.expand",
        "feed_forward.contract",
    ]
    assert decaying == {
        *(f"bert.embeddings.{table}.weight" for table in ("word", "position", "token_type")),
        *(f"bert.encoder.layers.{i}.{matrix}.weight" for i in range(2) for matrix in matrices),
        "bert.pooler.dense.weight",
        "masked_lm.dense.weight",
        "next_sentence.dense.weight",
    }
    assert others == set(names.values()) - decaying
    assert all(re.search(r"bias$|norm\.weight$", name) for name in others)
    assert [group["weight_decay"] for group in parameter_groups(model, 0.3)] == [0.3, 0.0]


class TwoRates(Line):
    """A line whose bias learns at half the rate of its slope."""

    def parameter_groups(self, weight_decay):
        return parameter_groups(self, weight_decay, {"weight": 1.0, "bias": 0.5}.__getitem__)


def test_a_group_may_have_a_rate_of_its_own():
    """The first update of AdamW without epsilon is the rate, whatever the gradient."""
    config = TrainConfig(
        steps=2, learning_rate=0.1, warmup=0.0, weight_decay=0.0, epsilon=1e-30, log_every=1
    )
    objective = TwoRates()
    history = train(objective, points, config, stop=lambda history: True)
    assert abs(objective.weight.item() - 0.5) == pytest.approx(0.1)
    assert abs(objective.bias.item() + 0.25) == pytest.approx(0.05)
    assert history[0]["learning_rate"] == 0.1, "the line says the rate without factors"
    train(objective, points, config, stop=lambda history: len(history) == 2)
    groups = objective.parameter_groups(0.3)
    assert [(g["weight_decay"], g["factor"]) for g in groups] == [(0.3, 1.0), (0.0, 0.5)]


class Scarce(Line):
    """A line on a machine without memory."""

    def forward(self, batch):
        raise torch.OutOfMemoryError("CUDA out of memory.")


def test_without_memory_it_says_what_helps():
    objective = Scarce()
    with pytest.raises(torch.OutOfMemoryError) as failure:
        train(objective, points, TrainConfig(steps=1))
    assert "make micro_batch_size smaller" in failure.value.__notes__[0]
    assert same(weights(objective), weights(Line()))


def test_frozen_parameters_stay():
    objective = toy_objective()
    objective.model.bert.embeddings.requires_grad_(False)
    before = weights(objective)
    config = toy_training(2, weight_decay=0.5)
    train(objective, drawing(toy_data(), config), config)
    after = weights(objective)
    changed = {name for name in after if (after[name] != before[name]).any()}
    assert changed == {name for name in before if ".embeddings." not in name}


def test_nothing_to_train():
    objective = Line().requires_grad_(False)
    with pytest.raises(ValueError, match="expected parameters to train, got none"):
        train(objective, points, TrainConfig(steps=1))


@pytest.mark.parametrize("size", [1, 2, 5, 6])
def test_micro_batches_give_the_update_of_the_whole(size):
    whole, history = trained(toy_training(4), dtype=torch.float64)
    parts, other = trained(toy_training(4, micro_batch_size=size), dtype=torch.float64)
    for name, tensor in weights(whole).items():
        assert (tensor - weights(parts)[name]).abs().max() <= 1e-10, name
    for line, expected in zip(other, history, strict=True):
        assert {**line, "seconds": 0} == pytest.approx({**expected, "seconds": 0}, rel=1e-6)


def test_a_model_learns():
    config = toy_training(60, log_every=60)
    objective = toy_objective()
    before = held_out_scores(objective.model, toy_data(dynamic=False), 99)
    data = toy_data(dynamic=False)
    train(objective, drawing(data, config), config)
    after = held_out_scores(objective.model, data, 99)
    assert after["masked_lm"] < 0.8 * before["masked_lm"]


# --- random numbers, dropout, modes


def test_the_same_run_twice():
    first, history = trained(toy_training(4), dropout=0.3)
    torch.manual_seed(99)  # what was drawn before does not matter
    second, other = trained(toy_training(4), dropout=0.3)
    assert same(weights(first), weights(second))
    assert [line["loss"] for line in history] == [line["loss"] for line in other]
    third, _ = trained(toy_training(4, seed=1), dropout=0.3)
    assert not same(weights(first), weights(third)), "the seed decides dropout"


def test_dropout_strikes_in_training_only():
    batch = toy_data().batch(toy_data().order(0, 7))
    objective = toy_objective(dropout=0.4)
    still = mean_loss(objective, batch)
    torch.manual_seed(step_seed(0, 0, 0))
    objective.train()
    shaken = mean_loss(objective, batch)
    seen = []

    def evaluate(step):
        modes = {module.training for module in objective.modules()}
        seen.append((modes, objective(batch)["masked_lm"].item()))
        return {"again": objective(batch)["masked_lm"].item()}

    config = toy_training(2)
    history = train(objective, drawing(toy_data(), config), config, evaluate=evaluate)
    assert history[0]["loss"] == pytest.approx(shaken, rel=1e-6)
    assert abs(shaken - still) > 1e-3
    for line, (modes, first) in zip(history, seen, strict=True):
        assert modes == {False}
        assert line["again"] == first, "no dropout in evaluation"
    assert not any(module.training for module in objective.modules())


def test_each_step_and_process_has_a_seed_of_its_own():
    seeds = [step_seed(a, b, c) for a in range(5) for b in range(50) for c in range(4)]
    assert len(set(seeds)) == len(seeds)
    assert all(0 <= seed < 2**63 for seed in seeds)


def test_the_callers_random_numbers_go_on():
    states = torch.get_rng_state(), np.random.get_state()[1].tolist()
    trained(toy_training(2), dropout=0.3, evaluate=lambda step: {"draw": torch.rand(1).item()})
    assert torch.equal(states[0], torch.get_rng_state())
    assert states[1] == np.random.get_state()[1].tolist()


def test_old_gradients_do_not_count():
    """What a lesson computed with ``backward`` before is no part of the first update."""
    expected, _ = trained(toy_training(2))
    objective = toy_objective()
    sum(objective(toy_data().batch([(9, 1)])).values()).backward()
    config = toy_training(2)
    train(objective, drawing(toy_data(), config), config)
    assert same(weights(expected), weights(objective))
    assert all(parameter.grad is None for parameter in objective.parameters())


# --- history and hooks


def test_lines_and_hooks():
    asked = []

    def evaluate(step):
        asked.append(step)
        return {"validation": -float(step)}

    _, history = trained(toy_training(7, log_every=3), evaluate=evaluate)
    assert [line["step"] for line in history] == asked == [3, 6, 7]
    assert [line["validation"] for line in history] == [-3.0, -6.0, -7.0]
    names = ["step", "masked_lm", "next_sentence", "loss", "learning_rate", "grad_norm", "seconds"]
    for line in history:
        assert list(line) == [*names, "validation"]
        assert line["loss"] == pytest.approx(line["masked_lm"] + line["next_sentence"])
        factor = learning_rate_factor(line["step"] - 1, toy_training(7))
        assert line["learning_rate"] == pytest.approx(1e-2 * factor)
    seconds = [line["seconds"] for line in history]
    assert seconds == sorted(seconds)
    assert 0 <= seconds[0] and seconds[-1] < 60


def test_a_line_is_of_its_step_alone():
    """Logged less often, a line says the same: it is no mean over the steps between."""
    _, each = trained(toy_training(4))
    _, last = trained(toy_training(4, log_every=9))
    assert {**last[0], "seconds": 0} == {**each[3], "seconds": 0}


def test_stop_ends_the_run(tmp_path):
    asked = []

    def stop(history):
        asked.append(history[-1]["step"])
        return history[-1]["step"] >= 4

    config = toy_training(50, log_every=2, save_every=100)
    objective, history = trained(config, folder=tmp_path, stop=stop)
    assert asked == [2, 4]
    assert [line["step"] for line in history] == [2, 4]
    again = toy_objective(dropout=0.9)
    drawn = []

    def draw(*step):
        drawn.append(step)
        raise AssertionError

    assert train(again, draw, config, tmp_path, stop=stop) == history, "stopped it stays"
    assert same(weights(objective), weights(again))
    assert not drawn


def test_no_steps_change_nothing():
    objective = toy_objective()
    before = weights(objective)
    config = toy_training(0)
    assert train(objective, drawing(toy_data(), config), config) == []
    assert same(before, weights(objective))


# --- what goes wrong


def spoiled(step, value, size=3):
    """A place where the inputs are no numbers."""

    def draw(number, process, processes):
        batch = points(number, process, processes)[0][:size].clone()
        if number == step:
            batch[1, 0] = value
        return [batch]

    return draw


@pytest.mark.parametrize("value", [math.nan, math.inf])
def test_a_loss_that_is_no_number(tmp_path, value):
    config = TrainConfig(steps=9, learning_rate=0.01, save_every=2, log_every=1)
    expected = Line()
    kept = []
    # What the weights are after five updates, on the schedule of nine:
    train(expected, points, config, stop=lambda history: len(history) == 5)
    objective = Line()
    with pytest.raises(FloatingPointError, match=rf"step 6: the loss is {value}.* 5\.00e-03;"):
        train(objective, spoiled(5, value), config, tmp_path, lambda step: kept.append(step) or {})
    assert same(weights(objective), weights(expected)), "those of the step before"
    assert not objective.training
    assert kept == [1, 2, 3, 4, 5]
    # The state of step 4 is there, and the run goes on from it with better inputs.
    history = train(objective, points, config, tmp_path)
    assert [line["step"] for line in history] == list(range(1, 10))
    whole = Line()
    train(whole, points, config)
    assert same(weights(objective), weights(whole))


class Root(Line):
    """A loss with an infinite slope at 0: the loss is a number, its gradient is none."""

    def forward(self, batch):
        return {"squares": (super().forward(batch)["squares"] * 0.0).sqrt()}


def test_a_gradient_that_is_no_number():
    objective = Root()
    before = weights(objective)
    with pytest.raises(FloatingPointError, match=r"step 1: .*gradient.* nan"):
        train(objective, points, TrainConfig(steps=3))
    assert same(weights(objective), before)


def test_no_examples():
    with pytest.raises(ValueError, match=r"a micro-batch or more in each process, got none"):
        train(Line(), lambda step, process, processes: [], TrainConfig(steps=1))


# --- precision


def test_bf16_on_this_machine():
    full, history = trained(toy_training(5))
    half, other = trained(toy_training(5, precision="bf16"))
    for line, expected in zip(other, history, strict=True):
        assert line["loss"] == pytest.approx(expected["loss"], rel=0.05)
    assert [a["loss"] for a in other] != [a["loss"] for a in history], "it is another precision"
    assert {parameter.dtype for parameter in half.parameters()} == {torch.float32}
    differences = [
        (a - b).abs().max().item()
        for a, b in zip(full.parameters(), half.parameters(), strict=True)
    ]
    assert 0 < max(differences) < 0.1


def test_after_bf16_the_objective_is_as_before():
    objective = toy_objective()
    batch = toy_data().batch([(0, 1), (0, 2)])
    config = toy_training(1, precision="bf16")
    train(objective, drawing(toy_data(), config), config)
    other = toy_objective()
    other.load_state_dict(objective.state_dict())
    assert objective(batch)["masked_lm"].item() == other(batch)["masked_lm"].item()
    # The same objective may be trained again in full precision.
    config = toy_training(2)
    for one in (objective, other):
        train(one, drawing(toy_data(), config), config)
    assert same(weights(objective), weights(other))
