"""A tiny classifier with random weights, in both languages, for tests of explanations."""

import torch

from bertlab.model.config import BertConfig
from bertlab.model.tasks import BertForSequenceClassification
from bertlab.text.wordpiece import SPECIALS, WordPieceTokenizer

SIGNS = "$<>.,!这本书好看不。，"
WORDS = [
    "a",
    "the",
    "film",
    "plot",
    "good",
    "bad",
    "not",
    "un",
    "##flinch",
    "##ing",
    *"$<>.,!这本书好看不。，",
]
LABELS = ("negative", "positive")


def toy_tokenizer() -> WordPieceTokenizer:
    return WordPieceTokenizer([*SPECIALS, *WORDS])


def toy_classifier(labels=LABELS, seed=5, max_positions=16) -> BertForSequenceClassification:
    """Weights of ordinary size: fresh ones are so small that every token looks alike."""
    config = BertConfig(
        vocab_size=len(SPECIALS) + len(WORDS),
        hidden_size=12,
        num_layers=2,
        num_heads=3,
        intermediate_size=20,
        max_positions=max_positions,
    )
    model = BertForSequenceClassification(config, labels=labels).eval()
    generator = torch.Generator().manual_seed(seed)
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.add_(0.5 * torch.randn(parameter.shape, generator=generator))
    return model
