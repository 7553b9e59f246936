"""The reference of ``next_states``: it stands in until the student is right."""

from jaxtyping import Float
from torch import Tensor, nn

States = Float[Tensor, "B T D"]


def next_states(
    forward_lstm: nn.Module,
    backward_lstm: nn.Module,
    from_left: States,
    from_right: States,
    add_input: bool,
) -> tuple[States, States]:
    """Return the next states of both readers, each in its own order of reading."""
    new_left, new_right = forward_lstm(from_left)[0], backward_lstm(from_right)[0]
    if add_input:
        return new_left + from_left, new_right + from_right
    return new_left, new_right
