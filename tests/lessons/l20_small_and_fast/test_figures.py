"""Figures and tables show what they are given, and their claims can fail."""

from copy import deepcopy

import pytest
import torch

from bertlab.statistics import Estimate
from lessons.l20_small_and_fast import figures, further, live, tables
from lessons.l20_small_and_fast.exercises.quantize.reference import quantize
from lessons.l20_small_and_fast.experiments.small_and_fast import CONFIGURATION
from workbook.claims import ClaimError
from workbook.records import recorded


def timed(part: float) -> dict:
    quartiles = dict.fromkeys(("low", "median", "high"), part)
    return {
        "milliseconds": {name: 10 * value for name, value in quartiles.items()},
        "of the standard": quartiles,
    }


def point(test: list[float], part: float, megabytes: float) -> dict:
    times = {f"batch of {size}": timed(part) for size in (1, 32)}
    return {"test": test, "megabytes": megabytes, **times}


@pytest.fixture
def record():
    """A record of half the teacher's time and 99% of its accuracy, wherever that is possible."""
    points = {f"{rate:.0%} zeros": point([0.7], 1.0, 90) for rate in CONFIGURATION["zeros"]}
    right = {12: 0.8, 24: 0.79, 36: 0.77, 48: 0.7}
    points |= {f"{n} heads gone": point([right[n]], 0.9, 80) for n in CONFIGURATION["heads"]}
    for model, part in (("teacher", 1.0), ("3 layers", 0.49), ("2 layers", 0.3)):
        for place, way in enumerate(CONFIGURATION["ways"]):
            scores = [0.8] if model == "teacher" else [0.76, 0.762, 0.764]
            size = 90 * part / (4 if "int8" in way else 1)
            points[f"{model}, {way}"] = point(scores, part * (1 - 0.2 * place), size)
        points[f"{model}, bf16"]["batch of 32"] = timed(0.05)
    kinds = {"BERT": 109e6, "narrow table": 90e6, "shared layers": 32e6, "both: ALBERT": 11.7e6}
    shared = {name: {"numbers": number, **timed(1.0)} for name, number in kinds.items()}
    results = {"points": points, "shared": shared}
    return {"experiment": "made", "configuration": CONFIGURATION, "results": results}


def test_all_ways_and_all_that_is_left_out_have_a_row(record):
    words = tables.ways(record).words
    assert "3 layers | bf16 | 44 | 76.2% | 0.39 | 0.05" in words and words.count("\n") == 10
    words = tables.pruned(record).words
    assert "nothing | 100.0% | 90 | 1.00 | 1.00" in words
    assert "36 of 72 heads | 96.2% | 80 | 0.90 | 0.90" in words and words.count("\n") == 7


@pytest.mark.parametrize(
    ("numbers", "time", "broken"),
    [(13e6, 1.0, "a ninth"), (11.7e6, 0.8, "no less time")],
)
def test_shared_layers_that_break_a_claim(record, numbers, time, broken):
    assert "both: ALBERT | 12 | 10 | 1.00 to 1.00" in tables.shared(record).words
    record["results"]["shared"]["both: ALBERT"] = {"numbers": numbers, **timed(time)}
    with pytest.raises(ClaimError, match=broken):
        tables.shared(record)


@pytest.mark.parametrize(
    ("kind", "entry", "value", "shown", "broken"),
    [
        ("3 layers, bf16", "test", [0.7], tables.ways, "less than a point"),
        ("teacher, int8", "megabytes", 30, tables.ways, "a quarter"),
        ("2 layers, bf16", "batch of 32", timed(1.0), tables.ways, "ONNX for one"),
        ("50% zeros", "batch of 1", timed(0.8), tables.pruned, "no time"),
        ("24 heads gone", "test", [0.77], further.heads, "a third of the heads"),
    ],
)
def test_ways_and_zeros_that_break_a_claim(record, kind, entry, value, shown, broken):
    record["results"]["points"][kind][entry] = value
    with pytest.raises(ClaimError, match=broken):
        shown(record)


def test_the_plot_names_the_frontier_in_its_order(record, monkeypatch):
    monkeypatch.setattr(live, "ahead", lambda *names: Estimate(-0.03, -0.04, -0.01))
    points = [*live.recorded_points(record), live.Point("your student", 0.98, 0.2, 70)]
    names = [point.name for point in points]
    best = [names.index("teacher, float32"), len(points) - 1]
    assert figures.in_order(points, best)[0] == len(points) - 1
    assert "frontier" in figures.one_plot(points, best).words
    teacher = {"validation": 0.836, "test": 0.867}
    words = tables.best(points, best, teacher).words
    assert "1 | your student | 0.20 | 98.0% | 70\n2 | teacher, float32 | 1.00" in words
    for name, change, broken in (
        ("teacher, ONNX int8", {"time": 0.5}, "the teacher with 8 bits"),
        ("3 layers, float32", {"time": 0.6}, "a student at its edge"),
    ):
        made = list(points)
        made[names.index(name)] = points[names.index(name)]._replace(**change)
        with pytest.raises(ClaimError, match=broken):
            tables.best(made, best, teacher)


