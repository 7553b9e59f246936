"""Two processes are started, and train what one does; bytes in a ring, counted by moving them."""

import pytest
import torch

from lessons.l19_training_at_scale import processes, wire


def test_two_processes_train_the_weights_of_one():
    shared = processes.weights_of(2, steps=3)
    alone = processes.trained(3).model.state_dict()
    assert shared.keys() == alone.keys()
    for name, weight in alone.items():
        assert (weight - shared[name]).abs().max() <= 1e-6, name
    assert alone["bert.pooler.dense.bias"].all()  # they begin at 0


@pytest.mark.parametrize(
    ("options", "why"),
    [({"seconds": 0.5}, "stopped after 0.5 seconds"), ({"steps": -1}, "ValueError: steps must be")],
)
def test_processes_that_fail_say_why(options, why):
    with pytest.raises(RuntimeError, match=f"2 processes did not get to their end:\n.*{why}"):
        processes.weights_of(2, **options)


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_a_ring_sends_as_many_bytes_as_counted(number):
    """Each process hands one part on, 2 (P - 1) times: sums on the way around, then results."""
    parts = torch.randn(number, number, 5, generator=torch.Generator().manual_seed(0))
    wanted, sent = parts.sum(dim=0), 0
    for turn in range(2 * (number - 1)):
        before = parts.clone()
        for process in range(number):
            part = (process - turn) % number
            receiver, adds = (process + 1) % number, turn < number - 1
            parts[receiver, part] = before[process, part] + (before[receiver, part] if adds else 0)
        sent += before[0, 0].nbytes
    assert torch.allclose(parts, wanted.expand_as(parts), atol=1e-6)
    assert sent == wire.ring_bytes(number * 5, number)
    assert wire.ring_bytes(number * 5, number, 2) == sent / 2


def test_models_have_their_published_sizes():
    found = {name: wire.parameters_of(name) for name in wire.MODELS}
    assert found["MiniLM"] < found["BERT base"] < found["BERT large"]
    assert round(found["BERT base"] / 1e6) == 110 and round(found["BERT large"] / 1e6) == 336
    assert round(found["ALBERT base"] / 1e6) == 11
    with pytest.raises(ValueError, match="expected numbers of at least 1, got 10 parameters, 0"):
        wire.ring_bytes(10, 0)
