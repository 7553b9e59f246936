"""What the further experiments show."""

from lessons.l19_training_at_scale import live
from lessons.l19_training_at_scale.tables import losses_of, spread_of

import math
from collections.abc import Mapping, Sequence
from itertools import combinations
from statistics import fmean
from typing import Any, NamedTuple

import matplotlib.pyplot as plt
import torch
from scipy.stats import ttest_rel
from torch import Tensor

from workbook.captions import Captioned, figure, table
from workbook.charts import headed
from workbook.claims import check

TYPES = {"float32": torch.float32, "fp16": torch.float16, "bf16": torch.bfloat16}
ADDED, TIMES = 0.001, 10_000  # what is added up, and how often
SMALLEST = 2.0**-24  # of fp16, above 0
NORMAL = 2.0**-14  # from here up fp16 has all its digits
SCALE = 2.0**16


class Batches(NamedTuple):
    """A row of RoBERTa's table of batches (Liu et al. 2019, Table 3)."""

    batch: str
    steps: str
    rate: str
    perplexity: float
    mnli: float
    sst: float


class Width(NamedTuple):
    """A row of a paper: where LayerNorm stands, millions of parameters, accuracy on RACE."""

    name: str
    norm: str
    parameters: str
    race: float


ROBERTA = (
    Batches("256", "1,000,000", "1e-4", 3.99, 84.7, 92.7),
    Batches("2,048", "125,000", "7e-4", 3.68, 85.2, 92.9),
    Batches("8,192", "31,000", "1e-3", 3.77, 84.6, 92.8),
)
# Lan et al. 2019 (version 1), Table 1, development set; Shoeybi et al. 2019, Table 5, test set.
WIDER = (
    Width("BERT large", "after", "334", 73.9),
    Width("twice as wide (BERT xlarge)", "after", "1,270", 54.3),
    Width("Megatron, as large as BERT large", "before", "336", 83.0),
    Width("Megatron", "before", "1,300", 87.3),
    Width("Megatron", "before", "3,900", 89.5),
)
# Le Breton et al. 2025, Figure 1 and Table 2: GLUE (development set) after each change.
NEOBERT = (
    ("as BERT", 79.2, ""),
    ("rotary positions, SwiGLU, RMSNorm before", 81.1, "yes"),
    ("more, and other, text", 84.0, "yes"),
    ("another tokenizer", 82.2, "no"),
    ("AdamW, cosine schedule", 83.5, "yes"),
    ("20% masked", 82.9, "yes"),
    ("texts packed without a border", 80.5, "no"),
    ("250 M parameters", 85.3, "yes"),
    ("deeper, not wider", 86.0, "yes"),
    ("larger batches, 4,096 tokens", 87.3, "yes"),
    ("a larger grid of rates when fine-tuned", 89.0, "yes"),
)
# Warner et al. 2024, Table 2: thousands of tokens a second on an RTX 4090.
SPEED = (
    ("BERT base", "180.4", "90.2", "-"),
    ("ModernBERT base", "148.1", "147.3", "123.7"),
    ("DeBERTaV3 base", "70.2", "35.1", "-"),
)
MAP = (
    ("mBERT (2018), XLM-R (2020)", "104 and 100 languages, one vocabulary", "many languages"),
    ("DeBERTaV3 (2021)", "learns from exchanged words, as ELECTRA", "classification"),
    ("E5 (2022), GTE, BGE (2023)", "a BERT, then pairs of texts as in lesson 14", "search"),
    ("ModernBERT (2024)", "the layer of this lesson; 8,192 tokens", "long texts, code, speed"),
    ("EuroBERT (2025)", "15 languages, 210 M to 2.1 B parameters", "Europe's and more languages"),
)


def batches() -> Captioned:
    """Show RoBERTa's table of batches."""
    check("the middle one is best", ROBERTA[1].perplexity == min(r.perplexity for r in ROBERTA))
    rows = [[*row[:3], *(str(value) for value in row[3:])] for row in ROBERTA]
    caption = (
        "Liu et al. (2019), Table 3: RoBERTa base, the same number of texts in each row. "
        "Perplexity of hidden words, accuracy on MNLI and SST-2."
    )
    return table("19.8", caption, ["batch", "steps", "rate", "perplexity", "MNLI", "SST-2"], rows)


