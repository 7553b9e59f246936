"""Pictures of explanations show what they should."""

import io

import matplotlib.pyplot as plt
import numpy as np
import pytest

from bertlab.pictures import png
from lessons.l12_explanations import faithfulness as faith
from lessons.l12_explanations import figures as explain_figures
from tests.bertlab.inspection.test_explain import MADE_UP, replace_tokens
from tests.figure_checks import figure_tests, shows

CURVES = np.array([[2.0, 0.0, 1.0], [4.0, 2.0, 1.0]])
GOOD = faith.Faithfulness(np.array([0.5]), np.array([2.0]), CURVES, CURVES[:, ::-1])
POOR = faith.Faithfulness(np.array([1.5]), np.array([1.0]), CURVES + 1, CURVES)
EQUAL = replace_tokens("a", "b", values=[0.0, 0.0])

test_figures_show = figure_tests(
    {
        "the largest, and the others added up": shows(
            lambda: explain_figures.draw_bar(MADE_UP, most=3),
            rows=["##ing", "$x$", "3 others"],
            widths=[-2.0, 1.0, 0.25],
            title="“##ing” moves the score most, by -2.00 logits",
        ),
        "equal values in bars": shows(lambda: explain_figures.draw_bar(EQUAL), widths=[0, 0]),
        "equal values one on the other": shows(
            lambda: explain_figures.draw_waterfall(EQUAL), widths=[0, 0]
        ),
        "curves: means over texts": shows(
            lambda: explain_figures.draw_curves({"SHAP": GOOD, "chance": POOR}),
            y=[[3, 1, 1], [4, 2, 2], [1, 1, 3], [3, 1, 1]],
            x=[[0.0, 50.0, 100.0]] * 4,
        ),
    }
)


def test_the_waterfall_leads_from_the_base_to_the_prediction():
    axes = explain_figures.draw_waterfall(MADE_UP).axes[0]
    bars = sorted(axes.patches, key=lambda bar: bar.get_y())  # from the top
    ends = [bar.get_x() + bar.get_width() for bar in bars]
    starts = [bar.get_x() for bar in bars]
    assert ends[0] == pytest.approx(0.75)
    assert ends[1:] == pytest.approx(starts[:-1])
    assert starts[-1] == pytest.approx(1.5)
    assert [bar.get_width() for bar in bars] == pytest.approx([-2.0, 1.0, 0.5, -0.5, 0.25])
    names = [label.get_text() for label in axes.get_yticklabels()]
    assert names == ["##ing", "$x$", "un", "<b>", "好"]


@pytest.mark.parametrize("draw", [explain_figures.draw_waterfall, explain_figures.draw_bar])
def test_what_cannot_be_drawn(draw):
    with pytest.raises(ValueError, match="got one of an empty text"):
        draw(replace_tokens())
    with pytest.raises(ValueError, match="most must be at least 2, got 1"):
        draw(MADE_UP, most=1)


def figures_in_chinese():
    yield explain_figures.draw_waterfall(MADE_UP)
    yield explain_figures.draw_bar(MADE_UP)


def test_chinese_figures_have_no_empty_boxes(monkeypatch):
    """matplotlib warns of each missing letter, and here warnings are errors."""
    for figure in figures_in_chinese():
        assert len(png(figure)) > 1000
    monkeypatch.setattr(explain_figures, "letters_for", lambda texts: plt.rc_context({}))
    for figure in figures_in_chinese():
        with pytest.warns(UserWarning, match="Glyph .* missing"):
            figure.savefig(io.BytesIO())


def test_importance_gathers_words():
    first = replace_tokens("un", "##ing", "film", values=[1.0, 1.0, -0.5])
    second = replace_tokens("film", "uning", "film", "rare", values=[1.5, -4.0, 0.5, 9.0])
    found = explain_figures.importance([first, second])
    assert [(one.word, one.values) for one in found] == [
        ("uning", (2.0, -4.0)),
        ("film", (-0.5, 1.5, 0.5)),
    ]
    assert [one.size for one in found] == pytest.approx([3.0, 2.5 / 3])


def test_tokens_that_stand_twice_have_numbers():
    assert explain_figures.numbered(["a", ",", "b", ","]) == ["a", ", (1)", "b", ", (2)"]
    one = replace_tokens("x", "y", "x", values=[0.5, -2.0, 1.0])
    axes = explain_figures.draw_bar(one).axes[0]
    assert [label.get_text() for label in axes.get_yticklabels()] == ["y", "x (2)", "x (1)"]


def test_importance_of_nothing():
    one = replace_tokens("good")
    with pytest.raises(ValueError, match="explanations of one label, got none"):
        explain_figures.importance([])
    with pytest.raises(ValueError, match=r"got \['a_b\$', 'positive'\]"):
        explain_figures.importance([one, MADE_UP])
    with pytest.raises(ValueError, match="no word stands 2 times"):
        explain_figures.importance([one])
