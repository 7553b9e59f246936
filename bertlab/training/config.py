"""How a model is trained: steps, batches, learning rate, precision, seeds."""

from dataclasses import dataclass

from bertlab.model.config import is_finite, use_python_numbers


@dataclass(frozen=True)
class TrainConfig:
    """How a model is trained: the optimization of the BERT paper, at a size to choose.

    Attributes:
        steps: Updates of the weights in all.
        batch_size: Sequences an update learns from, over all processes.
        micro_batch_size: Sequences that go through the model at once, in one process; None is all
            of its part. Smaller ones need less memory and give the same update.
        learning_rate: The highest, reached at the end of the warm-up; then it falls to 0, linearly.
        warmup: The proportion of the steps in which the rate rises.
        weight_decay: Of weight matrices and embeddings; biases and LayerNorm have none.
        betas: Decay rates of AdamW's two running means.
        epsilon: Added to AdamW's root.
        max_grad_norm: Longer gradients are shortened to this.
        precision: ``"no"`` (float32), ``"bf16"``, ``"fp16"`` with loss scaling, or ``"auto"``: on a
            CUDA GPU bf16 where it is supported, else fp16; on a processor bf16 where it has
            instructions for it, else float32.
        seed: Decides fresh weights, the order of examples and dropout.
        log_every: Steps between two lines of the history.
        save_every: Steps between two saved states, where there is a folder to save to.

    Source: Devlin et al. 2019, appendix A.2, and the released ``optimization.py``.
    """

    steps: int
    batch_size: int = 32
    micro_batch_size: int | None = None
    learning_rate: float = 1e-4
    warmup: float = 0.1
    weight_decay: float = 0.01
    betas: tuple[float, float] = (0.9, 0.999)
    epsilon: float = 1e-6
    max_grad_norm: float = 1.0
    precision: str = "auto"
    seed: int = 0
    log_every: int = 10
    save_every: int = 200

    def __post_init__(self) -> None:
        use_python_numbers(self)
        if isinstance(self.betas, list):  # JSON has lists
            object.__setattr__(self, "betas", tuple(self.betas))
        for name in ("steps", "batch_size", "micro_batch_size", "log_every", "save_every", "seed"):
            value, least = getattr(self, name), 0 if name in ("seed", "steps") else 1
            if name == "micro_batch_size" and value is None:
                continue
            if isinstance(value, bool) or not isinstance(value, int) or value < least:
                raise ValueError(f"{name} must be an integer of at least {least}, got {value!r}")
        for name in ("learning_rate", "epsilon", "max_grad_norm"):
            value = getattr(self, name)
            if not (is_finite(value) and value > 0):
                raise ValueError(f"{name} must be a number above 0, got {value!r}")
        numbers = is_finite(self.warmup) and is_finite(self.weight_decay)
        if not (numbers and 0 <= self.warmup <= 1 and self.weight_decay >= 0):
            raise ValueError(
                "warmup must be in [0, 1] and weight_decay at least 0, got "
                f"{self.warmup!r} and {self.weight_decay!r}"
            )
        pair = isinstance(self.betas, tuple) and len(self.betas) == 2
        if not pair or not all(is_finite(beta) and 0 <= beta < 1 for beta in self.betas):
            raise ValueError(f"betas must be two numbers in [0, 1), got {self.betas!r}")
        if self.precision not in ("no", "bf16", "fp16", "auto"):
            raise ValueError(
                f'precision must be "no", "bf16", "fp16" or "auto", got {self.precision!r}'
            )
