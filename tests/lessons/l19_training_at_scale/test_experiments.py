"""What the recorded runs are made of, and that their slices run."""

from itertools import chain

import numpy as np
import pytest
import torch
from safetensors.torch import load_file
from torch.nn.attention import SDPBackend, sdpa_kernel
from torch.utils.flop_counter import FlopCounterMode

from bertlab.pretraining.corpora import corpus
from bertlab.pretraining.modern_objective import ModernObjective
from bertlab.pretraining.trials import english_characters
from lessons.l19_training_at_scale.experiments import (
    batches,
    lengths,
    order,
    rates,
    switches,
    tasks,
)
from lessons.l19_training_at_scale.trials import TINY, MaskedTrial
from workbook.records import recorded

KINDS = {"switches": switches, "lengths": lengths, "rates": rates, "order": order, "tasks": tasks}
RNG = np.random.default_rng(0)


@pytest.mark.parametrize("name", KINDS)
def test_a_slice_trains_every_kind_and_says_its_losses(name):
    module = KINDS[name]
    found = module.run({**module.CONFIGURATION, **module.SLICE})
    assert found.keys() == module.SLICE["runs"].keys()
    for (entries,) in found.values():
        assert entries.keys() == {"loss", "questions", "curve", "minutes"}
        assert [line["step"] for line in entries["curve"]] == [TINY["training"]["steps"]]
        assert entries["loss"].keys() == entries["questions"].keys()
        assert all(0 < loss < 10 for loss in entries["loss"].values())


@pytest.mark.parametrize("name", [*KINDS, "batches"])
def test_losses_that_are_kept_have_the_recorded_means(name):
    module = KINDS.get(name, batches)
    kept, results = load_file(module.KEPT), recorded(name)["results"]
    runs = results.get("runs", results)
    assert kept.keys() == runs.keys()
    for kind, found in runs.items():
        assert len(found) == len(kept[kind]) == 3
        for losses, one in zip(kept[kind].double(), found, strict=True):
            parts = losses.split(list(one["questions"].values()))
            assert [round(part.mean().item(), 4) for part in parts] == list(one["loss"].values())


def test_the_rate_of_the_lowest_loss_is_chosen():
    found = batches.run({**batches.CONFIGURATION, **batches.SLICE})
    (losses,) = found["grid"].values()
    assert len(losses) == 2 and losses[0] != losses[1]
    assert found["chosen"] == {"LAMB, 32": [1e-3, 1e-2][losses.index(min(losses))]}
    assert found["runs"].keys() == {"LAMB, 32"}


def test_a_training_that_diverges_is_judged_as_it_is(monkeypatch):
    def diverge(*_, **__):
        raise FloatingPointError("the gradient norm is inf")

    monkeypatch.setattr(batches.CarefulTrial, "curve", diverge)
    asked = {**batches.CONFIGURATION, **batches.SLICE, "kind": {}}
    one = batches.CarefulTrial(asked, 0)
    assert one.learn()["curve"] == []
    assert torch.isfinite(one.results()["held-out"]).all()


def trial(module=switches, **kind):
    return {**module.CONFIGURATION, **module.SLICE, "kind": kind}


@pytest.mark.parametrize("name", [switches.OLD, "no biases", "pre-norm", "GeGLU", "30% masked"])
def test_multiplications_are_those_that_torch_counts(name):
    kind = switches.KINDS[name]
    asked = {**trial(size="middle", **kind), "max_length": 48}
    one = MaskedTrial(asked, 0)
    found = next(
        b for i in range(50) if (b := one.train_data.batch([(0, i)])).input_ids.numel() == 48
    )
    with FlopCounterMode(display=False) as counter, torch.no_grad(), sdpa_kernel(SDPBackend.MATH):
        one.answer(found)
    size = asked["sizes"]["middle"]
    words = len(english_characters().vocabulary)
    assert words == switches.CHARACTERS
    assert counter.get_total_flops() == 2 * switches.multiplications(kind, size, 48, words)


def test_kinds_make_as_many_updates_as_their_operations_allow():
    work = {
        name: switches.multiplications(kind, switches.SIZES["middle"], 64, switches.CHARACTERS)
        for name, kind in switches.KINDS.items()
    }
    made = {n: k["training"]["steps"] for n, k in switches.CONFIGURATION["runs"].items()}
    whole = made[switches.OLD] * work[switches.OLD]
    assert all(abs(made[name] * one - whole) <= one / 2 for name, one in work.items())
    assert made["window"] > made[switches.OLD] > made["30% masked"]
    assert work["rotary"] - work[switches.OLD] == 2 * 2 * (2 * 64 * 128)  # layers, queries and keys
    near = [(i, j) for i in range(64) for j in range(64) if abs(i - j) <= 8]
    assert work[switches.OLD] - work["window"] == 2 * 128 * (64**2 - len(near))


