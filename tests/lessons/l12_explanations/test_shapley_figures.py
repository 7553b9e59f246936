"""Pictures of the lesson on explanations show their numbers, and titles say what is true."""

from dataclasses import replace

import matplotlib.pyplot as plt
import numpy as np
import pytest

from bertlab.datasets.fonts.figures import png
from bertlab.inspection.explain import OWEN, SHAPLEY
from bertlab.inspection.explanation import Explanation
from lessons.l12_explanations import shapley_figures as figures
from lessons.l12_explanations.measure import Lead, Turned
from lessons.l12_explanations.translation import TranslationExplanation
from tests.figure_checks import title

TOKENS = ("un", "##ing", "$x$", "好")
FIRST = Explanation(TOKENS, np.array([0.5, -2.0, 1.0, 0.25]), 1.0, 0.75, "a_b$", SHAPLEY)
SECOND = replace(FIRST, values=np.array([0.5, -1.0, -0.5, 0.75]), method=OWEN)
VALUES = np.array([[0.5, -0.2], [0.1, 4.0], [-3.0, 1.0]])
TRANSLATION = TranslationExplanation(
    ("seventy", "one"), ("soixante", "et", "onze"), VALUES, np.zeros(3), VALUES.sum(axis=1)
)


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


def test_leads_have_their_intervals():
    groups = {
        "with a sign": {"SHAP": Lead(2.0, 1.5, 3.0), "other": Lead(0.1, -0.4, 0.6)},
        "sizes": {"attention": Lead(1.0, 0.5, 1.25)},
    }
    figure = figures.draw_leads(groups, "a title")
    above, below = figure.axes
    (bars,) = [container[2][0].get_segments() for container in above.containers]
    np.testing.assert_allclose([bar[:, 0] for bar in bars], [[1.5, 3.0], [-0.4, 0.6]])
    assert [label.get_text() for label in above.get_yticklabels()] == ["SHAP", "other"]
    assert [label.get_text() for label in below.get_yticklabels()] == ["attention"]
    assert figure._suptitle.get_text() == "a title"
    assert len(png(figure)) > 1000


def test_turned_predictions_are_counted():
    found = {
        "SHAP": Turned(["a", "b"], np.array([True, False])),
        "c": Turned(["a"], np.array([False])),
    }
    figure = figures.draw_turned(found)
    (axes,) = figure.axes
    assert title(axes) == "Hiding SHAP's first token turns 1 of 2"
    assert axes.lines[0].get_xdata().tolist() == [50, 0]
    assert len(png(figure)) > 1000
