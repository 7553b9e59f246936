"""What the tests of sentence vectors share: a tokenizer of whole words, and a tiny encoder."""

from collections.abc import Sequence
from typing import Any

from bertlab.model.config import BertConfig
from bertlab.text.wordpiece import WordPieceTokenizer


def tokenizer_of(words: Sequence[str]) -> WordPieceTokenizer:
    """A tokenizer that knows some words and the special tokens."""
    return WordPieceTokenizer(["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *words])


def tiny_config(tokenizer: WordPieceTokenizer, **changes: Any) -> BertConfig:
    """An encoder that reads in no time."""
    sizes = {"hidden_size": 8, "num_layers": 1, "num_heads": 2, "intermediate_size": 12}
    settings = {"vocab_size": len(tokenizer.vocabulary), "max_positions": 32, **sizes}
    return BertConfig(**settings | changes)
