"""The reference of ``soft_loss``."""

from jaxtyping import Float
from torch import Tensor


def soft_loss(
    student: Float[Tensor, "B C"], teacher: Float[Tensor, "B C"], T: int | float
) -> Float[Tensor, ""]:
    r"""Return $T^2\,\mathrm{KL}(p_{teacher} \| p_{student})$ at a temperature, in nats.

    Args:
        student: Logits of the student, (B, C).
        teacher: Logits of the teacher, (B, C).
        T: The temperature, above 0: both logits are divided by it.

    Returns:
        The mean over the batch.
    """
    log_p = (teacher / T).log_softmax(dim=1)
    log_q = (student / T).log_softmax(dim=1)
    divergence = (log_p.exp() * (log_p - log_q)).sum(dim=1)  # (B,)
    return T**2 * divergence.mean()
