"""Vectors of single tokens after every layer, and an encoder that has learned nothing."""

from collections.abc import Sequence
from dataclasses import replace

import torch
from jaxtyping import Float
from torch import Tensor

from bertlab.model.bert import BertModel
from bertlab.text.wordpiece import WordPieceTokenizer


def randomly_initialized(model: BertModel, seed: int, spread: float = 0.02) -> BertModel:
    """Return an encoder of the same sizes whose weights were drawn and never trained.

    Args:
        model: Whose configuration is taken.
        seed: Of the draw.
        spread: The standard deviation of the weights; BERT's own 0.02.
    """
    with torch.random.fork_rng():
        torch.manual_seed(seed)
        return BertModel(replace(model.config, initializer_range=spread), with_pooler=False).eval()


@torch.no_grad()
def layer_vectors(
    model: BertModel,
    tokenizer: WordPieceTokenizer,
    texts: Sequence[str],
    lines: Sequence[int],
    places: Sequence[int],
    batch_size: int = 32,
) -> Float[Tensor, "L N D"]:
    """Return the vectors of some tokens: the embeddings, then those after each layer.

    Args:
        model: The encoder.
        tokenizer: Cuts the texts.
        texts: One or more.
        lines: For each wanted token its text, an index into ``texts``.
        places: And its place in it; 0 is [CLS].
        batch_size: Texts that are read together.

    Raises:
        ValueError: If a token is wanted that no text has.
    """
    encoded = [tokenizer.encode(text, max_length=model.config.max_positions) for text in texts]
    for line, place in zip(lines, places, strict=True):
        if not (0 <= line < len(texts) and 0 <= place < len(encoded[line].input_ids)):
            raise ValueError(f"expected tokens of {len(texts)} texts, got {place} of text {line}")
    was_training = model.training
    model.eval()
    states = []
    for start in range(0, len(texts), batch_size):
        batch = tokenizer.pad(encoded[start : start + batch_size])
        hidden = torch.stack(model.inspect(*batch).hidden_states)  # (L, B, T, D)
        for number in range(hidden.shape[1]):
            here = [p for line, p in zip(lines, places, strict=True) if line == start + number]
            states.append(hidden[:, number, here])
    model.train(was_training)
    order = sorted(range(len(lines)), key=lambda token: lines[token])  # stable
    back = torch.tensor(sorted(range(len(order)), key=order.__getitem__))
    return torch.cat(states, dim=1)[:, back]
