"""The misconceptions about ``context_windows``, each a wrong function with advice."""

from lessons.l02_nnlm.exercises.context_windows.reference import Windows, context_windows

from collections.abc import Sequence

from workbook.exercises import Misconception


def _with_target_inside(sentence: Sequence[str], context_size: int) -> Windows:
    padded = ["<s>"] * context_size + list(sentence) + ["</s>"]
    starts = range(len(padded) - context_size)
    contexts = [padded[i + 1 : i + 1 + context_size] for i in starts]
    return contexts, [padded[i + context_size] for i in starts]


def _with_wide_target_inside(sentence: Sequence[str], context_size: int) -> Windows:
    padded = ["<s>"] * context_size + list(sentence) + ["</s>"]
    starts = range(len(padded) - context_size)
    contexts = [padded[i : i + context_size + 1] for i in starts]
    return contexts, [padded[i + context_size] for i in starts]


def _without_padding(sentence: Sequence[str], context_size: int) -> Windows:
    closed = [*sentence, "</s>"]
    starts = range(len(closed) - context_size)
    contexts = [closed[i : i + context_size] for i in starts]
    return contexts, [closed[i + context_size] for i in starts]


def _with_one_start(sentence: Sequence[str], context_size: int) -> Windows:
    closed = ["<s>", *sentence, "</s>"]
    ends = range(1, len(closed))
    contexts = [closed[max(0, end - context_size) : end] for end in ends]
    return contexts, [closed[end] for end in ends]


def _without_end(sentence: Sequence[str], context_size: int) -> Windows:
    contexts, targets = context_windows(sentence, context_size)
    return contexts[:-1], targets[:-1]


def _reversed(sentence: Sequence[str], context_size: int) -> Windows:
    contexts, targets = context_windows(sentence, context_size)
    return [context[::-1] for context in contexts], targets


def _with_following_words(sentence: Sequence[str], context_size: int) -> Windows:
    """Take half of the words from behind the target, as CBOW does."""
    before, after = context_size - context_size // 2, context_size // 2
    padded = ["<s>"] * before + [*sentence, "</s>"] + ["</s>"] * after
    places = range(before, before + len(sentence) + 1)
    contexts = [padded[i - before : i] + padded[i + 1 : i + 1 + after] for i in places]
    return contexts, [padded[i] for i in places]


MISCONCEPTIONS = (
    Misconception(
        "the word to predict stands inside its own context",
        "End the window one word earlier: a model that sees the answer copies it, and its "
        "perplexity falls to 1 without having learned anything.",
        _with_target_inside,
        variants=(_with_wide_target_inside,),
    ),
    Misconception(
        "the sentence is not padded with <s>",
        "Put context_size times <s> in front: without them the first words of a sentence are "
        "never predicted, and short sentences are left out.",
        _without_padding,
    ),
    Misconception(
        "there is only one <s>, so the first windows are too short",
        "Put context_size times <s> in front: the network has one place for each word of the "
        "window, so every window needs the same length.",
        _with_one_start,
    ),
    Misconception(
        "the end of the sentence is not predicted",
        "Let </s> be the last target: a model that cannot end a sentence gives no "
        "probability to a sentence as a whole.",
        _without_end,
    ),
    Misconception(
        "the window runs from the newest word to the oldest",
        "Keep the order of the text, oldest first: the network has other weights for each "
        "place, so a reversed window reaches the wrong ones.",
        _reversed,
    ),
    Misconception(
        "the context holds words that come after the target",
        "Take only words before the target: the chain rule conditions on the past. A window on "
        "both sides belongs to CBOW, in the next lesson.",
        _with_following_words,
    ),
)