def test_the_first_places_of_a_text_are_asked_the_same():
    asked = {**trial(lengths), "kind": lengths.CONFIGURATION["runs"]["rotary"], "max_length": 128}
    whole = MaskedTrial(asked, 0).judged()
    cut, width = lengths.first_places(whole, 64), whole.input_ids.shape[1]
    assert cut.input_ids.shape[1] == 64 and torch.equal(cut.input_ids, whole.input_ids[:, :64])
    near = whole.positions % width < 64
    assert torch.equal(cut.targets, whole.targets[near]) and 0 < len(cut.targets) < len(near)
    shown = whole.input_ids.flatten()[whole.positions[near]]
    assert torch.equal(cut.input_ids.flatten()[cut.positions], shown)


def test_some_are_hidden_and_some_of_these_are_asked_for():
    ids, hider = np.full(100, 30), rates.Hider(english_characters(), 0.4, 0.25)
    masked = hider(ids, np.ones(100, bool), [], RNG)
    assert len(masked.positions) == 10 and (masked.input_ids != ids).sum() > 20
    free = rates.Hider(english_characters(), "any", 1.0)
    numbers = [len(free(ids, np.ones(100, bool), [], RNG).positions) for _ in range(300)]
    assert min(numbers) < 10 and max(numbers) > 90 and 45 < np.mean(numbers) < 55


def test_masked_diffusion_weighs_each_text_the_same():
    one = rates.RateTrial(trial(rates, rate="any", asked=1.0, copies=2), 0)
    (batch,) = one.draw(0)
    first, second = batch.input_ids.chunk(2)
    assert len(first) == 4 and not torch.equal(first, second)  # each text twice, hidden anew
    assert torch.equal(*batch.attention_mask.chunk(2))
    rows, losses = batch.positions // batch.input_ids.shape[1], one.losses(batch).float()
    means = sum(losses[rows == row].mean() for row in range(8))
    assert isinstance(one.objective(), rates.Diffusion)
    assert one.objective().counts(batch) == {"masked_lm": 8}
    assert one.objective()(batch)["masked_lm"].item() == pytest.approx(means.item(), rel=1e-3)
    assert type(rates.RateTrial(trial(rates, asked=1.0), 0).objective()) is ModernObjective


def test_another_order_has_the_same_sentences():
    documents = corpus("wiki").train[:3]
    for name in order.ORDERS:
        found = order.reordered(name, 3)
        assert [len(one) for one in found] == [len(one) for one in documents]
        assert sorted(chain(*found)) == sorted(chain(*documents))
        assert (list(found) == list(documents)) == (name == "documents")
    walk = order.neighbors(["a red cat", "blue sea", "a red dog", "deep blue sea", "red dog runs"])
    assert walk.tolist()[:3] == [0, 2, 4] and set(walk.tolist()[3:]) == {1, 3}


def test_tasks_ask_for_capitals_and_for_order():
    tokenizer = tasks.with_capitals()
    ids = np.array([tokenizer.cls_id, *tokenizer.text_ids("The cat saw Ann."), tokenizer.sep_id])
    small = [tokenizer.cls_id, *tokenizer.text_ids("the cat saw ann."), tokenizer.sep_id]
    found = tasks.TaskMasker(tokenizer, "capital")(ids, ids > 4, [], RNG)
    assert found.input_ids.tolist() == small and found.targets.tolist() == [1, 0, 0, 1]
    ask, seen = tasks.TaskMasker(tokenizer, "order"), {}
    for _ in range(20):
        masked = ask(ids, ids > 4, [], RNG)
        seen[masked.targets.item()] = tokenizer.decode(masked.input_ids.tolist())
        assert masked.positions.tolist() == [0]
    assert seen == {0: "the cat saw ann.", 1: "saw ann. the cat"}


def test_stages_add_tasks():
    kinds = tasks.CONFIGURATION["runs"]
    one = tasks.TaskTrial({**trial(tasks), "kind": kinds["cumulative"]}, 0)
    drawn = [[part.task for part in one.draw(step)] for step in range(3)]
    assert drawn == [["masked"], ["masked", "capital"], ["masked", "capital", "order"]]
    assert sum(len(part.batch.input_ids) for part in one.draw(2)) == 4
