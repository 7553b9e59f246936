"""The misconceptions about ``ngrams``, each a wrong function with advice."""

from lessons.l01_ngram.exercises.ngrams.reference import ngrams

from collections.abc import Sequence

from workbook.exercises import Misconception


def windows(padded: Sequence[str], order: int, step: int = 1) -> list[tuple[str, ...]]:
    return [tuple(padded[i : i + order]) for i in range(0, len(padded) - order + 1, step)]


MISCONCEPTIONS = (
    Misconception(
        "nothing stands before the first word",
        "Put order - 1 times <s> in front: without it the model never learns how a sentence "
        "begins, and its first words are never predicted.",
        lambda sentence, order: windows([*sentence, "</s>"], order),
    ),
    Misconception(
        "one <s> stands in front, whatever the order",
        "The first word needs order - 1 words of history like any other, so <s> is repeated "
        "order - 1 times.",
        lambda sentence, order: windows(["<s>", *sentence, "</s>"], order),
    ),
    Misconception(
        "<s> itself is predicted",
        "That is one <s> too many: order - 1 of them fill the history of the first word, and "
        "an n-gram that ends with <s> predicts something that is always there.",
        lambda sentence, order: windows(["<s>"] * order + [*sentence, "</s>"], order),
    ),
    Misconception(
        "the sentence has no end",
        "Put one </s> behind, and let the last n-gram end with it: a model that never predicts "
        "the end can only go on.",
        lambda sentence, order: windows(["<s>"] * (order - 1) + [*sentence], order),
    ),
    Misconception(
        "</s> is repeated like <s>",
        "One </s> is enough: <s> fills up histories, but after the first </s> nothing is left "
        "to predict.",
        lambda sentence, order: windows(
            ["<s>"] * (order - 1) + [*sentence] + ["</s>"] * (order - 1), order
        ),
    ),
    Misconception(
        "the windows do not overlap",
        "Move on by one word, not by the order: each word is predicted once, and is part of "
        "the history of the next ones.",
        lambda sentence, order: windows(
            ["<s>"] * (order - 1) + [*sentence, "</s>"], order, step=order
        ),
        variants=(
            lambda sentence, order: [
                gram for i, gram in enumerate(ngrams(sentence, order)) if i % order == 0
            ],
        ),
    ),
    Misconception(
        "an n-gram has n words of history",
        "The order counts the predicted word too: a bigram is one word of history and the word "
        "that follows it.",
        lambda sentence, order: ngrams(sentence, order + 1),
    ),
)
