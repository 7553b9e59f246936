"""The lesson's measures, tasks and diagrams."""

import pytest
import torch

from bertlab.model.bert import BertModel
from bertlab.text.wordpiece import WordPieceTokenizer
from lessons.l11_attention_seen import diagrams, measure, pronoun_figures, reviews, tasks
from tests.figure_checks import title
from workbook.diagrams import overlaps

FOUND = measure.Pronoun(
    [("cat", "mat"), ("dog", "ball"), ("cow", "gate")],
    torch.tensor([[0.6, 0.1], [0.5, 0.4], [0.1, 0.2]]),
    torch.tensor([[0.2, 0.3], [0.1, 0.1], [0.3, 0.1]]),
)


def test_following_is_preferring_what_is_meant():
    assert FOUND.prefers_first().tolist() == [[True, False], [True, True], [False, True]]
    assert FOUND.follows().tolist() == [True, False, False]  # the last one turns the wrong way
    torch.testing.assert_close(FOUND.lead()[0], torch.tensor([0.4, -0.2]))
    figure = pronoun_figures.draw_pronouns(FOUND)
    assert title(figure.axes[0]) == "The weight follows the meaning in 1 of 3 pairs"


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
    assert "2.0" in title(figure.axes[0])


def test_pronouns_of_the_opening():
    minilm = BertModel.from_pretrained("minilm"), WordPieceTokenizer.from_folder("minilm")
    found = measure.pronouns(*minilm, 5, 11)
    assert len(found.names) == 8 and found.first[0, 0].item() == pytest.approx(0.7411, abs=1e-4)
    looks = reviews.on_sentiment(*minilm)
    assert 0 < looks.equal < looks.before.mean() < looks.after.mean() < 0.2


def test_all_heads_are_counted_as_one_head_is():
    minilm = BertModel.from_pretrained("minilm"), WordPieceTokenizer.from_folder("minilm")
    everywhere = measure.follows_everywhere(*minilm)
    assert everywhere.shape == (6, 12)
    for layer, head in ((5, 11), (3, 5), (4, 0)):
        assert everywhere[layer, head] == measure.pronouns(*minilm, layer, head).follows().sum()


def test_coins():
    assert pronoun_figures.by_coins(0, 8) == 1 and pronoun_figures.by_coins(8, 8) == 0.25**8
    assert pronoun_figures.by_coins(1, 2) == pytest.approx(1 - 0.75**2)


def test_the_figure_of_the_control_counts():
    given, control = torch.tensor([[0.6, 0.4, 0.9]]), torch.tensor([[0.5, 0.5, 0.1]])
    figure = pronoun_figures.draw_controls(given, control, torch.tensor([[True, True, False]]))
    assert title(figure.axes[0]) == "Of the 2 heads with this line,\n1 pass the control"


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


def padded_cls(weights, mask):
    return weights[..., 0].transpose(1, 2).flatten(0, 1).mean(dim=0)


def right_cls(weights, mask):
    return weights[..., 0].transpose(1, 2)[mask.bool()].mean(dim=0)


def rows(weights, mask):
    return weights[:, :, 0].transpose(1, 2).flatten(0, 1).mean(dim=0)


def rows_of_tokens(weights, mask):
    return weights[:, :, 0].transpose(1, 2)[mask.bool()].mean(dim=0)


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (right_cls, "weight_on_cls: right"),
        (padded_cls, "rows of padding still count"),
        (rows, "All 3 heads have the same number, 0.17: suspicious"),
        (rows_of_tokens, "But these are rows"),
        (lambda weights, mask: torch.zeros(3), "Neither"),
        (lambda weights, mask: torch.zeros(2), "Neither"),
    ],
)
def test_the_measure_with_bugs(answer, words, capsys):
    tasks.examine_measure(answer)
    assert words in capsys.readouterr().out


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
    diagrams.cross_attention(["two", "hundred", "one"], ["deux", "cent"])
    diagrams.silenced(3, 1)
    diagrams.counter_example()
    assert len(drawn) == 5
    for drawing in drawn:
        assert overlaps(drawing) == []
