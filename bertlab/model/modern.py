"""From the BERT of 2018 to the encoder of today: one network, and each change is a switch.

With all switches on it is ModernBERT: no biases, LayerNorm before each part and not after it,
rotary positions, a gate in the feed-forward network, and most layers see a window alone. With all
of them off (``bert_2018``) it is BERT without segments. Nothing else differs: fresh weights are
drawn alike, and there is no dropout.

Source: Warner et al. 2024, section 2.1; parameters are named as in ``transformers``.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor, nn
from torch.nn.functional import gelu, scaled_dot_product_attention

from bertlab.files import read_json
from bertlab.model.bert import check_ids, check_positions, is_readable
from bertlab.model.header import check_weights, read_weights, weight_files
from bertlab.model.modern_config import ModernConfig
from bertlab.model.pretrained import find_folder
from bertlab.model.relative_positions import attention_with_offsets, distances, rotate, waves


class Places(NamedTuple):
    """Where the tokens of a text stand (or of B texts, padded), and what they may see.

    Attributes:
        positions: (N,).
        everywhere: True where a global layer may look, (B, 1, N, N); None is everywhere.
        nearby: The same of a local layer, (B, 1, N, N) or (N, N).
        offsets: What is added to keys and values, (N, N, K); None is nothing.
    """

    positions: Int[Tensor, " N"]
    everywhere: Bool[Tensor, "B 1 N N"] | None
    nearby: Bool[Tensor, "*B N N"]
    offsets: Float[Tensor, "N N K"] | None


class ModernEmbeddings(nn.Module):
    """Words, with positions if these are learned, normalized."""

    def __init__(self, config: ModernConfig) -> None:
        super().__init__()
        D, learned = config.hidden_size, config.positions == "learned"
        self.tok_embeddings = nn.Embedding(config.vocab_size, D, padding_idx=config.pad_token_id)
        self.positions = nn.Embedding(config.max_positions, D) if learned else None
        self.norm = layer_norm(config)

    def forward(
        self, input_ids: Int[Tensor, "*B N"], positions: Int[Tensor, " N"]
    ) -> Float[Tensor, "*B N D"]:
        """Return one vector per token."""
        hidden = self.tok_embeddings(input_ids)
        return self.norm(hidden if self.positions is None else hidden + self.positions(positions))


class ModernAttention(nn.Module):
    """Attention of many heads, in a layer that sees all or in one that sees a window."""

    def __init__(self, config: ModernConfig, is_global: bool) -> None:
        super().__init__()
        D = config.hidden_size
        self.num_heads, self.is_global = config.num_heads, is_global
        self.rotary = config.positions == "rotary"
        self.theta = config.global_theta if is_global else config.local_theta
        self.Wqkv = nn.Linear(D, 3 * D, bias=config.biases)
        self.Wo = nn.Linear(D, D, bias=config.biases)

    def forward(
        self, hidden: Float[Tensor, "*B N D"], texts: Sequence[Places]
    ) -> Float[Tensor, "*B N D"]:
        """Mix the tokens of each text; several texts lie one after the other in N."""
        parts = self.Wqkv(hidden).split([len(text.positions) for text in texts], dim=-2)
        mixed = [self.mix(part, text) for part, text in zip(parts, texts, strict=True)]
        return self.Wo(torch.cat(mixed, dim=-2))

    def mix(self, projected: Float[Tensor, "*B N E"], text: Places) -> Float[Tensor, "*B N D"]:
        """Return what the tokens take from each other; E = 3D: query, key, value."""
        parts = projected.unflatten(-1, (3, self.num_heads, -1))  # (*B, N, 3, H, K)
        query, key, value = parts.movedim(-3, 0).transpose(-3, -2)  # (*B, H, N, K) each
        if self.rotary:
            query, key = rotate(torch.stack([query, key]), text.positions, self.theta)
        mask = text.everywhere if self.is_global else text.nearby
        if text.offsets is None:
            context = scaled_dot_product_attention(query, key, value, attn_mask=mask)
        else:
            context = attention_with_offsets(query, key, value, text.offsets, mask)
        return context.transpose(-3, -2).flatten(-2)


class ModernFeedForward(nn.Module):
    """Two linear maps with a GELU between them; a gate multiplies what passes it (GeGLU)."""

    def __init__(self, config: ModernConfig) -> None:
        super().__init__()
        D, F = config.hidden_size, config.intermediate_size
        self.gated = config.gated
        self.Wi = nn.Linear(D, 2 * F if self.gated else F, bias=config.biases)
        self.Wo = nn.Linear(F, D, bias=config.biases)

    def forward(self, hidden: Float[Tensor, "*N D"]) -> Float[Tensor, "*N D"]:
        """Return new vectors of the same shape."""
        wide = self.Wi(hidden)
        if not self.gated:
            return self.Wo(gelu(wide))
        passed, gate = wide.chunk(2, dim=-1)  # (*N, F) each
        return self.Wo(gelu(passed) * gate)


class ModernLayer(nn.Module):
    """Attention, then feed-forward, each added to its input; LayerNorm before, or after."""

    def __init__(self, config: ModernConfig, number: int) -> None:
        super().__init__()
        self.pre_norm = config.pre_norm
        normalized = number == 0 and self.pre_norm  # the embeddings already are
        self.attn_norm = nn.Identity() if normalized else layer_norm(config)
        self.attn = ModernAttention(config, is_global=number % config.global_every == 0)
        self.mlp_norm = layer_norm(config)
        self.mlp = ModernFeedForward(config)

    def forward(
        self, hidden: Float[Tensor, "*B N D"], texts: Sequence[Places]
    ) -> Float[Tensor, "*B N D"]:
        """Return the tokens' vectors after this layer."""
        if self.pre_norm:
            hidden = hidden + self.attn(self.attn_norm(hidden), texts)
            return hidden + self.mlp(self.mlp_norm(hidden))
        hidden = self.attn_norm(hidden + self.attn(hidden, texts))
        return self.mlp_norm(hidden + self.mlp(hidden))


