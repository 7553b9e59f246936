"""Steps: how far training moved each weight, exactly; low-rank changes are in test_low_rank."""

import pytest
import torch
from safetensors.torch import load_file, save_file
from torch import nn

from bertlab.training.changes import CHANGE, HIGH, LOW, apply_change, read_change, save_steps


def pair() -> tuple[nn.Linear, nn.Linear]:
    """Return where a map began, and where training took it, both as half precision has them."""
    torch.manual_seed(0)
    start, model = nn.Linear(30, 20), nn.Linear(30, 20)
    with torch.no_grad():
        model.weight.copy_(start.weight + 0.002 * torch.randn(20, 30))
        model.weight[0, :8] = torch.tensor([0.0, 1e-7, -1e-7, 3.0, -3.0, 6e-8, 0.1, -0.1])
    return start.half().float(), model.half().float()


def test_steps_lead_to_the_same_numbers_and_are_small(tmp_path):
    start, model = pair()
    save_steps(model, start, tmp_path)
    stored = load_file(tmp_path / CHANGE)
    assert {t.dtype for t in stored.values()} == {torch.uint8}
    assert stored[HIGH + "weight"].float().mean() < 8  # of 256
    read_change(start, tmp_path)
    assert torch.equal(start.weight, model.weight) and torch.equal(start.bias, model.bias)


def test_a_step_is_the_next_number(tmp_path):
    start, model = nn.Linear(1, 1, bias=False), nn.Linear(1, 1, bias=False)
    nn.init.constant_(start.weight, 1.0)
    nn.init.constant_(model.weight, 1.0 - 2**-11)
    save_steps(model, start, tmp_path)
    stored = load_file(tmp_path / CHANGE)
    assert (int(stored[LOW + "weight"]), int(stored[HIGH + "weight"])) == (1, 0)  # one down


def test_a_weight_that_moved_too_far_is_refused(tmp_path):
    start, model = nn.Linear(1, 1), nn.Linear(1, 1)
    nn.init.constant_(start.weight, 60_000.0)
    nn.init.constant_(model.weight, -60_000.0)
    with pytest.raises(ValueError, match="weight: expected fewer than 32768 steps, got 6"):
        save_steps(model, start, tmp_path)
    assert not (tmp_path / CHANGE).exists()


def test_half_of_the_steps_is_refused(tmp_path):
    start, model = pair()
    save_steps(model, start, tmp_path)
    stored = load_file(tmp_path / CHANGE)
    del stored[HIGH + "weight"]
    save_file(stored, tmp_path / CHANGE)
    with pytest.raises(ValueError, match="low:weight, but no high:weight"):
        read_change(start, tmp_path)


@pytest.mark.parametrize(
    ("low", "high", "message"),
    [
        (torch.uint8, 138, "beyond the largest float16"),  # 0.5 and 17,664 steps: NaN
        (torch.float32, 0, "as uint8, got torch.float32"),
    ],
)
def test_steps_that_lead_to_no_weights_are_refused(low, high, message):
    start = nn.Linear(1, 1)
    nn.init.constant_(start.weight, 0.5)
    change = {LOW + "weight": torch.zeros(1, 1, dtype=low)}
    change[HIGH + "weight"] = torch.full((1, 1), high, dtype=torch.uint8)
    with pytest.raises(ValueError, match=message):
        apply_change(start, change)
    assert float(start.weight.detach()) == 0.5


def test_steps_of_another_shape_are_refused():
    start, _ = pair()
    change = {LOW + "bias": torch.zeros(3, dtype=torch.uint8)}
    change[HIGH + "bias"] = change[LOW + "bias"]
    with pytest.raises(ValueError, match=r"bias: expected the shape \(20,\), got \(3,\)"):
        apply_change(start, change)
