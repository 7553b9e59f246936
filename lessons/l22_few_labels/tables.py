"""The tables of the path."""

from lessons.l22_few_labels import scores
from lessons.l22_few_labels.scores import RUNS_OF, accuracies
from lessons.l22_few_labels.ways import PATTERNS

from collections.abc import Callable, Mapping, Sequence
from statistics import fmean
from typing import Any

from torch import Tensor

from bertlab.statistics import Estimate
from workbook.captions import Captioned, table
from workbook.claims import check

Interval = Callable[[Tensor], tuple[float, float, float]]
Gains = Mapping[str, Mapping[str, Estimate]]
METHODS = {
    "zero-shot": "zero-shot",
    "calibrated": "zero-shot, calibrated",
    "at the median": "zero-shot, at the median",
    "sentence vectors": "sentence vectors",
    "classifier": "new head",
    "pattern": "cloze (PET)",
    "vectors": "vectors alone (P-tuning)",
    "vectors and all": "vectors and all",
    "VAT": "new head with VAT",
    "pseudo-labels": "new head, pseudo-labels",
    "words replaced": "new head, copies with likely words",
    "words exchanged": "new head, copies with random words (control)",
}
# Su 2021, kexue.fm/archives/8295: validation and test accuracy in percent; and the run of ours that
# comes nearest, if any.
ARTICLE = (
    ("no label: a pattern", 85.17, 84.27, "0", "zero-shot"),
    ("no label: the pattern, and masked words of 20,000 texts", 88.05, 87.53, "", ""),
    ("fine-tuned", 88.93, 89.34, "64", "classifier"),
    ("a pattern (PET)", 89.29, 89.18, "64", "pattern"),
    ("a pattern, and masked words of texts without labels", 90.09, 89.76, "", ""),
    ("vectors (P-tuning), BERT", 89.81, 89.75, "64", "vectors"),
    ("vectors (P-tuning), GPT", 89.30, 88.51, "", ""),
    ("fine-tuned with VAT", 89.83, 90.37, "64", "VAT"),
)


def gains(interval: Interval, record: Mapping[str, Any]) -> Gains:
    """Return how much better each way is than the classifier, by the student's interval.

    Args:
        interval: The student's function.
        record: The record.

    Returns:
        For 16 and 64 labels: by way, the difference of accuracies.
    """
    ways = [way for way in METHODS if way != "classifier"]
    return {
        number: {
            way: Estimate(*map(float, interval(scores.differences(number, way, "classifier"))))
            for way in ways
            if way in record["results"][number]
        }
        for number in ("16", "64")
    }


def methods(record: Mapping[str, Any], gains: Gains) -> Captioned:
    """Show every method with every number of labels, and how much better it is than a new head.

    Args:
        record: The record.
        gains: See there.
    """
    results = record["results"]
    rows = []
    for run, name in METHODS.items():
        cells = [_percent(accuracies(record, "0", run)) if run in results["0"] else ""]
        for number in ("16", "64"):
            if run not in results[number]:
                cells += ["", ""]
                continue
            cells.append(_percent(accuracies(record, number, run)))
            cells.append(points(gains[number][run]) if run in gains[number] else "")
        many = results["2000"]
        cells.append(_percent(accuracies(record, "2000", run)) if run in many else "")
        few = "0" if run in results["0"] else "16"
        rows.append([name, *cells, f"{fmean(scores.aucs(record, few, run)):.2f}"])
    better = [scores.is_better(n, run, "classifier") for n, each in gains.items() for run in each]
    check("no way is better for sure", not any(better))
    area = scores.auc_difference(record, "16", "pattern", "classifier")
    check("a cloze orders reviews better than a new head", area.low > 0)
    areas = ", ".join(f"{order(record, n)} with {n} labels" for n in gains)
    columns = ["", "0", "16", "more than new head", "64", "more than new head", "2,000", "AUC"]
    caption = (
        f"Accuracy on {scores.TEST} test reviews (recorded), by the number of labels; means over "
        f"{scores.draws_of(record, '16', '64', '2000')}. *More than new head*: points, with the "
        "same labels, and a 95% interval over draws, by your `interval`. *AUC*: with 16 labels, or "
        f"with none. AUC of the cloze, more than new head: {areas}."
    )
    return table("22.1", caption, columns, rows)


def _percent(values: Sequence[float]) -> str:
    return f"{fmean(values):.1%}"


def points(estimate: Estimate) -> str:
    """Return a difference and its interval, in points."""
    return f"{100 * estimate.mean:+.1f} [{100 * estimate.low:+.1f}, {100 * estimate.high:+.1f}]"


def order(record: Mapping[str, Any], number: str) -> str:
    """Return how much better a cloze orders the reviews than a new head, in points."""
    return points(scores.auc_difference(record, number, "pattern", "classifier"))


def patterns(record: Mapping[str, Any]) -> Captioned:
    """Show all patterns, what 16 or 64 labels would choose, and what the test would."""
    columns = {  # title: (labels that choose, group, runs)
        "zero-shot": ("16", "0", RUNS_OF["zero-shot"]),
        "at the median": ("16", "0", RUNS_OF["at the median"]),
        "16 labels": ("16", "16", RUNS_OF["pattern"]),
        "64 labels": ("64", "64", RUNS_OF["pattern"]),
    }
    rows = [[pattern] for pattern in PATTERNS]
    gains, rest = [], []
    rows += [["*the mean of the five*"], ["*chosen by the labels*"], ["*the best by the test*"]]
    for number, group, runs in columns.values():
        means = [fmean(accuracies(record, group, run)) for run in runs]
        choice = fmean(scores.by_choice(record, number, runs))
        gains.append(choice - fmean(means))
        rest.append(max(means) - choice)
        for row, value in zip(rows, [*means, fmean(means), choice, max(means)], strict=True):
            row.append(f"{value:.1%}")
    check("the labels choose hardly better than chance", max(map(abs, gains)) < 0.02)
    check("the best by the test promises up to 5 points more", min(rest) > 0 and max(rest) > 0.045)
    caption = (
        f"Accuracy on {scores.TEST} test reviews (recorded; means over "
        f"{scores.draws_of(record, '16', '64')}). *Chosen by the labels*: the pattern that has "
        "most of the 16 (or 64) labelled texts right before it learns; of several, their mean. The "
        "last row looks at the test reviews: you cannot have it, and papers have it often."
    )
    return table("22.3", caption, ["pattern", *columns], rows)


def article() -> Captioned:
    """Show the article's table, beside the nearest runs of ours."""
    rows = []
    for name, validation, test, group, run in ARTICLE:
        ours = f"{scores.right(group, run).mean():.1%}" if run else ""
        rows.append([name, f"{validation:.2f}", f"{test:.2f}", ours])
    tested = {name: test for name, _, test, *_ in ARTICLE}
    check("VAT is best on test", max(tested, key=tested.__getitem__) == "fine-tuned with VAT")
    check("plain fine-tuning beats a pattern", tested["fine-tuned"] > tested["a pattern (PET)"])
    best = max(ARTICLE, key=lambda row: row[1])[0]
    check(
        "validation has another winner",
        best == "a pattern, and masked words of texts without labels",
    )
    caption = (
        "Su (2021): Chinese reviews, RoBERTa of base size, about 200 labels; accuracy in percent. "
        "One run each, and the best epoch by all labels of the validation set. At the right, the "
        "nearest of ours: English, a smaller model, 64 labels (0 in the first row)."
    )
    return table("22.2", caption, ["", "validation", "test", "ours"], rows)
