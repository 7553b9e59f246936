"""The records of fine-tuning: slices run, and every score comes out of the kept logits."""

import re
from functools import reduce
from operator import add

import pytest
import torch

from bertlab.datasets import movie_reviews, sentiment_lexicon
from bertlab.finetuning.sentiment import sample
from bertlab.model.bert import BertModel
from bertlab.model.config import BertConfig
from lessons.l09_finetuning.baselines import best_regression, lexicon_sum, word_weights
from lessons.l09_finetuning.experiments import (
    finetuning_clinic,
    finetuning_knobs,
    finetuning_poolings,
    precision,
    sentiment,
)
from tests.lessons.l09_finetuning import frozen
from tests.recomputed import assert_accuracies
from workbook.records import recorded


def results(name):
    return recorded(name)["results"]


def labels_of(part, number=None):
    return [r.label for r in sample(part, number)]


def test_sentiment():
    labels = labels_of(movie_reviews().test)
    scores = [run["test"] for run in results("sentiment")["fine_tuned"]]
    assert_accuracies(scores, sentiment.KEPT, "fine-tuned", labels)


def test_simple_methods_of_sentiment():
    parts = [sample(part, None) for part in sentiment.all_parts()]
    texts, labels = ([[getattr(r, n) for r in part] for part in parts] for n in ("text", "label"))
    lexicon = sentiment_lexicon()
    words = [re.findall(r"[\w']+", text.lower()) for text in texts[2]]
    # The record was made by adding word after word, which decides for a text whose ratings add up
    # to 0 but for rounding; lexicon_sum adds exactly.
    sums = [reduce(add, (lexicon.get(word, 0.0) for word in one), 0.0) for one in words]
    assert [lexicon_sum(text, lexicon) for text in texts[2]] == pytest.approx(sums, abs=1e-9)
    counts = word_weights(texts[0], texts[1:])
    fit = best_regression(counts[0], labels[0], counts[1], labels[1])
    number, favorable = len(labels[2]), sum(labels[2])
    often = favorable if 2 * sum(labels[0]) > len(labels[0]) else number - favorable
    found = results("sentiment")["baselines"]
    assert found["majority"] == round(often / number, 4)
    right = sum((one > 0) == label for one, label in zip(sums, labels[2], strict=True))
    assert found["lexicon"] == round(right / number, 4)
    assert found["word counts"] == pytest.approx(fit.score(counts[2], labels[2]), abs=1e-3)


@pytest.mark.nightly
def test_frozen_vectors_of_sentiment():
    """2,111 texts go through the encoder again, and the regressions that were kept judge them.

    A few texts decide which strength is best on validation, and so the last digits of the vectors
    do. So the record has to be the score of a strength, and that one at most three texts behind.
    """
    on_validation, on_test = (frozen.accuracies(part, frozen.kept()) for part in (1, 2))
    found = results("sentiment")["baselines"]["frozen vectors"]
    as_recorded = [
        valid
        for valid, score in zip(on_validation, on_test, strict=True)
        if score == pytest.approx(found, abs=1e-3)
    ]
    assert as_recorded
    assert max(as_recorded) > max(on_validation) - 3.5 / len(movie_reviews().validation)


@pytest.mark.parametrize("kind", finetuning_knobs.CONFIGURATION["runs"])
def test_knobs(kind):
    labels = labels_of(movie_reviews().validation, finetuning_knobs.CONFIGURATION["held_out"])
    scores = results("finetuning_knobs")["runs"][kind]["validation"]
    assert_accuracies(scores, finetuning_knobs.KEPT, kind, labels)


@pytest.mark.parametrize("kind", finetuning_poolings.CONFIGURATION["runs"])
def test_poolings(kind):
    labels = labels_of(movie_reviews().validation, finetuning_poolings.CONFIGURATION["held_out"])
    scores = results("finetuning_poolings")["runs"][kind]["validation"]
    assert_accuracies(scores, finetuning_poolings.KEPT, kind, labels)


def test_poolings_differ_from_the_knobs_in_the_pooling_alone():
    shared = ("standard", "texts", "held_out", "seeds", "max_length")
    for name in shared:
        assert finetuning_poolings.CONFIGURATION[name] == finetuning_knobs.CONFIGURATION[name]


def test_all_tokens_are_pooled_without_padding():
    bert = BertModel(BertConfig(vocab_size=11, hidden_size=6, num_layers=5, num_heads=2))
    pooling = finetuning_poolings.AllTokensPooling(bert)
    with torch.no_grad():
        pooling.scores.copy_(torch.tensor([0.1, -0.3, 0.7, 0.2]))
    states = list(torch.randn(5, 2, 3, 6, generator=torch.Generator().manual_seed(0)))
    mask = torch.tensor([[1, 1, 0], [1, 1, 1]])
    found = pooling(states, mask)
    parts = pooling.scores.softmax(dim=0)
    first = sum(
        part * state[0, :2].mean(dim=0) for part, state in zip(parts, states[1:], strict=True)
    )
    second = sum(part * state[1].mean(dim=0) for part, state in zip(parts, states[1:], strict=True))
    assert torch.allclose(found, torch.stack([first, second]), atol=1e-6)


@pytest.mark.parametrize("kind", finetuning_clinic.CONFIGURATION["kinds"])
def test_the_clinic(kind):
    labels = labels_of(movie_reviews().validation, finetuning_clinic.CONFIGURATION["held_out"])
    found = results("finetuning_clinic")["kinds"][kind]
    logits = assert_accuracies(found["validation"], finetuning_clinic.KEPT, kind, labels)
    silent = [round(finetuning_clinic.silent_share(one), 4) for one in logits]
    assert silent == found["silent"]
    assert (logits >= 0).all() == (kind in ("as printed", "ReLU alone"))


@pytest.mark.parametrize("kind", precision.CONFIGURATION["precisions"])
def test_precision(kind):
    labels = labels_of(movie_reviews().validation, precision.CONFIGURATION["held_out"])
    assert_accuracies(results("precision")[kind]["validation"], precision.KEPT, kind, labels)


def test_the_clinic_counts_updates_and_prints_less_than_the_mean():
    options = finetuning_clinic.CONFIGURATION
    for kind, flaws in options["kinds"].items():
        size = {**options["mended"], **flaws}["batch_size"]
        for lines in results("finetuning_clinic")["kinds"][kind]["history"]:
            epochs, batches = options["epochs"], -(-options["texts"] // size)
            assert [one["updates"] for one in lines] == [batches * (1 + n) for n in range(epochs)]
            for one in lines:
                assert one["printed"] < 1.2 * one["loss"] / size


def test_padding_is_counted_again():
    found = finetuning_clinic.padding(finetuning_clinic.CONFIGURATION)
    kept = results("finetuning_clinic")["padding"]
    assert max(found.pop("difference"), kept.pop("difference")) < 1e-5
    assert found == kept
    padded = list(found["padded"].values())
    assert padded == sorted(padded, reverse=True) and padded[-1] >= found["tokens"]


def test_silent_heads_are_counted_again():
    configuration = {**finetuning_clinic.CONFIGURATION, "heads": 20}
    found = finetuning_clinic.silent_heads(configuration)
    for classes, shares in results("finetuning_clinic")["silent_heads"].items():
        assert len(shares) == finetuning_clinic.CONFIGURATION["heads"]
        assert shares[:20] == pytest.approx(found[classes], abs=0.011)  # two texts near 0
