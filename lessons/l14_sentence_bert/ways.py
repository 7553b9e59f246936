"""What each way to sentence vectors found, read from the recorded run."""

from lessons.l14_sentence_bert.experiments import second_look
from lessons.l14_sentence_bert.experiments.sentence_objectives import KEPT
from lessons.l14_sentence_bert.triples import neighbors

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import torch
from jaxtyping import Float, Int
from safetensors.torch import load_file
from scipy.stats import spearmanr
from torch import Tensor

from bertlab.datasets import lee
from bertlab.datasets.generated.paraphrases import paraphrases
from bertlab.vectors.ranking import bootstrap_interval

TRAINED = ("classification", "regression", "triplet", "in-batch", "in-batch + hard")
WAYS = ("TF-IDF", "the start", *TRAINED, "minilm")
RECORDED = {  # what the run calls a way, where the lesson says it in other words
    "the start": "untuned",
    "in-batch": "in-batch, no hard negatives",
    "in-batch + hard": "in-batch",
}
PLACES = ("paraphrases", "neighbors", "lee")
DRAWS = 200


class Score(NamedTuple):
    """What a way reaches at a place.

    Attributes:
        mean: Over the seeds.
        sd: Over the seeds; 0 if there is one.
        low: The lower end of the 95% interval over the units that were sampled.
        high: The upper end.
    """

    mean: float
    sd: float
    low: float
    high: float


Lead = tuple[float, float, float]  # the mean, and the ends of its 95% interval


@cache
def kept() -> dict[str, Tensor]:
    """Return what the run kept: for each way and place a row for each seed."""
    return load_file(KEPT)


def _kept_of(way: str, place: str) -> Tensor:
    return kept()[f"{RECORDED.get(way, way)}/{place}"]


def right(way: str, place: str) -> Float[Tensor, "S N"]:
    """Return for each seed and query whether what belongs to it came first."""
    return (_kept_of(way, place) == 1).double()


def units(place: str) -> Sequence[object]:
    """Return of each query what was sampled: an event or an article."""
    if place == "paraphrases":
        return [pair.event for pair in paraphrases().test]
    return neighbors().articles * 2


def score(way: str, place: str) -> Score:
    """Return what a way reaches at one of ``PLACES``."""
    if place == "lee":
        found, drawn = _agreement(way)
        return Score(found.mean().item(), _sd(found), *_middle(drawn))
    found = right(way, place)
    interval = bootstrap_interval(found.mean(dim=0), seed=0, groups=units(place))
    return Score(found.mean().item(), _sd(found.mean(dim=1)), *interval)


def lead(way: str, other: str, place: str) -> Lead:
    """Return by how much a way is ahead of another, and the interval over the same units."""
    if place == "lee":
        (found, drawn), (others, others_drawn) = _agreement(way), _agreement(other)
        return ((found.mean() - others.mean()).item(), *_middle(drawn - others_drawn))
    difference = right(way, place).mean(dim=0) - right(other, place).mean(dim=0)
    return (
        difference.mean().item(),
        *bootstrap_interval(difference, seed=0, groups=units(place)),
    )


def answers(way: str) -> Float[Tensor, " N"]:
    """Return for each test paraphrase in how many of the seeds its partner came first, 0 to 1."""
    return right(way, "paraphrases").mean(dim=0)


def events() -> Int[Tensor, " N"]:
    """Return the number of the event that each test paraphrase tells of."""
    told = units("paraphrases")
    places = {event: place for place, event in enumerate(dict.fromkeys(told))}
    return torch.tensor([places[event] for event in told])


def drawn_events(draws: int) -> list[list[int]]:
    """Draw as many events as there are, with repetition, some times."""
    number = int(events().max()) + 1
    generator = torch.Generator().manual_seed(0)
    return torch.randint(number, (draws, number), generator=generator).tolist()


def second_looks() -> tuple[dict[str, Score], Lead]:
    """Return where the partner is first before and after the second look, and the difference.

    The intervals are over the events that the queries tell of.
    """
    found = load_file(second_look.KEPT)
    before, after = (
        (orders[..., 0] == torch.arange(orders.shape[-2])).double()
        for orders in (found["candidates"][None], found["orders"])
    )
    events = [pair.event for pair in paraphrases().test[: before.shape[1]]]
    scores = {}
    for name, right in (("one look", before), ("two looks", after)):
        interval = bootstrap_interval(right.mean(dim=0), seed=0, groups=events)
        scores[name] = Score(right.mean().item(), _sd(right.mean(dim=1)), *interval)
    gain = after.mean(dim=0) - before[0]
    return scores, (gain.mean().item(), *bootstrap_interval(gain, seed=0, groups=events))


def _sd(values: Tensor) -> float:
    return values.std().item() if len(values) > 1 else 0.0


@cache
def _agreement(way: str) -> tuple[Tensor, Tensor]:
    """Return the agreement with people for each seed, and its mean in each drawn sample."""
    cosines = torch.stack([_square(row.double()) for row in _kept_of(way, "lee")])
    people = torch.from_numpy(lee().similarities.copy())
    everybody = torch.arange(len(people))
    found = torch.tensor([_correlation(each, people, everybody) for each in cosines])
    generator = torch.Generator().manual_seed(0)  # the same samples for every way
    drawn = torch.randint(len(people), (DRAWS, len(people)), generator=generator)
    means = torch.tensor(
        [[_correlation(each, people, rows) for each in cosines] for rows in drawn]
    ).mean(dim=1)
    return found, means


def _middle(drawn: Float[Tensor, " S"]) -> tuple[float, float]:
    """Return the ends of the middle 95%."""
    low, high = drawn.quantile(torch.tensor([0.025, 0.975])).tolist()
    return low, high


def _square(cosines: Float[Tensor, " P"]) -> Float[Tensor, "N N"]:
    """Return the cosines of all pairs as a symmetric matrix."""
    size = round((1 + (1 + 8 * len(cosines)) ** 0.5) / 2)
    one, other = torch.combinations(torch.arange(size)).T
    found = torch.eye(size, dtype=cosines.dtype)
    found[one, other] = found[other, one] = cosines
    return found


def _correlation(
    cosines: Float[Tensor, "N N"], people: Float[Tensor, "N N"], drawn: Int[Tensor, " n"]
) -> float:
    one, other = torch.combinations(drawn).T
    different = one != other  # a document drawn twice is no pair
    rows = one[different], other[different]
    return float(spearmanr(cosines[rows], people[rows]).statistic)
