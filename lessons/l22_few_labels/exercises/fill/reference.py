"""The reference of ``fill``."""


def fill(pattern: list[str], tokens: list[str], max_length: int) -> list[str]:
    """Lay a text into a pattern; where it is too long, the text loses its end.

    Args:
        pattern: Tokens, with "{}" once for the text and "[MASK]" once for the gap.
        tokens: Of the text.
        max_length: Longest result; the pattern and one token of the text fit.

    Returns:
        From "[CLS]" to "[SEP]".

    Source:
        Schick and Schütze 2021, arXiv 2001.07676 (PET).
    """
    position = pattern.index("{}")
    before, after = pattern[:position], pattern[position + 1 :]
    room = max_length - len(before) - len(after) - 2
    return ["[CLS]", *before, *tokens[:room], *after, "[SEP]"]
