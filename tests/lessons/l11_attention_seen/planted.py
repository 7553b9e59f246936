"""Inputs under which the claims of lesson 11 must fail."""

import torch

from bertlab.inspection.attention_measures import entropy

OFF, ZEROS = torch.tensor([0.0, 2e-6, 0.0]), torch.zeros(3)


class Means:
    """Measures of heads, of which 0.2 does not look at the token before."""

    previous = torch.full((6, 12), 0.94)


class Details:
    """What a block returned before a head was silenced: the same."""

    output = torch.zeros(1, 2, 3)


class Changed:
    """A search that moved too little, and changed the prediction."""

    moved, gap = 0.49, 0.011


NEIGHBORS = ["previous", "next"]
SMALL = torch.zeros(4, 6)
SMALL[0, 2] = SMALL[2, 3] = 1.0

PLANTED = {
    "each row adds up to 1": {
        "seen": type("Seen", (), {"weights": torch.tensor([[0.5, 0.5], [0.5, 0.45]])})
    },
    "the loop and your function agree to 1e-6": {
        "by_loop": torch.tensor(0.5),
        "yours": torch.tensor([0.5, 0.5, 0.50001]),
    },
    "your function and bertlab agree to 1e-6, all heads": {"yours": OFF, "ours": ZEROS},
    "the softmax of the scores gives the weights, to a thousandth": {"gap": 0.002},
    "no head gives 小宏 half of the weight of 他": {"to_son": torch.tensor([[0.1, 0.6]])},
    "at our example, the cat gets over twice as much as the mat": {"cat": 0.4, "mat": 0.3},
    "the first noun is ahead in most cases, whichever is meant": {
        "ahead": {"the first noun": 7, "the second": 3}
    },
    "the loop and bertlab agree to 1e-6": {
        "by_loop": OFF,
        "entropy": entropy,
        "rows": torch.eye(3),
    },
    "your function and bertlab agree to 1e-6": {"yours": OFF, "ours": ZEROS},
    "minilm: head 0.2 gives over 95% to the token before": {"found": {"minilm": Means}},
    "minilm: 10 heads or more rest on [CLS], none on [SEP]": {
        "specials": ["first"] * 10 + ["separator"]
    },
    "both small models: one head looks before, one behind, and no other has a role": {
        "kinds": {"minilm": [], "bert-mini-en": NEIGHBORS, "bert-mini-zh": [*NEIGHBORS, "first"]}
    },
    "bert-mini-en, from layer 1 on: over 4/5 of that of equal weights": {
        "share": torch.tensor([0.9, 0.79, 0.9])
    },
    "your function and bertlab silence head 0.2 alike, to 1e-5": {
        "yours": torch.tensor([0.0, 2e-5]),
        "ours": torch.zeros(2),
    },
    "and the output is another one": {"details": Details, "ours": torch.zeros(1, 2, 3)},
    "asked again, three heads cost what the record says, to 0.01": {
        "again": [{"nats": 0.9}, {"nats": 0.8}, {"nats": 0.03}],
        "recorded_ones": [0.9, 0.8, 0.01],
    },
    "bert-mini-en: its two heads with a role are the dearest of all": {"small": SMALL},
    "minilm-words: no head alone costs a tenth of a nat": {"large": torch.tensor([0.01, 0.12])},
    "the cheap half costs less than half of what any random one does": {
        "halves": {"minilm-words": (0.2, 0.8), "bert-mini-en": (0.5, 0.9)}
    },
    "all heads cost more than their sum; in minilm-words over twice as much": {
        "added": {"minilm-words": 1.9, "bert-mini-en": 1.2}
    },
    "this classifier: more than before fine-tuning, and under a fifth": {
        "few": torch.tensor(0.14),
        "many": torch.tensor(0.13),
    },
    "it looks most at 'dull', and calls the review favorable": {
        "looked": "dull",
        "answer": torch.tensor(0.89),
    },
    "these are the bounds of the recorded searches, too": {
        "far": 0.5,
        "close": 0.02,
        "FAR": 0.5,
        "CLOSE": 0.01,
    },
    "far: at least half of the weight moved": {"changed": Changed, "far": 0.5},
    "same: no probability changed by over a hundredth": {"changed": Changed, "close": 0.01},
    "at each gap, with 3 seeds, other weights were found": {
        "searches": [{"found": True}, {"found": False}]
    },
    "shuffling alone keeps fewer than one in ten": {"by_chance": 3, "searches": range(30)},
    "[SEP]: in no layer of our three models a tenth of the weight": {
        "most": {"minilm": 0.05, "bert-mini-en": 0.12}
    },
    "minilm, layers 1 to 4: [CLS] gets a third or more of the weight": {
        "weight": torch.tensor([0.4, 0.3])
    },
    "and brings less than a twentieth of what arrives: a no-op": {
        "arrived": torch.tensor([0.02, 0.06])
    },
}
