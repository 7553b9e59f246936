"""Mutants of the references that are right as well, and the inputs on which they have to be."""

import torch

from bertlab.text.wordpiece import SPECIALS
from lessons.l08_pretraining.exercises.update.question import batch_of

EQUIVALENT = {
    "choose_and_mask": {
        "From 0.8 on the piece is exchanged afterwards, whatever stood there before.": [
            "choose_and_mask: draw < 0.8 -> draw <= 0.8",
            "choose_and_mask: 0.8 -> 0.88",
        ],
    },
    "fill": {
        "There is one text, which is both the first and the last.": [
            "fill: 0 -> -1",
            "fill: 0 -> -1 (2)",
        ],
        "The scores of a position have one axis, which is both the first and the last.": [
            "fill: 0 -> -1 (3)"
        ],
    },
    "friends_mask": {
        "From 0.8 on the piece is exchanged afterwards, whatever stood there before.": [
            "friends_mask: draw < 0.8 -> draw <= 0.8",
            "friends_mask: 0.8 -> 0.88",
        ],
        "Scores are below 1, so any larger number lets the specials come last.": [
            "friends_mask: 2.0 -> 2.2",
            "friends_mask: 2.0 -> 3.0",
        ],
    },
    "pair_accuracy": {
        "Without a batch there is no proportion.": [
            "pair_accuracy: every input -> assert len(batches) != 0"
        ],
    },
    "pretraining_loss": {
        "For one pair, cross_entropy takes two logits without the axis of the batch as well.": [
            "pretraining_loss: every input -> next_logits = next_logits.squeeze(0)"
        ],
    },
    "sentence_pair": {
        "A stranger comes from another document, so there are two at least: fewer are not legal.": [
            "sentence_pair: every input -> assert len(documents) != 0",
            "sentence_pair: every input -> assert len(documents) != 1",
        ],
    },
}


def _choose_and_mask(generator):
    """Draw numbers that are often 0.8 or 0.9, and scores without equals."""
    words = generator.integers(1, 40)
    ids = torch.tensor([2, *generator.integers(5, 90, words).tolist(), 3, 0, 0])
    scores = torch.from_numpy(generator.permutation(len(ids)) / len(ids))
    draws = generator.choice([0.1, 0.8, 0.85, 0.9, 0.95], len(ids))
    random_ids = torch.from_numpy(generator.integers(100, 190, len(ids)))
    return ids, ids > 4, 4, scores, torch.from_numpy(draws), random_ids


def _fill(generator):
    """Draw a vocabulary in any order, and a text of its words with one gap."""
    words = ["a", "b", "c", "##d", "e"][: generator.integers(1, 6)]
    vocabulary = generator.permutation([*SPECIALS, *words]).tolist()
    text = [*generator.choice(words, generator.integers(0, 6)), "[MASK]"]
    top = int(generator.integers(1, len(vocabulary) + 1))
    return vocabulary, " ".join(generator.permutation(text)), top


def _pair_accuracy(generator):
    sizes = generator.integers(1, 6, generator.integers(1, 4))
    seeds = generator.integers(1000, size=len(sizes))
    lengths = [generator.integers(3, 9, size).tolist() for size in sizes]
    return ([batch_of(row, int(seed)) for row, seed in zip(lengths, seeds, strict=True)],)


def _pretraining_loss(generator):
    B, T, V = generator.integers(1, 5, 3)
    chosen = generator.random((B, T)) < 0.3
    chosen[0, 0] = True
    arrays = (
        generator.standard_normal((B, T, V)),
        generator.integers(0, V, (B, T)),
        chosen,
        generator.standard_normal((B, 2)),
        generator.integers(0, 2, B),
    )
    return tuple(map(torch.from_numpy, arrays))


def _sentence_pair(generator):
    documents = [
        [generator.integers(0, 9, size).tolist() for size in generator.integers(1, 4, number)]
        for number in generator.integers(2, 5, generator.integers(2, 5))
    ]
    index = int(generator.integers(len(documents)))
    split = int(generator.integers(1, len(documents[index])))
    return documents, index, split, *generator.random(3).tolist()


INPUTS = {
    "choose_and_mask": _choose_and_mask,
    "fill": _fill,
    "friends_mask": _choose_and_mask,
    "pair_accuracy": _pair_accuracy,
    "pretraining_loss": _pretraining_loss,
    "sentence_pair": _sentence_pair,
}
