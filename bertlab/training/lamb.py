"""LAMB: Adam whose step is as long as the weights it changes allow, for very large batches.

A larger rate goes with a larger batch, and then Adam's step becomes too long for some tensors and
not for others. LAMB gives each tensor a step of the rate times the norm of the tensor itself.

Leaves out: a function between the norm of the weights and the step (the paper's phi is the identity
here), and limits to the ratio.

Source: You et al. 2020, arXiv 1904.00962, Algorithm 2.
"""

from collections.abc import Callable, Sequence
from typing import Any

import torch
from jaxtyping import Float
from torch import Tensor

from bertlab.model.config import is_finite
from bertlab.training.config import TrainConfig


def trust_ratio(weight: Float[Tensor, "..."], update: Float[Tensor, "..."]) -> Float[Tensor, ""]:
    """Return the norm of a tensor over the norm of its update; 1 where one of them is 0."""
    norm, length = weight.norm(), update.norm()
    return torch.where((norm > 0) & (length > 0), norm / length, torch.ones_like(norm))


class Lamb(torch.optim.Optimizer):
    """LAMB, as ``torch.optim`` has AdamW; its state has the same names.

    Args:
        params: Parameters or groups of them.
        lr: How long a step is, as a proportion of a tensor's norm.
        betas: Decay rates of the running means of the gradient and of its square.
        eps: Added to the root.
        weight_decay: Times the weights, added to Adam's direction before its norm is taken.

    Raises:
        ValueError: If one of the numbers is out of its range.
    """

    def __init__(
        self,
        params: Any,
        lr: float = 1e-3,
        betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-6,
        weight_decay: float = 0.01,
    ) -> None:
        for name, value in (("lr", lr), ("eps", eps), ("weight_decay", weight_decay)):
            if not (is_finite(value) and value >= 0):
                raise ValueError(f"{name} must be a number of at least 0, got {value!r}")
        if len(betas) != 2 or not all(is_finite(beta) and 0 <= beta < 1 for beta in betas):
            raise ValueError(f"betas must be two numbers in [0, 1), got {betas!r}")
        super().__init__(
            params, {"lr": lr, "betas": betas, "eps": eps, "weight_decay": weight_decay}
        )

    @torch.no_grad()
    def step(self, closure: Callable[[], Any] | None = None) -> Any:
        """Change all parameters that have a gradient; return the loss of the closure, if any."""
        loss = None
        if closure is not None:
            with torch.enable_grad():
                loss = closure()
        for group in self.param_groups:
            for weight in group["params"]:
                if weight.grad is not None:
                    direction = self._direction(weight, group)
                    weight.sub_(direction * trust_ratio(weight, direction) * group["lr"])
        return loss

    def _direction(self, weight: Tensor, group: dict[str, Any]) -> Tensor:
        """Return AdamW's direction of a tensor, the decay included; its means move on."""
        state = self.state[weight]
        if not state:
            state["step"] = torch.zeros(())
            state["exp_avg"], state["exp_avg_sq"] = (torch.zeros_like(weight) for _ in range(2))
        (first, second), mean, square = group["betas"], state["exp_avg"], state["exp_avg_sq"]
        state["step"] += 1
        mean.lerp_(weight.grad, 1 - first)
        square.mul_(second).addcmul_(weight.grad, weight.grad, value=1 - second)
        steps = state["step"].item()
        root = (square / (1 - second**steps)).sqrt().add_(group["eps"])
        return mean / (1 - first**steps) / root + group["weight_decay"] * weight


def make_lamb(groups: Sequence[dict[str, Any]], config: TrainConfig) -> Lamb:
    """Return LAMB with the settings of a run, as ``optimization.make_optimizer`` does AdamW."""
    return Lamb(list(groups), config.learning_rate, config.betas, config.epsilon)
