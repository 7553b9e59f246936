"""Inputs under which the claims and checks of lesson 07 must fail."""

from types import SimpleNamespace

import torch

from lessons.l07_bert.measure import Precisions

SMALL = [1e-6, 2e-6]

PLANTED = {
    "in float32, both models look good": {
        "wrong": Precisions([1e-6, 2e-5], SMALL),
        "exact": Precisions(SMALL, SMALL),
    },
    "no article is cut, and about a third is padding": {
        "news": SimpleNamespace(input_ids=torch.zeros(50, 64)),
        "padding": 0.35,
    },
    "of eight planted bugs, this score clearly notices two": {"clear": {"query and key swapped"}},
    "none clearly raises it": {
        "found": {"padding is not hidden": SimpleNamespace(score=0.6, low=0.1, high=0.2)}
    },
    "the pooler's vectors are near as well": {"pooled": 1e-3},
    "adding padding betrays the model that looks at padding, and no other": {
        "changes": {"no bug": 0.1, "padding is not hidden": 0.9}
    },
    "a question and its opposite find the same article": {
        "search": lambda question: [(0.5, question.startswith("No"))],
        "question": "An animal is trapped in the ocean",
    },
    "as at the beginning": {"same": [(0.46, "whale")], "hits": [(0.45, "whale")]},
    "the first guesses are as described": {"firsts": ["river", "book"]},
    "MiniLM's pooler has a bias of 0": {
        "your_bert": SimpleNamespace(pooler=SimpleNamespace(bias=torch.tensor([0.0, 1e-9])))
    },
    "the mean is a little ahead": {"ahead": [0.02, -0.01]},
    "tuning or size makes the difference": {
        "tuned": SimpleNamespace(scores={"[CLS]": 0.2}),
        "untuned": SimpleNamespace(scores={"mean": 0.1}),
    },
    "your formula gives the size of a model that is built": {
        "number": 109_482_241,
        "built": 109_482_240,
    },
    "your BERT computes what that of transformers does: the difference is rounding": {
        "exact": Precisions(SMALL, SMALL)
    },
    "the bug stays as large as it was": {"wrong": Precisions(SMALL, [1e-15, 2e-15])},
    "the embeddings have no bug": {"wrong": Precisions(SMALL, SMALL)},
    "question and article share no word": {"shared": [set(), {"whale"}]},
    "without a word in common, your BERT puts 10 of 12 articles in first place": {
        "firsts": [1, 2, 9]
    },
    "the others find few": {"firsts": [1, 3, 10]},
    "police is nearest to cops": {"place": 2, "near": 0.68},
    "your BERT guesses what bertlab's does": {
        "guesses": ["sea"],
        "theirs": [SimpleNamespace(piece="ocean")],
    },
    "your search finds the same": {
        "search": lambda question: [(0.5, 33), (0.4, 1), (0.3, 2)],
        "question": "",
        "best": [33, 2, 1],
    },
    "on neither model do 50 articles tell [CLS] and the mean apart": {
        "leads": [(-0.1, 0.1), (0.01, 0.1)]
    },
    "512 tokens need less than 2.5 times the time of 256": {"time": 2.6},
}
