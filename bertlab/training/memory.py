"""What to do when a micro-batch does not fit into memory: go through it in parts."""

import warnings
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import torch

Result = TypeVar("Result")


class Portions:
    """Runs work on batches, and on halves of them from the moment that memory does not suffice.

    Losses are sums, so that the halves together give the gradient of the whole.

    Args:
        alone: Whether this process works by itself; others would wait for one that starts again.

    Attributes:
        halvings: How often batches are halved; stays for the work to come.
    """

    def __init__(self, alone: bool = True) -> None:
        self.alone, self.halvings = alone, 0

    def run(
        self,
        work: Callable[[Sequence[Any]], Result],
        batches: Sequence[Any],
        restart: Callable[[], None] = lambda: None,
    ) -> Result:
        """Return what the work returns; warn when batches are halved.

        Args:
            work: Takes batches, or parts of them in their order.
            batches: Each with a method ``halves``: a list of two batches, or of itself.
            restart: Called before the work starts again; it undoes what the first part has done.

        Raises:
            torch.OutOfMemoryError: If the batches cannot be halved further.
        """
        while True:
            portions = cut(batches, self.halvings)
            try:
                return work(portions)
            except torch.OutOfMemoryError as error:
                if not self.alone or len(cut(batches, self.halvings + 1)) == len(portions):
                    error.add_note("Shorten the texts, or make micro_batch_size smaller if you can")
                    raise
            # Behind the handler, where no traceback keeps the tensors of the failed attempt.
            self.halvings += 1
            warnings.warn(
                "memory does not suffice for a micro-batch: from now on each is divided into "
                f"{2**self.halvings}, which gives the same gradient",
                stacklevel=2,
            )
            torch.cuda.empty_cache()
            restart()


def cut(batches: Sequence[Any], halvings: int) -> list[Any]:
    """Halve every batch so many times; what cannot be halved stays."""
    for _ in range(halvings):
        batches = [
            part
            for batch in batches
            for part in (batch.halves() if hasattr(batch, "halves") else [batch])
        ]
    return list(batches)
