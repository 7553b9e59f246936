"""The encoder-decoder: one network reads, another writes and looks at what was read.

This is the Transformer as it was published, for translation. BERT keeps its encoder, GPT its
decoder; BART (Lewis et al. 2020) is both, with BERT's layers, and learns to mend spoiled texts.

Source: Vaswani et al. 2017, figure 1; Lewis et al. 2020, section 2.1.
"""

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor, nn
from torch.nn.functional import linear

from bertlab.model.attention import AttentionDetails, MultiHeadAttention
from bertlab.model.config import BertConfig
from bertlab.model.encoder import Embeddings, Encoder, FeedForward
from bertlab.model.masks import causal_mask, padding_mask


class DecoderLayer(nn.Module):
    """An encoder layer with a second attention between its two parts: *cross-attention*.

    Queries are the writer's, keys and values come from what was read.
    """

    def __init__(self, config: BertConfig) -> None:
        super().__init__()
        D, H = config.hidden_size, config.num_heads
        self.attention = MultiHeadAttention(D, H, config.attention_dropout)
        self.attention_norm = nn.LayerNorm(D, eps=config.layer_norm_eps)
        self.cross_attention = MultiHeadAttention(D, H, config.attention_dropout)
        self.cross_attention_norm = nn.LayerNorm(D, eps=config.layer_norm_eps)
        self.feed_forward = FeedForward(D, config.intermediate_size)
        self.output_norm = nn.LayerNorm(D, eps=config.layer_norm_eps)
        self.dropout = nn.Dropout(config.hidden_dropout)

    def forward(
        self,
        hidden: Float[Tensor, "B T D"],
        mask: Bool[Tensor, "#B 1 #T P"] | None,
        past: Float[Tensor, "B P D"],
        read: Float[Tensor, "B S D"],
        read_mask: Bool[Tensor, "#B 1 1 S"] | None = None,
    ) -> Float[Tensor, "B T D"]:
        """Return the vectors of what is being written, after this layer.

        Args:
            hidden: One vector per token, (B, T, D).
            mask: True where one of ``past`` may be seen.
            past: All that was written so far, these tokens too, as it enters this layer.
            read: What the encoder made of the text that was read.
            read_mask: True where it is no padding.
        """
        hidden = self._attend(hidden, mask, past)
        attended = self.cross_attention(hidden, read_mask, read)
        hidden = self.cross_attention_norm(hidden + self.dropout(attended))
        return self.output_norm(hidden + self.dropout(self.feed_forward(hidden)))

    def look(
        self,
        hidden: Float[Tensor, "B T D"],
        mask: Bool[Tensor, "#B 1 #T T"] | None,
        read: Float[Tensor, "B S D"],
    ) -> tuple[AttentionDetails, AttentionDetails]:
        """Return what both attentions see: of what was written, and of what was read."""
        own = self.attention.inspect(hidden, mask)
        hidden = self._attend(hidden, mask, hidden)
        return own, self.cross_attention.inspect(hidden, None, read)

    def _attend(self, hidden: Tensor, mask: Tensor | None, past: Tensor) -> Tensor:
        return self.attention_norm(hidden + self.dropout(self.attention(hidden, mask, past)))


class EncoderDecoder(nn.Module):
    """Reads one text, both ways, and writes another, from left to right.

    Args:
        config: The sizes; ``num_layers`` are those of the encoder.
        decoder_layers: Of the decoder; each has about a third more parameters.
    """

    def __init__(self, config: BertConfig, decoder_layers: int) -> None:
        super().__init__()
        if decoder_layers < 1:
            raise ValueError(f"expected at least 1 decoder layer, got {decoder_layers}")
        self.config = config
        self.embeddings, self.decoder_embeddings = Embeddings(config), Embeddings(config)
        self.decoder_embeddings.word = self.embeddings.word  # both know the same tokens
        self.encoder = Encoder(config)
        self.decoder = nn.ModuleList(DecoderLayer(config) for _ in range(decoder_layers))
        self.bias = nn.Parameter(torch.zeros(config.vocab_size))
        self.apply(self._initialize)

    def _initialize(self, module: nn.Module) -> None:
        if isinstance(module, nn.Linear | nn.Embedding):
            nn.init.normal_(module.weight, std=self.config.initializer_range)
        if isinstance(module, nn.Linear):
            nn.init.zeros_(module.bias)

    def forward(
        self,
        input_ids: Int[Tensor, "B S"],
        attention_mask: Int[Tensor, "B S"],
        written_ids: Int[Tensor, "B T"],
    ) -> Float[Tensor, "B T V"]:
        """Return for each token that was written the scores of the next one.

        Args:
            input_ids: The text to read.
            attention_mask: 1 for tokens, 0 for padding.
            written_ids: What was written, from its first token on; padding at the end does no harm.
        """
        visible = padding_mask(attention_mask)
        read = self.encoder(self.embed(input_ids), visible)
        hidden = self.embed_written(written_ids)
        mask = causal_mask(torch.ones_like(written_ids))
        for layer in self.decoder:
            hidden = layer(hidden, mask, hidden, read, visible)
        return self.scores(hidden)

    def scores(self, hidden: Float[Tensor, "*N D"]) -> Float[Tensor, "*N V"]:
        """Return the scores of all tokens: products with their embeddings, and a bias."""
        return linear(hidden, self.embeddings.word.weight, self.bias)

    def embed(self, ids: Int[Tensor, "B S"]) -> Float[Tensor, "B S D"]:
        """Return the vectors with which tokens that are read enter the encoder."""
        return self.embeddings(ids, torch.zeros_like(ids))

    def embed_written(
        self, ids: Int[Tensor, "B T"], first_position: int = 0
    ) -> Float[Tensor, "B T D"]:
        """Return the vectors with which tokens that were written enter the decoder."""
        return self.decoder_embeddings(ids, torch.zeros_like(ids), first_position)
