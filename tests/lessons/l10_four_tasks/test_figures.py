"""The pictures of the lesson on four tasks show what they are given."""

import numpy as np
import pytest
import torch

from bertlab.datasets.generated.inference_pairs import InferencePair
from bertlab.finetuning.spans import SpanPrediction
from bertlab.finetuning.tagging import IGNORED
from lessons.l10_four_tasks import diagrams, figures, measure, tables
from tests.figure_checks import lines, title
from workbook.diagrams import overlaps


def test_diagrams_have_no_overlaps(drawn):
    diagrams.four_tasks()
    diagrams.choices("Anna kept the cello.", ["Anna slept.", "Anna ate it."], [0.25, 0.75])
    assert [overlaps(drawing) for drawing in drawn] == [[], []]


def test_heads_stand_where_their_task_has_its_answer(drawn):
    diagrams.four_tasks()
    words = drawn[0].words()
    assert words.count("encoder") == len(diagrams.PANELS) == 4
    for _, _, heads in diagrams.PANELS.values():
        assert all(word in words for word in heads.values())
    for tokens, texts, heads in diagrams.PANELS.values():
        assert len(tokens.split()) == len(texts) and max(heads) < len(texts)


def test_choices_have_an_input_for_each_ending(drawn):
    diagrams.choices("A context.", ["one", "two", "three"], [0.2, 0.3, 0.5])
    words = drawn[0].words()
    assert words.count("A context.") == words.count("encoder") == 3
    assert [word for word in words if word.startswith("0.")] == ["0.20", "0.30", "0.50"]


def test_an_alignment_shows_what_the_loss_sees():
    table = tables.alignment_table(
        ["[CLS]", "ang", "##<b", "[SEP]"], [None, 0, 0, None], [IGNORED, 1, IGNORED, IGNORED], "OB"
    )
    cls, first, later, sep = table.split("</div>")[:4]
    assert tables.SPECIAL in cls and tables.SPECIAL in sep
    assert "word 0<br>ang<br><b>B</b>" in first and tables.FIRST in first
    assert "##&lt;b<br><b>-100</b>" in later and tables.LATER in later


def test_names_are_marked():
    text = tables.tagged_text(["<", "a", "b", "c", "d"], [(1, 3, "PER"), (3, 5, "LOC")])
    assert text.startswith("<p>&lt;<span") and text.endswith("cd</span></p>")
    assert text.count("<span") == text.count("</span>") == 2
    assert "<sub>PER</sub>ab</span><span" in text
    assert tables.tagged_text(["a"], []) == "<p>a</p>"


def test_the_best_span_ends_behind_its_start():
    start, end = torch.tensor([0.0, 1.0, 5.0]), torch.tensor([9.0, 2.0, 0.0])
    axes = figures.draw_span_scores(start, end, ["a", "b", "c"], 2).axes[0]
    shown = axes.images[0].get_array()
    expected = np.array([[9, 2, np.nan], [np.nan, 3, 1], [np.nan, np.nan, 5]])
    np.testing.assert_array_equal(np.ma.filled(shown, np.nan), expected)
    assert title(axes) == "The best span: “a”"
    assert (axes.lines[0].get_xdata()[0], axes.lines[0].get_ydata()[0]) == (0, 0)
    start[2] = 20
    axes = figures.draw_span_scores(start, end, ["a", "b", "c"], 2).axes[0]
    assert title(axes) == "The best span: “c”"


def test_proportions_have_an_interval_of_the_mean_and_a_dot_for_each_seed():
    found = {"one": 0.5, "three": [0.4, 0.6]}
    figure = figures.draw_proportions(found, 1 / 3, "A title", "right", 100)
    (axes,) = figure.axes
    assert figure.get_suptitle() == "A title" and axes.get_xlabel().startswith("right\n(")
    low, high = figures.interval(0.5, 100)
    assert (low, high) == pytest.approx((0.4038, 0.5962), abs=1e-4)  # Wilson 1927, by hand
    for bar in axes.collections:
        assert bar.get_segments()[0][:, 0].tolist() == pytest.approx([low, high])
    assert list(axes.lines[1].get_xdata()) == [0.4, 0.6]
    assert axes.lines[2].get_xdata()[0] == 1 / 3
    assert axes.get_xlim()[0] == pytest.approx(1 / 3 - 0.05)
    assert [text.get_text() for text in axes.texts] == ["50.0%", "50.0 ± 14.1%"]


def test_what_lies_below_chance_is_drawn_too():
    found = {"none": 0.3, "worse": 0.1}
    (axes,) = figures.draw_proportions(found, 0.3, "A title", "F1", 50, "never").axes
    assert axes.get_xlim()[0] == pytest.approx(0.05)
    assert axes.get_xlabel().endswith("dashed: never)")


def test_ways_have_an_interval_and_dots_beside_the_baseline():
    (axes,) = figures.draw_ways({"base": [0.1], "one": [0.4, 0.5], "two": [0.2, 0.4]}, "T").axes
    assert [label.get_text() for label in axes.get_yticklabels()] == ["one", "two"]
    assert list(axes.lines[0].get_xdata()) == [0.4, 0.5]
    assert axes.lines[2].get_xdata()[0] == 0.1
    low, high = axes.collections[0].get_segments()[0][:, 0]
    assert (low + high) / 2 == pytest.approx(0.45)
    assert high - low == pytest.approx(2 * 12.706 * 0.05, abs=1e-3)  # t of one degree of freedom
    assert [text.get_text() for text in axes.texts] == ["45.0 ± 7.1%", "30.0 ± 14.1%"]


