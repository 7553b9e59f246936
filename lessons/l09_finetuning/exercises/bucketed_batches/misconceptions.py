"""The misconceptions about ``bucketed_batches``, each a wrong function with advice."""

from lessons.l09_finetuning.exercises.bucketed_batches.reference import Batches

import random
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np

from workbook.exercises import Misconception

Texts = list[int]


Permutation = Callable[[int], Any]  # from a number to the numbers below it, in some order


def _sorted(texts: Texts, lengths: Sequence[int], places: Sequence[int]) -> Texts:
    return sorted(texts, key=lambda text: lengths[text])


def _as_they_come(texts: Texts, lengths: Sequence[int], places: Sequence[int]) -> Texts:
    return texts


def _by_lengths_at_places(texts: Texts, lengths: Sequence[int], places: Sequence[int]) -> Texts:
    """Sort by the lengths that stand where the bucket stands, not by those of its texts."""
    return [text for _, text in sorted(zip([lengths[p] for p in places], texts, strict=True))]


def _pieces(items: Texts, size: int) -> Batches:
    return [items[start : start + size] for start in range(0, len(items), size)]


def _whole_pieces(items: Texts, size: int) -> Batches:
    return [piece for piece in _pieces(items, size) if len(piece) == size]


def _in_order(number: int) -> list[int]:
    return list(range(number))


def _batches(
    shuffled: Texts,
    lengths: Sequence[int],
    batch_size: int,
    bucket: int,
    generator: np.random.Generator,
    *,
    in_order: bool = False,
    size: Callable[[int, int, int], int] = lambda batch_size, bucket, texts: batch_size * bucket,
    buckets: Callable[[Texts, int], Batches] = _pieces,
    sort: Callable[[Texts, Sequence[int], Sequence[int]], Texts] = _sorted,
    cut: Callable[[Texts, int], Batches] = _pieces,
    sort_batch: bool = False,
    permutation: Permutation | None = None,
    together: bool = False,
) -> Batches:
    draw: Permutation = permutation or generator.permutation
    texts = sorted(shuffled) if in_order else shuffled
    full = size(batch_size, bucket, len(texts))
    batches: Batches = []
    for number, part in enumerate(buckets(texts, full)):
        places = range(number * full, number * full + len(part))
        found = cut(sort(part, lengths, places), batch_size)
        found = [_sorted(batch, lengths, places) for batch in found] if sort_batch else found
        batches += found if together else [found[i] for i in draw(len(found))]
    return [batches[i] for i in draw(len(batches))] if together else batches


def _shuffled_by_python(
    shuffled: Any, lengths: Any, batch_size: int, bucket: int, generator: Any
) -> Any:
    """Shuffle with ``random``; Any, because checking the type of a list takes numbers from it."""
    batches = []
    for start in range(0, len(shuffled), bucket * batch_size):
        texts = sorted(shuffled[start : start + bucket * batch_size], key=lengths.__getitem__)
        found = [texts[i : i + batch_size] for i in range(0, len(texts), batch_size)]
        random.shuffle(found)
        batches += found
    return batches


MISCONCEPTIONS = (
    Misconception(
        "all texts are sorted, not those of a bucket",
        "Sort inside buckets: with all texts sorted the same ones meet in every epoch, and "
        "where length and label go together, a batch holds one label.",
        partial(_batches, size=lambda batch_size, bucket, texts: texts),
    ),
    Misconception(
        "nothing is sorted",
        "Sort each bucket by length before you cut it: in a random batch every text is padded "
        "to the longest of all, and most of the padding stays.",
        partial(_batches, sort=_as_they_come),
    ),
    Misconception(
        "the texts are sorted inside their batch",
        "Sort the bucket first, then cut it. Sorting inside a batch leaves the same texts "
        "together, and they are padded as before.",
        partial(_batches, sort=_as_they_come, sort_batch=True),
        variants=(partial(_batches, size=lambda batch_size, bucket, texts: batch_size),),
    ),
    Misconception(
        "the buckets are cut from the file's order",
        "Cut them from shuffled: else the texts of a bucket are neighbors of the file, the "
        "same in every epoch.",
        partial(_batches, in_order=True),
    ),
    Misconception(
        "the batches are not shuffled",
        "Shuffle the batches of each bucket: else they come from short texts to long ones, "
        "bucket after bucket.",
        partial(_batches, permutation=_in_order),
    ),
    Misconception(
        "the batches of all buckets are shuffled together",
        "That would train as well, but all who want the same batches have to keep one way: "
        "shuffle when a bucket is cut, so that only one bucket has to be known at a time.",
        partial(_batches, together=True),
    ),
    Misconception(
        "what does not fill a batch is dropped",
        "Keep the smaller batch at the end: every text is seen once in an epoch, and in an "
        "evaluation it has to be.",
        partial(_batches, cut=_whole_pieces),
        variants=(partial(_batches, buckets=_whole_pieces),),
    ),
    Misconception(
        "a bucket holds as many texts as it should hold batches",
        "A bucket has bucket * batch_size texts. In one of fewer there is little to sort, and "
        "it is cut into odd pieces.",
        partial(_batches, size=lambda batch_size, bucket, texts: bucket),
    ),
    Misconception(
        "places in the bucket are returned, not numbers of texts",
        "argsort counts from the start of the bucket: look the texts up with it, texts[place].",
        partial(
            _batches,
            sort=lambda texts, lengths, places: sorted(
                range(len(texts)), key=lambda place: lengths[texts[place]]
            ),
        ),
    ),
    Misconception(
        "the lengths are read at the places of the texts, not by their numbers",
        "lengths is in the order of the file: the length of a text is lengths[text], wherever "
        "shuffled has put it.",
        partial(_batches, sort=_by_lengths_at_places),
    ),
    Misconception(
        "the texts are sorted by their numbers",
        "Sort with key=lambda text: lengths[text]; without a key the numbers of the texts are "
        "compared, which say nothing about length.",
        partial(_batches, sort=lambda texts, lengths, places: sorted(texts)),
    ),
    Misconception(
        "lengths are returned, not numbers of texts",
        "Keep the number of each text and sort by its length: a length does not say which text "
        "to load.",
        partial(
            _batches,
            sort=lambda texts, lengths, places: sorted(lengths[text] for text in texts),
        ),
    ),
    Misconception(
        "the longest texts come first",
        "Either order saves padding, but all who want the same batches have to keep one: from "
        "short to long.",
        partial(
            _batches,
            sort=lambda texts, lengths, places: _sorted(texts, lengths, places)[::-1],
        ),
    ),
    Misconception(
        "the batches are shuffled by something else than the generator",
        "Draw with generator.permutation: random and np.random have a state that any code may "
        "change, and then a run cannot be repeated.",
        partial(_batches, permutation=np.random.permutation),
        variants=(_shuffled_by_python,),
    ),
)
