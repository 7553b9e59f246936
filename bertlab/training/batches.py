"""Batches: the examples that a training draws, epoch after epoch, texts of similar length together.

A batch is padded to its longest text, and padding costs.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from bertlab.training.config import TrainConfig

BUCKET = 32  # batches whose texts are sorted by length together


def similar_batches(
    shuffled: np.ndarray,
    lengths: np.ndarray,
    batch_size: int,
    generator: np.random.Generator,
    bucket: int = BUCKET,
) -> list[np.ndarray]:
    """Cut shuffled indices into batches that hold texts of similar length.

    The indices are taken by the bucket, each bucket is sorted by length and cut, and its batches
    are shuffled. So order stays random, but for what sorting within a bucket needs.

    Args:
        shuffled: Places of texts, in a random order.
        lengths: Of all texts, by index.
        batch_size: Texts in a batch; the last batch of the last bucket may be smaller.
        generator: Shuffles the batches.
        bucket: Batches in a bucket; 1 leaves the batches as the shuffled indices give them.

    Returns:
        The batches, each an array of indices; every index is in one of them.
    """
    batches = []
    for start in range(0, len(shuffled), bucket * batch_size):
        indices = shuffled[start : start + bucket * batch_size]
        indices = indices[np.argsort(lengths[indices], kind="stable")]
        found = [indices[i : i + batch_size] for i in range(0, len(indices), batch_size)]
        batches += [found[i] for i in generator.permutation(len(found))]
    return batches


class SampledDataset(ABC):
    """What all data sets for ``bertlab.training.loop.train`` share.

    Attributes:
        lengths: Pieces of each example, specials included.
        bucket: Batches whose examples are sorted by length together; 1 sorts nothing.
    """

    lengths: np.ndarray
    bucket: int = BUCKET

    def __len__(self) -> int:
        """How many examples there are."""
        return len(self.lengths)

    @abstractmethod
    def batch(self, indices: Sequence[int] | np.ndarray) -> Any:
        """Return the examples at some indices side by side, padded to the longest."""

    def in_order_of_length(self, batch_size: int) -> list[np.ndarray]:
        """Return the indices of all examples in batches, short ones first: least padding of all."""
        order = np.argsort(self.lengths, kind="stable")
        return [order[i : i + batch_size] for i in range(0, len(order), batch_size)]

    @lru_cache(maxsize=2)  # noqa: B019  (a data set lives as long as its run)
    def epoch(self, epoch: int, batch_size: int, seed: int = 0) -> list[np.ndarray]:
        """Return the indices of all examples, batch by batch, in an order of this epoch."""
        generator = np.random.default_rng([seed, epoch])
        shuffled = generator.permutation(len(self))
        return similar_batches(shuffled, self.lengths, batch_size, generator, self.bucket)

    def config(self, epochs: int | float, batch_size: int = 32, **options: Any) -> TrainConfig:
        """Return settings for so many passes over the examples; a line is logged after each.

        Args:
            epochs: Passes; 0.5 is half of one.
            batch_size: Examples an update learns from.
            options: As for ``TrainConfig``: ``learning_rate``, ``warmup``, ``seed`` ...
        """
        per_epoch = -(-len(self) // batch_size)  # rounded up
        options = {"log_every": per_epoch, "save_every": per_epoch, **options}
        return TrainConfig(steps=round(epochs * per_epoch), batch_size=batch_size, **options)

    def batch_sampler(self, config: TrainConfig) -> Callable[[int, int, int], list[Any]]:
        """Return the function that ``train`` asks for the batches of a step.

        It raises ValueError if a process would get no example of an epoch's last batch.
        """
        per_epoch = -(-len(self) // config.batch_size)

        def draw(step: int, process: int, processes: int) -> list[Any]:
            epoch, number = divmod(step, per_epoch)
            rest = len(self) % config.batch_size or config.batch_size
            if rest < processes:
                raise ValueError(
                    f"each epoch's last batch has {rest} examples for {processes} processes; "
                    f"choose another batch_size than {config.batch_size}"
                )
            indices = self.epoch(epoch, config.batch_size, config.seed)[number][process::processes]
            size = config.micro_batch_size or len(indices)
            return [self.batch(indices[i : i + size]) for i in range(0, len(indices), size)]

        return draw
