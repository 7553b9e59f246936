"""The recurrent model passes what all neural language models have to."""

import pytest

from lessons.l02_nnlm.recurrent import RecurrentLanguageModel
from tests.bertlab.predecessors import test_neural as shared

SHARED = (
    shared.test_it_learns_what_follows,
    shared.test_perplexity_is_over_the_words_and_one_end_per_sentence,
    shared.test_the_first_sentence_agrees_with_the_distributions,
    shared.test_one_seed_gives_one_model_and_leaves_torch_alone,
    shared.test_it_keeps_the_weights_of_the_best_epoch,
    shared.test_bad_questions_are_refused,
    shared.test_weight_decay_makes_smaller_weights,
)


@pytest.mark.parametrize("test", SHARED, ids=lambda test: test.__name__)
def test_what_all_neural_models_do(test):
    test(RecurrentLanguageModel)


def test_the_rate_falls_to_zero(monkeypatch):
    shared.test_the_rate_falls_to_zero(RecurrentLanguageModel, monkeypatch)


@pytest.mark.parametrize(
    ("text", "message"), [([[]], "none among its 0 words"), ([[3, 1]], "without <s>")]
)
def test_a_bad_text_is_refused(text, message):
    shared.test_a_bad_text_is_refused(RecurrentLanguageModel, text, message)


def test_parameters_are_counted():
    size = len(shared.VOCABULARY)
    recurrent = shared.make(RecurrentLanguageModel).fit(shared.TRAIN)
    assert recurrent.num_parameters == size * 5 + (5 * 5 + 5) + (5 * size + size)
