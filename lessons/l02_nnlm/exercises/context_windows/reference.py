"""The reference of ``context_windows``: it stands in until the student is right."""

from collections.abc import Sequence

Windows = tuple[list[list[str]], list[str]]


def context_windows(sentence: Sequence[str], context_size: int) -> Windows:
    """Return the window before each predicted word, and the predicted words with one </s>."""
    padded = ["<s>"] * context_size + [*sentence, "</s>"]
    starts = range(len(padded) - context_size)
    contexts = [padded[i : i + context_size] for i in starts]
    return contexts, [padded[i + context_size] for i in starts]
