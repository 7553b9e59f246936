"""The training loop and the look-ups that neural language models share.

The tests of lesson 02 call these with its recurrent model.
"""

import math
from dataclasses import replace

import numpy as np
import pytest
import torch

from bertlab.predecessors.ngrams.corpus import Vocabulary
from bertlab.predecessors.nnlm.model import NeuralLanguageModel
from bertlab.predecessors.nnlm.training import NeuralModel, Training

TEXT = [["the", "cat", "sat"], ["the", "dog", "sat"], ["a", "cat", "ran"]] * 4
VOCABULARY = Vocabulary.from_sentences(TEXT)
TRAIN = [VOCABULARY.encode(sentence) for sentence in TEXT]
FAST = Training(learning_rate=0.02, batch_size=4, max_epochs=3)


def make(kind: type[NeuralModel], training: Training = FAST) -> NeuralModel:
    sizes = (2, 3, 5) if kind is NeuralLanguageModel else (5, 3)
    return kind(VOCABULARY, *sizes, training=training)


KINDS = pytest.mark.parametrize("kind", [NeuralLanguageModel])


@KINDS
def test_it_learns_what_follows(kind: type[NeuralModel]) -> None:
    model = make(kind, Training(learning_rate=0.05, batch_size=4, max_epochs=40)).fit(TRAIN)
    assert model.probability("sat", ["the", "dog"]) > 0.8
    assert model.perplexity(TRAIN) < 3 < math.exp(-np.log(1 / len(VOCABULARY)))
    first_words = [model.sample(seed, history=["the", "dog"])[0] for seed in range(20)]
    assert first_words.count("sat") >= 14


@KINDS
def test_perplexity_is_over_the_words_and_one_end_per_sentence(kind: type[NeuralModel]) -> None:
    model = make(kind).fit(TRAIN)
    logs = model.log_probabilities(TRAIN[:3])
    assert logs.shape == (12,) and logs.dtype == np.float64
    assert model.perplexity(TRAIN[:3]) == pytest.approx(math.exp(-logs.sum() / 12))


@KINDS
def test_the_first_sentence_agrees_with_the_distributions(kind: type[NeuralModel]) -> None:
    model = make(kind).fit(TRAIN)
    sentence = TRAIN[2]
    logs = model.log_probabilities([sentence])
    for position, word in enumerate([*sentence, VOCABULARY.index("</s>")]):
        distribution = model.distribution(sentence[:position])
        assert distribution.sum() == pytest.approx(1)
        assert np.log(distribution[word]) == pytest.approx(logs[position], abs=1e-5)


@KINDS
def test_one_seed_gives_one_model_and_leaves_torch_alone(kind: type[NeuralModel]) -> None:
    torch.manual_seed(7)
    expected = torch.rand(2)
    torch.manual_seed(7)
    first = make(kind).fit(TRAIN).log_probabilities(TRAIN)
    assert torch.equal(torch.rand(2), expected)
    assert np.array_equal(make(kind).fit(TRAIN).log_probabilities(TRAIN), first)
    other = make(kind, replace(FAST, seed=1)).fit(TRAIN).log_probabilities(TRAIN)
    assert not np.allclose(other, first)


@KINDS
def test_it_keeps_the_weights_of_the_best_epoch(kind: type[NeuralModel]) -> None:
    held_out = [VOCABULARY.encode(["a", "dog", "ran"])]
    model = make(kind, Training(0.1, batch_size=4, max_epochs=60)).fit(TRAIN, held_out)
    perplexities = [epoch.validation for epoch in model.epochs_]
    assert 1 < len(perplexities) < 60  # it stopped early
    assert perplexities[-1] >= perplexities[-2] == min(perplexities)
    assert model.perplexity(held_out) == pytest.approx(perplexities[-2])


def test_without_a_validation_text_it_trains_to_the_last_epoch() -> None:
    seen = []
    model = make(NeuralLanguageModel).fit(TRAIN, after_epoch=seen.append)
    assert seen == model.epochs_ and len(seen) == 3
    assert all(math.isnan(epoch.validation) for epoch in seen)
    assert seen[2].training < seen[0].training


