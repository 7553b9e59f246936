"""Mutants of the references that are right as well, and the inputs on which they have to be."""

import torch

EQUIVALENT = {
    "best_cue": {
        "Where there is no pair there is no character, and none can be the best.": [
            "best_cue: every input -> assert len(pairs) != 0",
        ],
    },
    "best_order": {
        "A tensor with one number adds up and compares as the number does.": [
            "best_order: float(scores[i, j]) -> scores[i, j]",
        ],
    },
}


def _best_order(generator):
    N = int(generator.integers(1, 5))
    return (torch.from_numpy(generator.integers(-20, 21, (N, N))).float(),)


def _best_cue(generator):
    def text():
        return "".join(generator.choice(list("abcd"), int(generator.integers(1, 6))))

    drawn = [(text(), text()) for _ in range(int(generator.integers(0, 9)))]
    return ([*drawn, *[("a", "z")] * (len(drawn) + 1)],)  # z is a cue


INPUTS = {"best_cue": _best_cue, "best_order": _best_order}
