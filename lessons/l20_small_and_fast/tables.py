"""The tables of the path."""

from lessons.l20_small_and_fast.figures import ACCURACY, TIME, in_order
from lessons.l20_small_and_fast.live import Point, ahead

from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import Any

from bertlab.datasets import movie_reviews
from bertlab.statistics import Estimate
from workbook.captions import Captioned, table
from workbook.claims import check

Counted = Mapping[str, Sequence[tuple[int, int]]]  # (table, layers), as it is and as ALBERT has it
KINDS = {"soft labels": "teacher's", "true labels": "teacher's", "no teacher": "`minilm`'s"}
LEARNED = {"soft labels": "soft labels", "true labels": "true labels", "no teacher": "true labels"}


def counted(sizes: Counted) -> Captioned:
    """Show the numbers of models, and what ALBERT's two ideas would make of them."""
    rows = []
    for name, ((words, layers), (narrow, one)) in sizes.items():
        share = f"{words / (words + layers):.0%}"
        rows.append([name, *(f"{n / 1e6:.1f}" for n in (words, layers)), share,
                     f"{narrow / 1e6:.1f}", f"{one / 1e6:.1f}"])  # fmt: skip
    columns = ["model", "table", "layers", "table's share", "narrow table", "one layer"]
    caption = "Your counts, in millions; *narrow* with E = 128, *one layer* if all are the same."
    return table("20.1", caption, columns, rows)


def shared(record: Mapping[str, Any]) -> Captioned:
    """Show numbers and time of BERT base, and of what ALBERT's two ideas make of it."""
    found = record["results"]["shared"]
    rows = []
    for name, one in found.items():
        low, high = (one["of the standard"][end] for end in ("low", "high"))
        rows.append([name, f"{one['numbers'] / 1e6:.0f}", f"{one['milliseconds']['median']:.0f}",
                     f"{low:.2f} to {high:.2f}"])  # fmt: skip
    smallest = found["both: ALBERT"]
    check("a ninth of the numbers", smallest["numbers"] < found["BERT"]["numbers"] / 9)
    check("and no less time", smallest["of the standard"]["median"] > 0.95)
    tokens = record["configuration"]["shared"]["tokens"]
    caption = (
        f"Models of BERT base's sizes with random weights read {tokens} tokens (recorded, one "
        "core): millions of numbers, milliseconds, and the time as part of BERT's (the middle half "
        f"of {record['configuration']['rounds']} rounds)."
    )
    columns = ["model", "numbers", "ms", "of BERT's time"]
    return table("20.2", caption, columns, rows)


def points_of(found: Estimate) -> str:
    """Return a lead and its interval, in points."""
    return f"{100 * found.mean:+.1f} [{100 * found.low:+.1f}, {100 * found.high:+.1f}]"


def teachers(record: Mapping[str, Any], few: Mapping[str, Any]) -> Captioned:
    """Show what students learned with and without a teacher.

    Args:
        record: Students with a label for every snippet.
        few: Students of 2 layers with fewer snippets, of which 200 have a label.
    """
    teacher = record["results"]["teacher"]["test"]
    number, fewer = (f"{n:,}" for n in (len(movie_reviews().train), few["configuration"]["texts"]))
    rows = [["the teacher", "", "true labels", number, f"{teacher:.1%}", ""]]
    leads = []
    for layers in ("3 layers", "2 layers"):
        control = f"{layers}, no teacher"
        for kind, start in KINDS.items():
            name = f"{layers}, {kind}"
            scores = record["results"]["students"][name]["test"]
            leads.append(ahead("students", name, control))
            lead = "" if name == control else points_of(leads[-1])
            rows.append([layers, start, LEARNED[kind], number, _spread(scores), lead])
    found, kinds = few["results"]["students"], ("a teacher of 200 labels", "200 true labels")
    worth = ahead("places", *kinds)
    with_one, alone = (_spread(found[kind]["test"]) for kind in kinds)
    last = [fewer, with_one, points_of(worth)]
    rows.append(["2 layers", "a teacher of 200 labels", "its soft labels", *last])
    rows.append(["2 layers", "`minilm`'s", "true labels", "200", alone, ""])
    check("with all labels a teacher gives at most a few points", max(o.high for o in leads) < 0.03)
    check("and no interval is above 0", all(o.low <= 0 for o in leads))
    check("with few labels it gives about 5", 0.01 < worth.low < 0.05 < worth.high)
    caption = (
        f"Accuracy on {len(movie_reviews().test):,} test snippets, 3 seeds: mean, lowest and "
        "highest; and how many points more than without the teacher (the last row of each group), "
        "with a 95% interval over snippets and seeds."
    )
    columns = ["student", "layers of", "learns from", "snippets", "test", "lead"]
    return table("20.3", caption, columns, rows)


