"""Other weights, same prediction: the search, replaced weights and shuffles, by hand."""

import pytest
import torch

from bertlab.model.config import BertConfig
from bertlab.model.tasks import BertForMaskedLM, BertForSequenceClassification
from bertlab.text.wordpiece import SPECIALS, Batch, WordPieceTokenizer
from lessons.l11_attention_seen.other_weights import (
    MaskedWord,
    change_attention,
    moved_arrival,
    moved_share,
    shuffled,
    with_attention,
)

TOKENIZER = WordPieceTokenizer([*SPECIALS, "the", "cat", "sat", "on", "a", "mat"])
CONFIG = BertConfig(
    vocab_size=len(TOKENIZER.vocabulary),
    hidden_size=15,
    num_layers=2,
    num_heads=3,
    intermediate_size=22,
    max_positions=32,
)
TEXTS = ("the cat sat on a mat", "a cat", "the mat sat on the cat on a mat", "on")


@pytest.fixture
def classifier():
    """A classifier that is sure of itself, since fresh ones answer nearly the same to all."""
    torch.manual_seed(3)
    model = BertForSequenceClassification(CONFIG, labels=("a", "b", "c", "d")).double().eval()
    with torch.no_grad():
        for layer in model.bert.encoder.layers:
            for part in (layer.attention.query, layer.attention.key, layer.attention.value):
                part.weight *= 25
        for parameter in (model.classifier.dense.weight, model.bert.pooler.dense.weight):
            parameter *= 60
    return model


def own_weights(model, batch):
    return [layer.weights[0] for layer in model.bert.inspect(*batch).layers]


def test_moved_share_by_hand():
    weights = torch.tensor([[[1.0, 0.0], [0.5, 0.5]]])
    others = torch.tensor([[[0.0, 1.0], [0.25, 0.75]]])
    assert moved_share(weights, others).item() == pytest.approx((1.0 + 0.25) / 2)
    assert moved_share(weights, weights).item() == 0.0


def test_shuffled_keeps_each_rows_numbers(classifier):
    weights = own_weights(classifier, TOKENIZER.batch(TEXTS[:1]))[0]
    found = shuffled(weights, seed=4)
    assert torch.equal(found, shuffled(weights, seed=4))
    assert not torch.equal(found, shuffled(weights, seed=5))
    expected = weights.clamp(min=1e-6).sort(dim=-1).values
    assert torch.equal(found.sort(dim=-1).values, expected)
    assert not torch.equal(found, weights)


def test_own_weights_change_nothing_and_others_do(classifier):
    batch = TOKENIZER.batch(TEXTS[:1])
    before, own = classifier(*batch), own_weights(classifier, batch)
    with with_attention(classifier, own):
        torch.testing.assert_close(classifier(*batch), before, atol=1e-9, rtol=0)
    with with_attention(classifier, [shuffled(table, 0) for table in own]):
        assert (classifier(*batch) - before).abs().max() > 0.1
    assert torch.equal(classifier(*batch), before)


def test_replaced_weights_by_hand(classifier):
    """When every token looks at the first only, all contexts are the first token's values."""
    batch = TOKENIZER.batch(["the cat sat"])
    first = torch.zeros(3, 5, 5, dtype=torch.float64)
    first[..., 0] = 1.0
    block = classifier.bert.encoder.layers[0].attention
    hidden = classifier.bert.embeddings(batch.input_ids, batch.token_type_ids)
    values = block.value(hidden)[0, 0]  # of [CLS]
    with with_attention(classifier, [first, first]):
        found = block(hidden)[0]
    torch.testing.assert_close(found, block.output(values).expand(5, 15))


def test_weights_that_do_not_fit(classifier):
    batch = TOKENIZER.batch(TEXTS[:1])
    own = own_weights(classifier, batch)
    with (
        pytest.raises(ValueError, match="expected weights for 2 layers, got 1"),
        with_attention(classifier, own[:1]),
    ):
        pass
    with (
        pytest.raises(ValueError, match=r"for H, T = \(3, 4\), got \(3, 8, 8\)"),
        with_attention(classifier, own),
    ):
        classifier(*TOKENIZER.batch(TEXTS[1:2]))


