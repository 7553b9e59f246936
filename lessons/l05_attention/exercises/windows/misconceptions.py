"""The misconceptions about ``windows``, each a wrong function with advice."""

from lessons.l05_attention.exercises.windows.reference import windows

from collections.abc import Callable, Iterable

from workbook.exercises import Misconception

Windows = list[list[int]]


def _starting(ids: list[int], size: int, starts: Iterable[int]) -> Windows:
    return [ids[start : start + size] for start in starts]


def _tail_lost(whole_if_short: bool = False) -> Callable[..., Windows]:
    """Start as long as a whole window fits."""

    def wrong(ids: list[int], size: int, step: int) -> Windows:
        if whole_if_short and len(ids) <= size:
            return [ids]
        return _starting(ids, size, range(0, len(ids) - size + 1, step))

    return wrong


def _every_start(
    whole_if_short: bool = False, stride: Callable[[int, int], int] = lambda size, step: step
) -> Callable[..., Windows]:
    """Start as long as a token is left."""

    def wrong(ids: list[int], size: int, step: int) -> Windows:
        if whole_if_short and len(ids) <= size:
            return [ids]
        return _starting(ids, size, range(0, len(ids), stride(size, step)))

    return wrong


def _overlap(size: int, step: int) -> int:
    if size == step:
        raise ValueError("a step of 0 ends nowhere")
    return size - step


def _later(length: Callable[[int, int], int]) -> Callable[..., Windows]:
    """Give all windows but the first another length."""

    def wrong(ids: list[int], size: int, step: int) -> Windows:
        found = windows(ids, size, step)
        starts = range(step, len(found) * step, step)
        return [found[0], *(ids[start : start + length(size, step)] for start in starts)]

    return wrong


def _one_more_if_exact(ids: list[int], size: int, step: int) -> Windows:
    found = windows(ids, size, step)
    start = (len(found) - 1) * step
    return [*found, ids[start + step :][:size]] if start + size == len(ids) else found


def _none_if_short(ids: list[int], size: int, step: int) -> Windows:
    return windows(ids, size, step) if len(ids) > size else []


def _filled(token: int) -> Callable[..., Windows]:
    return lambda ids, size, step: [
        window + [token] * (size - len(window)) for window in windows(ids, size, step)
    ]


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
        _tail_lost(),
        variants=(
            _tail_lost(whole_if_short=True),
            lambda ids, size, step: _starting(
                ids, size, range(0, max(1, len(ids) - 1 - size + step), step)
            ),
        ),
    ),
    Misconception(
        "the last window is left out",
        "The loop ends before the window that reaches the end of the text: append that one as "
        "well, even if it is the only one.",
        lambda ids, size, step: windows(ids, size, step)[:-1],
        variants=(
            lambda ids, size, step: windows(ids, size, step)[:-1] if len(ids) > size else [ids],
        ),
    ),
    Misconception(
        "a short text gives no window",
        "A text that fits into one window is one window, however short it is.",
        lambda ids, size, step: _starting(ids, size, range(0, len(ids) - size + step, step)),
        variants=(_none_if_short,),
    ),
    Misconception(
        "a short text is not put into a list",
        "Return a list of windows here, too: [ids], a list with one list in it.",
        lambda ids, size, step: windows(ids, size, step) if len(ids) > size else ids,
    ),
    Misconception(
        "windows follow that hold nothing new",
        "Stop at the first window that reaches the end: one that begins later repeats what has "
        "been read, and the end would count twice.",
        _every_start(),
        variants=(
            _every_start(True),
            lambda ids, size, step: _starting(ids, size, range(0, len(ids) + step, step)),
        ),
    ),
    Misconception(
        "the end is looked for with step, not with size",
        "A window reaches the end when start + size does, not when start + step does.",
        lambda ids, size, step: _starting(ids, size, range(0, len(ids) - step, step)),
        variants=(
            lambda ids, size, step: _starting(ids, size, range(0, max(1, len(ids) - step), step)),
            lambda ids, size, step: _starting(ids, size, range(0, len(ids) - step + 1, step)),
        ),
    ),
    Misconception(
        "the windows are counted by size, not by step",
        "Windows overlap, so there are more of them than the text's length divided by size.",
        lambda ids, size, step: [
            ids[number * step :][:size] for number in range(-(-len(ids) // size))
        ],
        variants=(
            lambda ids, size, step: [
                ids[number * step :][:size] for number in range(len(ids) // size)
            ],
        ),
    ),
    Misconception(
        "each window starts one token after the one before",
        "Move on by step, not by 1: the overlap is size - step tokens, not size - 1.",
        lambda ids, size, step: windows(ids, size, 1),
    ),
    Misconception(
        "the windows reach to the end of the text",
        "A window ends after size tokens: ids[start : start + size].",
        lambda ids, size, step: [
            ids[number * step :] for number in range(len(windows(ids, size, step)))
        ],
        variants=(_later(lambda size, step: 10**9),),
    ),
    Misconception(
        "a window follows when the last one ends exactly at the end",
        "Go on only while start + size is less than the text's length: at equality the window has "
        "reached the last token.",
        _one_more_if_exact,
        variants=(
            lambda ids, size, step: (
                _starting(ids, size, range(0, len(ids) - size + step + 1, step)) or [ids]
            ),
        ),
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
        lambda ids, size, step: windows(ids, size, _overlap(size, step)),
        variants=(
            _every_start(stride=_overlap),
            lambda ids, size, step: _starting(
                ids, size, range(0, len(ids) - size + 1, _overlap(size, step))
            ),
        ),
    ),
    Misconception(
        "a window ends at place size",
        "A slice counts both ends from the start of the text: ids[start : start + size].",
        lambda ids, size, step: [
            ids[number * step : size] for number in range(len(windows(ids, size, step)))
        ],
        variants=(lambda ids, size, step: [ids[start:size] for start in range(0, len(ids), step)],),
    ),
    Misconception(
        "the windows are as long as the step",
        "A window holds size tokens and the next one begins step tokens later: with size above "
        "step they share tokens.",
        lambda ids, size, step: [window[:step] for window in windows(ids, size, step)],
        variants=(
            lambda ids, size, step: windows(ids, step, step),
            _later(lambda size, step: step),
        ),
    ),
    Misconception(
        "the last window is filled up",
        "Leave it short: filling up is done later, where a batch is made, and these tokens would "
        "be read as text.",
        _filled(0),
        variants=(_filled(-1), _filled(1)),
    ),
    Misconception(
        "the windows are one token too short",
        "A slice leaves out its end, so ids[start : start + size] holds size tokens already.",
        lambda ids, size, step: [window[: size - 1] for window in windows(ids, size, step)],
        variants=(_later(lambda size, step: size - 1),),
    ),
    Misconception(
        "the windows are one token too long",
        "A slice leaves out its end: ids[start : start + size] holds size tokens, and the "
        "model's position table has no row for one more.",
        _one_longer,
        variants=(_later(lambda size, step: size + 1),),
    ),
    Misconception(
        "the last window is moved back to its full length",
        "That covers the text as well, but its start breaks the step. Here the last window "
        "keeps its place and may be shorter.",
        _last_moved_back,
        variants=(lambda ids, size, step: [*_tail_lost()(ids, size, step), ids[-size:]],),
    ),
)
