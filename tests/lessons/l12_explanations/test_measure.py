"""What the lesson measures beside SHAP: slopes, leads, edited reviews, and its diagrams."""

import numpy as np
import pytest
import torch

from bertlab.datasets import RatedText
from bertlab.finetuning.sentiment import movie_classifier
from bertlab.inspection.explain import Explainer
from bertlab.inspection.shapley import neighbor_tree
from bertlab.text import WordPieceTokenizer
from lessons.l12_explanations import bugs, diagrams, figures, gradients, measure
from tests.bertlab.inspection.test_explain import replace_tokens
from workbook.diagrams import overlaps

SENTENCE = "Not a good film, but never dull."
SCORES = {
    "": 0.0,
    "not": -0.5,
    "very": 0.5,
    "good": 2.0,
    "not very": -0.5,
    "not good": -2.0,
    "very good": 3.0,
    "not very good": -1.0,
}


@pytest.fixture(scope="module")
def explainer():
    return Explainer(movie_classifier(), WordPieceTokenizer.from_folder("minilm"))


@pytest.fixture
def game(explainer):
    return explainer.game(SENTENCE, "positive")


def ends(game):
    N = len(game.tokens)
    return game(torch.stack([torch.zeros(N), torch.ones(N)]).bool()).tolist()


def test_integrated_gradients_sum_to_the_prediction_minus_the_base(game):
    base, prediction = ends(game)
    found = gradients.integrated(game, num_steps=64).sum().item()
    assert found == pytest.approx(prediction - base, abs=0.02)


def test_the_slope_along_the_whole_sum_is_nothing(game):
    by_word, by_place = gradients.along_the_sum(game)
    assert by_word.abs().max() > 0.05
    torch.testing.assert_close(by_word, -by_place, atol=1e-4, rtol=0)


def test_the_mean_slope_on_the_way_is_what_the_score_gains(game):
    base, prediction = ends(game)
    found = gradients.along_the_way(game, 64)
    assert len(found) == 64
    assert np.mean(found) == pytest.approx(prediction - base, abs=0.02)
    assert np.mean(found) == pytest.approx(gradients.integrated(game, 64).sum().item(), abs=1e-4)


def test_slopes_are_those_of_small_steps(game):
    vectors = gradients.vectors_of(game)
    slope = gradients.slopes(game, vectors.words[None])[0]
    assert slope.shape == vectors.words.shape == vectors.masks.shape
    moved = vectors.words + 1e-2 * slope / slope.norm()
    kept = []
    for words in (vectors.words, moved):
        hook = game.model.bert.embeddings.word.register_forward_hook(
            lambda module, inputs, out, words=words: words[None]
        )
        with torch.no_grad():
            logits = game.model(game.ids[None])[0]
        hook.remove()
        kept.append((logits[1] - logits[0]).item())
    assert (kept[1] - kept[0]) / 1e-2 == pytest.approx(slope.norm().item(), rel=0.1)


def test_leave_one_out_by_hand(explainer):
    game = explainer.game("A fine film.", "positive")
    found = measure.leave_one_out(game)
    present = torch.ones(1, 4, dtype=torch.bool)
    whole = game(present).item()
    present[0, 1] = False
    assert found[1].item() == pytest.approx(whole - game(present).item())


def test_methods_are_compared_on_the_same_predictions():
    many, few = np.array([True, True, True, False]), np.array([0.0, 1.0, 0.0, 0.0])
    difference = measure.turns_more(many, few)
    assert difference.mean == 0.5
    assert 0 <= difference.low < 0.5 < difference.high <= 1


def test_wrong_predictions_turn_with_a_word(explainer):
    rated = [
        RatedText("A triumph and an extraordinary joy.", -1.0, 0),
        RatedText("A dull and boring film, badly told.", -1.0, 0),
    ]
    games, texts, number = measure.fooled(explainer, rated)
    assert (texts, number) == ([rated[0].text], 2)
    places = measure.ranked_first(games, measure.leave_one_out)
    turned = measure.turned_by(games, places)
    assert turned.first == [games[0].tokens[places[0]]]
    assert len(turned.first) == len(turned.turned) == 1
    each = [measure.turned_by(games, [place]).turned[0] for place in range(len(games[0].tokens))]
    assert measure.turned_by_chance(games) == pytest.approx([np.mean(each)])


