"""Long texts: which end of a text to keep where the model cannot read all of it."""

from bertlab.text.truncation import truncate
from bertlab.text.wordpiece import Encoded

# What the head gets of the room. The last is that of Sun et al. 2019: 128 of 510 tokens.
HEAD_SHARES = {"head": 1.0, "tail": 0.0, "head+tail": 128 / 510}


def shorten(encoded: Encoded, max_length: int, truncation: str = "head") -> Encoded:
    """Shorten [CLS] first [SEP] (second [SEP]); the specials stay.

    Args:
        encoded: A text or a pair; of a pair the longer text is shortened first.
        max_length: Longest result, specials included.
        truncation: What is kept of a text: its ``"head"``, its ``"tail"``, or ``"head+tail"``.

    Returns:
        The same if it fits, else a shorter one.

    Raises:
        ValueError: If there is no such truncation, or not even the specials fit.

    Source: Sun et al. 2019, How to Fine-Tune BERT for Text Classification?, on long texts.
    """
    if truncation not in HEAD_SHARES:
        raise ValueError(f"truncation must be among {sorted(HEAD_SHARES)}, got {truncation!r}")
    ids, types = encoded
    if len(ids) <= max_length:
        return encoded
    middle, end = types.count(0) - 1, len(ids) - 1  # places of the first [SEP] and of the last
    first = list(range(1, middle))
    second = list(range(middle + 1, end)) if end > middle else None
    kept, kept_second = truncate(first, second, max_length)
    places = [0, *ends(first, len(kept), truncation), middle]
    if second is not None and kept_second is not None:
        places += [*ends(second, len(kept_second), truncation), end]
    return Encoded([ids[place] for place in places], [types[place] for place in places])


def ends(text: list[int], room: int, truncation: str) -> list[int]:
    """Return the part of a text that is kept, so many tokens: of its beginning and of its end."""
    head = round(HEAD_SHARES[truncation] * room)
    tail = room - head
    return text[:head] + text[len(text) - tail :]
