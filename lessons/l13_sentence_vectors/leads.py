"""Who is ahead? The interval of a lead over whole articles, and the task that asks for it."""

from lessons.l13_sentence_vectors.experiments import sentence_vectors, simcse

from collections.abc import Callable, Sequence

import torch
from jaxtyping import Float, Int
from torch import Tensor

from bertlab.datasets import lee
from bertlab.model.checkpoint import read_tensors
from bertlab.statistics import Estimate, bootstrap_interval, paired_bootstrap, percentile_interval
from bertlab.vectors.ranking import spearman_difference
from workbook.exercises.tasks import task

Ranks = Int[Tensor, " N"]
Lead = Callable[[Ranks, Ranks, list[str], int], tuple[float, float]]
COLUMNS = {"editorials": "neighbors", "paraphrases": "paraphrases"}


def lead_of(first: str, second: str, which: str = "editorials") -> tuple[float, float]:
    """Return the 95% interval of the lead of one way over another, from the ranks that were kept.

    Args:
        first: A way; one that was trained counts with the mean over its seeds.
        second: Another one.
        which: ``"editorials"`` or ``"paraphrases"``.
    """
    groups = sentence_vectors.test_pairs(None)[which].groups
    ours, theirs = (_reciprocals(name, which) for name in (first, second))
    _, low, high = paired_bootstrap(ours, theirs, groups=groups)
    return low, high


def line(first: str, second: str, which: str = "editorials") -> str:
    """Return two short lines: who is compared, and the lead with its interval."""
    low, high = lead_of(first, second, which)
    value = (_reciprocals(first, which) - _reciprocals(second, which)).mean().item()
    one, other = (name.replace("minilm-words, ", "") for name in (first, second))
    numbers = f"{value:+.3f} [{low:+.3f}, {high:+.3f}]"
    return f"{one} minus {other}\n  {COLUMNS[which]}: {numbers}"


def on_people(ours: Float[Tensor, "N D"], theirs: Float[Tensor, "N E"]) -> Estimate:
    """Return by how much vectors of the ``lee`` documents agree better than others, on the same."""
    people = torch.from_numpy(lee().similarities.copy())
    return spearman_difference(ours.double(), theirs.double(), people, seed=0, draws=200)


def widths(first: str, second: str) -> tuple[float, float]:
    """Return how wide the interval of a lead is, and how wide if each way is drawn on its own."""
    groups = sentence_vectors.test_pairs(None)["editorials"].groups
    low, high = lead_of(first, second)
    ours, theirs = (_reciprocals(name, "editorials") for name in (first, second))
    below, above = _apart(ours, theirs, groups)
    return high - low, above - below


def ranks_of(name: str, which: str = "editorials") -> Ranks:
    """Return the ranks that were kept of a way without training, for each query."""
    return read_tensors(sentence_vectors.KEPT)[f"{which}/{name}"].long()


def _reciprocals(name: str, which: str) -> Float[Tensor, " N"]:
    kept = read_tensors(sentence_vectors.KEPT)
    if f"{which}/{name}" in kept:
        return 1 / kept[f"{which}/{name}"].double()
    start = f"{which}/{name.removeprefix('minilm-words, ')}/"
    seeds = [one for key, one in read_tensors(simcse.KEPT).items() if key.startswith(start)]
    return torch.stack([1 / ranks.double() for ranks in seeds]).mean(dim=0)


def lead_interval(
    ours: Ranks, theirs: Ranks, articles: Sequence[str], draws: int = 1000
) -> tuple[float, float]:
    """Return the middle 95% of the lead in mean reciprocal rank, over articles drawn again."""
    first, second = (1 / ranks.double() for ranks in (ours, theirs))
    _, low, high = paired_bootstrap(first, second, draws=draws, groups=articles)
    return low, high


def example(number: int = 30, each: int = 6) -> tuple[Ranks, Ranks, list[str]]:
    """Return ranks by two ways; queries of an article are alike, and not beside each other."""
    generator = torch.Generator().manual_seed(0)
    article = torch.arange(number).repeat(each)
    easy, gain = torch.rand(2, number, generator=generator)
    theirs = 1 + (12 * easy[article] * torch.rand(len(article), generator=generator)).long()
    ours = (theirs * (1 - 0.8 * gain[article])).ceil().long()
    return ours, theirs, [f"article {one}" for one in article.tolist()]


def slip(function: Lead) -> str:
    """Say what is wrong with an interval; nothing if it is right."""
    ours, theirs, articles = example()
    found = function(ours, theirs, articles, 4000)
    if not isinstance(found, tuple | list) or len(found) != 2:
        return "Return two numbers: the lower and the upper end of the interval."
    low, high = map(float, found)
    if low >= high:
        return "The lower end comes first, and no interval is empty: draw with replacement."
    known = {"": lead_interval(ours, theirs, articles, 4000), **slips(ours, theirs, articles)}
    away = {words: abs(low - one[0]) + abs(high - one[1]) for words, one in known.items()}
    nearest = min(away, key=lambda words: away[words])
    width = known[nearest][1] - known[nearest][0]
    if away[nearest] < 0.12 * width:
        return nearest
    right = known[""]
    return f"Expected about [{right[0]:.2f}, {right[1]:.2f}], got [{low:.2f}, {high:.2f}]."


def slips(ours: Ranks, theirs: Ranks, articles: Sequence[str]) -> dict[str, tuple[float, float]]:
    """Return the intervals of the known slips, by the advice for each."""
    low, high = lead_interval(ours, theirs, articles, 4000)
    gaps = 1 / ours.double() - 1 / theirs.double()
    ninety = bootstrap_interval(gaps, seed=0, draws=4000, level=0.9, groups=articles)
    alone = bootstrap_interval(gaps, seed=0, draws=4000)
    places = bootstrap_interval(theirs.double() - ours, seed=0, draws=4000, groups=articles)
    return {
        "This is the lead of theirs; subtract the other way round.": (-high, -low),
        "Too narrow: cut off 2.5% at each end, not 5%.": ninety,
        "Too narrow: sentences of one article are no independent cases. Draw articles.": alone,
        "Too wide: both ways have ranked the same queries, so draw once for both.": _apart(
            1 / ours.double(), 1 / theirs.double(), articles
        ),
        "That is a lead in ranks; take the reciprocal of each rank first.": places,
        "That is a lead in ranks, with the wrong sign; take reciprocals first.": (
            -places.high,
            -places.low,
        ),
    }


def _apart(
    ours: Float[Tensor, " N"], theirs: Float[Tensor, " N"], articles: Sequence[str]
) -> tuple[float, float]:
    """Return the interval if each way is drawn on its own."""
    names = list(dict.fromkeys(articles))
    unit = torch.tensor([names.index(one) for one in articles])
    generator = torch.Generator().manual_seed(0)
    means = []
    for values in (ours, theirs):
        sums = torch.zeros(len(names), dtype=torch.float64).index_add(0, unit, values)
        drawn = torch.randint(len(names), (4000, len(names)), generator=generator)
        means.append(sums[drawn].sum(dim=1) / len(values))
    return percentile_interval(means[0] - means[1])


def checked(function: Lead) -> Lead:
    """Say whether an interval is right; return the function, or ours."""
    right = "paired, over whole articles, 95%."
    return task(__name__, "lead_interval", function, lead_interval, slip, right)
