"""SimCSE: dropout is what makes the two vectors differ, and training brings them together."""

import pytest
import torch
from torch import nn

from bertlab.model.attention import MultiHeadAttention
from bertlab.model.bert import BertModel
from bertlab.training.config import TrainConfig
from bertlab.vectors.contrastive import in_batch_loss
from bertlab.vectors.simcse import SimCSE, fit_simcse, set_dropout
from bertlab.vectors.text_vectors import text_vectors
from tests.bertlab.vectors.toys import tiny_config, tokenizer_of

WORDS = ["a", "walk", "by", "the", "sea", "long", "cat", "sleeps", "on", "mat", "red", "sun"]
TEXTS = [f"{a} {b} {c}" for a in WORDS[:4] for b in WORDS[4:8] for c in WORDS[8:]]
CONFIG = TrainConfig(steps=12, batch_size=16, learning_rate=3e-3, precision="no", log_every=1)


@pytest.fixture
def tokenizer():
    return tokenizer_of(WORDS)


@pytest.fixture
def bert(tokenizer):
    torch.manual_seed(0)
    config = tiny_config(
        tokenizer,
        hidden_size=16,
        num_layers=2,
        intermediate_size=24,
        max_positions=12,
        hidden_dropout=0.0,
        attention_dropout=0.0,
    )
    return BertModel(config)


def test_every_dropout_is_set(bert):
    set_dropout(bert, 0.25)
    drops = [module.p for module in bert.modules() if isinstance(module, nn.Dropout)]
    heads = [m.attention_dropout for m in bert.modules() if isinstance(m, MultiHeadAttention)]
    assert set(drops) == set(heads) == {0.25} and len(heads) == 2 and len(drops) >= 3
    with pytest.raises(ValueError, match=r"in \[0, 1\), got 1"):
        set_dropout(bert, 1.0)


def test_the_loss_is_that_of_two_passes(bert, tokenizer):
    batch = tokenizer.batch(TEXTS[:5])
    set_dropout(bert, 0.0)
    vectors = text_vectors(bert, tokenizer, TEXTS[:5])
    loss = SimCSE(bert.train(), temperature=0.1)(batch)["contrast"] / 5
    torch.testing.assert_close(loss, in_batch_loss(vectors, vectors, 0.1), atol=1e-5, rtol=1e-5)
    set_dropout(bert, 0.5)
    with torch.no_grad():
        first, second = (SimCSE(bert.train())(batch)["contrast"].item() for _ in range(2))
        assert first != second
        off = [SimCSE(bert.eval())(batch)["contrast"].item() for _ in range(2)]
    assert off[0] == off[1]


def test_training_brings_the_two_vectors_together(bert, tokenizer):
    history = fit_simcse(bert, tokenizer, TEXTS, CONFIG)
    assert history[-1]["contrast"] < 0.8 * history[0]["contrast"]
    assert not bert.training


def test_the_seed_decides(bert, tokenizer):
    before = {name: value.clone() for name, value in bert.state_dict().items()}
    config = TrainConfig(steps=5, batch_size=32, precision="no", log_every=1)  # over two passes
    runs = []
    for _ in range(2):
        bert.load_state_dict(before)
        runs.append([line["contrast"] for line in fit_simcse(bert, tokenizer, TEXTS, config)])
    assert runs[0] == runs[1] and len(set(runs[0])) == 5


def test_too_few_sentences(bert, tokenizer):
    with pytest.raises(ValueError, match="16 sentences or more, got 2"):
        fit_simcse(bert, tokenizer, TEXTS[:2], CONFIG)