def test_wilsons_interval():
    low, high = measure.Turned([], np.arange(25) < 16).interval
    assert (low, high) == (pytest.approx(0.445, abs=1e-3), pytest.approx(0.798, abs=1e-3))


def test_designed_sentences_have_exact_values(explainer):
    found = measure.designed(explainer, "A {} story and a {} ending.", ("dull", "fine"))
    assert [one.tokens for one in found] == [
        ("dull", "dull"),
        ("dull", "fine"),
        ("fine", "dull"),
        ("fine", "fine"),
    ]
    for one in found:
        assert one.values.sum() == pytest.approx(one.prediction - one.base)
    whole = explainer.game("A fine story and a fine ending.", "positive")
    assert found[3].prediction == pytest.approx(ends(whole)[1], abs=1e-4)


def test_a_gloss_stands_beside_its_character():
    found = figures.glossed(replace_tokens("不", "x"), {"不": "not"})
    assert found.tokens == ("不 (not)", "x")


def test_score_functions_are_examined(explainer, capsys, tmp_path):
    from transformers import BertTokenizer

    explainer.tokenizer.save(tmp_path)
    tokenizer = BertTokenizer.from_pretrained(tmp_path)

    def right(texts):
        batch = tokenizer(list(texts), padding=True, return_tensors="pt")
        with torch.no_grad():
            logits = explainer.model(**batch)
        return (logits[:, 1] - logits[:, 0]).double().numpy()

    def said(scores):
        bugs.examine_scores(scores, explainer)
        return capsys.readouterr().out.splitlines()[3]

    padded = bugs.padded_scores(explainer.model, tokenizer)
    assert said(right).startswith("This function is right")
    assert said(padded).startswith("All texts get nearly the same score")
    assert said(lambda texts: -right(texts)).startswith("This is the score of negative")
    assert said(lambda texts: 1 / (1 + np.exp(-right(texts)))).startswith("These are prob")
    assert said(lambda texts: right(texts)[:, None]).startswith("One number for each text")
    assert said(lambda texts: 9 * right(texts)).startswith("The scores are other ones")
    assert said(lambda texts: right(texts) * (len(texts) > 1)).startswith("Right in this batch")


def test_edited_reviews_are_examined(explainer, capsys):
    review = "A clumsy start, a thin plot, and yet two hours of pure, unashamed joy."

    def said(*exchanged):
        bugs.examine_edit(review.replace(*exchanged), review, explainer)
        return capsys.readouterr().out.splitlines()[1]

    assert said("x", "x").startswith("Nothing has been changed")
    assert said("clumsy", "modest").startswith("Turned")
    assert said("clumsy", "slow").startswith("The right direction")
    assert said("joy", "pain").startswith("The wrong direction")
    assert said("clumsy start", "modest beginning").startswith("More than one word")


def test_the_lesson_ends_with_a_review_that_turned(explainer):
    review = "A clumsy start, a thin plot, and yet two hours of pure, unashamed joy."
    ours, yours = review.replace("clumsy", "modest"), review.replace("clumsy", "bold")
    assert bugs.score_of(yours, explainer) > 0
    assert bugs.finale(yours, review, explainer) == yours
    for edited in (review, review.replace("clumsy", "slow"), yours.replace("thin", "fine")):
        assert bugs.finale(edited, review, explainer) == ours
    assert bugs.score_of(ours, explainer) == pytest.approx(
        explainer(ours, "positive").prediction, abs=1e-4
    )


def test_diagrams_can_be_read(drawn):
    tokens = ["not", "a", "good", "film", ",", "but", "never", "dull", "."]
    orders = [("good", "not", "very"), ("not", "very", "good")]
    arrivals = diagrams.arrivals(SCORES, orders).axes[0].texts
    assert {"good\n+2.0", "not\n-4.0", "good\n-0.5"} <= {text.get_text() for text in arrivals}
    diagrams.hidden(tokens, [token in ("good", ".") for token in tokens], -1.2, 2.3)
    diagrams.forks(neighbor_tree(tokens), tokens)
    assert [overlaps(drawing) for drawing in drawn] == 3 * [[]]
