"""The reference of ``fill``."""

from typing import Any

import torch

from bertlab.text import WordPieceTokenizer


def fill(model: Any, tokenizer: WordPieceTokenizer, text: str, top: int) -> list[tuple[str, float]]:
    """Return the likeliest pieces for the gap of a text, with their probabilities."""
    ids = torch.tensor([tokenizer.encode(text).input_ids])
    words, _ = model(ids, torch.zeros_like(ids), torch.ones_like(ids))
    position = ids[0].tolist().index(tokenizer.mask_id)
    best = words[0, position].softmax(dim=0).topk(top)
    pieces = [tokenizer.vocabulary[i] for i in best.indices]
    return list(zip(pieces, best.values.tolist(), strict=True))