class ModernModel(nn.Module):
    """The encoder without a task: token ids in, vectors out."""

    def __init__(self, config: ModernConfig) -> None:
        super().__init__()
        self.config = config
        self.embeddings = ModernEmbeddings(config)
        table, K = 2 * config.max_distance + 1, config.head_size
        self.relative = nn.Embedding(table, K) if config.positions == "learned relative" else None
        self.layers = nn.ModuleList(ModernLayer(config, i) for i in range(config.num_layers))
        self.final_norm = layer_norm(config) if config.pre_norm else nn.Identity()
        initialize(self, config.initializer_range)

    def forward(
        self, input_ids: Int[Tensor, "B N"], attention_mask: Int[Tensor, "B N"] | None = None
    ) -> Float[Tensor, "B N D"]:
        """Return the tokens' vectors after the last layer; the mask is 0 for padding.

        Raises:
            ValueError: If a shape, type or value is out of bounds.
        """
        seen = self.check_inputs(input_ids, attention_mask)
        positions = torch.arange(input_ids.shape[1], device=input_ids.device)
        return self.through(input_ids, positions, [self.places(positions, seen)])

    def through(
        self, input_ids: Int[Tensor, "*B N"], positions: Int[Tensor, " N"], texts: Sequence[Places]
    ) -> Float[Tensor, "*B N D"]:
        """Do what ``forward`` does, with texts whose places are known."""
        hidden = self.embeddings(input_ids, positions)
        for layer in self.layers:
            hidden = layer(hidden, texts)
        return self.final_norm(hidden)

    def places(
        self, positions: Int[Tensor, " N"], seen: Bool[Tensor, "B N"] | None = None
    ) -> Places:
        """Return what tokens at some positions are to each other; padding sees itself, too."""
        config, distance = self.config, distances(positions)
        mask, nearby = None, distance.abs() <= config.window // 2
        if seen is not None:
            mask = seen[:, None, None, :] | (distance == 0)  # no row is empty
            nearby = nearby & mask
        offsets = None
        if self.relative is not None:
            M = config.max_distance
            offsets = self.relative(distance.clamp(-M, M) + M)
        elif config.positions == "functional":
            offsets = waves(distance, config.head_size, self.embeddings.tok_embeddings.weight.dtype)
        return Places(positions, mask, nearby, offsets)

    def check_inputs(
        self, input_ids: Tensor, attention_mask: Tensor | None
    ) -> Bool[Tensor, "B N"] | None:
        """Check both inputs; return where there is a token, or None if that is everywhere."""
        config = self.config
        check_ids("input_ids", input_ids, config.vocab_size)
        B, N = input_ids.shape
        if config.positions == "learned" and config.max_positions < N:
            raise ValueError(f"expected up to {config.max_positions} tokens, got {N}")
        if attention_mask is None:
            return None
        check_ids("attention_mask", attention_mask, 2, (B, N))
        seen = attention_mask.bool()
        if is_readable(seen) and not seen.any(dim=1).all():
            raise ValueError("attention_mask must show at least one token of each text")
        return None if is_readable(seen) and seen.all() else seen


