"""The layers of the recorded ELMo as features for a classifier of movie reviews.

The language model stays as it is. For each size and seed, as many snippets are drawn from the
training split, and a logistic layer is trained on the mean over their words of one layer, or of
the scalar mix. The validation split decides when to stop; the test split is scored once.
"""

import random
from collections.abc import Sequence
from typing import Any

import torch

from bertlab.before.elmo.features import Labeled, MixClassifier, pooled_layers
from bertlab.before.elmo.language_model import BidirectionalLanguageModel, published
from bertlab.before.ngrams.corpus import tokenize
from bertlab.datasets import RatedText, movie_reviews
from workbook.records import threads

CONFIGURATION: dict[str, Any] = {
    "sizes": [500, 2000, 6000],
    "seeds": [0, 1, 2, 3, 4],
    "classifier": {"steps": 200, "learning_rate": 0.01, "weight_decay": 0.01},
    "threads": 1,
}
SLICE: dict[str, Any] = {"sizes": [500], "seeds": [0]}
VARIANTS = {  # the layers that the classifier gets
    "static vectors": [0],
    "first layer": [1],
    "top layer": [2],
    "scalar mix": [0, 1, 2],
}


def run(configuration: dict[str, Any]) -> dict[str, Any]:
    """Train the classifiers of all variants, sizes and seeds.

    Returns:
        ``validation``: one accuracy, and ``predictions``: one string of test predictions, for each
        variant, size and seed. ``shares`` and ``gamma``: the learned mix for each size and seed.
        ``labels``: the right classes of the test split, as such a string.
    """
    with threads(configuration["threads"]):
        reviews, model = movie_reviews(), published()
        train, validation, test = (
            labeled(model, part) for part in (reviews.train, reviews.validation, reviews.test)
        )
        results: dict[str, Any] = {"labels": _digits(test.labels)}
        for name in ("validation", "predictions", "shares", "gamma"):
            results[name] = {}
        for variant, layers in VARIANTS.items():
            for size in configuration["sizes"]:
                for seed in configuration["seeds"]:
                    drawn = random.Random(seed).sample(range(len(reviews.train)), size)
                    classifier = MixClassifier(len(layers), train.layers.shape[2], seed).fit(
                        Labeled(train.layers[layers][:, drawn], train.labels[drawn]),
                        Labeled(validation.layers[layers], validation.labels),
                        **configuration["classifier"],
                    )
                    _keep(results, variant, str(size), classifier, validation, test, layers)
        return results


def accuracies(results: dict[str, Any], variant: str, size: int) -> list[float]:
    """Give the test accuracy of each seed, from the recorded predictions."""
    labels = results["labels"]
    return [
        sum(ours == right for ours, right in zip(digits, labels, strict=True)) / len(labels)
        for digits in results["predictions"][variant][str(size)]
    ]


def labeled(model: BidirectionalLanguageModel, texts: Sequence[RatedText]) -> Labeled:
    """Give the pooled layers and the labels of rated texts."""
    ids = [model.vocabulary.encode(tokenize(rated.text)) for rated in texts]
    labels = torch.tensor([float(rated.label) for rated in texts])
    return Labeled(pooled_layers(model, ids), labels)


def _keep(
    results: dict[str, Any],
    variant: str,
    size: str,
    classifier: MixClassifier,
    validation: Labeled,
    test: Labeled,
    layers: list[int],
) -> None:
    right = classifier.predict(validation.layers[layers]) == validation.labels
    found = {
        "validation": right.float().mean().item(),
        "predictions": _digits(classifier.predict(test.layers[layers])),
    }
    for name, value in found.items():
        results[name].setdefault(variant, {}).setdefault(size, []).append(value)
    if len(layers) > 1:
        results["shares"].setdefault(size, []).append(classifier.mix.shares.tolist())
        results["gamma"].setdefault(size, []).append(classifier.mix.gamma.item())


def _digits(classes: torch.Tensor) -> str:
    return "".join(str(int(number)) for number in classes.tolist())
