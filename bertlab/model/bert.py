"""BERT without a task: embeddings, encoder and pooler."""

from typing import Any, NamedTuple

import torch
from jaxtyping import Float, Int
from torch import Tensor

from bertlab.model.attention import AttentionDetails
from bertlab.model.config import BertConfig
from bertlab.model.encoder import Embeddings, Encoder
from bertlab.model.heads import Pooler
from bertlab.model.pretrained import PretrainedModel


class BertOutput(NamedTuple):
    """One vector per token (B, T, D), and one per sequence (B, D) where there is a pooler."""

    last_hidden_state: Float[Tensor, "B T D"]
    pooled: Float[Tensor, "B D"] | None


class Inspection(NamedTuple):
    """A forward pass laid open.

    Attributes:
        hidden_states: L + 1 tensors (B, T, D): the embeddings, then the output of each layer.
        layers: For each layer its attention weights, queries, keys and values.
        pooled: (B, D), or None without a pooler.
    """

    hidden_states: tuple[Tensor, ...]
    layers: tuple[AttentionDetails, ...]
    pooled: Tensor | None


class BertModel(PretrainedModel):
    """BERT without a task: token ids in, vectors out.

    Args:
        config: The sizes.
        with_pooler: Whether sequences get a vector of their own; models that answer for each token
            go without, as in ``transformers``.

    Source: Devlin et al. 2019, section 3.
    """

    architecture = "BertModel"

    def __init__(self, config: BertConfig, with_pooler: bool = True) -> None:
        super().__init__()
        self.config = config
        self.embeddings = Embeddings(config)
        self.encoder = Encoder(config)
        self.pooler = Pooler(config) if with_pooler else None
        self.initialize()

    def forward(
        self,
        input_ids: Int[Tensor, "B T"],
        token_type_ids: Int[Tensor, "B T"] | None = None,
        attention_mask: Int[Tensor, "B T"] | None = None,
    ) -> BertOutput:
        """Return the tokens' vectors after the last layer, and the pooled one.

        Args:
            input_ids: Word pieces, (B, T).
            token_type_ids: 0 for the first text, 1 for the second; None is all 0.
            attention_mask: 1 for tokens, 0 for padding; None is all 1.

        Raises:
            ValueError: If a shape, type or value is out of bounds.
        """
        hidden = self.encoder(*self._embed(input_ids, token_type_ids, attention_mask))
        return BertOutput(hidden, self._pool(hidden))

    def read(
        self, positions: Int[Tensor, " M"], *inputs: Tensor | None, **named: Tensor | None
    ) -> Float[Tensor, "M D"]:
        """Return the vectors of some tokens alone: as ``forward`` has them, for less work.

        Args:
            positions: Tokens counted through the batch row by row, each in [0, B T).
            inputs: Those of ``forward``, in its order.
            named: The same, by their names.

        Raises:
            ValueError: If a position lies outside, or an input is wrong.
        """
        hidden, mask = self._embed(*inputs, **named)
        B, T, _ = hidden.shape
        check_positions(positions, B * T)
        return self.encoder.read(positions, hidden, mask)

    def summarize(
        self, input_ids: Int[Tensor, "B T"], *others: Tensor | None, **named: Tensor | None
    ) -> Float[Tensor, "B D"]:
        """Return the pooled vectors alone, which read nothing but each row's [CLS].

        Args:
            input_ids: Word pieces, (B, T).
            others: The other inputs of ``forward``, in its order.
            named: The same, by their names.

        Raises:
            ValueError: If there is no pooler, or an input is wrong.
        """
        if self.pooler is None:
            raise ValueError("expected a model with a pooler, got one without")
        check_shape("input_ids", input_ids)
        cls = self.read(first_positions(input_ids), input_ids, *others, **named)
        return self.pooler(cls[:, None])

    def inspect(self, *inputs: Tensor | None, **named: Tensor | None) -> Inspection:
        """Do what ``forward`` does, and keep every layer's vectors, weights, queries and keys.

        Args:
            inputs: Those of ``forward``, in its order.
            named: The same, by their names.
        """
        states, layers = self.encoder.inspect(*self._embed(*inputs, **named))
        return Inspection(states, layers, self._pool(states[-1]))

    def _pool(self, hidden: Tensor) -> Tensor | None:
        return None if self.pooler is None else self.pooler(hidden)

    def _embed(
        self, input_ids: Any, token_type_ids: Any = None, attention_mask: Any = None
    ) -> tuple[Tensor, Tensor | None]:
        """Check the three inputs; return their embeddings (B, T, D) and the mask (B, 1, 1, T)."""
        token_type_ids, mask = self.check_inputs(input_ids, token_type_ids, attention_mask)
        return self.embeddings(input_ids, token_type_ids), mask

    def check_inputs(
        self, input_ids: Tensor, token_type_ids: Tensor | None, attention_mask: Tensor | None
    ) -> tuple[Tensor, Tensor | None]:
        """Check the three inputs; return the token types (B, T) and the mask over keys.

        Whoever calls ``embeddings`` and ``encoder`` by themselves checks with this first. Shapes
        are checked always, values where they can be read for nothing (``is_readable``): what a
        tokenizer or a data set made is right, and was checked there.

        Args:
            input_ids: As in ``forward``.
            token_type_ids: As in ``forward``.
            attention_mask: As in ``forward``.

        Returns:
            The token types, and True where a key may be seen, (B, 1, 1, T); None if all may be.

        Raises:
            ValueError: If a shape, type or value is out of bounds.
        """
        config = self.config
        check_ids("input_ids", input_ids, config.vocab_size)
        B, T = input_ids.shape
        if T > config.max_positions:
            raise ValueError(
                f"a sequence may have up to {config.max_positions} tokens, got {T}; "
                "truncate the text (max_length) or split it"
            )
        if token_type_ids is None:
            token_type_ids = torch.zeros_like(input_ids)
        check_ids("token_type_ids", token_type_ids, config.type_vocab_size, (B, T))
        if attention_mask is None:
            return token_type_ids, None
        check_ids("attention_mask", attention_mask, 2, (B, T))
        visible = attention_mask.bool()
        if is_readable(visible):
            if not visible.any(dim=1).all():
                raise ValueError("attention_mask must show at least one token of each sequence")
            if visible.all():
                return token_type_ids, None  # nothing to hide: the fused kernel is faster without
        return token_type_ids, visible[:, None, None, :]


