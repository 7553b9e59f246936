"""Several processes are started, and train what one does."""

import pytest

from lessons.l19_training_at_scale import exercises, live, machines, processes, wire
from workbook.exercises import load


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


def test_models_have_their_published_sizes():
    found = {name: wire.parameters_of(name) for name in wire.MODELS}
    assert found["MiniLM"] < found["BERT base"] < found["BERT large"]
    assert round(found["BERT base"] / 1e6) == 110 and round(found["BERT large"] / 1e6) == 336
    assert round(found["ALBERT base"] / 1e6) == 11


def test_processes_with_a_function_that_joins_their_gradients():
    averaged = load(exercises.EXERCISES[0]).reference
    start, alone = list(live.small_model().parameters()), machines.updates_alone(8)
    with machines.Processes(5, 3) as two:
        right, wrong = two.updates(averaged), two.updates(machines.mean_of_means)
    ways = [
        [(b - a).detach() for a, b in zip(start, one, strict=True)] for one in (alone, right, wrong)
    ]
    assert machines.distance(ways[1], ways[0]) < 1e-4 and machines.distance(ways[2], ways[0]) > 0.01
