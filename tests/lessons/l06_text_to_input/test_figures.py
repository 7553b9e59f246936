"""Cards are right and safe to show, diagrams and curves are what was given."""

import re
from itertools import islice

import numpy as np
import pytest

from bertlab.text import wordpiece_training as training
from bertlab.text.wordpiece import SPECIALS, WordPieceTokenizer
from lessons.l06_text_to_input import cards, diagrams, figures
from lessons.l06_text_to_input.cards import FIRST, UNKNOWN, token_cards
from tests.figure_checks import figure_tests, shows, title

TOKENIZER = WordPieceTokenizer([*SPECIALS, "play", "##s", "<", "b", ">", "世"])
TEXTS = ["plays", "b"], ["世", "b"]
COMPANY = {"with the mask": np.ones((2, 2)), "without it": np.array([[0.9, 0.8], [0.7, 0.4]])}
LENGTHS = {"a": [7, 5], "b": [600, 9, 10, 8], "c": [4]}

test_figures_show = figure_tests(
    {
        "company: means of texts": shows(
            lambda: figures.draw_company([16, 32], COMPANY, 0.25),
            y=[[1, 1], [0.8, 0.6], [0.25, 0.25]],
        ),
        "sizes and their price": shows(
            lambda: figures.draw_sizes({500: 2.7, 1000: 2.1}, (30_000, 1.1), 4.5),
            y=[[2.7, 2.1], [1.1], [4.5, 4.5], [1, 1], [0.384, 0.768, 23.04]],
            texts={"BERT: 23"},
        ),
        "lengths, sorted": shows(
            lambda: figures.draw_lengths(LENGTHS),
            x=[[5, 7], [8, 9, 10, 600], [4], [128] * 2, [512] * 2],
        ),
        "a batch": shows(
            lambda: diagrams.batch(
                TOKENIZER.batch(["plays", "b"], ["世", "b"]), TOKENIZER.vocabulary
            ),
            texts={"[PAD]", "5"},
        ),
    }
)


@pytest.fixture
def tokenizer():
    return TOKENIZER


def drawn_cards(page):
    return re.findall(r"background: (#\w+)\"><b>(.*?)</b><br><small>(\d+)</small>", page)


def test_cards_of_a_text(tokenizer):
    page = token_cards(tokenizer, "plays ox")
    assert page.startswith("<p>plays ox</p>")
    assert drawn_cards(page) == [(FIRST, "play", "5"), (FIRST, "##s", "6"), (UNKNOWN, "[UNK]", "1")]


def test_what_is_typed_is_not_taken_for_html(tokenizer):
    page = token_cards(tokenizer, "<b>")
    assert "<b>&lt;</b>" in page
    assert "<p>&lt;b&gt;</p>" in page
    assert "<b><</b>" not in page


def test_a_long_text_is_counted_out(tokenizer):
    page = token_cards(tokenizer, "play " * 10, most=4)
    assert len(drawn_cards(page)) == 4
    assert "and 6 more" in page
    assert "more" not in token_cards(tokenizer, "play " * 2, most=4)


def test_what_arrives_shows_the_text_its_gloss_and_its_pieces(tokenizer):
    page = cards.what_arrives(tokenizer, [("plays <ox>", "a & b"), ("世", "")]).data
    found = re.findall(r"background: (#\w+)\">(.*?)</div>", page)
    lost = (UNKNOWN, "[UNK]")
    assert found == [
        *[(FIRST, "play"), (FIRST, "##s"), (FIRST, "&lt;"), lost, (FIRST, "&gt;")],
        (FIRST, "世"),
    ]
    assert "<b>plays &lt;ox&gt;</b><br><small>a &amp; b</small>" in page
    assert page.count("<small>") == 1


def test_the_nearer_reply_has_a_color():
    page = cards.chosen_replies("See <you>", ["yes", "no & no"], [[0.3, 0.1], [0.1, 0.24]])
    assert page.count("See &lt;you&gt;") == 2
    found = re.findall(r"background: (#\w+);.*?>(0\.\d\d)&ensp;(.*?)</div>", page)
    assert [value for color, value, _ in found if color == FIRST] == ["0.30", "0.24"]
    assert [reply for _, _, reply in found] == 2 * ["yes", "no &amp; no"]


def test_joins_are_drawn(drawn):
    words = {"sing": 3, "singing": 1, "kings": 2, "ring": 1, "bring": 1}
    pairs = list(islice(training.joins(words, 1), 4))
    spelled = {tuple(training.spell(word)): count for word, count in words.items()}
    diagrams.joining(["sing", "kings", "ring"], pairs, spelled)
    (drawing,) = drawn
    names = [thing.name for thing in drawing.things]
    assert names.count("##in") == 3  # once in each
    assert names.count("##ing") == 6
    assert names.count("##ings") == 1
    assert "##i ##n: 9 times, a tie" in names
    assert "##ing ##s: 2 times, a tie" in names


def test_the_whole_way_is_drawn(drawn, tokenizer):
    diagrams.whole_way(tokenizer, "Plays b", 7)
    (drawing,) = drawn
    names = [thing.name for thing in drawing.things]
    assert names == [
        *["Plays b", "plays b", "plays b", "play ##s b"],
        *["2 5 6 8 3 0 0", "0 0 0 0 0 0 0", "1 1 1 1 1 0 0"],
    ]


def test_a_cut_shows_each_try(drawn):
    diagrams.matching("kings", {"k", "king", "##s", "##i"})
    (drawing,) = drawn
    names = [thing.name for thing in drawing.things if thing.name not in set("kings")]
    assert names == ["kings", "not in the list", "king", "found", "##s", "found"]


def test_a_cut_ends_where_nothing_fits(drawn):
    diagrams.matching("kin", {"k"})
    names = [thing.name for thing in drawn[0].things]
    assert names[-2:] == ["##i", "not in the list"]


def test_replies_have_a_row_each_with_its_mean():
    searches = {"its text": [0.5, 0.3], "no text": [0.1, 0.1]}
    figure = figures.draw_replies({"other": [0.5, 0.5], "trained": [0.9, 1.0]}, searches, 16)
    axes, search = figure.axes
    names = [label.get_text() for label in axes.get_yticklabels()]
    assert names == ["other", "trained emojis"]
    assert [text.get_text() for text in axes.texts] == ["50%", "95%"]
    points = [(float(line.get_xdata()[0]), float(line.get_ydata()[0])) for line in axes.lines]
    mean, equal, second = points[0], points[1:3], points[3:]
    assert mean == (50, 0)
    assert [x for x, _ in equal] == [50, 50]
    assert equal[0][1] == -equal[1][1] != 0  # equal points stand above each other
    assert [x for x, _ in second[:3]] == pytest.approx([95, 90, 100])
    assert {y for _, y in second[:3]} == {1}
    assert "16 choices" in axes.get_xlabel()
    assert title(axes).startswith("Trained emojis find the right reply of two")
    assert [text.get_text() for text in search.texts] == ["40%", "10%"]
    assert search.lines[-1].get_xdata()[0] == pytest.approx(100 / 32)
    assert "first of 32" in search.get_xlabel()
    legend = [text.get_text() for text in search.get_legend().get_texts()]
    assert legend == ["mean", "a split", "chance"]
