"""The pictures of the lesson on four tasks show what they are given."""

import numpy as np
import pytest
import torch

from bertlab.datasets.generated.inference_pairs import InferencePair
from bertlab.finetuning.tagging import IGNORED
from bertlab.statistics import proportion_interval
from lessons.l10_four_tasks import diagrams, figures, measure, tables
from tests.figure_checks import figure_tests, lines, shows

pytestmark = pytest.mark.usefixtures("lesson_style")


START, END = torch.tensor([0.0, 1.0, 5.0]), torch.tensor([9.0, 2.0, 0.0])
SPANS = [[9, 2, np.nan], [np.nan, 3, 1], [np.nan, np.nan, 5]]
RULE = {"validation": {"pair": 1.0, "tags": 0.9}, "test": {"pair": 0.8, "tags": 0.7}}
MODEL = {"validation": {"pair": 0.6, "tags": 0.5}, "test": {"pair": 0.4, "tags": 0.3}}
WAYS = {"base": [0.1], "one": [0.4, 0.5], "two": [0.2, 0.4]}

test_figures_show = figure_tests(
    {
        "no span ends before its start, or is too long": shows(
            lambda: figures.draw_span_scores(START, END, ["a", "b", "c"], 2, 4.25),
            title="The best span: “a”",
            x=[[0]],
            y=[[0]],
            images=[SPANS, [[4.25]]],
            texts=["9.0", "2.0", "3.0", "1.0", "5.0", "4.2"],
        ),
        "the title names the best span": shows(
            lambda: figures.draw_span_scores(START + 20, END + START, ["a", "b", "c"], 2, 0.0),
            title="The best span: “c”",
        ),
        "what is built in": shows(
            lambda: figures.draw_proportions(
                {"fair": 1 / 3, "one": 0.5}, 1 / 3, "T", "right", {"one": 100}, built_in=("fair",)
            ),
            texts=["1/3, built in", "50.0%"],
        ),
        "an F1 begins at 0": shows(
            lambda: figures.draw_proportions(
                {"never": 0.3, "one": 0.5}, 0.3, "T", "F1, test", {"one": 100}, built_in=("never",)
            ),
            limits=[(0, 1.01), (1.5, -0.5)],
            texts=["30%, built in", "50.0%"],
        ),
        "heads: the rule and the model in each part": shows(
            lambda: diagrams.draw_heads(RULE, MODEL, {"pair": 1 / 3, "tags": 0.0}, "T"),
            texts=["100 | 60", "90 | 50", "80 | 40", "70 | 30"],
        ),
        "ways beside the baseline, the lowest first": shows(
            lambda: figures.draw_ways(WAYS, "T"),
            x=[[0.2, 0.4], [0.4, 0.5], [0.1, 0.1]],
            texts=["30.0 ± 14.1%", "45.0 ± 7.1%"],
            rows=["two", "one"],
        ),
    }
)


def test_each_task_has_its_own_head_on_the_same_encoder(drawn):
    diagrams.five_heads()
    words = drawn[0].words()
    assert words.count("encoder") == len(diagrams.PANELS) == 5
    for tokens, texts, head, outputs in diagrams.PANELS.values():
        assert head in words
        assert all(" ".join(said.split()) in words for said in outputs.values())
        assert len(tokens.split()) == len(texts) and max(outputs) < len(texts)


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
    assert text.startswith("<p>&lt;<span") and text.endswith("&nbsp;LOC</small></span></p>")
    assert text.count("<span") == text.count("</span>") == 2
    assert ">ab<small" in text and "nowrap" in text
    assert tables.tagged_text(["a"], []) == "<p>a</p>"
    assert "<p>a <span" in tables.tagged_text(["a", " b"], [(1, 2, "HAS")])


def test_a_passage_has_its_answer_marked_and_its_questions_below():
    table = tables.passage_table("in <Rome> in May", [("Where?", "<Rome>"), ("Who?", "")])
    assert ">&lt;Rome&gt;</span> in May</p>" in table and table.startswith("<p>in <span")
    assert table.index("Where?") < table.index("Who?") < table.index("(no answer)")


def test_proportions_have_an_interval_of_the_mean_and_a_dot_for_each_seed():
    found = {"one": 0.5, "three": [0.4, 0.6]}
    figure = figures.draw_proportions(found, 1 / 3, "A title", "right", 100)
    (axes,) = figure.axes
    assert figure.get_suptitle() == "A title" and axes.get_xlabel().startswith("right\n(")
    low, high = proportion_interval(0.5, 100)
    assert (low, high) == pytest.approx((0.4038, 0.5962), abs=1e-4)  # Wilson 1927, by hand
    for bar in axes.collections:
        assert bar.get_segments()[0][:, 0].tolist() == pytest.approx([low, high])
    assert list(axes.lines[1].get_xdata()) == [0.4, 0.6]
    assert axes.lines[2].get_xdata()[0] == 1 / 3
    assert axes.get_xlim()[0] == pytest.approx(1 / 3 - 0.03)
    assert [text.get_text() for text in axes.texts] == ["50.0%", "50.0 ± 14.1%"]
    assert [tick.get_text() for tick in axes.get_xticklabels()] == ["40%", "60%", "80%", "100%"]


def test_what_is_built_in_has_an_open_mark_and_no_interval():
    found = {"fair": 1 / 3, "one": 0.5}
    (axes,) = figures.draw_proportions(
        found, 1 / 3, "T", "right", {"one": 100}, built_in=("fair",)
    ).axes
    assert len(axes.collections) == 1 and axes.lines[0].get_fillstyle() == "none"


def test_what_lies_below_chance_is_drawn_too():
    found = {"none": 0.3, "worse": 0.1}
    (axes,) = figures.draw_proportions(found, 0.3, "A title", "right", 50, "never").axes
    assert axes.get_xlim()[0] == pytest.approx(proportion_interval(0.1, 50)[0] - 0.03)
    assert axes.get_xlabel().endswith("dashed: never)")


def test_scores_of_ways_begin_with_counting():
    one, two = ({"all": {"f1": f1}, "PER": {"f1": 0.9}} for f1 in (0.1, 0.2))
    results = {"majority": one, "ways": {"a": {"trained": 3, "test": [two, one]}}}
    assert figures.scores_of_ways(results) == {"counting": [0.1], "a": [0.2, 0.1]}


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
    above, below = figures.draw_kinds(kinds, ("A title", "Another")).axes
    assert [text.get_text() for text in below.get_legend().get_texts()] == list(kinds)
    assert len(above.lines) == 7 and lines(above)["LSTM, both joined"] == [0.6]
    assert lines(above).keys() == lines(below).keys()
    ends = [[line.get_xdata()[0] for line in axes.lines] for axes in (above, below)]
    assert ends[0] == [10] * 7 and ends[1] == [1.5] * 2 + [10] * 5
    assert figures.found_by(kinds["left to right"], 10).tolist() == [0.4, 0.4]
    assert figures.found_by(kinds["left to right"], 20).tolist() == []


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
    assert ">anna<small" in table and "</span> sings" in table
    assert "(no answer)" in table and table.count("<tr>") == 5


def test_tags_and_kinds_of_somebody_else_are_text():
    hostile = "<img src=x onerror=alert(1)>"
    table = tables.alignment_table(["a"], [0], [0], [hostile])
    text = tables.tagged_text(["a"], [(0, 1, hostile)])
    for markup in (table, text):
        assert "<img" not in markup and "&lt;img src=x onerror=alert(1)&gt;" in markup
