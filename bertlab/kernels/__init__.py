"""Kernels: nearly all of a transformer's time goes into products of matrices.

The models are plain torch: ``nn.Linear``. A linear map of M tokens is the product of two matrices,
(M, K) and (K, N), and torch hands it to one library (on Intel and AMD, MKL). Another one that comes
with torch is faster on many processors: oneDNN needs half of the time on AMD's with AVX-512.
``install(model)`` lets a model's layers multiply by it where that pays; ``from_pretrained`` does
so. ``BERTLAB_KERNELS=torch`` in the environment leaves all products to torch.

- ``linear``: the layers, the rule when oneDNN pays, and weights laid out once (``prepacked``);
- ``memory``: freed memory is kept for the next tensor.
"""

from bertlab.kernels.linear import install, prepacked

__all__ = ["install", "prepacked"]
