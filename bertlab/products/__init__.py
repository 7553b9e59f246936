"""Products of matrices: nearly all of a transformer's time, by the fastest way of this machine.

A linear map of M tokens is the product of two matrices, (M, K) and (K, N). torch hands it to one
library, and on many processors another one that comes with torch is faster: on AMD's with AVX-512,
oneDNN needs half the time of MKL. Which one it is, is measured (``choice``), once, in a few
milliseconds; ``BERTLAB_PRODUCTS=torch`` in the environment, or ``use("torch")``, leaves it to
torch.

``Linear`` is ``torch.nn.Linear`` with that choice; within ``packed(model)`` a model that only reads
does so faster. ``memory`` keeps freed memory for the next tensor. ``ways`` has the products
themselves, ``arithmetic`` what a training run computes with: the same for all of it, wherever it
goes on.
"""

from bertlab.products.choice import chosen, use
from bertlab.products.linear import Linear, linear
from bertlab.products.packing import packed

__all__ = ["Linear", "chosen", "linear", "packed", "use"]
