"""Inputs under which the claims of lesson 01 must fail."""

from types import SimpleNamespace

import numpy as np

PLANTED = {
    "three pairs; an article with this example prints (love, deep) twice": {
        "pairs": [("I", "love"), ("love", "deep"), ("love", "deep")],
    },
    "loop and arrays count the same pairs": {
        "by_loop": np.array([[1, 2], [3, 4]]),
        "by_array": np.array([[1, 2], [3, 5]]),
    },
    "bertlab gives their shares to 1e-6": {
        "bigram": np.array([0.25, 0.75001]),
        "by_loop": np.array([1, 3]),
    },
    "the unseen share grows with n": {"unseen": [0.0, 0.3, 0.2, 0.8, 0.9]},
    "more than half of the 3-grams are new": {"unseen": [0.0, 0.3, 0.5]},
    "without smoothing, new text has infinite perplexity": {"on_validation": [300.0, 1e9]},
    "with add-one, one word of history is worse than none": {"add_one": [300.0, 299.0]},
    "bertlab mixes as the loop": {
        "mixed": 0.25001,
        "history": ("in",),
        "trigram": SimpleNamespace(probability=lambda word, history: 0.25),
    },
    "counts from 1 to 9 lose between 0.5 and 1.5 each": {"lost": [0.6, 1.5]},
    "a 1 loses less than a 2, and a 2 less than a 3": {"lost": [0.6, 1.1, 1.1]},
    "york follows one word only": {"shown": {"york": (60, 2)}},
    "bertlab, the formula and nltk give the same to 1e-9": {"gaps": [0.0, -2e-9]},
    "Kneser-Ney falls from unigram to trigram": {"single": [300.0, 130.0, 131.0]},
    "so does modified Kneser-Ney": {"modified": [300.0, 130.0, 131.0]},
    "three discounts beat one at n = 3": {"modified": [9, 9, 120.0], "single": [9, 9, 120.0]},
    "the recorded run gives the same perplexities": {
        "modified": [300.0, 130.0, 120.0],
        "best": [300.0, 130.0, 121.0, 119.0],
    },
    "with each of 3 seeds the trigram's gain over the bigram grows with the text": {
        "grows": False,
    },
    "a smaller vocabulary has a lower perplexity": {"trigram": [90.0, 80.0, 100.0, 120.0]},
    "the leak hides more than a third of the unknown words": {"unknown": [0, 0, 0.12, 0, 0.08]},
    "and raises the perplexity by more than half": {"trigram": [0, 0, 100.0, 0, 150.0]},
    "it also turns the riddle round": {
        "held_out": [0, 0, 300.0, 0, 400.0],
        "train": [0, 0, 450.0, 0, 410.0],
    },
    "after most histories of 4 words the raw counts know one next word only": {
        "choices": {4: 1.5},
    },
}
