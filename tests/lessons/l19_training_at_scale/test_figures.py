"""Figures and tables show what they are given, and their claims can fail."""

import pytest
import torch

from lessons.l19_training_at_scale import figures, further, live, tables
from workbook.claims import ClaimError
from workbook.records import recorded


def curve(*losses):
    return [
        {"step": 20 * number, "held_out_masked_lm": loss}
        for number, loss in enumerate(losses, start=1)
    ]


def test_how_far_weights_went():
    start = [weight.detach() for weight in live.small_model().parameters()]
    alone, near, far = ([weight + step for weight in start] for step in (0.01, 0.01000001, 0.012))
    words = tables.two_means(alone, near, far).words
    assert "of all losses (yours) | below 0.01%" in words and "of two means | 20%" in words
    with pytest.raises(ClaimError, match="steps of one process"):
        tables.two_means(alone, far, far)
    with pytest.raises(ClaimError, match="two means does not"):
        tables.two_means(alone, near, near)


def test_weights_that_differ_break_the_claims():
    one, other = {"a": torch.zeros(3)}, {"a": torch.full((3,), 1e-3)}
    assert "2 | 16 + 16 | below" in tables.processes(one, one).words
    with pytest.raises(ClaimError, match="same steps"):
        tables.processes(one, other)
    assert "8 times 4" in tables.accumulated([one["a"]], [one["a"]]).words
    with pytest.raises(ClaimError, match="eight parts"):
        tables.accumulated([one["a"]], [other["a"]])


def test_seconds_on_the_wire():
    sent = {"BERT base": 1e9, "ALBERT base": 1e8}
    assert "BERT base | 110 | 1,000 | 8.00 | 0.08" in tables.wire(sent).words
    assert "C | 100 / 200 / 300 | 100 / 220 / 300" in tables.ring().words
    with pytest.raises(ClaimError, match="a tenth"):
        tables.wire(sent | {"ALBERT base": 2e8})


@pytest.mark.parametrize(
    ("broken", "draw"),
    [
        ("LAMB's do not", lambda: figures.step_lengths({"a": (0.1, 0.01), "b": (0.1, 0.02)})),
        ("distance alone", lambda: figures.diagonals(torch.rand(5, 5))),
        ("saves most", lambda: figures.windows(*torch.ones(2, 5, 5).bool())),
        (
            "learns sooner",
            lambda: figures.curves(
                "19.6", "Both", {"old": curve(3.0, 2.5), "new": curve(3.0, 2.4)}
            ),
        ),
    ],
)
def test_figures_that_break_a_claim(broken, draw):
    with pytest.raises(ClaimError, match=broken):
        draw()


def test_figures():
    assert "gate" in figures.two_layers().words
    assert "positions 0 to 3" in figures.dials(torch.tensor([[0.0, 0.0], [1.0, 0.5]])).caption
    found = {"words": (0.1, 0.01), "norm": (0.01, 0.01)}
    assert "bert-mini-en" in figures.step_lengths(found).caption
    assert "5 positions" in figures.diagonals(torch.full((5, 5), 0.25)).caption
    lines = {"layer of 2018": curve(3.3, 3.2), "your layer": curve(3.3, 2.0)}
    assert "128 wide" in figures.curves("19.8", "Three", lines | {"other": curve(3.3, 2.5)}).caption
    near = (torch.arange(24)[:, None] - torch.arange(24)).abs() <= 4
    assert "34% of the scores" in figures.windows(near, torch.ones(24, 24).bool()).caption
    record = {"results": {name: [{"curve": curve(3.3, 2.0)}] * 3 for name in figures.DRAWN}}
    found = {"rotary": [-0.3, -0.2, -0.25]}
    drawn = figures.switches(found, {"rotary": (-0.4, -0.1)}, record)
    assert "your interval" in drawn.caption


