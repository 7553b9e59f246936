"""The device that lessons compute on."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import torch


def device() -> "torch.device":
    """Return CUDA if there is a GPU, else Apple's MPS, else the CPU."""
    import torch  # here, so that the data can be listed and fetched without waiting for it

    if torch.cuda.is_available():
        return torch.device("cuda")
    if torch.backends.mps.is_available():
        return torch.device("mps")
    return torch.device("cpu")
