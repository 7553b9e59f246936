"""The misconceptions about ``bucketed_batches``, each a wrong function with advice."""

from lessons.l09_finetuning.exercises.bucketed_batches.reference import Batches

import math
import random
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np

from workbook.exercises import Misconception

Texts = list[int]
Arrange = Callable[[Texts, Sequence[int], Any], Texts]  # (texts, lengths, places or generator)
Order = Callable[[Any, int, int], Any]  # (generator, batches of this bucket, of a full one)


def _sorted(texts: Texts, lengths: Sequence[int], places: Any) -> Texts:
    return sorted(texts, key=lambda text: lengths[text])


def _as_they_come(texts: Texts, lengths: Sequence[int], places: Any) -> Texts:
    return texts


def _by_places(texts: Texts, lengths: Sequence[int], places: Sequence[int]) -> Texts:
    return [text for _, text in sorted(zip([lengths[p] for p in places], texts, strict=True))]


def _pieces(items: Texts, size: int) -> Batches:
    return [items[start : start + size] for start in range(0, len(items), size)]


def _whole_pieces(items: Texts, size: int) -> Batches:
    return [piece for piece in _pieces(items, size) if len(piece) == size]


def _evenly(items: Texts, size: int) -> Batches:
    parts = np.array_split(np.array(items, dtype=int), math.ceil(len(items) / size))
    return [part.tolist() for part in parts]


def _in_order(generator: Any, number: int, full: int) -> Any:
    return range(number)


def _permuted(texts: Texts, lengths: Sequence[int], generator: Any) -> Texts:
    return generator.permutation(texts).tolist()


def _joined(found: list[Batches], generator: Any) -> Batches:
    return [batch for batches in found for batch in batches]


def _all_shuffled(found: list[Batches], generator: Any) -> Batches:
    batches = _joined(found, generator)
    return [batches[i] for i in generator.permutation(len(batches))]


def _buckets_shuffled(found: list[Batches], generator: Any) -> Batches:
    return [batch for i in generator.permutation(len(found)) for batch in found[i]]


def _batches(
    shuffled: Texts,
    lengths: Sequence[int],
    batch_size: int,
    bucket: int,
    generator: np.random.Generator,
    *,
    first: Arrange = _as_they_come,
    size: Callable[[int, int, int], int] = lambda batch_size, bucket, texts: batch_size * bucket,
    buckets: Callable[[Texts, int], Batches] = _pieces,
    sort: Arrange = _sorted,
    again: Arrange = _as_they_come,
    cut: Callable[[Texts, int], Batches] = _pieces,
    inside: Arrange = _as_they_come,
    order: Order = lambda generator, number, full: generator.permutation(number),
    answer: Callable[[list[Batches], Any], Any] = _joined,
) -> Any:
    texts = first(shuffled, lengths, generator)
    full = size(batch_size, bucket, len(texts))
    found: list[Batches] = []
    for number, part in enumerate(buckets(texts, full)):
        places = range(number * full, number * full + len(part))
        batches = cut(again(sort(part, lengths, places), lengths, generator), batch_size)
        batches = [inside(batch, lengths, generator) for batch in batches]
        found.append([batches[i] for i in order(generator, len(batches), bucket)])
    return answer(found, generator)


