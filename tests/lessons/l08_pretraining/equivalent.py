"""Mutants of the references that are right as well, and the inputs on which they have to be."""

import torch

EQUIVALENT = {
    "choose_and_mask": {
        "From 0.8 on the piece is exchanged afterwards, whatever stood there before.": [
            "choose_and_mask: fate < 0.8 -> fate <= 0.8",
            "choose_and_mask: 0.8 -> 0.88",
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
    """Draw fates that are often 0.8 or 0.9, and scores without equals."""
    words = generator.integers(1, 40)
    ids = torch.tensor([2, *generator.integers(5, 90, words).tolist(), 3, 0, 0])
    scores = torch.from_numpy(generator.permutation(len(ids)) / len(ids))
    fates = generator.choice([0.1, 0.8, 0.85, 0.9, 0.95], len(ids))
    random_ids = torch.from_numpy(generator.integers(100, 190, len(ids)))
    return ids, ids > 4, 4, scores, torch.from_numpy(fates), random_ids


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
    place = int(generator.integers(len(documents)))
    split = int(generator.integers(1, len(documents[place])))
    return documents, place, split, *generator.random(3).tolist()


INPUTS = {
    "choose_and_mask": _choose_and_mask,
    "pretraining_loss": _pretraining_loss,
    "sentence_pair": _sentence_pair,
}
