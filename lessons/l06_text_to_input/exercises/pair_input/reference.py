"""The reference of ``pair_input``: it stands in until the student is right."""

Ids = list[int]


def pair_input(first: Ids, second: Ids | None, cls_id: int, sep_id: int) -> tuple[Ids, Ids]:
    """Return ids and token types of one text, or of two: [CLS] first [SEP] (second [SEP])."""
    ids = [cls_id, *first, sep_id]
    types = [0] * len(ids)
    if second is not None:
        ids += [*second, sep_id]
        types += [1] * (len(second) + 1)
    return ids, types
