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
    "over two billion dot products": {"num_seen": 1000, "words": ["a"] * 1000},
    "the sentence is in our text": {"title_of_king": ["zorp"], "sentences": [["a"]]},
    "what is dropped here seldom stays": {"low": torch.tensor([True]), "stayed": [True]},
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
    "with 789 words, tree and negative sampling keep over 85% of a full softmax's gain, 3 seeds": {
        "kept": {("CBOW", "negative sampling"): 0.8},
    },
    "among 30 words, only australia has a word of another kind as nearest": {"strangers": ["six"]},
    "australia and the days are in the news": {"news_shares": [0.9, 0.5, 0.1]},
    "minilm's input table agrees better with people than yours, on both lists (95% intervals)": {
        "ahead": [0.4, -0.1],
    },
    "as we train, 4 in 1,000": {"thinned": Named(inside=0.03)},
    "a nurse is nearer to she, an engineer to he": {"bias": {"nurse": 0.0, "engineer": -0.1}},
    "a pass with a tree takes under 2% of a full softmax's dot products, with noise less": {
        "in_a_pass": {"negatives": 1, "tree": 3, "full softmax": 100},
    },
    "your correlation is that of the figure, to 0.01": {
        "todays": 0.4,
        "judged": {"wordsim353": {"yours": Named(seeds=[0.38])}},
        "people": Named(YOURS="yours"),
    },
    "for words met fewer than 30 times, the tree is ahead at all four sizes, in each of 3 seeds": {
        "lead": {10: np.array([0.1, -0.001, 0.1, 0.1]), 30: np.ones(4)},
    },
    "10 numbers, frequent words: negative sampling is ahead": {
        "noise": np.array([0.08, 0.06]),
        "tree": np.array([0.05, 0.07]),
    },
    "with 30 numbers the tree is not, with more it is": {
        "lead": {30: [0, 0, 0, -0.01]},
        "long": -0.001,
    },
    "rare pairs: each seed with a tree is ahead at every length": {"rare": {10: 0.1, 30: -0.01}},
    "most puzzles are solved": {"solved": [True, False]},
    "gensim has the vocabulary of ours": {
        "theirs": Named(words=["moon"]),
        "mine": Named(words=["sun"]),
    },
    "gensim finds the odd one": {"at_work": Model()},
    "gensim and yours: not told apart": {"even": [(0.1, 0.01, 0.2)]},
    "ahead of one default, not of the other": {"defaults": [[0.1, -0.1], [-0.1, -0.1]]},
    "seeds from 0.38 to 0.50, today's the lowest": {"seeds": [0.5, 0.38]},
    "professor and student: 6.81 and 1.95": {
        "ratings": {"simlex999": {frozenset(("professor", "student")): 6.0}},
    },
    "coffee guesses drink, but its nearest vector is that of tea, which it never met (3 seeds)": {
        "guessed_first": ["drink"] * 3,
        "nearest_first": ["tea", "drink", "tea"],
    },
    "for one pair, the class takes your step": {"apart": 1e-5},
    "movie is like film, prince like king": {"both": [([], ["movie"]), ([], ["six"])]},
    "company: far above chance": {"compared": Named(met_company=0.4, chance_company=0.3)},
    "alike: far above chance": {"compared": Named(met_alike=0.3, chance_alike=0.2)},
    "company has met more often": {"compared": Named(met_company=0.4, met_alike=0.38)},
    "with your vectors, france : french = spain : spanish": {
        "mine": Named(analogy=lambda *words: [Named(word="ports")]),
    },
    "the two paths of the exercise": {
        "by_word": {"of": ([6, 4], [0, 1]), "he": ([6], [0])},
        "told": {"of": ([6, 5, 4], [0, 0, 0])},
    },
    "of the noise words, 3% are in the window": {"drawn": Named(inside=0.001)},
    "bertlab makes the same pairs": {
        "same_pairs": torch.tensor([0, -1]),
        "skip_gram_pairs": lambda words, window: [("a", "b"), ("b", "a")],
        "sentence": ["a", "b"],
    },
    "he has five turns, and comes a sixteenth as often as the": {
        "turns": [1, 4],
        "few": ["the", "he"],
        "few_counts": [160, 10],
    },
    "in a Huffman tree, a word of our text is under 10 turns away on average": {"length": 10.2},
    "within one bit of the entropy": {"entropy": 9.0, "length": 10.2},
    "west is pulled, noise is pushed": {
        "after": (None, torch.tensor([[0.0, 0.0], [0.0, 0.0], [0.0, 0.0]])),
        "u": torch.tensor([[0.1, 0.0], [0.1, 0.0], [0.1, 0.0]]),
        "v": torch.tensor([1.0, 0.0]),
    },
    "lm; palestinian, reserve": {"first": {"moon": ["lm"], "bank": ["reserve"]}},
    "a day is nearest to australia, of 30": {
        "number": 30,
        "nearest_of_30": "china",
        "kinds": {"days": ("monday",)},
    },
    "2, 11 and 34 of 42": {"right_answers": [2, 11, 34], "asked": []},
    "the mean of the picture": {"your_mean": [1.0, 0.5]},
    "artemis and the moon are near apollo": {"near_apollo": ["artemis", "zeus"]},
    "without the West Bank, reserve is nearest to bank": {"nearest_now": "strip"},
}
