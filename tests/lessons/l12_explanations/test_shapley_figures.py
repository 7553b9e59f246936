"""Pictures of the lesson on explanations show their numbers, and titles say what is true."""

from dataclasses import replace

import matplotlib.pyplot as plt
import numpy as np
import pytest

from bertlab.datasets.fonts.figures import png
from bertlab.inspection.explain import OWEN, SHAPLEY
from bertlab.inspection.explanation import Explanation
from lessons.l12_explanations import shapley_figures as figures
from lessons.l12_explanations.translation import TranslationExplanation
from tests.figure_checks import title

TOKENS = ("un", "##ing", "$x$", "好")
FIRST = Explanation(TOKENS, np.array([0.5, -2.0, 1.0, 0.25]), 1.0, 0.75, "a_b$", SHAPLEY)
SECOND = replace(FIRST, values=np.array([0.5, -1.0, -0.5, 0.75]), method=OWEN)
VALUES = np.array([[0.5, -0.2], [0.1, 4.0], [-3.0, 1.0]])
TRANSLATION = TranslationExplanation(
    ("seventy", "one"), ("soixante", "et", "onze"), VALUES, np.zeros(3), VALUES.sum(axis=1)
)
BEHIND = {
    "mask": {
        "SHAP": {side: {"area": 0.0, "behind": [0.0, 0.0]} for side in figures.SIDES},
        "attention": {side: {"area": 1.0, "behind": [0.5, 1.5]} for side in figures.SIDES},
        "chance": {side: {"area": 1.0, "behind": [1.0, 4.0]} for side in figures.SIDES},
    }
}
BEHIND["remove"] = BEHIND["mask"]


@pytest.fixture(autouse=True)
def no_figure_stays_open():
    yield
    plt.close("all")


def test_both_values_stand_side_by_side():
    figure = figures.draw_both(FIRST, SECOND)
    axes = figure.axes[0]
    heights = [[bar.get_height() for bar in container] for container in axes.containers]
    assert heights == [FIRST.values.tolist(), SECOND.values.tolist()]
    assert [label.get_text() for label in axes.get_xticklabels()] == list(TOKENS)
    assert title(axes) == 'They differ most at "$x$": by 1.50 logits'
    assert [label.get_text() for label in axes.get_legend().get_texts()] == [SHAPLEY, OWEN]
    assert len(png(figure)) > 1000


def test_other_tokens_cannot_stand_side_by_side():
    with pytest.raises(ValueError, match="expected the same tokens and label"):
        figures.draw_both(FIRST, replace(SECOND, label="other"))


def test_the_map_has_a_number_for_each_pair_of_words():
    figure = figures.draw_translation(TRANSLATION)
    axes = figure.axes[0]
    shown = {(text.get_position(), text.get_text()) for text in axes.texts}
    assert shown == {((c, r), f"{VALUES[r, c]:+.1f}") for r in range(3) for c in range(2)}
    assert [label.get_text() for label in axes.get_yticklabels()] == ["soixante", "et", "onze"]
    assert title(axes) == '"et" owes most to "one": +4.0 nats'
    assert len(png(figure)) > 1000


def test_the_title_says_who_is_ahead():
    figure = figures.draw_behind(BEHIND)
    assert title(figure.axes[0]) == "SHAP is ahead of all, however words are hidden"
    assert [label.get_text() for label in figure.axes[0].get_yticklabels()] == [
        "attention",
        "chance",
    ]
    worse = {**BEHIND["mask"]["chance"], "insertion": {"area": 1.0, "behind": [-0.1, 1.0]}}
    other = figures.draw_behind({**BEHIND, "remove": {**BEHIND["mask"], "chance": worse}})
    assert title(other.axes[0]) == "SHAP is not ahead of all"


def test_intervals_are_drawn_from_their_lower_to_their_upper_bound():
    figure = figures.draw_behind(BEHIND)
    for axes in figure.axes:
        bars = [bar for container in axes.containers for bar in container[2][0].get_segments()]
        assert [bar[:, 0].tolist() for bar in bars] == [[0.5, 1.5], [1.0, 4.0]] * 2
