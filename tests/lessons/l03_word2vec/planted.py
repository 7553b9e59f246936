"""Inputs under which the claims and checks of lesson 03 must fail."""

from types import SimpleNamespace as Named

import numpy as np
import torch

OFF = torch.full((2, 4), 3e-6, dtype=torch.float64)
ZEROS = torch.zeros(2, 4, dtype=torch.float64)
BEST = ["strip", "gaza"]


class Table(torch.Tensor):
    """A tensor of zeros that has a gradient which moves it away from the student's rows."""

    grad = torch.full((2, 4), 1e-4, dtype=torch.float64)


class Model:
    """What gensim returns, with other words and another odd one."""

    wv = property(lambda self: self)
    index_to_key = ("moon",)

    def doesnt_match(self, words):
        return words[0]


PLANTED = {
    "strip and gaza are nearest to bank; lunar, plato": {
        "nearest": {"bank": BEST, "moon": ["lunar"], "aristotle": ["kant"]},
    },
    "31 of 73 are West Bank": {"west_bank": 30, "bank_sentences": [""] * 73},
    "78 articles and 300 stories": {
        "wiki": lambda: Named(train=[""] * 104),
        "lee": lambda: Named(background=[""] * 300),
    },
    "of the, an eighth stays": {"keep": torch.tensor([0.2])},
    "words rarer than 1 in 400 always stay": {
        "frequency": torch.tensor([0.5, 0.002]),
        "keep": torch.tensor([0.1, 0.99]),
    },
    "over twenty billion dot products": {"num_pairs": 1000, "words": ["a"] * 1000},
    "loop and tensor version agree to 1e-6": {"at_once": OFF, "by_loop": ZEROS},
    "bertlab's full softmax does, too": {"ours": OFF, "by_loop": ZEROS},
    "no word has a longer code than a rarer one": {"turns": [1, 3, 2, 3]},
    "all words together have probability 1": {"walked": torch.tensor([0.5, 0.4])},
    "bertlab's walk gives the same to 1e-6": {"ours": OFF, "walked": ZEROS},
    "and below log2 V, a balanced tree's": {"length": 13.0, "balanced": 12.9},
    "NCE ends at log p": {"nce": OFF, "p": torch.ones(2, 4, dtype=torch.float64)},
    "scores of negative sampling end at log p - log kq: how much more likely than noise": {
        "negative": ZEROS,
        "p": torch.tensor(0.2),
        "k": 2,
        "q": torch.tensor(0.2),
    },
    "bertlab's noise is yours, to 1e-12": {"gap": 1e-9},
    "as they are, every twelfth word is the": {"frequency": torch.tensor([0.1])},
    "bertlab moves the outputs alike (1e-6)": {"moved": OFF, "yours": (None, ZEROS)},
    "autograd moves the inputs alike": {
        "inputs": torch.zeros(2, 4, dtype=torch.float64).as_subclass(Table),
        "yours": (ZEROS, None),
    },
    "with both tables at zero nothing is learned": {"largest": 1e-9},
    "both shortcuts guess within 5% of the full softmax, 3 seeds": {"ratios": [1.0, 1.06]},
    "of 30 words only australia is nearest to a word of another kind": {"strangers": ["six"]},
    "minilm, a small BERT, is ahead of ours by 0.2 or more, on both lists": {
        "ahead": {"wordsim353": 0.4, "simlex999": 0.1},
    },
    "on WordSim each seed with a tree beats each without": {
        "tree_seeds": [0.3, 0.2],
        "noise_seeds": [0.1, 0.25],
    },
    "skip-gram with noise words: not worse than gensim by 0.03, on both lists": {
        "low": [-0.01, -0.04],
    },
    "for words met fewer than 30 times, the tree is ahead at every length, in each of 3 seeds": {
        "lead": {10: np.array([0.1, -0.001, 0.1, 0.1]), 30: np.ones(4)},
    },
    "with 10 numbers, noise words are ahead for frequent words": {
        "noise": np.array([0.08, 0.06]),
        "tree": np.array([0.05, 0.07]),
    },
    "with 30 numbers the tree is not, with more it is": {
        "lead": {30: [0, 0, 0, -0.01]},
        "long": -0.001,
    },
    "rare pairs: each seed with a tree is ahead at every length": {"rare": {10: 0.1, 30: -0.01}},
    "frequent pairs, 10 numbers: the seeds overlap": {"frequent": {10: 0.01}},
    "frequent words, 30 numbers: the two are level": {"at_30": [0.1, 0.11]},
    "most puzzles are solved": {"solved": [True, False]},
    "gensim has the vocabulary of ours": {"at_work": Model(), "mine": Named(words=["sun"])},
    "gensim finds the odd one, too": {"at_work": Model()},
    "at least 3 of the 10 nearest to moon are the same": {"both": 2},
    "of the noise words, 3% are in the window": {"drawn": Named(inside=0.001)},
    "bertlab makes the same pairs": {
        "same_pairs": torch.tensor([0, -1]),
        "skip_gram_pairs": lambda words, window: [("a", "b"), ("b", "a")],
        "sentence": ["a", "b"],
    },
    "he has five turns": {"turns": [1, 4], "few": ["the", "he"]},
    "in a Huffman tree, a word of our text is under 10 turns away on average": {"length": 10.2},
    "within one bit of the entropy": {"entropy": 9.0, "length": 10.2},
    "west is pulled, noise is pushed": {
        "after": (None, torch.tensor([[0.0, 0.0], [0.0, 0.0], [0.0, 0.0]])),
        "u": torch.tensor([[0.1, 0.0], [0.1, 0.0], [0.1, 0.0]]),
        "v": torch.tensor([1.0, 0.0]),
    },
    "lm; palestinian and reserve": {"first": {"moon": ["lm"], "bank": ["reserve"]}},
    "australia is in the news for soccer": {"number": 30, "near_australia": ["ian"]},
    "42 questions are known to all": {"asked": []},
    "without the West Bank, reserve is nearest to bank": {"nearest_now": "strip"},
}
