"""The reference of ``wire_bytes``."""


def wire_bytes(numbers: int, P: int, size: int = 4) -> float:
    """Count the bytes that one machine sends in one step of a ring.

    Args:
        numbers: Parameters of the model.
        P: Machines, and pieces of a gradient.
        size: Bytes of a number.
    """
    rounds = 2 * (P - 1)
    return rounds * numbers / P * size
