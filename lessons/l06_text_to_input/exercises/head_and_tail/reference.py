"""The reference of ``head_and_tail``: it stands in until the student is right."""

Ids = list[int]


def head_and_tail(ids: Ids, max_length: int, head: int) -> Ids:
    """Shorten [CLS] text [SEP]: keep ``head`` pieces of the text and as many of its last as fit."""
    if len(ids) <= max_length:
        return ids
    tail = max_length - 2 - head
    text = ids[1:-1]
    return [ids[0], *text[:head], *text[len(text) - tail :], ids[-1]]
