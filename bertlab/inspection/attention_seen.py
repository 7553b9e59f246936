"""What all heads of a model saw in one text: the pieces, their weights, queries and keys."""

import copy
import operator
from collections.abc import Sequence
from typing import NamedTuple

import torch
from jaxtyping import Float
from torch import Tensor, nn

from bertlab.inspection.attention_measures import encoder_of
from bertlab.text.wordpiece import WordPieceTokenizer

MAX_TOKENS = 64  # views of longer texts are too crowded to read, and too large for a notebook
DECIMALS = 4


class Attended(NamedTuple):
    """What all heads of a model saw in one text or pair, rounded as the views show it.

    Attributes:
        pieces: The T tokens, with [CLS] and [SEP].
        second_start: Where the second text begins, or None.
        weights: Attention weights, (L, H, T, T).
        queries: What each token asks, (L, H, T, K).
        keys: What each token can be found by, (L, H, T, K).
    """

    pieces: list[str]
    second_start: int | None
    weights: Float[Tensor, "L H T T"]
    queries: Float[Tensor, "L H T K"]
    keys: Float[Tensor, "L H T K"]


@torch.no_grad()
def attention_of(
    model: nn.Module,
    tokenizer: WordPieceTokenizer,
    text: str,
    second: str | None = None,
) -> Attended:
    """Look at a text, or a pair, with all heads of a model.

    It computes with a copy in float64 and without dropout, so that rounded numbers are the same
    whatever the processor.

    Args:
        model: A ``BertModel``, or a model with one inside (``model.bert``).
        tokenizer: The one the model was trained with.
        text: The (first) text.
        second: The second text of a pair.

    Raises:
        ValueError: If a text is empty or too long, or the model gives no attention weights.
    """
    _check_text("text", text, tokenizer)
    _check_text("second", second, tokenizer)
    encoder, encoded = encoder_of(model), tokenizer.encode(text, second)
    size, limit = len(encoded.input_ids), min(MAX_TOKENS, encoder.config.max_positions)
    if size > limit:
        raise ValueError(f"expected up to {limit} tokens, got {size}; shorten the text")
    precise = copy.deepcopy(encoder).cpu().double().eval()
    layers = precise.inspect(*tokenizer.pad([encoded])).layers
    tables = (
        torch.stack([getattr(layer, name)[0] for layer in layers])
        for name in ("weights", "queries", "keys")
    )
    start = encoded.token_type_ids.index(1) if second is not None else None
    pieces = [tokenizer.vocabulary[i] for i in encoded.input_ids]
    return Attended(pieces, start, *(table.round(decimals=DECIMALS) for table in tables))


class Replay:
    """A model as BertViz's neuron view calls one; it answers with what ours has seen."""

    def __init__(self, seen: Attended) -> None:
        self.seen = seen

    def eval(self) -> None:
        """Do nothing: what was seen was seen without dropout."""

    def __call__(self, input_ids: Tensor, token_type_ids: Tensor | None = None) -> tuple[list]:
        """Return, as the last element, weights, queries and keys of each layer."""
        tables = zip(self.seen.weights, self.seen.queries, self.seen.keys, strict=True)
        return ([{"attn": w[None], "queries": q[None], "keys": k[None]} for w, q, k in tables],)


class Pieces:
    """Our tokenizer under the names that BertViz calls."""

    cls_token, sep_token = "[CLS]", "[SEP]"

    def __init__(self, tokenizer: WordPieceTokenizer) -> None:
        self.tokenize = tokenizer.tokenize
        self.ids = tokenizer.ids

    def convert_tokens_to_ids(self, pieces: list[str]) -> list[int]:
        """Return the places of pieces in the vocabulary."""
        return [self.ids[piece] for piece in pieces]


def _check_text(name: str, text: str | None, tokenizer: WordPieceTokenizer) -> None:
    """Raise a ValueError unless there is something to look at."""
    if text is not None and not tokenizer.text_ids(text):
        raise ValueError(f"expected {name} to hold at least one token, got {text!r}")


def whole_numbers(name: str, numbers: Sequence[int], limit: int) -> list[int]:
    """Return numbers as Python's, whether they are its own, NumPy's or PyTorch's.

    Raises:
        ValueError: Unless there are some, all of them whole, different and in [0, limit).
    """
    try:
        found = [operator.index(number) for number in numbers]
    except TypeError:
        found = []
    if not found or len({*found} & {*range(limit)}) < len(found):
        raise ValueError(f"expected {name} from 0 to {limit - 1}, each once, got {list(numbers)}")
    return found
