"""The reference of ``longest_match``: it stands in until the student is right."""

from collections.abc import Set


def longest_match(word: str, vocabulary: Set[str]) -> list[str]:
    """Cut a word from the left into the longest pieces that fit; if a part fits none, ["[UNK]"]."""
    pieces: list[str] = []
    start = 0
    while start < len(word):
        mark = "##" if start else ""
        for end in range(len(word), start, -1):
            if mark + word[start:end] in vocabulary:
                break
        else:
            return ["[UNK]"]
        pieces.append(mark + word[start:end])
        start = end
    return pieces
