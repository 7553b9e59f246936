"""The misconceptions about ``seed_interval``, each a wrong function with advice."""

import torch
from jaxtyping import Float, Int
from torch import Tensor

from workbook.exercises import Misconception

Scores = Float[Tensor, "S N"]
Seeds = Int[Tensor, "R S"]
Lines = Int[Tensor, "R N"]
Ends = tuple[float, float]


def _means(scores: Scores, seeds: Seeds, lines: Lines) -> Float[Tensor, " R"]:
    pairs = zip(seeds, lines, strict=True)
    return torch.stack([scores[some][:, others].mean() for some, others in pairs])


def _ends(leads: Float[Tensor, " R"], cut: float = 0.025) -> Ends:
    ends = torch.tensor([cut, 1 - cut], dtype=leads.dtype)
    low, high = leads.quantile(ends).tolist()
    return low, high


def _only_lines(first: Scores, second: Scores, seeds: Seeds, lines: Lines) -> Ends:
    every = torch.arange(len(first)).expand(len(seeds), -1)
    return _ends(_means(first - second, every, lines))


def _only_seeds(first: Scores, second: Scores, seeds: Seeds, lines: Lines) -> Ends:
    every = torch.arange(first.shape[1]).expand(len(lines), -1)
    return _ends(_means(first - second, seeds, every))


def _apart(first: Scores, second: Scores, seeds: Seeds, lines: Lines) -> Ends:
    of_first, of_second = (_ends(_means(one, seeds, lines)) for one in (first, second))
    return of_first[0] - of_second[1], of_first[1] - of_second[0]


def _end_by_end(first: Scores, second: Scores, seeds: Seeds, lines: Lines) -> Ends:
    of_first, of_second = (_ends(_means(one, seeds, lines)) for one in (first, second))
    return of_first[0] - of_second[0], of_first[1] - of_second[1]


def _other_draws(first: Scores, second: Scores, seeds: Seeds, lines: Lines) -> Ends:
    of_first = _means(first, seeds, lines)
    return _ends(of_first - _means(second, seeds.roll(1, 0), lines.roll(1, 0)))


def _best_seed(first: Scores, second: Scores, seeds: Seeds, lines: Lines) -> Ends:
    leads = [
        first[some][:, others].mean(1).max() - second[some][:, others].mean(1).max()
        for some, others in zip(seeds, lines, strict=True)
    ]
    return _ends(torch.stack(leads))


def _once(first: Scores, second: Scores, seeds: Seeds, lines: Lines) -> Ends:
    apart = first - second
    leads = [
        apart[some.unique()][:, others.unique()].mean()
        for some, others in zip(seeds, lines, strict=True)
    ]
    return _ends(torch.stack(leads))


def _extremes(first: Scores, second: Scores, seeds: Seeds, lines: Lines) -> Ends:
    leads = _means(first - second, seeds, lines)
    return leads.min().item(), leads.max().item()


def _root(first: Scores, second: Scores, seeds: Seeds, lines: Lines) -> Ends:
    leads = _means(first - second, seeds, lines)
    half = 1.96 * leads.std().item() / len(leads) ** 0.5
    return leads.mean().item() - half, leads.mean().item() + half


MISCONCEPTIONS = (
    Misconception(
        "only the lines are drawn",
        "Then the seeds are taken for all there could be. In each drawing, take the seeds of the "
        "row of seeds as well.",
        _only_lines,
    ),
    Misconception(
        "only the seeds are drawn",
        "Other test lines might have been written, too. In each drawing, take the lines of the row "
        "of lines as well.",
        _only_seeds,
    ),
    Misconception(
        "each masker gets an interval of its own",
        "A line is hard for both, so much of the spread is the same. Take the difference in each "
        "drawing first, and the ends last.",
        _apart,
        variants=(_end_by_end,),
    ),
    Misconception(
        "the two maskers get different drawings",
        "A row of seeds and lines is for both maskers: only then is the difference a paired one.",
        _other_draws,
    ),
    Misconception(
        "the lead is that of the second masker",
        "A lead is the score of the first minus that of the second.",
        lambda first, second, seeds, lines: _ends(_means(second - first, seeds, lines)),
    ),
    Misconception(
        "the best seeds are compared",
        "Nobody knows beforehand which seed will be the best. Take the mean of the drawn seeds.",
        _best_seed,
    ),
    Misconception(
        "what is drawn twice counts once",
        "Drawing with replacement means that a seed or a line may count twice, and another not.",
        _once,
    ),
    Misconception(
        "the lowest and the highest drawing are the ends",
        "With more drawings these two go further and further apart. Cut off 2.5% at each end.",
        _extremes,
    ),
    Misconception(
        "the middle 90% are taken",
        "To keep 95%, cut off 2.5% at each end, and not 5%.",
        lambda first, second, seeds, lines: _ends(_means(first - second, seeds, lines), 0.05),
    ),
    Misconception(
        "the spread of the drawings is divided by the root of their number",
        "Then more drawings would make us surer, without one more line or seed. The ends of the "
        "drawings themselves are the interval.",
        _root,
    ),
)
