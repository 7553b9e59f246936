"""Figures and tables on spelling, each with its number, caption and words."""

from lessons.l16_what_to_mask import diagrams
from lessons.l16_what_to_mask.spelling import control, oracle, recorded
from lessons.l16_what_to_mask.spelling.sentences import best_by_hiding, tokenizer

from collections.abc import Mapping, Sequence

import matplotlib.pyplot as plt
from matplotlib.figure import Figure
from matplotlib.ticker import PercentFormatter

from workbook.captions import Captioned, figure, table
from workbook.charts import (
    Row,
    beside,
    dot,
    headed,
    proportion_row,
    proportions_on,
)
from workbook.claims import check
from workbook.path import explore, text

FARM, LEADERS = "飞机在鸡场降落。", "各国领倒人出席了会议。"
UNTRAINED, TRAINED = ("counts", "hiding"), ("fine-tuned", "no mask", "soft mask")
RATES = ("precision", "recall", "F1", "false alarms")


def rarest() -> Captioned:
    """Show how many errors are found by marking the rarest characters."""
    found = recorded.run()["results"]["rarest"]
    alike, by_frequency = found["alike"], found["by frequency"]
    check("over half of equally likely errors, under a quarter of the others",
          alike > 0.5 and by_frequency < 0.25)  # fmt: skip
    rows = [
        ["each homophone equally likely", f"{alike:.0%}"],
        ["homophones drawn by frequency", f"{by_frequency:.0%}"],
    ]
    return table(
        "16.6", "Errors found by marking the rarest characters.", ["errors", "found"], rows
    )


def hiding_example() -> Captioned:
    """Show for each character of a sentence the homophone that fits best, and how much better."""
    [best] = best_by_hiding([tokenizer().text_ids(FARM)], oracle.plain_bert())
    margin = recorded.run()["results"]["margins"]["hiding"]
    pieces = [tokenizer().vocabulary[int(piece)] if better > -100 else "" for piece, better in best]
    check("the chicken alone is changed, to the machine of the airport",
          [p for p, (_, better) in zip(pieces, best, strict=True) if better > margin] == ["机"]
          and pieces.index("机") == FARM.index("鸡"))  # fmt: skip
    better = [f"{nats:+.0f}" if nats > -100 else "" for _, nats in best]
    return table(
        "16.7",
        "Each character hidden in turn: the homophone that fits best, and by how many nats better "
        f"than what is written. The margin is {margin} nats.",
        ["written", *FARM],
        [["best homophone", *pieces], ["nats", *better]],
    )


def untrained() -> Captioned:
    """Show what two correctors without training do on 1,500 sentences."""
    first = recorded.run()["results"]["given the place"]
    rates = {name: recorded.rates(name) for name in UNTRAINED}
    check("hiding is ahead of counting", recorded.f1_difference("hiding", "counts").low > 0.1)
    check("errors are hard to find, easy to mend",
          min(first[name] - rates[name][1] for name in UNTRAINED) > 0.2)  # fmt: skip
    rows = [[name, f"{first[name]:.0%}", *_percent(rates[name])] for name in UNTRAINED]
    return table(
        "16.8",
        "Two correctors on 1,500 test sentences. *Known*: if somebody says where an error is, how "
        "often the right homophone comes first.",
        ["", "known", *RATES],
        rows,
    )


def _percent(rates: Sequence[float], digits: int = 0) -> list[str]:
    return [f"{rate:.{digits}%}" for rate in rates]


def soft_masked() -> Captioned:
    """Show how Soft-Masked BERT is made."""
    return figure(
        diagrams.soft_masked(),
        "16.10",
        "Soft-Masked BERT. The detector reads the embeddings $e$ and says of each character with "
        "what probability $p$ it is wrong.",
        alt="A sentence becomes embeddings e. A detector reads e and gives p. A box mixes: p times "
        "the vector of [MASK] plus 1 - p times e. BERT reads the mixture, e is added to what it "
        "returns, and the sum gives the mended sentence.",
    )


def correctors() -> Captioned:
    """Show which of five correctors is best, and whether the soft mask beats its control."""
    names = (*UNTRAINED, *TRAINED)
    rows = {name: recorded.f1(name) for name in names}
    rates = {name: recorded.rates(name) for name in names}
    soft = recorded.f1_difference("soft mask", "no mask")
    best = max(rows, key=lambda name: rows[name].mean)
    check("hiding has the highest F1", best == "hiding")
    check("and the most false alarms but for counting", rates["counts"][-1] > rates["hiding"][-1]
          > max(rates[name][-1] for name in TRAINED))  # fmt: skip
    check("no gain of the soft mask is seen; an interval twice as wide ends below 4 points",
          soft.low < 0 < soft.high and 2 * soft.high - soft.mean < 0.04)  # fmt: skip
    mean, low, high = (100 * value for value in soft[:3])
    return table(
        "16.9",
        f"Five correctors on 1,500 test sentences. F1 of the soft mask minus that of its "
        f"control, *no mask*: {mean:+.1f} points (95% interval {low:+.1f} to {high:+.1f}).",
        ["", *RATES],
        [[name, *_percent(rates[name], 1)] for name in names],
    )


