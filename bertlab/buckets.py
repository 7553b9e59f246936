"""Batches of texts of similar length: a batch is padded to its longest text, and padding costs."""

import numpy as np

BUCKET = 32  # batches whose texts are sorted by length together


def similar_batches(
    shuffled: np.ndarray,
    lengths: np.ndarray,
    batch_size: int,
    generator: np.random.Generator,
    bucket: int = BUCKET,
) -> list[np.ndarray]:
    """Cut shuffled places into batches that hold texts of similar length.

    The places are taken by the bucket, each bucket is sorted by length and cut, and its batches
    are shuffled. So order stays random, but for what sorting within a bucket needs.

    Args:
        shuffled: Places of texts, in a random order.
        lengths: Of all texts, by place.
        batch_size: Texts in a batch; the last batch of the last bucket may be smaller.
        generator: Shuffles the batches.
        bucket: Batches in a bucket; 1 leaves the batches as the shuffled places give them.

    Returns:
        The batches, each an array of places; every place is in one of them.
    """
    batches = []
    for start in range(0, len(shuffled), bucket * batch_size):
        places = shuffled[start : start + bucket * batch_size]
        places = places[np.argsort(lengths[places], kind="stable")]
        found = [places[i : i + batch_size] for i in range(0, len(places), batch_size)]
        batches += [found[i] for i in generator.permutation(len(found))]
    return batches
