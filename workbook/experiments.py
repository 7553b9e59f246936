"""The runner of experiments: every variant with every seed, on one thread, part by part.

An experiment says what one variant gives with one seed: entries for its record, and tensors (such
as logits) that are kept beside it, so that its scores can be computed again:

    def part(variant, seed):
        ...
        return {"accuracy": accuracy(logits, labels)}, {"logits": logits.half()}

    runs = run_variants(["frozen", "fine-tuned"], [0, 1, 2], part)
    runs.keep(path, "{variant}")  # the seeds' logits as one tensor, under the variant's name
    runs.by_seed()  # {"frozen": {"accuracy": [0.7, 0.72, 0.69]}, "fine-tuned": ...}

A part that takes long is done once: ``resumable_part`` stores it, and an interrupted run goes on
there. ``run_resumable`` does so for a configuration that has its variants.
"""

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import torch
from torch import Tensor

from bertlab.files import write_atomically
from bertlab.model.checkpoint import read_tensors, write_tensors
from bertlab.training.provenance import PROJECT

Variant = TypeVar("Variant", str, float)
Part = tuple[dict[str, Any], dict[str, Tensor]]  # what is recorded, and what is kept beside it


@contextmanager
def threads(number: int) -> Iterator[None]:
    """Let torch use some threads, and then as many as before: sums depend on how many there are."""
    before = torch.get_num_threads()
    torch.set_num_threads(number)
    try:
        yield
    finally:
        torch.set_num_threads(before)


def one_thread() -> AbstractContextManager[None]:
    """Let torch use one thread: its sums, and so what is recorded, are the same on any machine."""
    return threads(1)


class Runs(NamedTuple):
    """What all variants gave with all seeds.

    Attributes:
        seeds: Of each variant.
        entries: For each variant a list over seeds.
        tensors: Likewise, by name.
    """

    seeds: list[int]
    entries: dict[str, list[dict[str, Any]]]
    tensors: dict[str, list[dict[str, Tensor]]]

    def by_seed(self) -> dict[str, dict[str, list[Any]]]:
        """Return for each variant and each name of its entries a list over seeds."""
        return {
            variant: {name: [one[name] for one in found] for name in found[0]}
            for variant, found in self.entries.items()
        }

    def keep(self, path: Path, key: str) -> None:
        """Store the tensors.

        Args:
            path: The file.
            key: A tensor's name in it, of ``{variant}``, ``{name}`` and ``{seed}``. Without the
                seed, one tensor holds those of all seeds, (S, ...).

        Raises:
            ValueError: If two tensors would have one name.
        """
        several: dict[str, list[Tensor]] = {}
        for variant, found in self.tensors.items():
            for seed, tensors in zip(self.seeds, found, strict=True):
                for name, tensor in tensors.items():
                    place = key.format(variant=variant, name=name, seed=seed)
                    several.setdefault(place, []).append(tensor)
        stacked = "{seed}" not in key
        for place, same in several.items():
            if len(same) != (len(self.seeds) if stacked else 1):
                raise ValueError(f"{len(same)} tensors would be kept as {place!r}")
        kept = {k: torch.stack(same) if stacked else same[0] for k, same in several.items()}
        write_tensors(path, kept)


def run_variants(
    variants: Iterable[Variant], seeds: Iterable[int], part: Callable[[Variant, int], Part]
) -> Runs:
    """Return what every variant gave with every seed, on one thread.

    Args:
        variants: What is compared: names, or rates.
        seeds: Of each variant. All variants have a seed before the next one begins.
        part: Returns what one variant and seed gave.
    """
    names, seeds = list(variants), list(seeds)
    runs = Runs(seeds, {str(name): [] for name in names}, {str(name): [] for name in names})
    with one_thread():
        for seed in seeds:
            for name in names:
                entries, tensors = part(name, seed)
                runs.entries[str(name)].append(entries)
                runs.tensors[str(name)].append(tensors)
    return runs


def stored_entries(path: Path, configuration: dict[str, Any]) -> dict[str, Any]:
    """Read a part of a run that was interrupted.

    Raises:
        ValueError: If it was made with another configuration.
    """
    stored = json.loads(path.read_text(encoding="utf-8"))
    if stored["configuration"] != json.loads(json.dumps(configuration)):
        raise ValueError(f"{path} was made with other settings: {stored['configuration']}")
    return stored["entries"]


def store_entries(path: Path, configuration: dict[str, Any], entries: dict[str, Any]) -> None:
    """Keep a part of a run that is done, so that an interrupted run goes on from there."""
    path.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps({"configuration": configuration, "entries": entries})
    write_atomically(path, text.encode())


def resumable_part(
    path: Path, configuration: dict[str, Any], keep: bool, make: Callable[[], Part]
) -> Part:
    """Return a part of a run: from the state of an interrupted one if it is there, else made.

    Args:
        path: Where its entries are kept; its tensors lie beside them.
        configuration: What decides the result.
        keep: Whether the state is read and written; a slice does neither.
        make: Makes the part.

    Raises:
        ValueError: If the state was made with another configuration.
    """
    beside = path.with_suffix(".safetensors")
    if keep and path.is_file():
        return stored_entries(path, configuration), read_tensors(beside)
    entries, tensors = make()
    if keep:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_tensors(beside, tensors)  # first: entries say that a part is whole
        store_entries(path, configuration, entries)
    return entries, tensors


def run_resumable(
    configuration: dict[str, Any],
    names: str,
    learned: Callable[[str, int, dict[str, Any]], Part],
    kept: Path,
    own: str = "",
) -> dict[str, list[dict[str, Any]]]:
    """Return the entries of every variant with every seed; what an interrupted run made is reused.

    Args:
        configuration: Its ``seeds``, whether to ``keep`` tensors and states, the variants, and
            what holds for all of them.
        names: The entry of the configuration that has the variants.
        learned: From a variant, a seed and the settings to what they gave.
        kept: Where the tensors go, (S, ...) under each variant's name. The states lie in ``build``,
            in a folder of that name.
        own: The name under which the settings have the variant's own, if variants have any.
    """
    shared = {k: v for k, v in configuration.items() if k not in (names, "seeds", "keep")}
    variants, keep = configuration[names], configuration["keep"]

    def part(variant: str, seed: int) -> Part:
        asked = {**shared, own: variants[variant]} if own else shared
        path = PROJECT / "build" / kept.stem / f"{variant}-{seed}.json"
        return resumable_part(path, asked, keep, lambda: learned(variant, seed, asked))

    runs = run_variants(variants, configuration["seeds"], part)
    if keep:
        runs.keep(kept, "{variant}")
    return runs.entries
