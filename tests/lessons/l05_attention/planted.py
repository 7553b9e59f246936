"""Inputs under which the claims of lesson 05 must fail."""

import torch

OFF, ZEROS = torch.full((2, 3), 3e-6), torch.zeros(2, 3)
X = torch.ones(3, 2, requires_grad=True)

PLANTED = {
    "loop and matrices agree to 1e-6": {"by_loop": OFF, "at_once": ZEROS},
    "bertlab's attention agrees to 1e-6": {"at_once": OFF, "ours": ZEROS},
    "raw: the variance is K, within 10%, in 5 seeds": {"growth": torch.tensor([[1.0, 1.12]])},
    "divided: it is 1, within 10%, in 5 seeds": {"divided": torch.tensor([[1.0, 0.125]])},
    "K = 1024, raw: one key of 64 takes over 9/10 of the weight": {
        "raw": torch.tensor([[[16, 0.3, 1.0], [1024, 0.89, 0.1]]]),
    },
    "and the slopes are below a tenth of the scaled ones": {"lost": torch.tensor([0.07, 0.11])},
    "without a mask, every token notices the padding": {"noticed": {("none", 5): [5]}},
    "with one, only the padding itself does": {"noticed": {("both ways", 5): [0, 1, 2, 3, 4, 5]}},
    "one way: no token notices a later one": {"noticed": {("one way", 2): [1, 2, 3, 4, 5]}},
    "a recurrent model needs each of the i - j steps": {"needed": 9},
    # token 0 is cut off from the output
    "attention needs no token between": {"x": X, "one_hop": X[1:].sum()},
    "attention: as much at 64 as at 1, within a factor of 3": {"level": torch.tensor([1.2, 0.3])},
    "each recurrent network: less than a millionth, in 5 seeds": {
        "recurrent": torch.tensor([1e-9, 2e-6]),
    },
    "shuffled in, equally shuffled out, to 1e-6: nothing else changes": {"gaps": [1e-15, 3e-6]},
    "with positions, a layer notices the shuffle": {"moved": torch.tensor(1e-7)},
    "the waves' similarity depends on the distance alone": {"spread": {"waves": 1e-3}},
    "that of learned positions does not": {"spread": {"learned": 1e-5}},
    "your head, three times, is bertlab's block (1e-6)": {"gap": torch.tensor(3e-6)},
    "the product with the first third gives the queries (1e-6)": {"apart": torch.tensor(3e-6)},
    "without residuals, all tokens are alike after 2 layers": {
        "alike": torch.tensor([[[0.0, 0.9, 1.0], [0.0, 0.5, 0.9]]]),
    },
    "with them, they still differ after 12, in 5 seeds": {
        "alike": torch.tensor([[0.0] * 13, [0.6] * 13])[:, None],
    },
    "these lines are bertlab's layer (1e-6)": {
        "whole": OFF,
        "layer": torch.zeros_like,
        "hidden": OFF,
    },
    "the feed-forward network sees one token": {"alone": OFF, "narrow": torch.zeros(2, 4, 3)},
    "torch counts what the table says, at every length": {
        "counted": lambda T: [4 * T, 24 * T + 1],
        "lengths": [2, 3],
        "formula": [[8, 48], [12, 72]],
    },
    "the pairs catch up at T = 6 D": {
        "linear": [0] * 4,
        "pairs": [0, 0, 0, 1],
        "lengths": [4608] * 4,
    },
    "without overlap, some tokens see one side only": {
        "poorer": {510: [0] * 127 + [3, 1, 3] + [0] * 127},
    },
    "with it, each sees at least 127 tokens on both sides": {
        "poorer": {255: [0] * 127 + [200, 126] + [0] * 127},
    },
    "windows: the last segment feels only itself": {"felt": {0: [4, 5]}},
    "with recurrence, 3 layers reach 3 segments back": {"felt": {1: [1, 2, 3, 4, 5]}},
    "in each of 50 documents, most queries have no such weight": {
        "by_document": torch.tensor([0.3, 0.51]),
    },
    "where there is one, it mostly goes to [CLS] or [SEP]": {
        "special": torch.tensor([True, False, False]),
        "over": torch.tensor([True, True, True]),
    },
    "fewer than 1 query in 10 picks another word": {"word": torch.tensor([True, False])},
    "fresh weights: never": {"largest": {"fresh": torch.tensor([0.1, 0.6])}},
}
