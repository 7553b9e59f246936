"""Progress bars for work that takes longer than a few seconds."""

import os
from typing import Any

from tqdm.auto import tqdm

SECONDS = 3  # shorter work shows no bar


def progress(*arguments: Any, silent: bool = False, **options: Any) -> tqdm:
    """Return tqdm's bar, in a notebook or a terminal; it goes when the work is done.

    Args:
        arguments: As for tqdm: what to go through, if anything.
        silent: Whether there is no bar. Where ``TQDM_DISABLE`` is set there never is one: tqdm's
            bars in notebooks do not heed it by themselves.
        options: As for tqdm: ``desc``, ``total`` ...
    """
    silent = silent or os.environ.get("TQDM_DISABLE", "0") not in ("", "0")
    return tqdm(*arguments, disable=silent, leave=False, delay=SECONDS, **options)
