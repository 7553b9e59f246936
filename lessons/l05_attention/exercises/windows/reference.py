"""The reference of ``windows``: it stands in until the student is right."""


def windows(ids: list[int], size: int, step: int) -> list[list[int]]:
    """Cut a text into windows that each begin ``step`` tokens after the one before.

    Args:
        ids: The text, one id or more.
        size: The length of a window.
        step: From the start of one window to the start of the next, from 1 to ``size``.

    Returns:
        The windows. The last is the first one that reaches the end of the text; it alone
        may be shorter, and is not filled up.
    """
    found = [ids[:size]]
    start = 0
    while start + size < len(ids):
        start += step
        found.append(ids[start : start + size])
    return found
