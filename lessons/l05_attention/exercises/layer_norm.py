"""The class that the lesson makes of ``layer_normalization``; references build on it."""

from lessons.l05_attention.exercises.layer_normalization.reference import layer_normalization

from torch import Tensor, nn


class LayerNorm(nn.LayerNorm):
    """PyTorch keeps gain and bias; the exercise computes."""

    def forward(self, x: Tensor) -> Tensor:
        """Normalize each vector (..., D) by itself."""
        return layer_normalization(x, self.weight, self.bias)
