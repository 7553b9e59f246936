"""Vectors of texts: those of the model, whatever texts come together, and equal texts once."""

import pytest
import torch

from bertlab.model.bert import BertModel
from bertlab.text.wordpiece import WordPieceTokenizer
from bertlab.vectors import text_vectors
from tests.bertlab.vectors.toys import tiny_config

TEXTS = ["a long walk by the sea", "sea", "a walk", "sea", "the sea by the sea by the sea"]


@pytest.fixture(scope="module")
def tokenizer():
    words = {word for text in TEXTS for word in text.split()}
    return WordPieceTokenizer(["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *sorted(words)])


@pytest.fixture
def model(tokenizer):
    torch.manual_seed(0)
    config = tiny_config(tokenizer, num_layers=2, max_positions=12)
    return BertModel(config).double()


def alone(model, tokenizer, text, pooling):
    """Read one text by itself, without padding."""
    ids = torch.tensor([tokenizer.encode(text).input_ids])
    with torch.no_grad():
        hidden = model.eval()(ids).last_hidden_state[0]
    return hidden.mean(dim=0) if pooling == "mean" else hidden[0]


@pytest.mark.parametrize("pooling", ["mean", "cls"])
@pytest.mark.parametrize("batch_size", [1, 2, 64])
def test_each_text_has_the_vector_it_has_alone(model, tokenizer, pooling, batch_size):
    found = text_vectors(model, tokenizer, TEXTS, pooling, batch_size=batch_size)
    expected = torch.stack([alone(model, tokenizer, text, pooling) for text in TEXTS])
    torch.testing.assert_close(found, expected, rtol=1e-12, atol=1e-12)
    assert not found.requires_grad


def test_equal_texts_are_read_once(model, tokenizer, monkeypatch):
    read, original = [], model.forward
    monkeypatch.setattr(
        model, "forward", lambda ids, *more: read.append(len(ids)) or original(ids, *more)
    )
    found = text_vectors(model, tokenizer, ["sea", "a", "sea", "sea"])
    assert sum(read) == 2
    assert torch.equal(found[0], found[2]) and torch.equal(found[0], found[3])
    assert not torch.equal(found[0], found[1])


def test_dropout_is_off_and_comes_back(model, tokenizer):
    model.train()
    first, second = (text_vectors(model, tokenizer, TEXTS) for _ in range(2))
    assert torch.equal(first, second) and model.training


def test_what_is_too_long_loses_its_end(model, tokenizer):
    longer = " ".join(["sea"] * 40)
    cut = " ".join(["sea"] * 10)  # 12 pieces with [CLS] and [SEP]: all that fit
    one, other = text_vectors(model, tokenizer, [longer, cut])
    assert torch.equal(one, other)
    one, other = text_vectors(model, tokenizer, [longer, "sea sea"], max_length=4)
    assert torch.equal(one, other)


@pytest.mark.parametrize(
    ("texts", "options", "message"),
    [
        ([], {}, "one or more texts, got 0"),
        ("one text", {}, "a list of texts, got one str"),
        (["fine", " "], {}, "text 1 .* expected words, got ' '"),
        (["fine", None], {}, "expected words, got None"),
        (["fine"], {"pooling": "max"}, "a pooling among mean, cls .* 'max'"),
        (["fine"], {"max_length": 0}, "max_length"),
        (["fine"], {"batch_size": 0}, "batch_size of at least 1, got 'mean' and 0"),
    ],
)
@pytest.mark.usefixtures("without_annotations")
def test_what_cannot_be_read_is_refused(model, tokenizer, texts, options, message):
    with pytest.raises(ValueError, match=message):
        text_vectors(model, tokenizer, texts, **options)
