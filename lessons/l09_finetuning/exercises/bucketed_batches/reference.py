"""The reference of ``bucketed_batches``: it stands in until the student is right."""

from collections.abc import Sequence

import numpy as np

Batches = list[list[int]]


def bucketed_batches(
    shuffled: Sequence[int],
    lengths: Sequence[int],
    batch_size: int,
    bucket: int,
    generator: np.random.Generator,
) -> Batches:
    """Divide the texts of an epoch into batches of nearly one length.

    Cut the shuffled texts into buckets, sort each bucket from short to long, cut it into batches,
    and shuffle the batches of the bucket. Nothing is dropped: what is left makes a smaller bucket
    and a smaller batch.

    Args:
        shuffled: The numbers of all texts, in random order.
        lengths: Tokens of each text, by its number.
        batch_size: Texts in a batch.
        bucket: Batches in a bucket.
        generator: Its ``permutation`` shuffles the batches, bucket by bucket.

    Returns:
        The batches, as lists of the texts' numbers, from short to long.
    """
    batches: Batches = []
    size = bucket * batch_size
    for start in range(0, len(shuffled), size):
        texts = sorted(shuffled[start : start + size], key=lambda text: lengths[text])
        found = [texts[i : i + batch_size] for i in range(0, len(texts), batch_size)]
        batches += [found[number] for number in generator.permutation(len(found))]
    return batches