def _by_python(shuffled: Any, lengths: Any, batch_size: int, bucket: int, generator: Any) -> Any:
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
        partial(_batches, size=lambda batch_size, bucket, texts: max(1, texts)),
        variants=(partial(_batches, first=_sorted),),
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
        partial(_batches, sort=_as_they_come, inside=_sorted),
        variants=(partial(_batches, size=lambda batch_size, bucket, texts: batch_size),),
    ),
    Misconception(
        "the buckets are cut from the file's order",
        "Cut them from shuffled: else the texts of a bucket are neighbors of the file, the "
        "same in every epoch.",
        partial(_batches, first=lambda texts, lengths, generator: sorted(texts)),
    ),
    Misconception(
        "the batches are not shuffled",
        "Shuffle the batches of each bucket: else they come from short texts to long ones, "
        "bucket after bucket.",
        partial(_batches, order=_in_order),
    ),
    Misconception(
        "the batches of all buckets are shuffled together",
        "That would train as well, but all who want the same batches have to keep one way: "
        "shuffle when a bucket is cut, so that only one bucket has to be known at a time.",
        partial(_batches, order=_in_order, answer=_all_shuffled),
    ),
    Misconception(
        "what does not fill a batch is dropped",
        "Keep the smaller batch, too, among the others: every text is seen once in an epoch, and "
        "in an evaluation it has to be.",
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
        partial(_batches, sort=lambda t, n, p: sorted(range(len(t)), key=lambda i: n[t[i]])),
    ),
    Misconception(
        "the lengths are read at the places of the texts, not by their numbers",
        "lengths is in the order of the file: the length of a text is lengths[text], wherever "
        "shuffled has put it.",
        partial(_batches, sort=_by_places),
        variants=(partial(_batches, sort=lambda t, n, p: _by_places(t, n, range(len(t)))),),
    ),
    Misconception(
        "the texts are sorted by their numbers",
        "Sort with key=lambda text: lengths[text]; without a key the numbers of the texts are "
        "compared, which say nothing about length.",
        partial(_batches, sort=lambda texts, n, p: sorted(texts)),
    ),
    Misconception(
        "lengths are returned, not numbers of texts",
        "Keep the number of each text and sort by its length: a length does not say which text "
        "to load.",
        partial(_batches, sort=lambda texts, n, p: sorted(n[text] for text in texts)),
    ),
    Misconception(
        "the longest texts come first",
        "Either order saves padding, but all who want the same batches have to keep one: from "
        "short to long.",
        partial(_batches, sort=lambda texts, n, p: _sorted(texts, n, p)[::-1]),
    ),
    Misconception(
        "the batches are shuffled by something else than the generator",
        "Draw with generator.permutation: random and np.random have a state that any code may "
        "change, and then a run cannot be repeated.",
        partial(_batches, order=lambda generator, number, full: np.random.permutation(number)),
        variants=(_by_python,),
    ),
    Misconception(
        "the generator draws with something else than permutation",
        "choice and random give another order from the same generator: call "
        "generator.permutation(number of the bucket's batches) once for each bucket.",
        partial(_batches, order=lambda generator, n, full: generator.choice(n, n, replace=False)),
    ),
    Misconception(
        "the permutation says where a batch goes, not which one comes",
        "The batches come in the order of the permutation: first found[permutation[0]], then "
        "found[permutation[1]].",
        partial(_batches, order=lambda g, n, full: g.permutation(n).argsort()),
    ),
    Misconception(
        "the last bucket is shuffled as if it were full",
        "Draw a permutation of as many numbers as this bucket has batches: the last may have fewer "
        "than bucket.",
        partial(_batches, order=lambda g, n, full: [i for i in g.permutation(full) if i < n]),
    ),
    Misconception(
        "the buckets are shuffled, not the batches inside",
        "The buckets come one after the other. Shuffle the batches of each bucket, or a step of "
        "short texts is always followed by longer ones.",
        partial(_batches, order=_in_order, answer=_buckets_shuffled),
    ),
    Misconception(
        "the texts are shuffled, not the batches",
        "Leave the texts sorted: what is shuffled is the order in which the batches of a bucket "
        "come.",
        partial(_batches, order=_in_order, inside=_permuted),
        variants=(partial(_batches, order=_in_order, again=_permuted),),
    ),
    Misconception(
        "each bucket has a list of its own in the result",
        "Return one list with the batches of all buckets: += adds the batches, append would add "
        "the bucket.",
        partial(_batches, answer=lambda found, generator: found),
    ),
    Misconception(
        "the batches of one bucket only are returned",
        "Make the list of batches before the loop, add to it, and return it behind the loop.",
        partial(_batches, answer=lambda found, generator: found[0]),
        variants=(partial(_batches, answer=lambda found, generator: found[-1]),),
    ),
    Misconception(
        "the texts are divided evenly, and buckets or batches are smaller than asked",
        "Cut pieces of the full size; the last holds the rest. np.array_split makes all as large.",
        partial(_batches, buckets=_evenly),
        variants=(partial(_batches, cut=_evenly), partial(_batches, buckets=_evenly, cut=_evenly)),
    ),
    Misconception(
        "bucket is taken for the number of buckets",
        "bucket says how many batches a bucket holds: it has bucket * batch_size texts, and there "
        "are as many buckets as it takes.",
        partial(_batches, size=lambda batch_size, bucket, n: max(1, math.ceil(n / bucket))),
        variants=(partial(_batches, size=lambda batch_size, bucket, n: max(1, n // bucket)),),
    ),
)
