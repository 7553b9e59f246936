"""Faithfulness: curves and areas worked by hand, rankings checked by other means."""

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from bertlab.inspection.explain import Explainer
from bertlab.inspection.shapley import shapley_values
from bertlab.inspection.text_game import log_odds
from lessons.l12_explanations import faithfulness as faith
from lessons.l12_explanations import gradients
from tests.toy_classifier import toy_classifier, toy_tokenizer

TEXTS = ["not a good film .", "这本书不好看", "bad plot , unflinching film !"]


@pytest.fixture(scope="module")
def explainer():
    return Explainer(toy_classifier(), toy_tokenizer(), max_evals=64)


@pytest.fixture(scope="module")
def games(explainer):
    return [explainer.game(text, "positive") for text in TEXTS]


def adding(*worth):
    """A game in which each token is worth a number, whoever else is there."""
    worth = torch.tensor(worth, dtype=torch.float64)
    return lambda present: present.double() @ worth


# --- curves and areas -----------------------------------------------------------------------------


def test_curves_by_hand():
    game, order = adding(1.0, 3.0, -2.0), torch.tensor([1, 0, 2])
    assert faith.deletion_curve(game, order).tolist() == [2.0, -1.0, -2.0, 0.0]
    assert faith.insertion_curve(game, order).tolist() == [0.0, 3.0, 4.0, 2.0]


def test_areas_by_hand():
    assert faith.area(np.array([2.0, -1.0, -2.0, 0.0])) == pytest.approx((0.5 - 1.5 - 1.0) / 3)
    assert faith.area(np.array([0.0, 3.0, 4.0, 2.0])) == pytest.approx((1.5 + 3.5 + 3.0) / 3)
    assert faith.area(np.array([1.0, 1.0])) == 1.0


def test_an_area_of_a_point():
    with pytest.raises(ValueError, match="at least two points, got 1"):
        faith.area(np.array([1.0]))


def test_ranking_keeps_equal_ones_in_order():
    assert faith.ranking(torch.tensor([1.0, 5.0, 1.0, -7.0, 5.0])).tolist() == [1, 4, 0, 2, 3]


@settings(max_examples=20)
@given(st.permutations(range(4)), st.lists(st.integers(-9, 9), min_size=4, max_size=4))
def test_no_order_beats_that_of_the_worths_where_worths_add_up(order, worth):
    game = adding(*map(float, worth))
    best = faith.ranking(shapley_values(game, 4))
    other = torch.tensor(order)
    areas = [faith.area(faith.deletion_curve(game, o)) for o in (best, other)]
    assert areas[0] <= areas[1] + 1e-9
    areas = [faith.area(faith.insertion_curve(game, o)) for o in (best, other)]
    assert areas[0] >= areas[1] - 1e-9


def test_both_curves_join_all_and_nothing(games):
    for game in games:
        N = len(game.tokens)
        none, everything = game(torch.tensor([[False] * N, [True] * N])).tolist()
        order = torch.arange(N)
        deletion, insertion = faith.deletion_curve(game, order), faith.insertion_curve(game, order)
        assert (deletion[0], deletion[-1]) == (everything, none)
        assert (insertion[0], insertion[-1]) == (none, everything)
        only_first_gone = torch.tensor([[False] + [True] * (N - 1)])
        assert deletion[1] == game(only_first_gone).item()
        assert insertion[1] == game(~only_first_gone).item()


# --- rankings -------------------------------------------------------------------------------------


def test_shap_ranks_by_owen_values(explainer, games):
    for text, game in zip(TEXTS[1:], games[1:], strict=True):
        values = faith.shap_values(64)(game).numpy()
        explanation = explainer(text, "positive")
        total = explanation.prediction - explanation.base
        assert values.sum() == pytest.approx(total, abs=1e-6)
        assert len(values) == len(game.tokens)


def test_gradient_times_input_is_the_slope_when_a_vector_grows(games):
    """Scale the word vector of one token by 1 + h: the score changes by h times the value."""
    model = toy_classifier().double()
    for text in TEXTS:
        game = Explainer(model, toy_tokenizer()).game(text, "positive")
        values = gradients.times_input(game)
        for number, place in enumerate(game.positions.tolist()):
            scores = []
            for factor in (1 + 1e-5, 1 - 1e-5):

                def scale(module, inputs, vectors, place=place, factor=factor):
                    vectors = vectors.clone()
                    vectors[0, place] *= factor
                    return vectors

                handle = model.bert.embeddings.word.register_forward_hook(scale)
                with torch.no_grad():
                    scores.append(log_odds(model(game.ids[None]), 1).item())
                handle.remove()
            assert values[number].item() == pytest.approx((scores[0] - scores[1]) / 2e-5, abs=1e-6)


