"""The tables of the path."""

from lessons.l19_training_at_scale import live
from lessons.l19_training_at_scale.machines import UPDATES, distance
from lessons.l19_training_at_scale.wire import parameters_of

import copy
from collections.abc import Iterable, Mapping, Sequence
from statistics import fmean
from typing import Any

from torch import Tensor

from workbook.captions import Captioned, table
from workbook.claims import check

GIGABIT = 1e9 / 8  # bytes a second


def two_means(
    alone: Sequence[Tensor], mine: Sequence[Tensor], other: Sequence[Tensor]
) -> Captioned:
    """Compare what two processes have learned with what one has.

    Args:
        alone: The weights of one process.
        mine: Those of two, whose gradients the reader's function joined.
        other: Those of two, joined by the mean of two means.
    """
    start = [weight.detach() for weight in live.small_model().parameters()]
    ways = [[b - a for a, b in zip(start, one, strict=True)] for one in (alone, mine, other)]
    near, far = (distance(way, ways[0]) for way in ways[1:])
    check("the mean over all losses makes the steps of one process", near < 1e-4)
    check("the mean of two means does not", far > 0.03)
    rows = [["of all losses (yours)", "below 0.01%"], ["of two means", f"{far:.0%}"]]
    caption = (
        f"{UPDATES} steps of two processes, with 20 and 12 texts: how far their weights are "
        "from those of one process with all 32, in % of the distance that these moved."
    )
    return table("19.1", caption, ["mean", "distance"], rows)


def processes(alone: Mapping[str, Tensor], shared: Mapping[str, Tensor]) -> Captioned:
    """Compare the weights that two processes trained with those of one."""
    number = sum(weight.numel() for weight in alone.values())
    check(
        "two processes make the same steps as one",
        _largest(alone.values(), (shared[name] for name in alone)) < 1e-6,
    )
    rows = [["1", "32", "(compared with)"], ["2", "16 + 16", "below 0.000001"]]
    caption = (
        f"Five steps with real text: the largest difference of {number:,} weights between two "
        "processes and one."
    )
    return table("19.2", caption, ["processes", "batch", "largest difference"], rows)


def _largest(one: Iterable[Tensor], other: Iterable[Tensor]) -> float:
    return max(float((a - b).abs().max()) for a, b in zip(one, other, strict=True))


def ring() -> Captioned:
    """Show how a ring of three machines adds up their gradients, round by round."""
    P = 3
    held = [[10**machine * (piece + 1) for piece in range(P)] for machine in range(P)]
    shown, rounds = [copy.deepcopy(held)], range(P - 1)
    for number in rounds:  # the next one adds what comes
        sent = [(i, (i - number) % P, held[i][(i - number) % P]) for i in range(P)]
        for machine, piece, value in sent:
            held[(machine + 1) % P][piece] += value
        shown.append(copy.deepcopy(held))
    for number in rounds:  # the next one keeps what comes
        sent = [(i, (i + 1 - number) % P, held[i][(i + 1 - number) % P]) for i in range(P)]
        for machine, piece, value in sent:
            held[(machine + 1) % P][piece] = value
        shown.append(copy.deepcopy(held))
    check("all machines have all sums", held == [[111, 222, 333]] * P)
    columns = ["machine", "at first", *(f"round {number}" for number in range(1, 2 * P - 1))]
    rows = [
        [name, *(" / ".join(map(str, state[machine])) for state in shown)]
        for machine, name in enumerate("ABC")
    ]
    caption = (
        "Three machines with a gradient of three numbers each, a piece of one number. A sends to "
        "B, B to C, C to A; 111, 222 and 333 are complete."
    )
    return table("19.3", caption, columns, rows)


