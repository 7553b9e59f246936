"""The reference of ``chosen_layers``."""


def chosen_layers(L: int, S: int) -> list[int]:
    """Choose layers of a teacher in equal steps, beginning with the lowest.

    Args:
        L: Layers of the teacher.
        S: Layers of the student, from 1 to L.

    Returns:
        Their numbers, from 0, rising.
    """
    return [i * L // S for i in range(S)]