class ModernHead(nn.Module):
    """What is done to a vector before words are scored: dense, GELU, LayerNorm."""

    def __init__(self, config: ModernConfig) -> None:
        super().__init__()
        self.dense = nn.Linear(config.hidden_size, config.hidden_size, bias=config.biases)
        self.norm = layer_norm(config)

    def forward(self, hidden: Float[Tensor, "*N D"]) -> Float[Tensor, "*N D"]:
        """Return vectors to compare with the words' own."""
        return self.norm(gelu(self.dense(hidden)))


class ModernForMaskedLM(nn.Module):
    """The encoder that fills in masked words; the matrix of its scores is that of the words."""

    def __init__(self, config: ModernConfig) -> None:
        super().__init__()
        self.config = config
        self.model = ModernModel(config)
        self.head = ModernHead(config)
        self.decoder = nn.Linear(config.hidden_size, config.vocab_size)
        initialize(self, config.initializer_range)
        self.decoder.weight = self.model.embeddings.tok_embeddings.weight

    def forward(
        self, input_ids: Int[Tensor, "B N"], attention_mask: Int[Tensor, "B N"] | None = None
    ) -> Float[Tensor, "B N V"]:
        """Return logits over the vocabulary for each token; inputs as ``ModernModel``."""
        return self.decoder(self.head(self.model(input_ids, attention_mask)))

    def read(
        self, positions: Int[Tensor, " M"], input_ids: Tensor, attention_mask: Tensor | None = None
    ) -> Float[Tensor, "M V"]:
        """Return the logits of some tokens alone, counted through the batch row by row."""
        check_positions(positions, input_ids.numel())
        hidden = self.model(input_ids, attention_mask).flatten(0, 1)
        return self.decoder(self.head(hidden[positions]))

    @classmethod
    def from_pretrained(cls, name: str | Path) -> "ModernForMaskedLM":
        """Load a published ModernBERT, ready for use.

        Args:
            name: See ``find_folder``.

        Raises:
            ValueError: If the configuration or the weights are not those of this model.
            FileNotFoundError: If there is no such checkpoint.
        """
        folder = find_folder(name)
        config = ModernConfig.from_hub(read_json(folder / "config.json"))
        tensors = read_weights(weight_files(folder))
        check_weights(tensors)
        words = "model.embeddings.tok_embeddings.weight"
        tensors |= {"decoder.weight": tensors[words]} if words in tensors else {}  # tied
        with torch.device("meta"):  # takes no memory, however large a model is asked for
            model = cls(config)
        try:
            model.load_state_dict(tensors, assign=True)
        except RuntimeError as error:
            raise ValueError(f"{folder}: expected weights of {config}; {error}") from error
        model.decoder.weight = model.model.embeddings.tok_embeddings.weight
        return model.float().eval()


def layer_norm(config: ModernConfig) -> nn.LayerNorm:
    """Return a LayerNorm of hidden vectors."""
    return nn.LayerNorm(config.hidden_size, eps=config.layer_norm_eps, bias=config.biases)


def initialize(model: nn.Module, spread: float) -> None:
    """Draw fresh weights, normal with a spread; biases and the padding's vector begin at 0."""
    for module in model.modules():
        if isinstance(module, nn.Linear | nn.Embedding):
            nn.init.normal_(module.weight, std=spread)
        if isinstance(module, nn.Linear) and module.bias is not None:
            nn.init.zeros_(module.bias)
        if isinstance(module, nn.Embedding) and module.padding_idx is not None:
            nn.init.zeros_(module.weight[module.padding_idx])


def unpadded(
    model: ModernModel, input_ids: Int[Tensor, "B N"], attention_mask: Int[Tensor, "B N"]
) -> Float[Tensor, "M D"]:
    """Return the vectors of all M real tokens, row by row, without computing any for padding.

    The tokens of all texts lie one after the other; only attention takes the texts one by one.

    Source: Warner et al. 2024, section 2.1.
    """
    model.check_inputs(input_ids, attention_mask)
    real = attention_mask.bool()
    positions = real.nonzero()[:, 1]  # (M,)
    texts = [model.places(own) for own in positions.split(real.sum(dim=1).tolist())]
    return model.through(input_ids[real], positions, texts)
