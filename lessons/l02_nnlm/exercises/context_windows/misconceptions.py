"""The misconceptions about ``context_windows``, each a wrong function with advice."""

from lessons.l02_nnlm.exercises.context_windows.reference import Windows, context_windows

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from workbook.exercises import Misconception

Words = list[str]


def _before(padded: Words, i: int, size: int) -> Words:
    return padded[i - size : i]


def _slid(
    sentence: Sequence[str],
    context_size: int,
    *,
    start: Callable[[int], int] = lambda size: size,
    end: Callable[[int], int] = lambda size: 1,
    window: Callable[[Words, int, int], Any] = _before,
    target: Callable[[Words, int], str] = lambda padded, i: padded[i],
    places: Callable[[Words, int], range] = lambda padded, size: range(size, len(padded)),
    finish: Callable[[list[Words], Words], Any] = lambda contexts, targets: (contexts, targets),
) -> Any:
    padded = ["<s>"] * start(context_size) + [*sentence] + ["</s>"] * end(context_size)
    chosen = places(padded, context_size)
    contexts = [window(padded, i, context_size) for i in chosen]
    return finish(contexts, [target(padded, i) for i in chosen])


def _with_one_start(sentence: Sequence[str], context_size: int) -> Windows:
    closed = ["<s>", *sentence, "</s>"]
    ends = range(1, len(closed))
    contexts = [closed[max(0, end - context_size) : end] for end in ends]
    return contexts, [closed[end] for end in ends]


def _with_short_windows(sentence: Sequence[str], context_size: int, behind: bool) -> Windows:
    closed = [*sentence, "</s>"]
    contexts = [closed[max(0, i - context_size) : i] for i in range(len(closed))]
    missing = [context_size - len(context) if behind else 0 for context in contexts]
    return [c + ["<s>"] * n for c, n in zip(contexts, missing, strict=True)], closed


def _one_list(
    sentence: Sequence[str], context_size: int, step: Callable[[Words, str], Words]
) -> Windows:
    """Show in every window what the one list of words holds in the end."""
    closed = [*sentence, "</s>"]
    window = ["<s>"] * context_size
    for word in closed:
        window = step(window, word)
    return [window for _ in closed], closed


def _around(before: Callable[[int], int], after: Callable[[int], int]) -> Callable[..., Windows]:
    """Take words from behind the target, as CBOW does."""

    def windows(sentence: Sequence[str], context_size: int) -> Windows:
        left, right = before(context_size), after(context_size)
        padded = ["<s>"] * left + [*sentence, "</s>"] + ["</s>"] * right
        places = range(left, left + len(sentence) + 1)
        contexts = [padded[i - left : i] + padded[i + 1 : i + 1 + right] for i in places]
        return contexts, [padded[i] for i in places]

    return windows