def test_same_prediction_from_other_weights(classifier):
    batch = TOKENIZER.batch(TEXTS[2:3])
    own = own_weights(classifier, batch)
    before = classifier(*batch)[0].softmax(dim=-1)
    shuffles = [shuffled(table, 1 + number) for number, table in enumerate(own)]
    with with_attention(classifier, shuffles):
        by_chance = (classifier(*batch)[0].softmax(dim=-1) - before).abs().max().item()
    found = change_attention(classifier, batch, far=0.4, close=0.01, seed=1)
    assert by_chance > 0.05  # a shuffle alone is not enough here: the search had to find something
    assert found.shuffled_gap == pytest.approx(by_chance)
    assert found.moved >= 0.4 and found.gap <= 0.01
    # all of it once more, from the weights it returns
    rows = [table.sum(dim=-1) for table in found.weights]
    assert all(torch.allclose(row, torch.ones_like(row)) for row in rows)
    assert all((table >= 0).all() for table in found.weights)
    with with_attention(classifier, found.weights):
        after = classifier(*batch)[0].softmax(dim=-1)
    torch.testing.assert_close(after, found.after)
    torch.testing.assert_close(before, found.before)
    assert found.gap == pytest.approx((after - before).abs().max().item())
    shares = [(a - b).abs().sum(dim=-1) / 2 for a, b in zip(found.weights, own, strict=True)]
    assert found.moved == pytest.approx(torch.stack(shares).mean().item())
    assert torch.equal(classifier(*batch)[0].softmax(dim=-1), before)


def test_a_masked_word_is_a_classification():
    torch.manual_seed(4)
    model = BertForMaskedLM(CONFIG).double().eval()
    batch = TOKENIZER.batch(["the [MASK] sat"])
    found = MaskedWord(model, 2)(*batch)
    torch.testing.assert_close(found, model(*batch)[:, 2])
    assert found.shape == (1, len(TOKENIZER.vocabulary))
    outcome = change_attention(MaskedWord(model, 2), batch, far=0.1, close=0.05, steps=50)
    assert outcome.moved >= 0.1 and outcome.gap <= 0.05
    assert not model.bert.training  # the wrapper is new, and so trains; the model inside did not
    with with_attention(model, outcome.weights):
        after = model(*batch)[0, 2].softmax(dim=-1)
    torch.testing.assert_close(after, outcome.after)


def test_the_search_can_fail(classifier):
    """Nearly all weight cannot be moved in so few steps with a gap of a millionth."""
    found = change_attention(classifier, TOKENIZER.batch(TEXTS[:1]), far=0.99, close=1e-6, steps=3)
    assert found.moved < 0.99 or found.gap > 1e-6


def test_the_search_leaves_no_gradients(classifier):
    change_attention(classifier, TOKENIZER.batch(TEXTS[:1]), 0.5, 0.01, steps=2)
    assert all(parameter.grad is None for parameter in classifier.parameters())


def test_what_cannot_be_searched(classifier):
    with pytest.raises(ValueError, match="expected one text without padding, got 2 texts with 4"):
        change_attention(classifier, TOKENIZER.batch(TEXTS[:2]), 0.5, 0.01)
    ids, types, mask = TOKENIZER.batch(TEXTS[:1])
    mask[0, -1] = 0
    with pytest.raises(ValueError, match="got 1 texts with 1 places of padding"):
        change_attention(classifier, Batch(ids, types, mask), 0.5, 0.01)
    one = TOKENIZER.batch(TEXTS[:1])
    with pytest.raises(ValueError, match="expected far between 0 and 1, got 1"):
        change_attention(classifier, one, 1.0, 0.01)
    with pytest.raises(ValueError, match="expected a model that returns logits"):
        change_attention(classifier.bert, one, 0.5, 0.01)


def test_what_arrives_is_counted_by_lengths(classifier):
    batch = TOKENIZER.batch(TEXTS[:1])
    own = own_weights(classifier, batch)
    assert moved_arrival(classifier, batch, own) == pytest.approx(0.0, abs=1e-12)
    others = [shuffled(table, seed=1) for table in own]
    expected = []
    for hidden, layer, one, other in zip(
        classifier.bert.inspect(*batch).hidden_states,
        classifier.bert.encoder.layers,
        own,
        others,
        strict=False,
    ):
        block = layer.attention
        values = block.inspect(hidden).values[0]  # (H, T, K)
        H, _, K = values.shape
        for head in range(H):
            columns = block.output.weight[:, head * K : (head + 1) * K]
            lengths = (values[head] @ columns.T).norm(dim=-1)
            parts = [table[head] * lengths for table in (one, other)]
            shares = [part / part.sum(dim=-1, keepdim=True) for part in parts]
            expected.append(moved_share(*shares).item())
    found = moved_arrival(classifier, batch, others)
    assert found == pytest.approx(sum(expected) / len(expected))