def is_readable(tensor: Tensor) -> bool:
    """Tell whether a tensor's values can be looked at without a cost.

    On a GPU a look waits until all that was begun is done, and in a graph that is being compiled
    there are no values yet: a look would cut it in two.
    """
    return tensor.device.type == "cpu" and not torch.compiler.is_compiling()


def check_shape(name: str, ids: Tensor, shape: tuple[int, int] | None = None) -> None:
    """Check a tensor of ids: integers of shape (B, T), not empty.

    Raises:
        ValueError: If one of these does not hold; it says what was expected and what came.
    """
    if not isinstance(ids, Tensor):
        raise ValueError(f"{name} must be a tensor (B, T), got {type(ids).__name__}")
    if ids.dim() != 2 or 0 in ids.shape or (shape is not None and tuple(ids.shape) != shape):
        wanted = "(B, T) with B, T >= 1" if shape is None else str(shape)
        raise ValueError(f"{name} must have shape {wanted}, got {tuple(ids.shape)}")
    if ids.dtype not in (torch.int64, torch.int32):
        raise ValueError(f"{name} must be integers (int64 or int32), got {ids.dtype}")


def check_ids(name: str, ids: Tensor, limit: int, shape: tuple[int, int] | None = None) -> None:
    """Check a tensor of ids as ``check_shape`` does, and that each id is in [0, limit).

    Raises:
        ValueError: If one of these does not hold; it says what was expected and what came.
    """
    check_shape(name, ids, shape)
    if not is_readable(ids):
        return
    low, high = (int(value) for value in ids.aminmax())
    if low < 0 or high >= limit:
        raise ValueError(f"{name} must be in [0, {limit}), got values from {low} to {high}")


def check_positions(positions: Tensor, number: int) -> None:
    """Check the positions of some of a batch's tokens: int64 of shape (M,), each in [0, number).

    Raises:
        ValueError: If one of these does not hold; it says what was expected and what came.
    """
    if not isinstance(positions, Tensor) or positions.dim() != 1 or positions.dtype != torch.int64:
        given = isinstance(positions, Tensor)
        got = f"{positions.dtype} of {tuple(positions.shape)}" if given else positions
        raise ValueError(f"positions must be a tensor, int64 of shape (M,), got {got}")
    if not positions.numel() or not is_readable(positions):
        return
    if not 0 <= int(positions.min()) <= int(positions.max()) < number:
        raise ValueError(
            f"positions must be in [0, {number}), got values from {positions.min()} to "
            f"{positions.max()}"
        )


def first_positions(input_ids: Int[Tensor, "B T"]) -> Int[Tensor, " B"]:
    """Return the position of each row's [CLS], counted through the batch row by row."""
    rows = torch.arange(input_ids.shape[0], device=input_ids.device)
    return rows * input_ids.shape[-1]