def test_tables_of_records():
    def record(large, rates):
        losses = {
            "AdamW, 32": 1.79,
            "LAMB, 32": 1.77,
            "AdamW, 512": large + 0.1,
            "LAMB, 512": large,
        }
        runs = {
            k: [{"loss": {"held-out": v + one}} for one in (0, 0.02)] for k, v in losses.items()
        }
        grid = {name: {"training": {"steps": 2000}} for name in losses}
        chosen = dict.fromkeys(losses, 8e-3)
        tried = {name: [2.0, 1.8, 1.9] for name in losses} | {"LAMB, 32": rates}
        results = {"runs": runs, "chosen": chosen, "grid": tried}
        return {"configuration": {"grid": grid}, "results": results}

    row = "LAMB | 32 | 2,000 | 0.008 | 1.78 (1.77 to 1.79) | 1.90"
    assert row in tables.batches(record(2.2, [2.0, 1.8, 1.9])).words
    behind = record(2.2, [2, 1, 2])
    behind["results"]["runs"]["LAMB, 512"] = behind["results"]["runs"]["AdamW, 512"]
    for wrong, broken in (
        (record(1.9, [2, 1, 2]), "cost"),
        (record(2.2, [1, 2, 3]), "an edge"),
        (behind, "a little ahead"),
    ):
        with pytest.raises(ClaimError, match=broken):
            tables.batches(wrong)
    names = ("first half, alone", "first half", "second half")
    near, far = ([{"loss": dict(zip(names, (2.0, 1.9, end), strict=True))}] for end in (2.05, 3.5))
    words = tables.lengths({"results": {"learned": far, "rotary": near}}).words
    assert "| 3.50 (3.50 to 3.50)" in words and "rotary | 2.00 (2.00 to 2.00)" in words
    for wrong, broken in (({"learned": near}, "fail"), ({"learned": far, "rotary": far}, "go on")):
        with pytest.raises(ClaimError, match=broken):
            tables.lengths({"results": {"rotary": near} | wrong})


def test_further_tables():
    assert "20% masked | 82.9 | -0.6 | yes" in further.neobert().words
    assert "250 M parameters | 85.3 | +2.4 | yes" in further.neobert().words
    assert "2,048 | 125,000 | 7e-4 | 3.68" in further.batches().words
    assert "twice as wide (BERT xlarge) | after | 1,270 | 54.3" in further.wider().words


@pytest.mark.parametrize(
    ("name", "kind", "losses", "broken"),
    [
        ("tasks", "sequential", (0.6, 0.6, 0.6), "is forgotten"),
        ("tasks", "sequential", (4.0, 4.1, 4.2), "knows the order"),
        ("tasks", "cumulative", (0.6, 2.1, 2.2), "best at it"),
        ("tasks", "cumulative", (0.6, 0.6, 2.2), "guess the order"),
        ("rates", "30%", (1.9, 1.9, 1.9), "30% help"),
        ("rates", "30% hidden, 15% asked", (1.8, 1.8, 1.8), "30% help"),
        ("rates", "15% hidden, 30% asked", (1.8, 1.8, 1.8), "more answers are best"),
        ("rates", "15% hidden, 30% asked", (1.9, 1.6, 1.9), "more answers pay"),
        ("rates", "50%", (1.9, 1.9, 2.0), "as good as 15%"),
        ("rates", "80%", (1.8, 1.9, 2.0), "80% are worse"),
        ("rates", "any", (2.3, 2.3, 2.3), "any rate is behind"),
        ("order", "alike", (3.6, 3.61, 3.6), "no order is ahead"),
    ],
)
def test_further_records_that_break_a_claim(name, kind, losses, broken):
    record = recorded(name)
    show = getattr(further, name)
    assert show(record).words
    for run, loss in zip(record["results"][kind], losses, strict=True):
        run["loss"] = dict.fromkeys(run["loss"], loss)
    with pytest.raises(ClaimError, match=broken):
        show(record)


def test_small_gradients_are_lost_without_a_scale():
    values = torch.tensor([1.0, 2.0**-24, 2.0**-26, -(2.0**-30)])
    assert further.lost(values) == 0.5 and further.lost(values, further.SCALE) == 0
    assert "0.001 is added 10,000 times" in further.rounding().caption
    with pytest.MonkeyPatch.context() as patch, pytest.raises(ClaimError, match="a scale saves"):
        patch.setattr(further, "gradients", lambda: torch.ones(5))
        further.rounding()


@pytest.mark.parametrize(
    ("broken", "name", "made"),
    [
        ("a tenth", "gradients", lambda: torch.tensor([1.0] * 99 + [2.0**-30])),
        ("bf16 stops", "running_sum", lambda dtype: [10.0]),
    ],
)
def test_rounding_that_breaks_a_claim(monkeypatch, broken, name, made):
    monkeypatch.setattr(further, name, made)
    with pytest.raises(ClaimError, match=broken):
        further.rounding()
