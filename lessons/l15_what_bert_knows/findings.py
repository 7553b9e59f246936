"""What probes and cue experiments found, read from the recorded runs, with intervals."""

from lessons.l15_what_bert_knows.cue_sets import CUE_FREE, spread
from lessons.l15_what_bert_knows.experiments import cues, layer_probes

from collections.abc import Sequence
from functools import cache
from random import Random

import torch
from jaxtyping import Float
from safetensors.torch import load_file
from torch import Tensor

from bertlab.statistics import Estimate, bootstrap_interval, paired_bootstrap
from workbook.charts import Row
from workbook.records import recorded

LAYERS = 5  # the embeddings, and four layers


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
def probe_score(task: str, way: str, layer: int | None = None) -> Row:
    """Return what the probes reach; the interval is over lines.

    Args:
        task: One of ``lessons.l15_what_bert_knows.characters.TASKS``.
        way: ``"trained"``, ``"random"``, ``"control"``, each with a layer; or ``"usual"``.
        layer: 0 for the embeddings.
    """
    values, lines = _values(task, way, layer)
    low, high = bootstrap_interval(values, seed=0, draws=200, groups=lines)
    return Row(values.mean().item(), low, high)


@cache
def probe_lead(
    task: str, first: tuple[str, int | None], second: tuple[str, int | None]
) -> Estimate:
    """Return by how much one probe is ahead of another, character by character.

    Args:
        task: What is asked.
        first: A way and a layer, as ``probe_score`` takes them.
        second: What it is compared with.
    """
    (a, lines), (b, _) = _values(task, *first), _values(task, *second)
    return paired_bootstrap(a, b, draws=200, groups=lines)


def selectivity(task: str, layer: int) -> float:
    """Return by how much the probe is better at its task than at the control task."""
    return probe_score(task, "trained", layer).mean - probe_score(task, "control", layer).mean


def cue_score(name: str, broken: float, test: str) -> Row:
    """Return what the models reach; the interval is over questions (twins of overlap).

    Args:
        name: One of ``cue_sets.SETS``.
        broken: The proportion of broken cues in training.
        test: ``"intact"``, ``"broken"`` or, of overlap, ``"new frames"``.
    """
    right = _cues()[f"{name}/{broken}/{test}"].double()
    twins = [place // 2 if name == "overlap" else place for place in range(right.shape[1])]
    return _score(right, twins)


def _score(right: Float[Tensor, "S N"], groups: Sequence[int] | None = None) -> Row:
    """Return the mean over seeds and questions, its interval over questions, and each seed's."""
    low, high = bootstrap_interval(right.mean(dim=0), seed=0, draws=500, groups=groups)
    return Row(right.mean().item(), low, high, tuple(right.mean(dim=1).tolist()))


def overlap_models() -> dict[str, Row]:
    """Return what was learned of overlap: the control, the horse, and the control's limits."""
    return {
        "control:\ncue broken": cue_score("overlap", 1.0, "broken"),
        "horse:\ncue intact": cue_score("overlap", 0.0, "intact"),
        "horse:\ncue broken": cue_score("overlap", 0.0, "broken"),
        "control:\nnew frames": cue_score("overlap", 1.0, "new frames"),
    }


def halves(name: str, helps: str, misleads: str) -> dict[str, Row]:
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