def test_heads_have_two_points_and_what_guessing_reaches():
    found = {"validation": {"pair": 0.8, "tags": 0.5}, "test": {"pair": 1.0, "tags": 0.9}}
    (axes,) = figures.draw_heads(found, {"pair": 1 / 3}, 100, "A title").axes
    points = [container.lines[0].get_xdata().tolist() for container in axes.containers]
    assert points == [[0.8, 0.5], [1.0, 0.9]]
    ends = axes.containers[0].lines[2][0].get_segments()[1][:, 0]
    assert ends == pytest.approx(figures.interval(0.5, 100))
    guessed = [c.get_segments() for c in axes.collections if len(c.get_segments()) == 1]
    assert [segments[0][0][0] for segments in guessed] == [pytest.approx(1 / 3)]


def test_scores_of_ways_begin_with_counting():
    one, two = ({"all": {"f1": f1}, "PER": {"f1": 0.9}} for f1 in (0.1, 0.2))
    results = {"majority": one, "ways": {"a": {"trained": 3, "test": [two, one]}}}
    assert figures.scores_of_ways(results) == {"counting": [0.1], "a": [0.2, 0.1]}


def test_thresholds_trade_answers_for_refusals():
    """Refused are margins above the threshold: none, one, two."""
    predictions = [SpanPrediction("Rome", 1.0), SpanPrediction("Oslo", 3.0)]
    found = figures.threshold_curves(["Rome", ""], predictions, [5.0, 2.0, 0.0])
    assert found == {"all": [0.5, 1, 0.5], "with an answer": [1, 1, 0], "without": [0, 1, 1]}
    worse = {name: [value / 2 for value in curve[::-1]] for name, curve in found.items()}
    rising = {name: curve[::-1] for name, curve in found.items()}
    parts = {"validation": rising, "test": worse}
    (axes,) = figures.draw_thresholds([0.0, 2.0, 5.0], parts, 2.0).axes
    drawn = lines(axes)
    assert drawn["validation: all questions"] == rising["all"]
    assert drawn["test: all questions"] == worse["all"]
    assert drawn["test: with an answer"] == worse["with an answer"]
    assert drawn["test: without an answer"] == worse["without"]
    assert axes.lines[4].get_xdata()[0] == 2.0
    assert title(axes) == "On validation, any threshold from 2 to 2 is as good"


def test_a_plateau_is_within_a_point_of_the_best():
    assert measure.plateau([0.0, 1.0, 2.0, 3.0], [0.5, 0.995, 1.0, 0.98]) == (1.0, 2.0)


def test_the_names_of_two_experiments_stand_side_by_side():
    line = {"step": 10, "held_out_masked_accuracy": 0.4}
    runs = {
        name: {"parameters": 100, "curves": [[line], [line]]}
        for name in ("full", "without next sentences", "left to right")
    }
    other = {"step": 10, "held_out_masked_accuracy": 0.6}
    curves = {"forward": [[line]], "backward": [[line]], "joined": [[other]]}
    kinds = figures.side_by_side({"runs": runs}, {"parameters": 102, "curves": curves})
    assert figures.spread_of_sizes(kinds) == pytest.approx(0.02)
    (axes,) = figures.draw_kinds(kinds, "A title").axes
    assert [text.get_text() for text in axes.get_legend().get_texts()] == list(kinds)
    assert len(axes.lines) == 7 and lines(axes)["LSTM, both joined"] == [0.6]


def test_premises_stand_in_the_order_of_the_labels():
    three = [InferencePair(f"{name} <b>", "so", label, "f") for label, name in ((2, "c"), (0, "a"))]
    table = tables.premises_table(three)
    assert table.startswith("<p><b>so</b></p>")
    assert table.index("entailment") < table.index("a &lt;b&gt;") < table.index("contradiction")
    assert table.count("<tr>") == 2


def test_answers_stand_beside_their_tasks():
    answers = measure.Answers(
        "music (90%)", "A has <b>.", "neutral (80%)", ["anna", "sings"], ["B-PER", "O"], "Who?", "",
        "She sings. (70%)",
    )  # fmt: skip
    table = tables.answers_table("Anna <sings>.", answers, ("O", "B-PER"))
    assert "Anna &lt;sings&gt;." in table and "A has &lt;b&gt;." in table
    assert "<sub>PER</sub>anna</span> sings" in table
    assert "(no answer)" in table and table.count("<tr>") == 5


def test_tags_and_kinds_of_somebody_else_are_text():
    hostile = "<img src=x onerror=alert(1)>"
    table = tables.alignment_table(["a"], [0], [0], [hostile])
    text = tables.tagged_text(["a"], [(0, 1, hostile)])
    for markup in (table, text):
        assert "<img" not in markup and "&lt;img src=x onerror=alert(1)&gt;" in markup
