"""The reference of ``show_group``: it stands in until the student is right."""

Shown = tuple[list[int], list[int]]


def show_group(
    input_ids: list[int], special_ids: set[int], present: list[bool], mask_id: int
) -> Shown:
    """Hide the tokens that are not in a group, in two ways.

    Args:
        input_ids: A whole input.
        special_ids: [CLS], [SEP] and [PAD]. They are no players, and stay where they are.
        present: A truth value for each token that is a player, in the order of the text.
        mask_id: The piece [MASK].

    Returns:
        The input with [MASK] for each token that is absent, of the same length; and the input
        without them, which is shorter.
    """
    answers = iter(present)
    masked, removed = [], []
    for piece in input_ids:
        shown = piece in special_ids or next(answers)
        masked.append(piece if shown else mask_id)
        if shown:
            removed.append(piece)
    return masked, removed
