"""The reference of ``decay_groups``."""

from torch import nn


def decay_groups(model: nn.Module) -> tuple[list[nn.Parameter], list[nn.Parameter]]:
    """Return the parameters that get weight decay, and the others."""
    decaying = [parameter for parameter in model.parameters() if parameter.dim() > 1]
    others = [parameter for parameter in model.parameters() if parameter.dim() <= 1]
    return decaying, others
