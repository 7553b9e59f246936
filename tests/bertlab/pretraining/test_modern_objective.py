"""Masked words for an encoder of today: scored where they were chosen, and learned."""

import torch
from torch.nn.functional import cross_entropy

from bertlab.model.modern import ModernConfig, ModernForMaskedLM
from bertlab.pretraining.data import PretrainingData
from bertlab.pretraining.modern_objective import ModernObjective, modern_answers
from bertlab.pretraining.objectives import mean_scores
from bertlab.text.wordpiece import SPECIALS, WordPieceTokenizer
from bertlab.training import TrainConfig, train
from tests.toy_pretraining import SHORT_DOCUMENTS

SIZES = {"vocab_size": 13, "hidden_size": 12, "num_layers": 2, "num_heads": 3}
CONFIG = ModernConfig(**SIZES, intermediate_size=20, initializer_range=0.1)
DATA = PretrainingData(
    SHORT_DOCUMENTS,
    WordPieceTokenizer([*SPECIALS, *"abcdefgh"]),
    max_length=12,
    next_sentence=False,
    dynamic=False,
)


def test_words_are_scored_where_they_were_chosen_and_learned():
    torch.manual_seed(0)
    model = ModernForMaskedLM(CONFIG).eval()
    batch = DATA.batch([(0, place) for place in range(len(DATA))])
    assert 0 in batch.attention_mask
    logits = model(batch.input_ids, batch.attention_mask).flatten(0, 1)[batch.positions]
    wanted = cross_entropy(logits, batch.targets, reduction="sum")
    objective = ModernObjective(model)
    torch.testing.assert_close(objective(batch)["masked_lm"], wanted)
    config = TrainConfig(steps=40, batch_size=3, learning_rate=2e-2, log_every=40)
    train(objective, lambda *_: [batch], config)
    scores = mean_scores(model, DATA, len(DATA), lambda one: modern_answers(model, one))
    assert scores["masked_lm"] < wanted.item() / len(batch.targets) / 4
    assert scores["masked_accuracy"] > 0.8
    words = model.model.embeddings.tok_embeddings.weight
    assert model.decoder.weight is words and len({*model.parameters()}) == len(
        [*model.parameters()]
    )