def strict_hiding() -> Captioned:
    """Show hiding with a margin that gives no more false alarms than the trained correctors."""
    strict = recorded.strict_hiding(oracle.plain_bert(), TRAINED, sentences=500)
    check("its recall is above that of each", min(
        row.low for row in strict.recall_differences.values()) > 0)  # fmt: skip
    alarms = [rates[-1] for rates in strict.rates.values()]
    check("with no more false alarms", alarms[0] <= min(alarms[1:]))
    nearest = min(strict.recall_differences.values(), key=lambda row: row.mean)
    mean, low, high = (100 * value for value in nearest[:3])
    return table(
        "16.10",
        f"500 test sentences; hiding with a margin of {strict.margin} nats, chosen on the other "
        f"1,000. Its recall is above the next by {mean:.0f} points (95% interval {low:.0f} to "
        f"{high:.0f}).",
        ["", *RATES],
        [[name, *_percent(rates)] for name, rates in strict.rates.items()],
    )


def suspicion() -> Captioned:
    """Show how suspicious the detector is of wrong and of right characters."""
    wrong, right = oracle.p_of_characters()
    check("p is low at wrong characters, and higher than at right ones",
          wrong.mean() < 0.2 and wrong.mean() > right.mean())  # fmt: skip
    rows = [
        [f"{len(p):,} {name} characters", f"{p.mean():.1%}", f"{(p > 0.5).float().mean():.1%}"]
        for name, p in (("wrong", wrong), ("right", right))
    ]
    return table(
        "16.11",
        "The detector of the first seed on 300 test sentences.",
        ["", "mean p", "p above 1/2"],
        rows,
    )


def masks(soft_mask: oracle.SoftMask) -> Captioned:
    """Show what the corrector mends and spoils with its own mask, none, and an oracle's.

    Args:
        soft_mask: The student's.
    """
    found = {name: oracle.score(each, soft_mask) for name, each in oracle.readers().items()}
    own, none, told, no_residual, _ = found.values()
    check("the oracle's mask helps", told.mended > 1.2 * own.mended)
    check("its own does nothing", abs(own.mended - none.mended) < 5)
    check("the residual copies errors", no_residual.mended > 1.3 * told.mended)
    check("and saves right characters", no_residual.spoiled > 5 * told.spoiled
          and no_residual.spoiled - told.spoiled > no_residual.mended - told.mended)  # fmt: skip
    wrong, right = map(len, oracle.p_of_characters())
    rows = {name: proportion_row(each.mended, wrong) for name, each in found.items()}
    spoiled = {name: proportion_row(each.spoiled, right) for name, each in found.items()}
    values = "; ".join(
        f"{name}: {rows[name].mean:.0%} and {spoiled[name].mean:.1%}" for name in found
    )
    return figure(
        draw_masks(rows, spoiled, "A better mask would help; the residual copies errors"),
        "16.11",
        f"The same corrector with other masks, through your function: {wrong:,} wrong and "
        f"{right:,} right characters, 95% intervals over characters.",
        alt=f"Five rows; wrong characters mended and right ones spoiled. {values}.",
    )


def draw_masks(mended: Mapping[str, Row], spoiled: Mapping[str, Row], title: str) -> Figure:
    """Draw what is mended and what is spoiled, side by side.

    Args:
        mended: By name, the proportion of wrong characters.
        spoiled: The same names, the proportion of right characters.
        title: What is to be seen.
    """
    drawn, (left, right) = plt.subplots(1, 2, figsize=(5.8, 3.2), sharey=True)
    proportions_on(left, mended)
    for position, row in enumerate(spoiled.values()):
        dot(right, position, row, "C1")
        beside(right, position, f"{row.mean:.1%}")
    right.xaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    right.tick_params(left=False)
    left.set_xlabel("wrong ones mended")
    right.set_xlabel("right ones spoiled")
    return headed(drawn, title)


def mend() -> None:
    """Let a reader type a sentence, and show what two correctors make of it."""
    corrector = oracle.corrector()
    hide = control.hiding(oracle.plain_bert(), recorded.run()["results"]["margins"]["hiding"])
    for sentence, right in ((LEADERS, "各国领导人出席了会议。"), (FARM, "飞机在机场降落。")):
        by_hiding = "".join(each.proposed for each in hide(sentence))
        check(f"hiding mends {sentence}", by_hiding == right)
    leaders, farm = corrector.correct(LEADERS), corrector.correct(FARM)
    check("Soft-Masked BERT mends the wrong dao",
          "".join(each.proposed for each in leaders) == "各国领导人出席了会议。")  # fmt: skip
    check("the chicken stays, and p is low", all(each.proposed == each.written for each in farm)
          and max(each.error for each in farm) < 0.15)  # fmt: skip
    p = {each.written: each.error for each in leaders}
    check("xi is as suspicious as dao", p["席"] > 0.9 * p["倒"])
    explore(
        control.both(corrector.correct, hide),
        alt="The characters of a sentence in boxes, twice. Below each stands the probability of an "
        "error, or by how many nats the best homophone is better; a changed one has a thick frame "
        "and the new character above it.",
        sentence=text(LEADERS, label="sentence"),
    )