def wire(sent: Mapping[str, float]) -> Captioned:
    """Show what one of 64 machines sends at each step, and how long that takes."""
    rows = []
    for name, number in sent.items():
        seconds = [f"{number / (speed * GIGABIT):.2f}" for speed in (1, 100)]
        rows.append([name, f"{parameters_of(name) / 1e6:.0f}", f"{number / 1e6:,.0f}", *seconds])
    check("ALBERT sends a tenth", 0.095 < sent["ALBERT base"] / sent["BERT base"] < 0.105)
    caption = (
        "What one of 64 machines sends in a step, by your `wire_bytes`: millions of parameters, "
        "megabytes, and seconds at 1 and at 100 gigabits a second."
    )
    columns = ["model", "parameters", "MB", "s, 1 Gbit/s", "s, 100 Gbit/s"]
    return table("19.4", caption, columns, rows)


def accumulated(at_once: Sequence[Tensor], in_parts: Sequence[Tensor]) -> Captioned:
    """Compare the weights after a step at once with those after a step in parts."""
    check("eight parts make the step of one batch", _largest(at_once, in_parts) < 1e-5)
    rows = [["32", "(compared with)"], ["8 times 4", "below 0.00001"]]
    caption = "One step of your function, and the largest difference of a weight."
    return table("19.5", caption, ["texts", "largest difference"], rows)


def losses_of(runs: Sequence[Mapping[str, Any]], question: str = "held-out") -> list[float]:
    """Return the mean loss of one kind of question, for each seed."""
    return [one["loss"][question] for one in runs]


def spread_of(losses: Sequence[float]) -> str:
    """Write the mean of some losses, the lowest and the highest."""
    return f"{fmean(losses):.2f} ({min(losses):.2f} to {max(losses):.2f})"


def batches(record: Mapping[str, Any]) -> Captioned:
    """Show what two optimizers reach with small and with large batches."""
    found, rows = record["results"], []
    losses = {name: losses_of(runs) for name, runs in found["runs"].items()}
    small, large = ([losses[f"{way}, {size}"] for way in ("AdamW", "LAMB")] for size in (32, 512))
    check("large batches cost", min(map(min, large)) - max(map(max, small)) > 0.2)
    ahead = [fmean(adamw) - fmean(lamb) for adamw, lamb in (small, large)]
    check("LAMB is a little ahead", all(0 < lead < 0.15 for lead in ahead))
    best = {name: rates.index(min(rates)) for name, rates in found["grid"].items()}
    for name, rates in found["grid"].items():
        check(f"{name}: the best rate is not at an edge", 0 < best[name] < len(rates) - 1)
    for name in losses:
        optimizer, size = name.split(", ")
        steps = record["configuration"]["grid"][name]["training"]["steps"]
        rate, twice = found["chosen"][name], found["grid"][name][best[name] + 1]
        row = [optimizer, size, f"{steps:,}", f"{rate:g}", spread_of(losses[name])]
        rows.append([*row, f"{twice:.2f}"])
    caption = (
        "A layer of today, 64 wide: held-out loss in nats after 64,000 texts, 3 seeds: mean, "
        "lowest and highest; with the best of four learning rates, and (one seed) with twice that "
        "rate."
    )
    columns = ["optimizer", "batch", "steps", "rate", "loss", "twice the rate"]
    return table("19.6", caption, columns, rows)


def lengths(record: Mapping[str, Any]) -> Captioned:
    """Show what models that learned with 64 characters do with 128."""
    columns = {
        "first half, alone": "1-64, read alone",
        "first half": "1-64, in a text of 128",
        "second half": "65-128",
    }
    means = {
        positions: [fmean(losses_of(runs, question)) for question in columns]
        for positions, runs in record["results"].items()
    }
    lost = {positions: after - before for positions, (before, _, after) in means.items()}
    check("learned positions fail", lost.pop("learned") > 1)
    check("positions by distance go on", max(lost.values()) < 0.1)
    rows = [
        [positions, *(spread_of(losses_of(runs, question)) for question in columns)]
        for positions, runs in record["results"].items()
    ]
    caption = (
        "Trained on texts of 64 characters. Loss in nats at these characters, 3 seeds: mean, "
        "lowest, highest."
    )
    return table("19.7", caption, ["positions", *columns.values()], rows)
