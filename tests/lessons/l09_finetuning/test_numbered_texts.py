"""Numbers beside the texts: batches that bring them, dropout samples, and the second task."""

import numpy as np
import pytest
import torch
from torch.nn.functional import cross_entropy

from bertlab.finetuning.classifier import fine_tune
from bertlab.model.bert import BertModel
from lessons.l09_finetuning.numbered_texts import NumberedTexts, PooledObjective
from lessons.l09_finetuning.pooling import PooledClassifier
from tests.toy_pretraining import tiny_config, toy_tokenizer

TOKENIZER = toy_tokenizer(30)


def toy_texts(number, valences=None, **options):
    """Texts of one to five words; the class says whether the text is long."""
    texts = [" ".join(f"w{(i + word) % 30}" for word in range(1 + i % 5)) for i in range(number)]
    labels = [int(len(text.split()) > 2) for text in texts]
    valences = [float(i) for i in range(number)] if valences is None else valences
    return NumberedTexts(texts, labels, TOKENIZER, valences=valences, max_length=17, **options)


def toy_pooled(dropout=0.0, **options):
    """Weights of ordinary size: in those of an initialization mistakes hide."""
    with torch.random.fork_rng():
        torch.manual_seed(7)
        model = PooledClassifier(BertModel(tiny_config(dropout)), **options)
        with torch.no_grad():
            for parameter in model.parameters():
                parameter.add_(0.1 * torch.randn(parameter.shape))
    return model.eval()


def toy_config(data, epochs=2):
    return data.config(epochs, batch_size=5, learning_rate=5e-3)


def test_dropout_samples_are_averaged_not_added():
    """Three draws of dropout over the same vector: each of a loss, and their mean."""
    model, data = toy_pooled(dropout_samples=3, dropout=0.5), toy_texts(6)
    batch = data.batch(range(6))
    model.train()
    torch.manual_seed(3)
    loss = PooledObjective(model)(batch)["classification"].item()
    torch.manual_seed(3)
    vectors = model.text_vectors(*batch.inputs)
    losses = [
        cross_entropy(model.classifier(vectors), batch.labels, reduction="sum").item()
        for _ in range(3)
    ]
    assert len(set(losses)) == 3
    assert loss == pytest.approx(sum(losses) / 3, rel=1e-6)
    model.eval()
    one = toy_pooled(dropout_samples=1, dropout=0.5)
    a, b = (PooledObjective(m)(batch)["classification"].item() for m in (model, one))
    assert a == pytest.approx(b, rel=1e-6), "without dropout the samples are equal"


def test_the_second_task_by_hand():
    data = toy_texts(4, valences=[0.5, -1.0, 3.0, 2.0])
    model = toy_pooled(with_valence=True)
    with torch.no_grad():
        model.valence.dense.weight.zero_()
        model.valence.dense.bias.fill_(1.0)
    objective = PooledObjective(model)
    batch = data.batch([3, 0, 1, 2])
    losses = objective(batch)
    assert losses["valence"].item() == pytest.approx(1 + 0.25 + 4 + 4, rel=1e-6)
    assert objective.counts(batch) == {"classification": 4, "valence": 4}
    assert list(losses) == ["classification", "valence"]


def test_the_second_task_is_learned():
    data = toy_texts(20, valences=[1.0 if i % 2 else -1.0 for i in range(20)])
    model, before = toy_pooled(with_valence=True), toy_pooled(with_valence=True)
    history = fine_tune(model, data, data, toy_config(data), loss=PooledObjective)
    assert {"classification", "valence", "validation_accuracy"} <= history[0].keys()
    assert history[0]["loss"] == pytest.approx(
        history[0]["classification"] + history[0]["valence"], rel=1e-6
    )
    assert history[-1]["valence"] != history[0]["valence"]
    assert not torch.allclose(model.valence.dense.bias, before.valence.dense.bias)


def test_a_batch_brings_its_numbers():
    features = np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]], dtype=np.float32)
    batch = toy_texts(3, features=features).batch([2, 0]).to("cpu")
    assert batch.valences.tolist() == [2.0, 0.0]
    assert batch.features.tolist() == [[5.0, 6.0], [1.0, 2.0]]
    assert [tensor.shape[0] for tensor in batch.inputs] == [2] * 4
    assert len(toy_texts(3).batch([0]).inputs) == 3


def test_features_are_learned_from():
    """The first feature tells the class; the words of the texts are all the same."""
    labels = [i % 2 for i in range(20)]
    features = np.array([[label - 0.5, 1.0] for label in labels], dtype=np.float32)
    data = NumberedTexts(["w1"] * 20, labels, TOKENIZER, valences=[0.0] * 20, features=2 * features)
    model = toy_pooled(num_features=2)
    history = fine_tune(model, data, data, toy_config(data, 20), loss=PooledObjective)
    assert history[-1]["validation_accuracy"] == 1.0
