"""The lesson's measures, tasks and diagrams."""

import pytest
import torch

from bertlab.inspection.attention_seen import attention_of
from bertlab.model.bert import BertModel
from bertlab.text.wordpiece import WordPieceTokenizer
from lessons.l11_attention_seen import diagrams, measure, pronoun_figures, reviews, silenced, tasks
from lessons.l11_attention_seen.experiments import head_removal
from lessons.l11_attention_seen.texts import TURNED, WHICH_IS_MEANT
from lessons.l11_attention_seen.translator import translate
from tests.figure_checks import title
from workbook.diagrams import overlaps

FOUND = measure.Pronoun(
    [("cat", "mat"), ("dog", "ball"), ("cow", "gate")],
    torch.tensor([[0.6, 0.1], [0.5, 0.4], [0.1, 0.2]]),
    torch.tensor([[0.2, 0.3], [0.1, 0.1], [0.3, 0.1]]),
)


def test_following_is_preferring_what_is_meant():
    assert FOUND.prefers_living().tolist() == [[True, False], [True, True], [False, True]]
    assert FOUND.follows().tolist() == [True, False, False]  # the last one turns the wrong way
    torch.testing.assert_close(FOUND.lead()[0], torch.tensor([0.4, -0.2]))
    figure = pronoun_figures.draw_pronouns(FOUND, FOUND)
    assert title(figure.axes[0]) == "In 1 of 3 pairs the living noun stays ahead"


def test_the_lines_of_he():
    looks = torch.full((6,), 0.1)
    figure = pronoun_figures.draw_he(["老", "爸", "叫", "小", "宏", "他"], looks, "L2H0")
    (axes,) = figure.axes
    assert axes.get_title(loc="left") == "L2H0:\n他 gives 小宏 (son) 0.20, 老爸 (Dad) 0.20"
    assert [line.get_color() for line in axes.lines] == ["C1"] * 2 + ["0.45"] + [
        "C0",
        "C0",
        "0.45",
    ]


def test_the_lines_of_one_token():
    looks = torch.tensor([0.1, 0.5, 0.4])
    figure = pronoun_figures.draw_looks(["it", "a", "b"], looks, "it", {"C1": ["b"]}, "title")
    (axes,) = figure.axes
    assert [line.get_ydata().tolist() for line in axes.lines] == [[0, 0], [0, 1], [0, 2]]
    assert axes.lines[1].get_linewidth() > axes.lines[2].get_linewidth()
    words = [each.get_text() for each in axes.texts]
    assert {"it", "a  0.50", "b  0.40"} < set(words)  # marked, or large


def test_people_stand_where_the_lesson_looks():
    characters = WordPieceTokenizer.from_folder("bert-mini-zh")
    for ending in (measure.SON_IS_SCOLDED, measure.FATHER_SCOLDS):
        ids = characters.encode(measure.ERRAND, ending).input_ids
        pieces = [characters.vocabulary[i] for i in ids]
        assert pieces[measure.FATHER] == ["老", "爸"] and pieces[measure.SON] == ["小", "宏"]
        assert pieces.count("他") == 1


def test_leads_are_those_of_the_weights():
    son, father = measure.both_errands()
    assert son.son.shape == (4, 6)
    torch.testing.assert_close(son.lead(), son.son - son.father)
    assert son.equal == pytest.approx(2 / 21) and father.equal == pytest.approx(2 / 22)
    figure = pronoun_figures.draw_scolded(son, father)
    assert "L2H0" in title(figure.axes[0])


def test_pronouns_of_the_opening():
    minilm = BertModel.from_pretrained("minilm"), WordPieceTokenizer.from_folder("minilm")
    found = measure.pronouns(*minilm, 5, 11)
    assert len(found.names) == 8 and found.living[0, 0].item() == pytest.approx(0.7411, abs=1e-4)
    looks = reviews.on_sentiment(*minilm)
    assert 0 < looks.equal < looks.before.mean() < looks.after.mean() < 0.2


def test_all_heads_are_counted_as_one_head_is():
    minilm = BertModel.from_pretrained("minilm"), WordPieceTokenizer.from_folder("minilm")
    everywhere = measure.follows_everywhere(*minilm)
    assert everywhere.shape == (2, 6, 12)
    for layer, head in ((5, 11), (3, 5), (4, 0)):
        found = measure.pronouns(*minilm, layer, head)
        prefers = found.prefers_living()
        assert everywhere[0, layer, head] == found.follows().sum()
        assert everywhere[1, layer, head] == (~prefers[:, 0] & prefers[:, 1]).sum()


def test_heads_that_turn_are_told(capsys):
    everywhere = torch.tensor([[[5, 1], [5, 0]], [[0, 2], [1, 0]]])
    assert pronoun_figures.told(everywhere, 8) == 5
    told = capsys.readouterr().out
    assert "right in 5 of 8 pairs: 2 of 4 heads" in told and "wrong in at most 2" in told


