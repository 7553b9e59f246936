"""Poolings by hand, and the classifier around them."""

import pytest
import torch

from bertlab.model.bert import BertModel
from bertlab.model.config import BertConfig
from bertlab.model.tasks import BertForSequenceClassification
from lessons.l09_finetuning.pooling import POOLINGS, PooledClassifier

CONFIG = BertConfig(
    vocab_size=23,
    hidden_size=6,
    num_layers=5,
    num_heads=2,
    intermediate_size=8,
    max_positions=9,
)
IDS = torch.tensor([[2, 7, 8, 9, 3], [2, 11, 3, 0, 0]])
TYPES = torch.tensor([[0, 0, 0, 1, 1], [0, 0, 0, 0, 0]])
MASK = torch.tensor([[1, 1, 1, 1, 1], [1, 1, 1, 0, 0]])
SIZES = {"pooler": 6, "cls": 6, "mean": 6, "last four": 6, "all layers": 30}


def spread(model):
    with torch.no_grad(), torch.random.fork_rng():
        torch.manual_seed(5)
        for parameter in model.parameters():
            parameter.add_(0.3 * torch.randn(parameter.shape))
    return model.double().eval()


def encoder():
    with torch.random.fork_rng():
        torch.manual_seed(5)
        return spread(BertModel(CONFIG))


def states_and_pooled():
    seen = encoder().inspect(IDS, TYPES, MASK)
    return seen.hidden_states, seen.pooled


def close(ours, expected):
    assert ours.shape == expected.shape
    assert (ours - expected).abs().max() <= 1e-12


def vectors(pooling, scores=None):
    model = PooledClassifier(encoder(), pooling=pooling).double().eval()
    if scores is not None:
        with torch.no_grad():
            model.pooling.scores.copy_(torch.tensor(scores, dtype=torch.float64))
    return model.text_vectors(IDS, TYPES, MASK)


def test_all_poolings_are_tested():
    assert POOLINGS.keys() == SIZES.keys()


def test_the_pooler():
    close(vectors("pooler"), states_and_pooled()[1])


def test_cls():
    close(vectors("cls"), states_and_pooled()[0][-1][:, 0])


def test_the_mean_leaves_padding_out():
    last = states_and_pooled()[0][-1]
    expected = torch.stack([last[0].sum(dim=0) / 5, (last[1, 0] + last[1, 1] + last[1, 2]) / 3])
    close(vectors("mean"), expected)


def test_the_last_four_in_equal_shares_at_first():
    states = states_and_pooled()[0]
    close(vectors("last four"), sum(state[:, 0] for state in states[2:]) / 4)


def test_the_last_four_in_learned_shares():
    """Scores log 1, log 2, log 3, log 4 are shares of 0.1 to 0.4; the last is the top layer's."""
    states = states_and_pooled()[0]
    scores = torch.arange(1.0, 5.0).double().log().tolist()
    shares = (0.1, 0.2, 0.3, 0.4)
    expected = sum(s * state[:, 0] for s, state in zip(shares, states[2:], strict=True))
    close(vectors("last four", scores), expected)


def test_all_layers_without_the_embeddings():
    states = states_and_pooled()[0]
    found = vectors("all layers")
    for layer in range(5):
        close(found[:, 6 * layer : 6 * layer + 6], states[layer + 1][:, 0])


@pytest.mark.parametrize("pooling", SIZES)
def test_every_weight_has_a_say(pooling):
    """A part without a gradient would be frozen in a run of several processes, or stop it."""
    model = PooledClassifier(encoder(), pooling=pooling, with_valence=True).double()
    (
        model(IDS, TYPES, MASK).sin().sum() + model.valence(model.text_vectors(IDS, TYPES, MASK))
    ).sum().backward()
    unused = [name for name, p in model.named_parameters() if p.grad is None]
    assert not unused
    assert model.pooling.size == SIZES[pooling]
    assert model.classifier.dense.weight.shape == (2, SIZES[pooling])
    assert model.valence.dense.weight.shape == (1, SIZES[pooling])
    assert len({id(tensor) for tensor in model.state_dict().values()}) == len(model.state_dict())
    pointers = [tensor.data_ptr() for tensor in model.state_dict().values()]
    assert len(set(pointers)) == len(pointers), "no tensor stands there twice"


def test_through_the_pooler_it_is_the_plain_classifier():
    plain = spread(BertForSequenceClassification(CONFIG, labels=("a", "b", "c")))
    model = PooledClassifier(encoder(), labels=("a", "b", "c"), pooling="pooler").double().eval()
    model.bert.load_state_dict(
        {k: v for k, v in plain.bert.state_dict().items() if not k.startswith("pooler")}
    )
    model.pooling.pooler.load_state_dict(plain.bert.pooler.state_dict())
    model.classifier.load_state_dict(plain.classifier.state_dict())
    close(model(IDS, TYPES, MASK), plain(IDS, TYPES, MASK))
    assert model.labels == ("a", "b", "c")


def test_fewer_layers_than_four():
    short = BertConfig(**{**vars(CONFIG), "num_layers": 2})
    bert = spread(BertModel(short))
    states = bert.inspect(IDS, TYPES, MASK).hidden_states
    model = PooledClassifier(bert, pooling="last four").double().eval()
    close(model.text_vectors(IDS, TYPES, MASK), (states[1][:, 0] + states[2][:, 0]) / 2)


def test_features_join_the_vector():
    model = PooledClassifier(encoder(), num_features=3).double().eval()
    features = torch.tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
    found = model.text_vectors(IDS, TYPES, MASK, features)
    close(found[:, :6], vectors("cls"))
    close(found[:, 6:], features.double())
    weight, bias = model.classifier.dense.weight, model.classifier.dense.bias
    close(model(IDS, TYPES, MASK, features), found @ weight.T + bias)
    for wrong, got in ((None, 0), (features[:, :2], 2)):
        with pytest.raises(ValueError, match=f"expected 3 features of each text, got {got}"):
            model(IDS, TYPES, MASK, wrong)


def test_fresh_heads_are_small_and_begin_at_zero():
    torch.manual_seed(0)
    model = PooledClassifier(encoder(), pooling="all layers", with_valence=True)
    for head in (model.classifier, model.valence):
        assert 0.01 < head.dense.weight.std() < 0.03
        assert not head.dense.bias.any()


def test_dropout_of_its_own():
    assert PooledClassifier(encoder()).classifier.dropout.p == CONFIG.hidden_dropout == 0.1
    assert PooledClassifier(encoder(), dropout=0.5).classifier.dropout.p == 0.5
    assert PooledClassifier(encoder(), dropout=0.0).classifier.dropout.p == 0.0


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"pooling": "max"}, "among pooler, cls, mean, last four, all layers; got 'max'"),
        ({"dropout_samples": 0}, "dropout_samples of at least 1 .* got 0 and 0"),
        ({"num_features": -1}, "got 1 and -1"),
        ({"labels": ("a", "a")}, "two or more different labels"),
    ],
)
def test_what_is_refused(options, message):
    with pytest.raises(ValueError, match=message):
        PooledClassifier(encoder(), **options)


def test_no_pooler_to_pool_with():
    with pytest.raises(ValueError, match="a BertModel with a pooler, got one without"):
        PooledClassifier(BertModel(CONFIG, with_pooler=False), pooling="pooler")
    PooledClassifier(BertModel(CONFIG, with_pooler=False), pooling="mean")
