"""The reference of ``translate``."""

from torch import Tensor


def translate(published: dict[str, Tensor], renames: dict[str, str]) -> dict[str, Tensor]:
    """Return the tensors under the names of your model."""
    state = {}
    for name, tensor in published.items():
        for part in sorted(renames, key=len, reverse=True):
            name = name.replace(part, renames[part])
        state[name] = tensor
    return state