def test_a_table_that_takes_time_breaks_the_claim():
    numbers = {"table": 50, "attention": 20, "feed-forward": 30}
    spent = {"table": 1.0, "attention": 5.0, "feed-forward": 6.0, "all": 13.0}
    figures.numbers_and_time(numbers, spent)
    with pytest.raises(ClaimError, match="no time"):
        figures.numbers_and_time(numbers, spent | {"table": 5.0})


def test_a_matrix_that_is_rounded_too_coarsely_breaks_the_claim():
    weight = torch.linspace(-1, 1, 40).view(4, 10)
    scores = {8: 0.8, 4: 0.7}

    def coarse(weight, bits):
        numbers, scales = quantize(weight, bits)
        return numbers + 1, scales

    assert "table rounded" in figures.rounding(weight, quantize, 0.8, scores, scores).caption
    with pytest.raises(ClaimError, match="half a scale"):
        figures.rounding(weight, coarse, 0.8, scores, scores)


def test_the_first_page_and_temperatures():
    assert "empty" in figures.where_we_are(12.3, 90.9).words
    found = figures.beside_the_teacher("20.4", "Two", [live.Point("half zeros", 0.9, 1.0, 90.9)])
    assert "half zeros, on validation" in found.caption
    logits = torch.tensor([[2.0, -2.0], [0.0, 0.0]])
    assert "T = 1, 2 and 4" in figures.temperature(logits, ["bad", "so so"]).words


def test_heads_and_published_numbers(record, monkeypatch):
    assert "least important" in further.heads(record).caption
    assert "ALBERT large | 18 | 82.4 | 1.7" in further.published().words
    assert "feed-forward | 57 | 79.5 | 38 | 80.2" in further.sharing().words
    shared = deepcopy(further.SHARED) | {"feed-forward": ((57, 81.5), (38, 81.0))}
    monkeypatch.setattr(further, "SHARED", shared)
    with pytest.raises(ClaimError, match="feed-forward"):
        further.sharing()
    assert further.recipe().words.endswith("-3.69")
    monkeypatch.setattr(further, "DISTILBERT", {"labels": -5.0, **further.DISTILBERT})
    with pytest.raises(ClaimError, match="random start"):
        further.recipe()


LEADS = {
    "and attention": Estimate(-0.01, -0.03, 0.007),
    "random start": Estimate(-0.28, -0.33, -0.24),
    "minilm's layers": Estimate(-0.045, -0.07, -0.023),
}


@pytest.mark.parametrize(
    ("kind", "lead", "broken"),
    [
        ("and attention", Estimate(0.02, 0.01, 0.03), "no place adds"),
        ("random start", Estimate(-0.19, -0.22, -0.1), "far behind"),
        ("minilm's layers", Estimate(-0.02, -0.04, -0.01), "4 to 5 points"),
    ],
)
def test_places_that_break_a_claim(monkeypatch, kind, lead, broken):
    leads = {"soft labels": Estimate(0.0, 0.0, 0.0), **LEADS}
    found = {name: {"test": [0.78, 0.79, 0.8]} for name in leads}
    made = {"configuration": {"texts": 2000}, "results": {"students": found}}
    monkeypatch.setattr(further, "ahead", lambda name, first, second: leads[first])
    assert "soft labels | 79.0% | 78.0% to 80.0% | \n" in further.places(made).words
    leads[kind] = lead
    with pytest.raises(ClaimError, match=broken):
        further.places(made)


@pytest.mark.parametrize(
    ("run", "lead", "broken"),
    [
        ("students", Estimate(0.02, -0.01, 0.04), "at most a few points"),
        ("students", Estimate(0.02, 0.01, 0.025), "no interval"),
        ("places", Estimate(0.03, -0.01, 0.07), "about 5"),
    ],
)
def test_teachers_that_break_a_claim(monkeypatch, run, lead, broken):
    leads = {"students": Estimate(0.01, -0.01, 0.025), "places": Estimate(0.05, 0.02, 0.08)}
    monkeypatch.setattr(tables, "ahead", lambda name, *_: leads[name])
    both = recorded("students"), recorded("places")
    assert "`minilm`'s | true labels | 200 | 65.5%" in tables.teachers(*both).words
    leads[run] = lead
    with pytest.raises(ClaimError, match=broken):
        tables.teachers(*both)