def running_sum(dtype: torch.dtype) -> list[float]:
    """Add the same small number again and again; return the sum after each time."""
    total, added, sums = torch.zeros((), dtype=dtype), torch.tensor(ADDED, dtype=dtype), []
    for _ in range(TIMES):
        total = total + added
        sums.append(total.item())
    return sums


def gradients() -> Tensor:
    """Return the gradients of the mean loss of a small model that are not 0."""
    found, number = live.gradient_of_sum(live.small_model(), live.one_batch(32).whole)
    together = torch.cat([gradient.flatten() for gradient in found]) / number
    return together[together != 0]


def lost(values: Tensor, scale: float = 1.0) -> float:
    """Return which part of some values becomes 0 in fp16."""
    return (values * scale).half().eq(0).double().mean().item()


def rounding() -> Captioned:
    """Show where sums in 16 bits stop, and which gradients fp16 loses."""
    sums, found = {name: running_sum(dtype) for name, dtype in TYPES.items()}, gradients()
    check("bf16 stops at a half, fp16 at 4", (sums["bf16"][-1], sums["fp16"][-1]) == (0.5, 4.0))
    plain, scaled = lost(found), lost(found, SCALE)
    check("a scale saves what fp16 would lose", plain > 20 * scaled)
    check("a tenth loses digits", 0.05 < (found.abs() < NORMAL).double().mean() < 0.15)
    drawn, (left, right) = plt.subplots(1, 2, figsize=(8, 3.2), layout="constrained")
    for name, values in sums.items():
        left.plot(range(1, TIMES + 1), values, label=name)
    left.set(xlabel="additions", ylabel="sum", xticks=[0, TIMES // 2, TIMES])
    left.legend()
    right.hist(found.abs().log10().numpy(), bins=60, range=(-10, -1), log=True)
    for limit, style in ((NORMAL, "--"), (SMALLEST / 2, ":")):
        right.axvline(math.log10(limit), color="0.3", linestyle=style)
    right.set(xlabel="size of a gradient (power of 10)", ylabel="how many")
    return figure(
        headed(drawn, "Sums stop, and small gradients lose digits"),
        "19.9",
        f"Left: {ADDED:g} is added {TIMES:,} times, in three kinds of numbers. Right: gradients of "
        "the path's small model; in fp16 those left of the dashed line lose digits, left of the "
        "dotted line they are 0.",
        alt="Left: the sum in float32 goes to 10, in fp16 it stops at 4, in bf16 at a half. Right: "
        "a heap of gradients, a part of it left of a dashed line, hardly any left of a dotted one.",
    )


def wider() -> Captioned:
    """Show what twice the width did, with LayerNorm after and before."""
    check("the wider one is worse", WIDER[1].race < WIDER[0].race)
    check("with LayerNorm before it is better", WIDER[2].race < WIDER[3].race < WIDER[4].race)
    rows = [[row.name, row.norm, row.parameters, f"{row.race}"] for row in WIDER]
    caption = (
        "Lan et al. (2019, version 1), Table 1, and Shoeybi et al. (2019), Table 5: where "
        "LayerNorm stands, millions of parameters, accuracy on RACE (of different parts: compare "
        "within a paper)."
    )
    return table("19.9", caption, ["model", "LayerNorm", "parameters", "RACE"], rows)


def neobert() -> Captioned:
    """Show NeoBERT's changes, one after the other."""
    rows, before = [], NEOBERT[0][1]
    for name, glue, kept in NEOBERT:
        rows.append([name, f"{glue:.1f}", f"{glue - before:+.1f}" if kept else "", kept])
        before = glue if kept != "no" else before
    caption = (
        "Le Breton et al. (2025), Figure 1 and Table 2: mean of GLUE (development set) after each "
        "change, and the difference to the last one that was kept."
    )
    return table("19.10", caption, ["change", "GLUE", "difference", "kept"], rows)


def speed() -> Captioned:
    """Show how fast encoders of 2018 and of today read."""
    caption = (
        "Warner et al. (2024), Table 2: thousands of tokens a second on one GPU, for texts of 512 "
        "tokens, of varied lengths up to 512, and of 8,192 tokens."
    )
    return table("19.11", caption, ["model", "512", "varied", "long"], [list(row) for row in SPEED])


def models() -> Captioned:
    """Show what came after BERT."""
    caption = "Encoders after BERT: what is new in them, and what to take them for."
    return table("19.12", caption, ["model", "new", "for"], [list(row) for row in MAP])


def interval(losses: Sequence[float], others: Sequence[float]) -> tuple[float, float]:
    """Return the 95% interval of the mean difference of losses with the same seeds."""
    low, high = ttest_rel(losses, others).confidence_interval()
    return float(low), float(high)


def recorded_losses(number: str, caption: str, kind: str, record: Mapping[str, Any]) -> Captioned:
    """Show the losses of each kind of training, at all that it was asked."""
    results = record["results"]
    questions = list(next(iter(results.values()))[0]["loss"])
    rows = [
        [name, *(spread_of(losses_of(runs, question)) for question in questions)]
        for name, runs in results.items()
    ]
    return table(number, caption, [kind, *questions], rows)


def tasks(record: Mapping[str, Any]) -> Captioned:
    """Show what three ways to combine tasks reach at the end."""
    masked, order = (
        {way: losses_of(runs, task) for way, runs in record["results"].items()}
        for task in ("masked", "order")
    )
    guessed = [loss > math.log(2) for loss in order["cumulative"]]
    check("two seeds of cumulative guess the order", sum(guessed) == 2)
    check("sequential knows the order", max(order["sequential"]) < math.log(2))
    check("what comes first is forgotten", min(masked["sequential"]) > 1.5 * max(masked["joint"]))
    check("cumulative is best at it", max(masked["cumulative"]) < min(masked["joint"]))
    caption = (
        "Held-out losses (nats) of all three tasks after the last update, 3 seeds: mean, lowest "
        "and highest."
    )
    return recorded_losses("19.13", caption, "way", record)


def rates(record: Mapping[str, Any]) -> Captioned:
    """Show what was learned with several proportions of hidden characters."""
    losses = {
        rate: {name: losses_of(runs, rate) for name, runs in record["results"].items()}
        for rate in ("15%", "50%")
    }
    few, half = losses["15%"], losses["50%"]
    more_asked = few.pop("15% hidden, 30% asked")
    pairs = zip(few["30%"], few["15%"], few["30% hidden, 15% asked"], strict=True)
    check("30% help if they are asked for, and harm else", all(a < b < c for a, b, c in pairs))
    paid = ((more_asked, few["15%"]), (few["30%"], few["30% hidden, 15% asked"]))
    check("more answers pay", all(interval(*pair)[1] < 0 for pair in paid))
    check("more answers are best", max(more_asked) < min(map(min, few.values())))
    check("50% are about as good as 15%", abs(fmean(few["50%"]) - fmean(few["15%"])) < 0.05)
    check("80% are worse", min(few["80%"]) > max(few["15%"]))
    check("any rate is behind 50%, even there", min(half["any"]) > max(half["50%"]))
    caption = (
        "Held-out loss (nats) where 15% and where 50% of the characters are hidden, after 800 "
        "updates; 3 seeds: mean, lowest and highest."
    )
    return recorded_losses("19.14", caption, "hidden in training", record)


def order(record: Mapping[str, Any]) -> Captioned:
    """Show the loss on articles in their own order while the order of the training text differs."""
    losses = [losses_of(runs) for runs in record["results"].values()]
    intervals = [interval(*pair) for pair in combinations(losses, 2)]
    check("no order is ahead by more than chance", all(low < 0 < high for low, high in intervals))
    drawn, axes = plt.subplots(figsize=(7, 3.2), layout="constrained")
    for name, runs in record["results"].items():
        lines = zip(*(run["curve"] for run in runs), strict=True)
        points = [(one[0]["step"], fmean(o["held_out_masked_lm"] for o in one)) for one in lines]
        axes.plot(*zip(*points, strict=True), label=f"{name}: {spread_of(losses_of(runs))}")
    axes.set(xlabel="updates", ylabel="held-out loss (nats)")
    axes.legend()
    return figure(
        headed(drawn, "The same sentences in three orders"),
        "19.10",
        "Held-out loss of articles in their own order, mean of 3 seeds; in the legend the loss "
        "after the last update: mean, lowest and highest.",
        alt="Three curves that fall.",
    )
