"""The reference of ``count``."""


def count(V: int, D: int, L: int, E: int | None = None, shared: bool = False) -> tuple[int, int]:
    """Count the numbers of a model, without biases.

    Args:
        V: Pieces of the table.
        D: Width of the layers.
        L: How many layers there are.
        E: Columns of the table, which a matrix (E, D) then widens; None if these are D.
        shared: Whether all layers are one and the same.

    Returns:
        The numbers of the table with its matrix, and those of all layers, 12 D² for each.
    """
    table = V * D if E is None else V * E + E * D
    different = 1 if shared else L
    return table, different * 12 * D**2