def _spread(scores: Sequence[float]) -> str:
    return f"{fmean(scores):.1%} ({min(scores):.1%} to {max(scores):.1%})"


def ways(record: Mapping[str, Any]) -> Captioned:
    """Show what 8 and 16 bits and another runtime do to three models."""
    found, batches = record["results"]["points"], {1: "ONNX int8", 32: "bf16"}
    rows = []
    for model in ("teacher", *record["configuration"]["students"]):
        ways = {way: found[f"{model}, {way}"] for way in record["configuration"]["ways"]}
        standard = ways["float32"]
        for way, one in ways.items():
            check("less than a point is lost", fmean(standard["test"]) - fmean(one["test"]) < 0.01)
            if "int8" in way:
                check("a quarter of the bytes", one["megabytes"] < 0.26 * standard["megabytes"])
            scores = f"{one['megabytes']:.0f}", f"{fmean(one['test']):.1%}"
            if model != "2 layers":  # those are in the plot
                rows.append([model, way, *scores, *(f"{_part(one, n):.2f}" for n in batches)])
        for number, fastest in batches.items():
            times = {way: _part(one, number) for way, one in ways.items()}
            check("ONNX for one, bf16 for many", times[fastest] == min(times.values()))
    teacher = found["teacher, float32"]
    ms = [f"{teacher[f'batch of {n}']['milliseconds']['median']:.0f}" for n in batches]
    caption = (
        "The teacher and its student in every way (recorded, one core of an Intel processor that "
        "has instructions for products of 8 and of 16 bits): size, test accuracy (student: mean of "
        "3 seeds), and "
        f"time as part of the teacher's, for one snippet ({ms[0]} ms) and for 32 ({ms[1]} ms)."
    )
    return table("20.4", caption, ["model", "way", "MB", "accuracy", "time, 1", "time, 32"], rows)


def _part(one: Mapping[str, Any], number: int) -> float:
    """Return the time for so many snippets, as part of the teacher's in the same round."""
    return one[f"batch of {number}"]["of the standard"]["median"]


def pruned(record: Mapping[str, Any]) -> Captioned:
    """Show what zeros, and heads that are gone, do to accuracy, time and size."""
    found = record["results"]["points"]
    rates, heads = (record["configuration"][name][:3] for name in ("zeros", "heads"))
    kinds = {"teacher, float32": "nothing"}
    kinds |= {f"{rate:.0%} zeros": f"{rate:.0%} of the weights are 0" for rate in rates}
    check("zeros save no time", min(_part(found[kind], 1) for kind in kinds) > 0.9)
    kinds |= {f"{number} heads gone": f"{number} of 72 heads" for number in heads}
    rows = []
    for kind, name in kinds.items():
        one = found[kind]
        times = [f"{_part(one, n):.2f}" for n in (1, 32)]
        kept = one["test"][0] / found["teacher, float32"]["test"][0]
        rows.append([name, f"{kept:.1%}", f"{one['megabytes']:.0f}", *times])
    caption = (
        "The teacher with parts left out, without any training afterwards (recorded): accuracy "
        "and time as parts of the teacher's, for one snippet and for 32; megabytes."
    )
    return table("20.5", caption, ["left out", "accuracy kept", "MB", "time, 1", "time, 32"], rows)


def best(points: Sequence[Point], chosen: Sequence[int], teacher: Mapping[str, float]) -> Captioned:
    """Show the models on the frontier.

    Args:
        points: All models.
        chosen: The places of those on the frontier.
        teacher: Its accuracy on ``validation`` and on ``test`` snippets.
    """
    named = {point.name: point for point in points}
    eight, student = named["teacher, ONNX int8"], named["3 layers, float32"]
    _, high = student.interval or (0, 0)
    check("the teacher with 8 bits is in the field", eight.time < 0.25 and eight.accuracy > 0.99)
    check("and a student at its edge", student.time < TIME and student.accuracy < ACCURACY < high)
    rows = []
    for number, index in enumerate(in_order(points, chosen), start=1):
        name, kept, time, size, *_ = points[index]
        rows.append([str(number), name, f"{time:.2f}", f"{kept:.1%}", f"{size:.0f}"])
    caption = (
        "The frontier: time and accuracy as parts of the teacher's, which has "
        f"{teacher['test']:.1%} of the test snippets right (and {teacher['validation']:.1%} of "
        "those for validation)."
    )
    return table("20.6", caption, ["", "model", "time", "accuracy", "MB"], rows)