MISCONCEPTIONS = (
    Misconception(
        "the word to predict stands inside its own context",
        "End the window one word earlier: a model that sees the answer copies it, and its "
        "perplexity falls to 1 without having learned anything.",
        partial(_slid, window=lambda padded, i, size: padded[i - size + 1 : i + 1]),
        variants=(
            partial(_slid, window=lambda padded, i, size: padded[i - size : i + 1]),
            partial(
                _slid,
                window=lambda padded, i, size: padded[i - size : i],
                target=lambda padded, i: padded[i - 1],
            ),
        ),
    ),
    Misconception(
        "the sentence is not padded with <s>",
        "Put context_size times <s> in front: without them the first words of a sentence are "
        "never predicted, and short sentences are left out.",
        partial(_slid, start=lambda size: 0),
    ),
    Misconception(
        "fewer than context_size <s> stand in front, so the first words are never predicted",
        "Put context_size times <s> in front. The window is all history here; an n-gram holds the "
        "predicted word as well, and needs one less.",
        partial(_slid, start=lambda size: size - 1),
        variants=(partial(_slid, start=lambda size: 1),),
    ),
    Misconception(
        "there is only one <s>, so the first windows are too short",
        "Put context_size times <s> in front: the network has one place for each word of the "
        "window, so every window needs the same length.",
        _with_one_start,
    ),
    Misconception(
        "the first windows are shorter, with no <s> in them",
        "Fill them up with <s>: the network has one place for each word of the window, so every "
        "window needs the same length.",
        partial(_with_short_windows, behind=False),
    ),
    Misconception(
        "the first windows are filled up with <s> behind the words, not before them",
        "Put <s> in front: the newest word has the last place in every window.",
        partial(_with_short_windows, behind=True),
    ),
    Misconception(
        "the end of the sentence is not predicted",
        "Let </s> be the last target: a model that cannot end a sentence gives no "
        "probability to a sentence as a whole.",
        partial(_slid, end=lambda size: 0),
        variants=(partial(_slid, finish=lambda contexts, targets: (contexts, targets[:-1])),),
    ),
    Misconception(
        "the last window is missing, though its word is there",
        "Cut one window for each word and one for </s>: both lists have the same length.",
        partial(_slid, finish=lambda contexts, targets: (contexts[:-1], targets)),
    ),
    Misconception(
        "</s> is repeated like <s>",
        "One </s> is enough: <s> fills the places of the window, but after the first </s> nothing "
        "is left to predict.",
        partial(_slid, end=lambda size: size),
        variants=(partial(_slid, end=lambda size: size - 1),),
    ),
    Misconception(
        "one window more: it ends with </s>, and no word follows",
        "Stop where the word to predict is </s>: a sentence of T words gives T + 1 windows.",
        lambda sentence, context_size: (
            [
                *context_windows(sentence, context_size)[0],
                [*["<s>"] * context_size, *sentence, "</s>"][-context_size:],
            ],
            context_windows(sentence, context_size)[1],
        ),
    ),
    Misconception(
        "<s> itself is predicted",
        "The first word to predict is the first of the sentence: its window is all <s>, and no "
        "more of them are needed.",
        partial(_slid, start=lambda size: size + 1),
        variants=(partial(_slid, start=lambda size: 2 * size),),
    ),
    Misconception(
        "the window runs from the newest word to the oldest",
        "Keep the order of the text, oldest first: the network has other weights for each "
        "place, so a reversed window reaches the wrong ones.",
        partial(_slid, window=lambda padded, i, size: _before(padded, i, size)[::-1]),
    ),
    Misconception(
        "the windows do not overlap",
        "Move on by one word: each word of the sentence is predicted once.",
        partial(_slid, places=lambda padded, size: range(size, len(padded), size)),
    ),
    Misconception(
        "a word is skipped between the window and its target",
        "Take the word that follows the window at once: padded[i : i + n] is followed by "
        "padded[i + n].",
        partial(
            _slid,
            places=lambda padded, size: range(size, len(padded) - 1),
            target=lambda padded, i: padded[i + 1],
        ),
        variants=(
            partial(
                _slid,
                places=lambda padded, size: range(size + 1, len(padded)),
                window=lambda padded, i, size: padded[i - size - 1 : i - 1],
            ),
        ),
    ),
    Misconception(
        "the context holds words that come after the target",
        "Take only words before the target: the chain rule conditions on the past. A window on "
        "both sides belongs to CBOW, in the next lesson.",
        _around(lambda size: size - size // 2, lambda size: size // 2),
        variants=(
            _around(lambda size: size // 2, lambda size: size - size // 2),
            _around(lambda size: size, lambda size: size),
        ),
    ),
    Misconception(
        "all windows are one and the same list",
        "Append a copy of the window, list(window): what is appended is the list itself, so every "
        "later change shows in all windows.",
        partial(_one_list, step=lambda window, word: [*window[1:], word]),
        variants=(
            partial(_one_list, step=lambda window, word: [*window, word]),
            partial(_one_list, step=lambda window, word: [word, *window[:-1]]),
        ),
    ),
    Misconception(
        "one list of pairs is returned, not two lists",
        "Collect windows and words in two lists and return both: a batch needs all windows in one "
        "place and all words in another.",
        partial(_slid, finish=lambda *lists: list(zip(*lists, strict=True))),
        variants=(partial(_slid, finish=lambda *lists: [*map(list, zip(*lists, strict=True))]),),
    ),
    Misconception(
        "each window is a tuple or a string, not a list",
        "Make each window a list of words, as a slice of a list is.",
        partial(_slid, window=lambda padded, i, size: tuple(_before(padded, i, size))),
        variants=(
            partial(_slid, window=lambda padded, i, size: " ".join(_before(padded, i, size))),
        ),
    ),
)
