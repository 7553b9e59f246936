"""An experiment whose configuration has its variants: each part is done once, and kept.

The parts are those of ``workbook.experiments``: one variant with one seed.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from bertlab.training.provenance import PROJECT
from workbook.experiments import Part, resumable_part, run_variants


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
