"""What runs beside the student's code."""

import pytest
import torch

from bertlab.training.lamb import trust_ratio
from lessons.l19_training_at_scale import exercises, live
from lessons.l19_training_at_scale.machines import distance
from workbook.exercises import load

REFERENCES = {one.reference.__name__: one.reference for one in map(load, exercises.EXERCISES)}
IDS = torch.randint(1, 100, (3, 40), generator=torch.Generator().manual_seed(0))


@pytest.fixture(scope="module")
def batch():
    return live.one_batch(5, 3)


def test_parts_are_the_texts_of_the_whole(batch):
    whole, parts = batch
    assert [len(part.input_ids) for part in parts] == [5, 3]
    assert torch.equal(torch.cat([part.targets for part in parts]), whole.targets)
    assert torch.equal(torch.cat([part.input_ids for part in parts]), whole.input_ids)


def test_gradients_of_parts_add_up(batch):
    model = live.small_model()
    whole, number = live.gradient_of_sum(model, batch.whole)
    found, counts = zip(*[live.gradient_of_sum(model, part) for part in batch.parts], strict=True)
    assert sum(counts) == number
    together = [sum(pair) for pair in zip(*found, strict=True)]
    assert distance(together, whole) < 1e-5 < distance(found[0], whole)


def test_a_step_does_not_change_the_small_model(batch):
    before = [parameter.clone() for parameter in live.small_model().parameters()]
    after = live.stepped(REFERENCES["accumulated_step"], batch.parts)
    assert any(not torch.equal(a, b) for a, b in zip(before, after, strict=True))
    again = live.small_model().parameters()
    assert all(torch.equal(a, b) for a, b in zip(before, again, strict=True))


@pytest.mark.parametrize("padded", [False, True])
def test_layers_of_the_reader_are_those_of_the_library(padded):
    library, mask = live.library_model(), torch.ones_like(IDS)
    if padded:
        mask[0, 25:] = mask[2, 39:] = 0
    mine = live.with_layers(live.read(library), REFERENCES["modern_layer"])
    with torch.no_grad():
        found, wanted = mine(IDS, mask), library(IDS, attention_mask=mask).logits
    torch.testing.assert_close(found[mask == 1], wanted[mask == 1], atol=1e-4, rtol=0)


def test_what_the_readers_layer_makes_is_on_the_models_device():
    model = live.with_layers(live.read(live.library_model()), REFERENCES["modern_layer"]).to("meta")
    assert model(IDS.to("meta")).is_meta


def test_a_gpu_takes_more_steps(monkeypatch):
    assert live.trial({}).configuration["training"]["steps"] == 400
    monkeypatch.setattr(live, "device", lambda: torch.device("cuda"))
    assert live.trial({}).configuration["training"]["steps"] == 4000


@pytest.mark.parametrize("theta", [1e30, 100])  # next to no rotation, and the same in all layers
def test_a_layer_with_another_rotation_is_seen(theta):
    layer = REFERENCES["modern_layer"]
    library = live.library_model()
    wrong = live.with_layers(live.read(library), lambda x, own, H, _, w: layer(x, own, H, theta, w))
    with torch.no_grad():
        assert not torch.allclose(wrong(IDS), library(IDS).logits, atol=0.1)


def test_step_lengths():
    def lamb(weight, update, rate):
        return weight - rate * trust_ratio(weight, update) * update

    found = live.step_lengths(lamb)
    assert all(both[1] == pytest.approx(0.01, rel=2e-3) for both in found.values())
    assert found["norm"][0] < found["query"][0] / 5


def test_differences_of_switches_are_those_of_the_same_seed():
    def runs(*losses):
        return [{"loss": {"held-out": loss}} for loss in losses]

    record = {"results": {"BERT of 2018": runs(2.0, 3.0), "rotary": runs(1.5, 2.75)}}
    assert live.switch_differences(record) == {"rotary": [-0.5, -0.25]}


def test_switches_of_the_readers_choice():
    assert live.switched({"positions": "rotary"}) == {"positions": "rotary"}
    assert live.switched({"gated": True, "window": 8}) == {**live.GATED, **live.WINDOW, "window": 8}
    assert live.switched({"gated": False}) == {"gated": False}
    with pytest.raises(ValueError, match="got rotary"):
        live.switched({"rotary": True})
