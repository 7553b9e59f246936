"""The misconceptions about ``windows``, each a wrong function with advice."""

from lessons.l05_attention.exercises.windows.reference import windows

from workbook.exercises import Misconception


def _tail_lost(ids: list[int], size: int, step: int) -> list[list[int]]:
    starts = range(0, len(ids) - size + 1, step)
    return [ids[start : start + size] for start in starts]


def _one_too_many(ids: list[int], size: int, step: int) -> list[list[int]]:
    return [ids[start : start + size] for start in range(0, len(ids), step)]


def _last_moved_back(ids: list[int], size: int, step: int) -> list[list[int]]:
    return [*windows(ids, size, step)[:-1], ids[-size:]]


def _one_longer(ids: list[int], size: int, step: int) -> list[list[int]]:
    starts = range(0, len(windows(ids, size, step)) * step, step)
    return [ids[start : start + size + 1] for start in starts]


MISCONCEPTIONS = (
    Misconception(
        "the end of the text is lost",
        "Go on until a window reaches the last token, even if that window is shorter: else the "
        "model never reads the end.",
        _tail_lost,
    ),
    Misconception(
        "windows follow that hold nothing new",
        "Stop at the first window that reaches the end: one that begins later repeats what has "
        "been read, and the end would count twice.",
        _one_too_many,
    ),
    Misconception(
        "the windows do not overlap",
        "Move on by step, not by size: a token at the edge of one window needs another in "
        "which it stands further inside.",
        lambda ids, size, step: windows(ids, size, size),
    ),
    Misconception(
        "step is taken for the overlap",
        "Here step is the distance of two starts, and the overlap is size - step. Libraries "
        "differ: what some call stride is the overlap.",
        lambda ids, size, step: windows(ids, size, size - step),
    ),
    Misconception(
        "the windows are one token too short",
        "A slice leaves out its end, so ids[start : start + size] holds size tokens already.",
        lambda ids, size, step: [window[: size - 1] for window in windows(ids, size, step)],
    ),
    Misconception(
        "the windows are one token too long",
        "A slice leaves out its end: ids[start : start + size] holds size tokens, and the "
        "model's position table has no row for one more.",
        _one_longer,
    ),
    Misconception(
        "the last window is moved back to its full length",
        "That covers the text as well, but its start breaks the step. Here the last window "
        "keeps its place and may be shorter.",
        _last_moved_back,
    ),
)