def test_gradients_leave_no_trace(games):
    model = games[0].model
    before = games[0]._logits([games[0].ids.tolist()])
    gradients.times_input(games[0])
    assert all(parameter.grad is None for parameter in model.parameters())
    assert torch.equal(games[0]._logits([games[0].ids.tolist()]), before)
    assert not model.bert.embeddings.word._forward_hooks


def test_attention_is_what_cls_sees(games):
    game = games[0]
    hidden = game.model.bert.inspect(game.ids[None]).layers[1]
    H, T = game.model.config.num_heads, len(game.ids)
    weights = [hidden.weights[0, h, 0] for h in range(H)]
    expected = [sum(row[t].item() for row in weights) / H for t in range(1, T - 1)]
    values = faith.attention_from_cls(game)
    assert values.tolist() == pytest.approx(expected, abs=1e-6)
    assert 0 < values.sum() < 1  # [CLS] and [SEP] have their share


def test_chance_repeats_and_differs_between_texts(games):
    first = faith.chance(3)(games[0])
    assert torch.equal(first, faith.chance(3)(games[0]))
    assert not torch.equal(first, faith.chance(4)(games[0]))
    assert len(first) == len(games[0].tokens)


def measured(games, methods, judges=None, points=21):
    """The curves of each method, summarized."""
    found = faith.curves_of(games, methods, judges)
    return {name: faith.summarize(curves, points) for name, curves in found.items()}


# --- many texts -----------------------------------------------------------------------------------


def test_faithfulness_is_curves_and_areas_of_each_text(games):
    methods = {"chance": faith.chance(1), "attention": faith.attention_from_cls}
    found = measured(games, methods, points=5)
    assert list(found) == ["chance", "attention"]
    for name, one in found.items():
        assert one.deletion.shape == one.insertion.shape == (3,)
        assert one.deletion_curves.shape == one.insertion_curves.shape == (3, 5)
        for row, game in enumerate(games):
            order = faith.ranking(methods[name](game))
            deletion = faith.deletion_curve(game, order)
            insertion = faith.insertion_curve(game, order)
            assert one.deletion[row] == faith.area(deletion)
            assert one.insertion[row] == faith.area(insertion)
            middle = np.interp(len(order) / 2, range(len(order) + 1), deletion)
            assert one.deletion_curves[row, 2] == pytest.approx(middle)
            assert one.insertion_curves[row, [0, 4]] == pytest.approx(insertion[[0, -1]])


def test_exact_values_beat_their_reverse(games):
    methods = {
        "forward": lambda game: shapley_values(game, len(game.tokens)),
        "backward": lambda game: -shapley_values(game, len(game.tokens)),
    }
    found = measured(games, methods)
    assert (found["forward"].deletion < found["backward"].deletion).all()
    assert (found["forward"].insertion > found["backward"].insertion).all()


def test_another_masking_judges(games):
    removing = Explainer(toy_classifier(), toy_tokenizer(), masking="remove")
    judges = [removing.game(text, "positive") for text in TEXTS]
    methods = {"attention": faith.attention_from_cls}
    found = measured(games, methods, judges)["attention"]
    order = faith.ranking(faith.attention_from_cls(games[0]))
    assert found.deletion[0] == faith.area(faith.deletion_curve(judges[0], order))
    assert found.deletion[0] != measured(games, methods)["attention"].deletion[0]


@pytest.mark.usefixtures("without_annotations")
def test_texts_that_cannot_be_compared(explainer, games):
    methods = {"chance": faith.chance()}
    with pytest.raises(ValueError, match="got 0 and 1"):
        measured([], methods)
    with pytest.raises(ValueError, match="got 3 and 0"):
        measured(games, {})
    with pytest.raises(ValueError, match="expected texts with tokens, got an empty one"):
        measured([explainer.game("")], methods)
    with pytest.raises(ValueError, match="judges of the same texts and labels"):
        measured(games, methods, games[::-1])
    with pytest.raises(ValueError, match="judges of the same texts and labels"):
        measured(games[:1], methods, [explainer.game(TEXTS[0], "negative")])
