"""The pictures of the ELMo lesson show what was measured."""

import numpy as np
import torch

from lessons.l04_elmo import diagrams, figures
from tests.figure_checks import figure_tests, shows

HITS = {
    "side": {"trained": [4], "random": [5, 1], "neighbors": [0]},
    "correct": {"trained": [10], "random": [2, 2], "neighbors": [3]},
}
REACH = torch.tensor([[1.0, 0.0], [0.5, 0.25]])
LAYERS = torch.tensor([[1.0, 2.0], [3.0, 6.0]])

test_figures_show = figure_tests(
    {
        "controls: means, in points above 50%": shows(
            lambda: figures.draw_controls({"trained": [0.6, 0.7], "a, b": [0.55]}, "T", "C0"),
            widths=[15, 5],
            starts=[50, 50],
            rows=["trained", "a,\nb"],
        ),
        "each row of a map by its largest, zeros white": shows(
            lambda: figures.draw_reach({"a": REACH, "b": REACH}, []),
            images=[[[1, np.nan], [1, 0.5]]] * 2,
        ),
        "a mix with its numbers": shows(
            lambda: diagrams.mix(LAYERS, torch.zeros(2), gamma=2.0),
            texts={"0.50", "2.0", "4.0", "8.0", "× γ = 2"},
        ),
    }
)


def test_equal_hits_stand_side_by_side():
    (axes,) = figures.draw_hits(HITS, {name: 2.5 for name in HITS}, 10, "Ten hits").axes
    dots = [dots.get_offsets()[:, 0].tolist() for dots in axes.collections]
    assert dots == [[4], [5, 1], [0], [10], [1.8, 2.2], [3]]
    assert [list(line.get_xdata()) for line in axes.lines] == [[2.5, 2.5]] * 2
