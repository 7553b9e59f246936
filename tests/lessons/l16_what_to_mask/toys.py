"""What the tests of spelling share: a tiny encoder, and three rows that it reads."""

import torch

from bertlab.model.config import BertConfig

TINY = BertConfig(
    vocab_size=17,
    hidden_size=12,
    num_layers=2,
    num_heads=3,
    intermediate_size=20,
    max_positions=9,
    hidden_dropout=0.0,
    attention_dropout=0.0,
    initializer_range=0.3,
)
IDS = torch.tensor([[2, 7, 9, 4, 11, 5, 3], [2, 6, 3, 0, 0, 0, 0], [2, 8, 16, 8, 3, 0, 0]])
VISIBLE = (IDS > 0).long()
