"""Optimization as the BERT paper has it: AdamW, its groups of parameters, and the learning rate."""

import math
from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Any

import torch
from torch import nn

from bertlab.training.config import TrainConfig


def learning_rate_factor(step: int, config: TrainConfig) -> float:
    """Return by what update number ``step`` (from 0) multiplies the highest learning rate.

    It rises linearly to 1 over the warm-up, then falls linearly; the last update's is above 0.
    """
    warmup = round(config.warmup * config.steps)
    if step < warmup:
        return (step + 1) / warmup
    return (config.steps - step) / max(1, config.steps - warmup)


def warmup_stable_decay(step: int, config: TrainConfig, decay: float = 0.2) -> float:
    """Return the factor of another schedule: it rises, stays at 1, and falls at the end.

    Args:
        step: Number of the update, from 0.
        config: Says how long the run is, and its warm-up, which rises linearly.
        decay: The proportion of the steps in which it falls, as 1 - root(proportion gone by).

    Raises:
        ValueError: If the decay and the warm-up are longer than the run together.

    Source: Warner et al. 2024 (ModernBERT), arXiv 2412.13663, section 2.2. How long it falls is
    ours.
    """
    if not 0 <= decay <= 1 - config.warmup:
        raise ValueError(f"decay must be in [0, {1 - config.warmup:g}], got {decay}")
    last = round(decay * config.steps)
    if step >= config.steps - last:
        return 1 - math.sqrt((step - config.steps + last) / last)
    return min(1.0, (step + 1) / max(1, round(config.warmup * config.steps)))


def parameter_groups(
    model: nn.Module, weight_decay: float, factor_of: Callable[[str], float] = lambda name: 1.0
) -> list[dict[str, Any]]:
    """Divide trainable parameters: matrices decay, biases and LayerNorm do not.

    Args:
        model: Whose parameters.
        weight_decay: Of the matrices.
        factor_of: Says for a parameter's name by what its learning rate is multiplied.

    Returns:
        Groups as torch's optimizers take them, each with its ``factor`` besides.

    Raises:
        ValueError: If nothing is trainable.
    """
    found: dict[tuple[float, bool], list[nn.Parameter]] = defaultdict(list)
    for name, parameter in model.named_parameters():
        if parameter.requires_grad:
            found[factor_of(name), parameter.dim() >= 2].append(parameter)
    if not found:
        raise ValueError("expected parameters to train, got none with requires_grad")
    return [
        {"params": group, "weight_decay": weight_decay if decays else 0.0, "factor": factor}
        for (factor, decays), group in found.items()
    ]


def make_optimizer(groups: Sequence[dict[str, Any]], config: TrainConfig) -> torch.optim.AdamW:
    """Return AdamW with the paper's settings, all its arithmetic in one pass (``fused``)."""
    return torch.optim.AdamW(
        list(groups), lr=config.learning_rate, betas=config.betas, eps=config.epsilon, fused=True
    )
