"""Inputs under which the claims and checks of lesson 01 must fail."""

from types import SimpleNamespace as Named

import numpy as np

from lessons.l01_ngram import measure

COPIES = (
    "of the sentences that raw 5-gram counts write, more than half are copies of training sentences"
)
NEW = "more than half of the 3-grams of a new text were never seen, and the proportion grows with n"
INFINITE = "without smoothing, every model that looks back has an infinite perplexity on new text"
BEST = (
    "with modified Kneser-Ney, perplexity falls from unigram to trigram, "
    "and nothing else does better"
)
HALVES = (
    "in halves of the same articles, what a pair seen 1 to 9 times loses is nearer to a fixed "
    "amount than to any percentage"
)
CONTINUATIONS = (
    "from n = 3 on, a fixed discount alone gets worse with n; with continuation counts it does not"
)
FIVES = (
    "given the two words before, counts restore the exact order of five familiar words in one "
    "case of three"
)
CHOICES = (
    "for six of the eight pairs of words, the neighbors are a clearly better guide than the "
    "frequency of the words"
)

ROME = "rome is more frequent than vienna, and less than a tenth as probable after in"

PLANTED = {
    "about 400,000 words": {"train": [["word"] * 380_000]},
    "the alternative text has these counts": {"toy_table": [[2, 1, 0], [0, 1, 2]]},
    "the lesson opens with a text of these counts": {"first": "Chamber music."},
    COPIES: {"found": {5: 0.5}},
    "most cells are empty": {"cells": [[1, 0], [2, 0]]},
    NEW: {"unseen": [0.0, 0.3, 0.55, 0.5, 0.9]},
    "a fifth of the pairs, seven in eight 5-grams": {"unseen": [0.0, 0.25, 0.5, 0.7, 0.87]},
    INFINITE: {"on_new": [300.0, np.inf, 1e9]},
    "on the training text, longer is always better": {"on_train": [400.0, 40.0, 41.0]},
    "at n = 1, the new text has the lower perplexity": {"on_new": [450.0], "on_train": [449.0]},
    "with add-one, looking back one word is worse than not looking back": {
        "rows": [(1.0, 0.1, 299.0)],
        "none": 300.0,
    },
    "40 times, 15 words": {"V": 8000, "followed": np.array([True] * 14), "stands": 40},
    "less than 1% is kept": {"rows": [(1.0, 0.02, 495.0)]},
    "united was: never seen": {
        "lookup": {(3, 4): 1},
        "vocabulary": Named(index={"united": 3, "was": 4}.get),
    },
    "alone, the pairs reach 48 on the training text": {"training": [90.0, 49.0]},
    "two of three come back": {"ordered": ["b", "a", "c"], "sentences": ["a", "b", "c"]},
    "the third is another true sentence": {"ordered": ["a", "b", "the capital of paris is ."]},
    "validation chooses 0.6, training 1.0": {"grid": [0.5, 0.6, 1.0], "best": 1, "wanted": 1},
    "bertlab mixes as the formula says": {
        "step_by_step": 0.25001,
        "trigram": Named(probability=lambda word, history: 0.25),
    },
    "the pairs get the largest weight": {"weights": np.array([0.4, 0.35, 0.25])},
    "step by step is better than at once": {
        "after": 142.0,
        "at_once": 141.0,
    },
    "a 1 loses less than a 2, and a 2 less than a 3": {"lost": [0.6, 1.1, 1.1]},
    HALVES: {"fixed": 1.0, "percentage": 2.0},
    "in halves of different articles, a percentage is nearer": {
        "apart_fixed": 1.0,
        "apart_percentage": 2.0,
    },
    "0.65 and 1 in both cuts, within 0.15": {"first_two": np.array([[0.63, 0.9], [0.7, 1.3]])},
    "between 0.6 and 1.3 is lost": {"lost": np.array([0.7, 1.4])},
    "97% of the histories of four words": {"only_one": 0.95},
    "longer histories, longer pieces": {"pieces": [["a"] * 20]},
    "of the four k, 0.01 is best, and reaches 209": {"best": (0.01, 0.3, 210.0)},
    "your function and bertlab replace the same words": {"same_words": False},
    "add-one does not tell the two zeros apart": {"even": 0.9},
    "it has doubled, from 43": {"by_frequency": 43.0, "by_variety": 80.0},
    "after united, twice as much as after los, for both words": {"twice": np.array([2.0, 4.0])},
    "Kneser-Ney gives both less than interpolation": {"zeros": np.array([[1, 1], [5, 6], [1, 2]])},
    "the son of the king was said": {"said": -30.0, "heard": -31.0},
    "sun or son: hardly a difference without the earth": {"right": -30.0, "wrong": -32.0},
    "a sun that moves is more probable": {"moving": -39.0, "right": -38.6},
    "a 1 loses least": {"lost": np.array([0.6, 1.1]), "other": np.array([0.7, 0.6])},
    "york follows one word only": {"shown": {"york": (82, 2)}},
    "neither follows house": {"unseen": [0, 1]},
    "only continuation counts tell them apart": {"ratios": [1.2, 20]},
    "yours is bertlab's": {
        "yours": 0.2,
        "in_bertlab": Named(probability=lambda word, history: 0.1),
    },
    "by different words, as often as counted": {"varied": [82.0, 94.0], "counted": [82, 95]},
    "by frequency, 9% off and more": {
        "frequent": np.array([100.0, 96.0]),
        "counted": np.array([82, 95]),
    },
    "york is offered too often": {"frequent": [90.0]},
    CONTINUATIONS: {
        "absolute": np.array([300.0, 137.0, 135.0, 141.0, 145.0]),
        "plain": np.array([300.0, 131.0, 123.0, 122.0, 123.0]),
    },
    "Kneser-Ney leads by 4 to 6%": {"leads": np.array([0.05, 0.03])},
    "5, 1 and 5% at n = 2; -15 and 16% at n = 5": {"gains": [0.05, 0.05], "wanted": [0.05, 0.04]},
    "three discounts gain 2 to 3%": {"extra": np.array([0.01, 0.03])},
    "a fixed discount alone: no gain from n = 3 on": {
        "absolute": np.array([300.0, 137.0, 127.0]),
        "grouped": np.array([300.0, 138.0, 128.0]),
    },
    "more than four of five pairs, once or twice": {"seldom": [60, 15], "lookup": range(100)},
    "the same at n = 2, half as much at n = 5": {"less": np.array([1.0, 0.8, 0.7, 0.6])},
    "on the test text, the order is the same": {"order": [4, 3, 0, 1, 2]},
    "it writes as many new trigrams as people do": {"never_seen": {3: (0.5, 0.6)}},
    "without 1/V', bertlab's is our interpolation": {"same": 146.0, "ours": 147.0},
    "the unigram finds the test text over a tenth harder": {"harder": 1.05},
    "more counts than words": {"stored": 100, "length": 99},
    "the smoothed models hardly copy": {"copies": [0, 20]},
    FIVES: {"fives": np.array([True, False, False, False])},
    "an unknown next word hides it": {"articles": {True: 0.9, False: 0.9}},
    ROME: {"cities": {"vienna": (8, 2, 0.2), "rome": (14, 0, 0.1)}},
    "all words after house": {"total": 4, "lookup": {(7, 8): 3, (8, 7): 1}, "house": 7},
    "a quarter is handed out after house": {"handed_out": 0.32},
    "nearly five to one": {"discount": 0.7, "seldom": [9, 3]},
    "four words stand in both sentences": {
        "measure": measure,
        "pieces": [["a", "b"], ["c"]],
        "train": [["a", "b"], ["b", "c"]],
    },
    "the picture is what your function says": {"by_you": [0.5], "parts": {"deep": (0.5, 0.1)}},
    "the toy probabilities sum to 1": {"by_you": [0.5, 0.4]},
    "deep after you gets 0.05": {"kneser_ney": lambda *asked: 0.1, "toy": []},
    "the discounts above are bertlab's": {
        "estimated": (0.7, 1.1, 1.5),
        "D1": 0.7,
        "D2": 1.1,
        "D3": 1.4,
    },
    "they rise with the count, as in the halves": {"D1": 0.7, "D2": 1.1, "D3": 1.1},
    "the first is Y, and the one of Kneser-Ney": {"D1": 0.7, "discount": 0.8, "Y": 0.7},
    BEST: {
        "again": [300.0, 130.0, 120.0],
        "best": np.array([300.0, 130.0, 120.0]),
        "others": np.array([[300.0, 140.0, 119.0]]),
    },
    "the recorded run gives the same": {
        "again": [300.0, 130.0, 120.0],
        "best": [300.0, 130.0, 121.0, 119.0],
    },
    CHOICES: {
        "found": [Named(interval=(0.8, 0.9), frequent=0.6)] * 5
        + [Named(interval=(0.8, 0.9), frequent=0.795)],
    },
    "is / are is the hardest": {"worst": Named(words=("a", "an"))},
    "the formula and nltk give the same": {"yours": [0.5, 0.1], "theirs": [0.5, 0.1 + 2e-9]},
    "the formula and bertlab give the same": {"yours": [0.5], "bertlabs": [0.5 - 2e-9]},
    "a model that knows fewer words has the lower perplexity": {"by_size": [26.0, 120.0, 110.0]},
    "the leak hides over a third of the unknown": {
        "leaked": Named(unknown=0.1),
        "honest": Named(unknown=0.14),
    },
    "your bigrams are those of Exercise 5": {"pair": 0.1, "as_before": 0.2},
    "your trigrams are bertlab's": {"by_you": [0.1, 0.2], "by_bertlab": [0.1, 0.3]},
    "the leak raises perplexity by half": {
        "leaked": Named(trigram=150.0),
        "honest": Named(trigram=100.0),
    },
    "it also turns the riddle round": {"turned": False},
}
