"""Mutants of the references that are right as well, and the inputs on which they have to be."""

import torch

EQUIVALENT = {
    "cloze_score": {
        "One row is spread over the batch, which has one row as well.": [
            f"cloze_score: every input -> {name} = {name}.squeeze(0)"
            for name in ("shown", "ids", "chosen")
        ],
        "A tensor without axes counts as well as a number does.": [
            f"cloze_score: int({name}.sum()) -> {name}.sum()" for name in ("right", "hidden")
        ],
    },
    "masked_loss": {
        "No masker chooses padding, so it is 0 in what is shown as well.": [
            "masked_loss: ids -> shown",
        ],
    },
    "seed_interval": {
        "A deviation needs two seeds at least, so no list is empty or has one entry.": [
            "seed_interval: every input -> assert len(ours) != 0",
            "seed_interval: every input -> assert len(ours) != 1",
            "seed_interval: every input -> assert len(base) != 0",
            "seed_interval: every input -> assert len(base) != 1",
        ],
    },
    "soft_mask": {
        "One row is spread over the rows of p, of which there is one as well.": [
            "soft_mask: every input -> words = words.squeeze(0)",
        ],
    },
}


def _soft_mask(generator):
    T, D = (int(n) for n in generator.integers(1, 7, 2))
    words, mask, wrong = (torch.from_numpy(generator.random(n)).float() for n in ((T, D), D, T))
    return words, mask, wrong


def _cloze_score(generator):
    B, T, V = (int(n) for n in generator.integers(1, 7, 3))
    shown, ids = (torch.from_numpy(generator.integers(0, V, (B, T))) for _ in range(2))
    chosen = torch.from_numpy(generator.random((B, T)) < 0.5)
    return torch.from_numpy(generator.random((B, T, V))), shown, ids, chosen


def _masked_loss(generator):
    B, T = (int(n) for n in generator.integers(2, 7, 2))
    ids = torch.from_numpy(generator.integers(1, 13, (B, T)))
    ids[0, 1:] = 0
    chosen = torch.from_numpy(generator.random((B, T)) < 0.5) & (ids != 0)
    chosen[1, 0] = True
    return ids.masked_fill(chosen, 4), ids, chosen


def _seed_interval(generator):
    ours, base = generator.normal(50, 3, (2, int(generator.integers(2, 9)))).tolist()
    return ours, base, float(generator.uniform(1.9, 13))


INPUTS = {
    "masked_loss": _masked_loss,
    "cloze_score": _cloze_score,
    "seed_interval": _seed_interval,
    "soft_mask": _soft_mask,
}