def test_neighbors_are_the_largest_cosines() -> None:
    model = make(NeuralLanguageModel).fit(TRAIN)
    vectors = model.network_.embedding.weight.detach().numpy()
    norms = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    cosines = norms @ norms[VOCABULARY.index("cat")]
    cosines[VOCABULARY.index("cat")] = -1
    (word, cosine), second = model.neighbors("cat", 2)
    assert word == VOCABULARY.words[cosines.argmax()]
    assert cosine == pytest.approx(cosines.max(), abs=1e-6)
    assert second[1] <= cosine


def test_a_sample_never_holds_the_start_and_stops_in_time() -> None:
    model = make(NeuralLanguageModel, Training(1e-6, batch_size=4, max_epochs=1)).fit(
        TRAIN
    )  # as good as untrained
    with torch.no_grad():
        model.network_.output.bias[1] += 5.0  # <s> would come first
    samples = [model.sample(seed, max_words=4) for seed in range(20)]
    assert "<s>" not in {word for sample in samples for word in sample}
    assert max(map(len, samples)) == 4
    assert model.sample(3) == model.sample(3)


def test_parameters_are_counted() -> None:
    size = len(VOCABULARY)
    window = make(NeuralLanguageModel).fit(TRAIN)
    assert window.num_parameters == size * 3 + (2 * 3 * 5 + 5) + (5 * size + size)


@KINDS
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ([], "expected a text with known words, got none among its 0 words"),
        ([[]], "got none among its 0 words"),
        ([[0, 0], [0]], "got none among its 3 words"),
        ([[3, 99]], r"expected ids from 0 to 8, got \d to 99"),
        ([[3, 1]], "without <s>"),
        ([[3, 2, 4]], "without <s>"),
    ],
)
def test_a_bad_text_is_refused(kind: type[NeuralModel], text: list, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        make(kind).fit(text)


@KINDS
def test_bad_questions_are_refused(kind: type[NeuralModel]) -> None:
    with pytest.raises(ValueError, match=r"expected a fitted .*Model, got a new one: call fit"):
        make(kind).distribution()
    with pytest.raises(ValueError, match="call fit"):
        make(kind).log_probabilities(TRAIN)
    model = make(kind).fit(TRAIN)
    with pytest.raises(ValueError, match=r"'cta' is not among the 9 words .* close: cat"):
        model.probability("cta")
    with pytest.raises(ValueError, match="'zebra' is not among"):
        model.neighbors("zebra")
    with pytest.raises(ValueError, match="expected ids from 0 to 8, got -1"):
        model.distribution([-1])
    with pytest.raises(ValueError, match="got 9"):
        model.probability(9)
    with pytest.raises(ValueError, match="at least one sentence"):
        model.perplexity([])


def test_bad_settings_are_refused() -> None:
    with pytest.raises(ValueError, match=r"learning_rate must be above 0, got 0.0"):
        Training(learning_rate=0.0)
    with pytest.raises(ValueError, match=r"weight_decay must be at least 0, got -0.1"):
        Training(weight_decay=-0.1)
    with pytest.raises(ValueError, match="got 0 and 10"):
        Training(batch_size=0)
    with pytest.raises(ValueError, match="got 256 and 0"):
        Training(max_epochs=0)


@KINDS
def test_weight_decay_makes_smaller_weights(kind: type[NeuralModel]) -> None:
    def size(decay: float) -> float:
        model = make(kind, replace(FAST, weight_decay=decay)).fit(TRAIN)
        return sum(float(p.detach().square().sum()) for p in model.network_.parameters())

    assert size(5.0) < 0.8 * size(0.0)


@KINDS
def test_the_rate_falls_to_zero(kind: type[NeuralModel], monkeypatch: pytest.MonkeyPatch) -> None:
    model, rates = make(kind, replace(FAST, max_epochs=4)), []

    def watch(optimizer: torch.optim.Optimizer, sentences: list) -> float:
        rates.append(optimizer.param_groups[0]["lr"])
        optimizer.step()  # torch warns of a schedule that steps first
        return 0.0

    monkeypatch.setattr(model, "_train_epoch", watch)
    model.fit(TRAIN)
    assert rates == pytest.approx([0.02, 0.015, 0.01, 0.005])