def test_the_figure_of_the_control_counts():
    given, control = torch.tensor([[0.6, 0.4, 0.9]]), torch.tensor([[0.5, 0.5, 0.1]])
    figure = pronoun_figures.draw_controls(given, control, torch.tensor([[True, True, False]]))
    assert title(figure.axes[0]) == "Of the 2 heads with this line, 1 pass the control"


def test_a_minimal_pair():
    minilm = BertModel.from_pretrained("minilm"), WordPieceTokenizer.from_folder("minilm")
    one, other = (f"The cat saw the dog and it was {word}." for word in ("big", "small"))
    pair = measure.minimal_pair(*minilm, (one, other))
    assert pair.pieces[-3:] == ["big / small", ".", "[SEP]"]
    assert (pair.weights.sum(dim=-1) - 1).abs().max() < 2e-3  # rounded to four decimals
    moved = (pair.weights[0, 5, 11] - pair.weights[1, 5, 11]).clamp(min=0).sum()
    torch.testing.assert_close(pair.moved()[5, 11], moved, atol=1e-3, rtol=0)
    figure = pronoun_figures.draw_minimal_pair(pair, 5, 11)
    assert f"moves\n{pair.moved()[5, 11]:.0%} of" in title(figure.axes[0])


@pytest.mark.parametrize(
    ("second", "words"),
    [
        ("The cat saw the dog and it was very big.", "as many tokens"),
        ("The cat saw the dog and it was big.", "one word that differs, got 0"),
        ("The cow saw the dog and it was small.", "one word that differs, got 2"),
        ("The cat saw the dog and he was big.", "'it' once"),
    ],
)
def test_no_minimal_pair(second, words):
    minilm = BertModel.from_pretrained("minilm"), WordPieceTokenizer.from_folder("minilm")
    with pytest.raises(ValueError, match=words):
        measure.minimal_pair(*minilm, ("The cat saw the dog and it was big.", second))


def test_the_token_two_before():
    minilm = BertModel.from_pretrained("minilm"), WordPieceTokenizer.from_folder("minilm")
    weights = attention_of(*minilm, "The cat sat.").weights[1, 3]
    expected = sum(weights[i, i - 2].item() for i in range(2, len(weights))) / (len(weights) - 2)
    assert silenced.two_before(*minilm, ["The cat sat."], 1, 3) == pytest.approx(expected)


def test_the_turned_sentences_hold_both_nouns_the_other_way_round():
    for (sentence, living, thing, *_), (first, *_) in zip(TURNED, WHICH_IS_MEANT, strict=True):
        assert sentence.index(thing) < sentence.index(living)
        assert first.index(living) < first.index(thing)


def test_a_silenced_head_of_the_translator():
    text = "one hundred and sixty-one"
    usual, without = translate(text), translate(text, silent=(1, 1))
    assert " ".join(usual.written) == "cent soixante et un </s>"
    assert without.written != usual.written
    assert translate(text).written == usual.written


def test_heads_fall_in_the_orders_of_the_experiment():
    orders = [head_removal._shuffle(24, seed) for seed in (0, 1, 2)]
    steps = silenced.silenced_at([(0, 2), (3, 1)], 24, 6)
    assert [
        [order[step - 1] for step in row] for order, row in zip(orders, steps, strict=True)
    ] == [[2, 19]] * 3


def test_a_mean_in_place_of_a_context():
    heads = [(0, 2), (0, 3)]
    (zeros,) = silenced.costs_again("bert-mini-en", [heads])
    assert silenced.cost_with_means("bert-mini-en", [])["nats"] == 0
    assert 0 < silenced.cost_with_means("bert-mini-en", heads)["nats"] != zeros["nats"]


WIDE = [[0.25] * 4, [0.6, 0.2, 0.1, 0.1], [0.15, 0.55, 0.15, 0.15], [0.15, 0.15, 0.55, 0.15]]


@pytest.mark.parametrize(
    ("weights", "words"),
    [
        (WIDE, "designed: right"),
        (torch.full((4, 4), 0.25).tolist(), "no role yet"),
        ([[1, 0, 0, 0], [1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0]], "few tokens"),
        ([[1, 1, 0, 0]] * 4, "No weights yet"),
        ([[2, -1, 0, 0]] * 4, "No weights yet"),
        ([[1.0, 0.0]] * 2, "No weights yet"),
    ],
)
def test_the_designed_head(weights, words, capsys):
    tasks.examine_head(torch.tensor(weights, dtype=torch.float32))
    assert words in capsys.readouterr().out


def test_diagrams_have_no_overlaps(drawn):
    weights = torch.tensor([[0.7, 0.2, 0.1], [0.8, 0.1, 0.1], [0.1, 0.7, 0.2]])
    keys = torch.tensor([[1.0, 0.0, 0.5], [2.0, -1.0, 1.0], [-0.5, 1.0, 0.0]])
    words = ["the", "cat", "sat"]
    diagrams.from_table_to_lines(weights, words)
    diagrams.neuron(torch.tensor([2.0, -1.0, 0.5]), keys, words)
    diagrams.silenced(3, 1)
    assert len(drawn) == 3
    for drawing in drawn:
        assert overlaps(drawing) == []
