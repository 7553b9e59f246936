"""The pictures and diagrams of the lesson on neural language models show what they are given."""

import numpy as np
import torch

from lessons.l02_nnlm import diagrams, figures
from lessons.l02_nnlm.measure import Pass, Perplexities
from tests.figure_checks import figure_tests, shows

PASSES = [
    Pass([1000.0, 250.0], Perplexities(220.0, 280.0), Perplexities(210.0, 370.0)),
    Pass([2000.0, 180.0], Perplexities(230.0, 290.0), Perplexities(220.0, 390.0)),
]
GROUPS = {"m": np.array([[1.0, 2.0], [3.0, 4.0]]), "n": np.array([[5.0, 6.0], [7.0, 8.0]])}

test_figures_show = figure_tests(
    {
        "a first pass, batch by batch, with its mean": shows(
            lambda: figures.draw_first_pass(PASSES),
            lines={
                "training text, batch by batch": [1000, 250],
                "their mean": [(500 + 600) / 2] * 2,
                "training text, scored again": [220, 230],
                "validation text": [210, 220],
            },
        ),
        "mixtures: a line for each seed, and their mean": shows(
            lambda: figures.draw_mixtures(np.array([0.0, 1.0]), [[9.0, 8.0], [7.0, 6.0]]),
            lines={"mean of 2 seeds": [8, 7]},
            y=[[9, 8], [7, 6], [8, 7]],
        ),
        "groups: a dot for each seed": shows(
            lambda: figures.draw_groups({"x": 0.25, "y": 0.75}, GROUPS),
            y=[[1, 3], [2, 4], [5, 7], [6, 8]],
            columns=["x\n25%", "y\n75%"],
        ),
        "a one-hot vector finds its row": shows(
            lambda: diagrams.look_up(torch.eye(3, 2), 1, ["the", "seven", "eight"]),
            texts={"one-hot", "vector of “seven”"},
        ),
    }
)


def test_no_gradient_leads_back_across_chunks(drawn):
    diagrams.truncated(["a", "b", "c", "d"], 2)
    said = " ".join(drawn[0].words())
    assert "s_2 → s_1" in said
    assert "s_4 → s_3" in said
    assert "s_2 → s_3" in said  # the value crosses
    assert "s_3 → s_2" not in said
