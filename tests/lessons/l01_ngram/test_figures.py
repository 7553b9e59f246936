"""The pictures of the n-gram lesson show what was measured."""

import numpy as np

from lessons.l01_ngram import diagrams, figures, measure
from tests.figure_checks import figure_tests, reading, shows

WEIGHTS = [0.0, 0.25, 0.5, 0.75, 1.0]
VALIDATION, TRAINING = [5.0, 4.0, 3.0, 4.0, np.inf], [9.0, 8.0, 7.0, 6.0, 5.0]
HALVES = measure.Halves([1, 2], np.array([0.4, 1.1]), np.array([0.1, 0.2]))
APART = measure.Halves([1, 2], np.array([0.3, 0.5]), np.array([0.1, 0.2]))
OFFERED = {"frequency": {"york": 0.1, "near": 0.2}, "variety": {"york": 0.05, "near": 0.3}}
METHODS = {name: [300.0, 140 + n, 130 + n, 128 + n, 124 + n] for n, name in enumerate("abcde")}
PARTS = {"deep": (1.5 / 3, 1 / 9), "rivers": (0.0, 1 / 9)}
CITIES = {"paris": (58, 28, 0.1), "vienna": (8, 2, 0.02), "rome": (14, 0, 0.001)}
COUNTS = {"paris: 58": 28, "vienna: 8": 2, "rome: 14": 0}
CHOICES = [
    measure.Choice(("a", "an"), 100, 0.9, 0.8),
    measure.Choice(("is", "are"), 50, 0.7, 0.6),
]

test_figures_show = figure_tests(
    {
        "unseen": shows(lambda: figures.draw_unseen([1, 2], [0.0, 0.25]), heights=[0, 25]),
        "what is kept, and the rest": shows(
            lambda: figures.draw_kept([(1.0, 0.2, 300.0)], "new"), widths=[20, 80]
        ),
        "the best weight is marked": shows(
            lambda: figures.draw_weights(WEIGHTS, VALIDATION, TRAINING),
            y=[TRAINING, [*VALIDATION[:4], np.nan], [3.0]],
            texts={"∞"},
        ),
        "offers on one scale": shows(
            lambda: figures.draw_offered("old", OFFERED),
            texts=["1000.00", "2000.00", "500.00", "3000.00"],
            widths=[0.1, 0.2, 0.05, 0.3],
        ),
        "methods from two words on": shows(
            lambda: figures.draw_methods([1, 2, 3, 4, 5], METHODS),
            texts=[*"abcde", "from 3 to 5: −4%"],  # the last: from 134 to 128
        ),
        "parts of a sum": shows(
            lambda: figures.draw_parts(PARTS, "love"),
            widths=[0.5, 0, 1 / 9, 1 / 9],
            starts=[0, 0, 0.5, 0],
            texts={"0.500 + 0.111 = 0.611"},
        ),
        "cities": shows(
            lambda: figures.draw_cities(CITIES, "in"),
            title="After “in”, Vienna is 20 times as probable as Rome",
            rows=[f"{name} times,\n{n} after in" for name, n in COUNTS.items()],
        ),
        "rows divided by their sums": shows(
            lambda: diagrams.proportions([[2, 1]], ["love"], ["deep", "learning"]),
            texts={"0.67", "0.33"},
        ),
        "perplexity": shows(
            lambda: diagrams.perplexity(["a", "b"], [0.5, 0.5]), texts={"perplexity\n2.00"}
        ),
    }
)


def test_halves_are_drawn_as_measured():
    (axes,) = figures.draw_halves(HALVES, APART).axes
    percentage, fixed, measured = (line.get_ydata() for line in axes.lines[:3])
    assert np.allclose([percentage, fixed, measured], [[0.4, 0.8], [0.75, 0.75], [0.6, 0.9]])


def test_choices_are_drawn_from_the_worst_up():
    figure = figures.draw_choices(CHOICES)
    assert reading(figure, "rows") == ["is / are  (50)", "a / an  (100)"]
    assert np.allclose(reading(figure, "x")[0], [70, 90])
    # 70% of 50 places may be luck beside 60%
    colors = [label.get_color() for label in figure.axes[0].get_yticklabels()]
    assert colors == ["0.6", "black"]


def test_the_frame_is_around_its_cell():
    *cells, frame = (
        diagrams.sparse([[0, 0], [0, 7]], ["a", "b"], ["c", "d"], [("a", "d")]).axes[0].patches
    )
    assert np.allclose(frame.get_bbox().bounds, cells[1].get_bbox().bounds)
