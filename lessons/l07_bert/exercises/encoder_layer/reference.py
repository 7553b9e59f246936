"""The reference of ``encoder_layer``: it stands in until the student is right."""

from lessons.l07_bert.exercises.cases import Tensors
from lessons.l07_bert.exercises.self_attention.reference import self_attention

from jaxtyping import Float, Int
from torch import Tensor
from torch.nn.functional import gelu, layer_norm


def encoder_layer(
    hidden: Float[Tensor, "B T D"],
    attention_mask: Int[Tensor, "B T"],
    layer: Tensors,
    num_heads: int,
    eps: float = 1e-12,
) -> Float[Tensor, "B T D"]:
    """Run one encoder layer: attention, then feed-forward, each with residual and LayerNorm.

    Args:
        hidden: One vector per token, (B, T, D).
        attention_mask: 1 for a token, 0 for padding, which may stand in front, (B, T), int64.
        layer: All 16 tensors of a layer, by the names of a published file behind
            ``encoder.layer.0.``: those of ``self_attention``, and ``weight`` and ``bias`` of
            ``attention.output.dense`` (D, D), ``attention.output.LayerNorm`` (D,),
            ``intermediate.dense`` (F, D), ``output.dense`` (D, F), ``output.LayerNorm`` (D,).
        num_heads: H.
        eps: Of both LayerNorms.

    Returns:
        The new vectors, (B, T, D).
    """

    def dense(vectors: Tensor, name: str) -> Tensor:
        return vectors @ layer[f"{name}.weight"].T + layer[f"{name}.bias"]

    def norm(vectors: Tensor, name: str) -> Tensor:
        gamma, beta = layer[f"{name}.weight"], layer[f"{name}.bias"]
        return layer_norm(vectors, gamma.shape, gamma, beta, eps)

    context = self_attention(hidden, attention_mask, layer, num_heads)
    attended = norm(hidden + dense(context, "attention.output.dense"), "attention.output.LayerNorm")
    wide = gelu(dense(attended, "intermediate.dense"))  # (B, T, F)
    return norm(attended + dense(wide, "output.dense"), "output.LayerNorm")
