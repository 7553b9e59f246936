"""What probes and cue experiments found, read from the recorded runs, with intervals."""

from lessons.l15_what_bert_knows.cue_sets import CUE_FREE, spread
from lessons.l15_what_bert_knows.experiments import cues, layer_probes

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import NamedTuple

import torch
from jaxtyping import Float
from safetensors.torch import load_file
from scipy.stats import binomtest
from torch import Tensor

from bertlab.vectors.ranking import bootstrap_interval
from workbook.records import recorded

LAYERS = 5  # the embeddings, and four layers


class Score(NamedTuple):
    """A proportion of right answers.

    Attributes:
        mean: Over the seeds.
        low: The lower end of the 95% interval over what was sampled: lines, or questions.
        high: The upper end.
        seeds: What each seed's model reaches; empty if there are none.
    """

    mean: float
    low: float
    high: float
    seeds: tuple[float, ...] = ()


Lead = tuple[float, float, float]  # the mean, and the ends of its 95% interval


@cache
def _probes() -> dict[str, Tensor]:
    return load_file(layer_probes.KEPT)


@cache
def _cues() -> dict[str, Tensor]:
    return load_file(cues.KEPT)


def _seeds() -> list[int]:
    return layer_probes.CONFIGURATION["seeds"]


def _values(task: str, way: str, layer: int | None) -> tuple[Tensor, list[tuple[int, int]]]:
    """Return what is right with all seeds, one after the other, and the line of each."""
    rows, lines = [], []
    for seed in _seeds():
        right = _probes()[f"{task}/{way}/{seed}"].double()
        rows.append(right if layer is None else right[layer])
        lines += [(seed, line) for line in _probes()[f"{task}/lines/{seed}"].tolist()]
    return torch.cat(rows), lines


@cache
def probe_score(task: str, way: str, layer: int | None = None) -> Score:
    """Return what the probes reach; the interval is over lines.

    Args:
        task: One of ``bertlab.probing.characters.TASKS``.
        way: ``"trained"``, ``"random"``, ``"control"``, each with a layer; or ``"usual"``.
        layer: 0 for the embeddings.
    """
    values, lines = _values(task, way, layer)
    low, high = bootstrap_interval(values, seed=0, draws=200, groups=lines)
    return Score(values.mean().item(), low, high)


@cache
def probe_lead(task: str, first: tuple[str, int | None], second: tuple[str, int | None]) -> Lead:
    """Return by how much one probe is ahead of another, character by character.

    Args:
        task: What is asked.
        first: A way and a layer, as ``probe_score`` takes them.
        second: What it is compared with.
    """
    (a, lines), (b, _) = _values(task, *first), _values(task, *second)
    low, high = bootstrap_interval(a - b, seed=0, draws=200, groups=lines)
    return (a - b).mean().item(), low, high


def selectivity(task: str, layer: int) -> float:
    """Return by how much the probe is better at its task than at the control task."""
    return probe_score(task, "trained", layer).mean - probe_score(task, "control", layer).mean


def cue_score(name: str, broken: float, test: str) -> Score:
    """Return what the models reach; the interval is over questions (twins of overlap).

    Args:
        name: One of ``cue_sets.SETS``.
        broken: The proportion of broken cues in training.
        test: ``"intact"``, ``"broken"`` or, of overlap, ``"new frames"``.
    """
    right = _cues()[f"{name}/{broken}/{test}"].double()
    twins = [place // 2 if name == "overlap" else place for place in range(right.shape[1])]
    return _score(right, twins)


def _score(right: Float[Tensor, "S N"], groups: Sequence[int] | None = None) -> Score:
    """Return the mean over seeds and questions, its interval over questions, and each seed's."""
    low, high = bootstrap_interval(right.mean(dim=0), seed=0, draws=500, groups=groups)
    return Score(right.mean().item(), low, high, tuple(right.mean(dim=1).tolist()))


def overlap_models() -> dict[str, Score]:
    """Return what was learned of overlap: the control, the horse, and the control's limits."""
    return {
        "control:\ncue broken": cue_score("overlap", 1.0, "broken"),
        "horse:\ncue intact": cue_score("overlap", 0.0, "intact"),
        "horse:\ncue broken": cue_score("overlap", 0.0, "broken"),
        "control:\nnew frames": cue_score("overlap", 1.0, "new frames"),
    }


def halves(name: str, helps: str, misleads: str) -> dict[str, Score]:
    """Return the control's score, and the horse's on the two halves of the broken test.

    Args:
        name: ``"not"`` or ``"distractor"``.
        helps: What the half is called in which the cue gives the right answer.
        misleads: What the other half is called.
    """
    generator = Random(f"{name}/test/{cues.TEST_SEED}")  # as the test questions were drawn
    broken = torch.tensor(spread(cues.CONFIGURATION["test"], CUE_FREE[name], generator))
    right = _cues()[f"{name}/0.0/broken"].double()
    return {
        "control:\nboth halves": cue_score(name, CUE_FREE[name], "broken"),
        f"horse:\n{helps}": _score(right[:, ~broken]),
        f"horse:\n{misleads}": _score(right[:, broken]),
    }


def of_seeds(name: str, broken: float, test: str) -> list[float]:
    """Return the proportion that each seed's model has right."""
    return recorded("cues")["results"][name][str(broken)][test]


def worst_seed(name: str, broken: float, test: str) -> float:
    """Return the lowest proportion over the seeds."""
    return min(of_seeds(name, broken, test))


def best_seed(name: str, broken: float, test: str) -> float:
    """Return the highest proportion over the seeds."""
    return max(of_seeds(name, broken, test))


def does_not_follow(broken: float, test: str = "broken") -> Score:
    """Return the score of overlap on the pairs of which the second text does not follow."""
    right = _cues()[f"overlap/{broken}/{test}"].double()[:, 1::2]
    return _score(right)


def does_not_follow_by_seed(broken: float) -> list[float]:
    """Return the same for each seed's model, where the cue is broken."""
    return _cues()[f"overlap/{broken}/broken"].double()[:, 1::2].mean(dim=1).tolist()


def follows(broken: float) -> float:
    """Return what the worst seed's model has right of the pairs that follow, cue broken."""
    return _cues()[f"overlap/{broken}/broken"].double()[:, ::2].mean(dim=1).min().item()


def counted(right: int, asked: int) -> Score:
    """Return a proportion of a few trials with its 95% interval (Wilson)."""
    interval = binomtest(right, asked).proportion_ci(method="wilson")
    return Score(right / asked, interval.low, interval.high)
