"""The device that lessons compute on."""

import torch


def device() -> torch.device:
    """Return CUDA if there is a card, else Apple's MPS, else the CPU."""
    if torch.cuda.is_available():
        return torch.device("cuda")
    if torch.backends.mps.is_available():
        return torch.device("mps")
    return torch.device("cpu")
