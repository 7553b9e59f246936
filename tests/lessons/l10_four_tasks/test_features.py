"""A frozen encoder's vectors: kept as they are, combined as asked, and learned from."""

import pytest
import torch
from torch.nn.functional import cross_entropy

from bertlab.finetuning.tagging import IGNORED, TAGS, TaggedWords, TaggingData
from bertlab.model.bert import BertModel
from bertlab.model.config import BertConfig
from bertlab.text.wordpiece import SPECIALS, WordPieceTokenizer
from bertlab.training.loop import train
from lessons.l10_four_tasks.features import (
    FeatureData,
    FeatureObjective,
    FeatureTagger,
    all_states,
    tags_from_features,
)

TOKENIZER = WordPieceTokenizer([*SPECIALS, "ang", "##ela", "bo", "par", "##is", "in", "."])
TEXTS = [
    TaggedWords(("Angela", "in", "Paris", "."), ("B-PER", "O", "B-LOC", "O")),
    TaggedWords(("Bo", "."), ("B-PER", "O")),
    TaggedWords(("Bo", "in", "Paris"), ("B-PER", "O", "B-LOC")),
]
LAYERS, D = 4, 12


@pytest.fixture
def bert():
    torch.manual_seed(1)
    config = BertConfig(len(TOKENIZER.vocabulary), D, LAYERS, 3, 20, 40, initializer_range=0.4)
    model = BertModel(config, with_pooler=False)
    torch.nn.init.normal_(model.embeddings.word.weight)
    return model.eval()


@pytest.fixture
def features(bert):
    return FeatureData(bert, TaggingData(TEXTS, TOKENIZER), batch_size=2)


def tagger(**options):
    torch.manual_seed(2)
    return FeatureTagger(LAYERS, D, TAGS, **options)


def test_states_are_those_of_the_model(bert):
    batch = TaggingData(TEXTS, TOKENIZER).batch([0, 1])
    inputs = batch[:3]
    found = all_states(bert.train(), *inputs)
    assert bert.training, "dropout was off, and is on again"
    bert.eval()
    expected = bert.inspect(*inputs).hidden_states
    assert len(found) == len(expected) == LAYERS + 1
    for ours, theirs in zip(found, expected, strict=True):
        torch.testing.assert_close(ours, theirs)
    assert not found.requires_grad


def test_kept_vectors_come_back_in_the_order_of_the_texts(bert, features):
    batch = features.batch([2, 0])
    assert batch.lengths.tolist() == [6, 8]
    for row, place in enumerate([2, 0]):
        alone = all_states(bert, *features.data.batch([place])[:3])[:, 0]
        length = alone.shape[1]
        torch.testing.assert_close(batch.states[:, row, :length], alone, atol=2e-3, rtol=2e-3)
        assert not batch.states[:, row, length:].any()
    assert batch.labels.equal(features.data.batch([2, 0]).labels)
    assert batch.to("cpu").states.equal(batch.states)


def test_what_is_taken(features):
    states, lengths, _ = features.batch([0, 1])
    for take, vectors in (
        ("embeddings", states[0]),
        ("last layer", states[4]),
        ("last four", torch.cat([states[1], states[2], states[3], states[4]], dim=-1)),
        ("mix", 0.7 * (0.1 * states[1] + 0.2 * states[2] + 0.3 * states[3] + 0.4 * states[4])),
    ):
        model = tagger(take=take)
        if take == "mix":
            with torch.no_grad():
                model.mix.w.copy_(torch.tensor([0.1, 0.2, 0.3, 0.4]).log())
                model.mix.gamma.fill_(0.7)
        torch.testing.assert_close(model(states, lengths), model.classifier(vectors))


def test_an_lstm_does_not_read_padding(features):
    model = tagger(take="mix", lstm_size=5)
    both, alone = features.batch([0, 1]), features.batch([1])
    assert both.lengths.tolist() == [8, 4]
    together, by_itself = model(*both[:2]), model(*alone[:2])
    torch.testing.assert_close(together[1:, :4], by_itself)
    assert model.classifier.in_features == 10


def test_the_loss_passes_over_what_has_no_tag(features):
    model, batch = tagger(), features.batch([0, 1])
    objective = FeatureObjective(model)
    chosen = batch.labels != IGNORED
    expected = cross_entropy(model(*batch[:2])[chosen], batch.labels[chosen], reduction="sum")
    torch.testing.assert_close(objective(batch)["tags"], expected)
    assert objective.counts(batch) == {"tags": 6}


def test_a_head_learns_and_tags_words(features):
    model = tagger(take="last four")
    config = features.config(epochs=60, batch_size=3, learning_rate=0.05)
    train(FeatureObjective(model), features.batch_sampler(config), config)
    model.train()
    assert tags_from_features(model, features, batch_size=2) == [text.tags for text in TEXTS]
    assert model.training


def test_what_is_refused():
    with pytest.raises(ValueError, match=r"take must be among embeddings, .*; got 'first'"):
        tagger(take="first")
    with pytest.raises(ValueError, match="expected an encoder of four layers or more, got 3"):
        FeatureTagger(3, D, TAGS, "last four")
