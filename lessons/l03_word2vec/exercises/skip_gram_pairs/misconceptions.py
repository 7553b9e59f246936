"""The misconceptions about ``skip_gram_pairs``, each a wrong function with advice."""

from lessons.l03_word2vec.exercises.skip_gram_pairs.reference import paired, skip_gram_pairs

from workbook.exercises import Misconception

MISCONCEPTIONS = (
    Misconception(
        "the last neighbor on the right is missing",
        "range stops before its end, so the right side needs i + window + 1: otherwise the "
        "window is one word shorter there than on the left.",
        lambda words, window: paired(words, lambda i: range(max(i - window, 0), i + window)),
    ),
    Misconception(
        "the first neighbor on the left is missing",
        "The window reaches window places to the left, so it begins at i - window, not one "
        "place later.",
        lambda words, window: paired(
            words, lambda i: range(max(i - window + 1, 0), i + window + 1)
        ),
    ),
    Misconception(
        "a word is its own neighbor",
        "Leave out the place i itself: a word that may see itself has nothing to guess.",
        lambda words, window: paired(
            words, lambda i: range(max(i - window, 0), i + window + 1), itself=True
        ),
    ),
    Misconception(
        "only the words that follow are neighbors",
        "The window has two sides. word2vec is no language model from left to right: it also "
        "guesses the words before.",
        lambda words, window: paired(words, lambda i: range(i + 1, i + window + 1)),
    ),
    Misconception(
        "only the words before are neighbors",
        "The window has two sides: the words that follow are guessed too.",
        lambda words, window: paired(words, lambda i: range(max(i - window, 0), i)),
    ),
    Misconception(
        "the pairs are the wrong way round",
        "Skip-gram sees the word in the middle and guesses the neighbor, so the word in the "
        "middle stands first.",
        lambda words, window: [(b, a) for a, b in skip_gram_pairs(words, window)],
    ),
    Misconception(
        "the beginning of the sentence reads from its end",
        "i - window can be negative, and Python then counts from the end. Start at "
        "max(i - window, 0).",
        lambda words, window: paired(words, lambda i: range(i - window, i + window + 1)),
    ),
    Misconception(
        "both sides together have window words",
        "The window counts the words on either side: with window 2 a word in the middle of a "
        "sentence has four neighbors.",
        lambda words, window: skip_gram_pairs(words, window // 2),
    ),
    Misconception(
        "a pair that occurs twice is counted once",
        "Keep every occurrence: what stands together often has to be seen often.",
        lambda words, window: list(dict.fromkeys(skip_gram_pairs(words, window))),
    ),
)
