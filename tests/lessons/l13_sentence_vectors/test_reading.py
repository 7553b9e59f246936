"""Every pooling is that of one text read alone, however much padding its batch has."""

import pytest
import torch

from bertlab.model.bert import BertModel
from bertlab.text.wordpiece import WordPieceTokenizer
from bertlab.vectors.text_vectors import text_vectors
from lessons.l13_sentence_vectors import reading

TEXTS = ["A cat.", "The dog sat on the mat and looked at the moon.", "Nobody came."]


@pytest.fixture(scope="module")
def bert():
    return BertModel.from_pretrained("bert-mini-en").eval()


@pytest.fixture(scope="module")
def tokenizer():
    return WordPieceTokenizer.from_folder("bert-mini-en")


def test_poolings(bert, tokenizer):
    found = reading.read(bert, tokenizer, TEXTS)
    for place, text in enumerate(TEXTS):
        ids = torch.tensor([tokenizer.encode(text).input_ids])
        with torch.no_grad():
            states = bert.inspect(ids)
            hidden = bert(ids).last_hidden_state[0]
        assert len(states.layers) == sum(name.startswith("layer") for name in found) - 1
        expected = {"mean": hidden.mean(dim=0), "[CLS]": hidden[0], "max": hidden.amax(dim=0)}
        for name, vector in expected.items():
            torch.testing.assert_close(found[name][place], vector, atol=1e-4, rtol=1e-4)
    first, last = found["layer 1"], found["mean"]
    torch.testing.assert_close(found["first-last"], (first + last) / 2)


def test_the_mean_is_the_librarys(bert, tokenizer):
    ours = reading.read(bert, tokenizer, TEXTS)["mean"]
    theirs = text_vectors(bert, tokenizer, TEXTS)
    torch.testing.assert_close(ours, theirs, atol=1e-4, rtol=1e-4)


def test_counted_words():
    vectors = reading.counted(["a red cat", "the red cat", "moon over water"])
    assert vectors.shape[0] == 3 and vectors.dtype == torch.float32
    cosines = vectors @ vectors.T
    assert cosines[0, 1] > 0.5 and cosines[0, 2] == 0
