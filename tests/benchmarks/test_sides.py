"""Sides: each in a process of its own, asked in turns, and seen to do the same."""

import os

import pytest
import torch

from benchmarks import sides

TOYS = "tests.benchmarks.toy_sides"


@pytest.fixture(autouse=True)
def without_pause(monkeypatch):
    monkeypatch.setattr(sides, "PAUSE", 0.0)
    monkeypatch.setattr(
        sides, "in_turns", lambda samplers, n: {k: [take(2)] * n for k, take in samplers.items()}
    )


def test_sides_work_in_processes_of_their_own():
    configuration = {"apart": True, "more": 3}
    with sides.opened(TOYS, ["ours", "same", "wrong"], configuration) as opened:
        pids = {side.process.pid for side in opened.values()} | {os.getpid()}
        assert len(pids) == 4
        assert torch.equal(opened["ours"].result("sum"), torch.tensor([4.0, 5.0]))
        both = {name: opened[name] for name in ("ours", "same")}
        found = sides.times(both, "sum", repetitions=3, tolerance=0.0)
        assert list(found) == ["ours", "same"] and all(len(each) == 3 for each in found.values())
        assert all(0 < seconds < 1 for each in found.values() for seconds in each)
        both = {name: opened[name] for name in ("ours", "wrong")}
        with pytest.raises(ValueError, match=r"sum, ours and wrong: .* a difference of 0\.5"):
            sides.times(both, "sum", repetitions=1, tolerance=0.1)
        assert sides.times(both, "sum", repetitions=1).keys() == both.keys()  # nothing is asked
    assert [side.process.returncode for side in opened.values()] == [0, 0, 0]


def test_a_side_that_dies_says_so(capfd):
    with (
        pytest.raises(ValueError, match="the side 'dying' has ended"),
        sides.opened(TOYS, ["ours", "dying"], {"apart": True, "more": 0}),
    ):
        pytest.fail("it should not have opened")
    assert "RuntimeError: no room" in capfd.readouterr().err


def test_a_result_is_that_of_the_beginning():
    """A step of a training changes the weights: both sides are compared before."""
    weights = torch.zeros(2)
    side = sides.Here({"step": sides.Job(lambda: weights.add_(1), lambda: weights)})
    before = side.result("step")
    side.seconds("step", 3)
    assert torch.equal(side.result("step"), before) and weights.tolist() == [3, 3]


def test_sides_of_this_process_answer_alike():
    with sides.opened(TOYS, ["ours", "wrong"], {"apart": False, "more": 1}) as opened:
        assert torch.equal(opened["wrong"].result("sum"), torch.tensor([2.5, 3.5]))
        with pytest.raises(ValueError, match="ours and wrong"):
            sides.times(opened, "sum", repetitions=1, tolerance=0.1)
