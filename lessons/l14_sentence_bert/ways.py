"""What each way to sentence vectors found, read from the recorded run."""

from lessons.l14_sentence_bert.experiments.sentence_objectives import KEPT
from lessons.l14_sentence_bert.triples import neighbors

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from jaxtyping import Float
from safetensors.torch import load_file
from torch import Tensor

from bertlab.datasets.generated.paraphrases import paraphrases
from bertlab.statistics import Estimate, bootstrap_interval, paired_bootstrap

TRAINED = ("classification", "regression", "triplet", "in-batch", "in-batch + hard")
WAYS = ("TF-IDF", "the start", *TRAINED, "minilm")
RECORDED = {  # what the run calls a way, where the lesson says it in other words
    "the start": "untuned",
    "in-batch": "in-batch, no hard negatives",
    "in-batch + hard": "in-batch",
}
PLACES = ("paraphrases", "neighbors")


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
    found = right(way, place)
    interval = bootstrap_interval(found.mean(dim=0), seed=0, groups=units(place))
    return Score(found.mean().item(), _sd(found.mean(dim=1)), *interval)


def lead(way: str, other: str, place: str) -> Estimate:
    """Return by how much a way is ahead of another, and the interval over the same units."""
    ours, theirs = (right(one, place).mean(dim=0) for one in (way, other))
    return paired_bootstrap(ours, theirs, groups=units(place))


def _sd(values: Tensor) -> float:
    return values.std().item() if len(values) > 1 else 0.0
