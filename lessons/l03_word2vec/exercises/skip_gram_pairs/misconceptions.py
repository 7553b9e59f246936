"""The misconceptions about ``skip_gram_pairs``, each a wrong function with advice."""

from lessons.l03_word2vec.exercises.skip_gram_pairs.reference import paired, skip_gram_pairs
from lessons.l03_word2vec.exercises.skip_gram_pairs.slips import (
    each,
    first_removed,
    full_windows,
    in_order,
    looked_up,
    neighbors_from,
    other_words,
    pairs_from,
    sliced,
    sliced_at_once,
)

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
        variants=(
            lambda words, window: [
                pair for d in range(1, window + 1) for pair in zip(words, words[d:], strict=False)
            ],
        ),
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
        variants=(
            lambda words, window: paired(
                words, lambda i: [j % len(words) for j in range(i - window, i + window + 1)]
            ),
        ),
    ),
    Misconception(
        "both sides together have window words",
        "The window counts the words on either side: with window 2 a word in the middle of a "
        "sentence has four neighbors.",
        lambda words, window: skip_gram_pairs(words, window // 2),
        variants=(lambda words, window: skip_gram_pairs(words, (window + 1) // 2),),
    ),
    Misconception(
        "a pair that occurs twice is counted once",
        "Keep every occurrence: what stands together often has to be seen often.",
        lambda words, window: list(dict.fromkeys(skip_gram_pairs(words, window))),
        variants=(lambda words, window: sorted({*skip_gram_pairs(words, window)}),),
    ),
    Misconception(
        "the pairs are there, but not word by word and from left to right",
        "Go through the sentence once, and for each word through its window, from its left end to "
        "its right end.",
        in_order(lambda i, j: (i, abs(i - j), j)),
        variants=(
            in_order(lambda i, j: (i, abs(i - j), -j)),
            in_order(lambda i, j: (i, j > i, abs(i - j))),
            in_order(lambda i, j: (i, j < i, abs(i - j))),
            in_order(lambda i, j: (i, j < i, j)),
            in_order(lambda i, j: (i, -j)),
            in_order(lambda i, j: (min(i, j), max(i, j), i)),
            in_order(lambda i, j: (j > i, i, j)),
            in_order(lambda i, j: (j < i, i, j)),
            in_order(lambda i, j: (abs(i - j), i, j)),
            lambda words, window: sorted(skip_gram_pairs(words, window)),
        ),
    ),
    Misconception(
        "words are told apart by what they say, not by their place",
        "Compare places, i and j, not words: where a word stands twice in a window, it is its own "
        "neighbor. index and remove go by the word, too: they always find its first place.",
        other_words,
        variants=(first_removed, looked_up),
    ),
    Misconception(
        "a slice begins at a negative place, so neighbors near the beginning are lost",
        "i - window can be negative, and a slice then begins near the end. Start at "
        "max(i - window, 0).",
        sliced,
        variants=(sliced_at_once,),
    ),
    Misconception(
        "words near the start or the end, whose window is not full, get no pairs",
        "Every word has the neighbors that exist, be they fewer: else much of a short sentence is "
        "never seen.",
        full_windows(1, 1),
        variants=(full_windows(1, 0), full_windows(0, 1)),
    ),
    Misconception(
        "the first or the last word of the sentence is nobody's neighbor",
        "Places run from 0 to len(words) - 1, and range leaves its end out: cut the window at 0 "
        "and at len(words).",
        neighbors_from(0, 1),
        variants=(
            neighbors_from(1, 0),
            neighbors_from(1, 1),
            lambda words, window: skip_gram_pairs(words[:-1], window),
        ),
    ),
    Misconception(
        "the first or the last word of the sentence gets no pairs",
        "Every place has a turn in the middle, the first and the last as well.",
        pairs_from(0, 1),
        variants=(pairs_from(1, 0), pairs_from(1, 1)),
    ),
    Misconception(
        "the pairs at the full distance are missing",
        "A neighbor stands at most window places away: exactly window places count, too.",
        lambda words, window: skip_gram_pairs(words, window - 1),
    ),
    Misconception(
        "the window is one place too wide",
        "A neighbor stands at most window places away. For the right side range ends at "
        "i + window + 1, which it leaves out.",
        lambda words, window: skip_gram_pairs(words, window + 1),
        variants=(
            lambda words, window: paired(
                words, lambda i: range(max(i - window, 0), i + window + 2)
            ),
            lambda words, window: paired(
                words, lambda i: range(max(i - window - 1, 0), i + window + 1)
            ),
        ),
    ),
    Misconception(
        "only words exactly window places away are neighbors, or only those next to it",
        "All distances from 1 to window count.",
        lambda words, window: paired(
            words, lambda i: [j for j in (i - window, i + window) if j >= 0]
        ),
        variants=(lambda words, window: skip_gram_pairs(words, 1),),
    ),
    Misconception(
        "only the first word gets its pairs",
        "Return after both loops have ended: a return inside ends the function at its first turn.",
        each(lambda words, i, near: [(words[i], words[j]) for j in near if i == 0]),
    ),
    Misconception(
        "every pair is there twice",
        "Each word has its own turn in the middle, so append (word, neighbor) only. The pair the "
        "other way round comes when the neighbor has its turn.",
        each(
            lambda words, i, near: [
                pair for j in near for pair in ((words[i], words[j]), (words[j], words[i]))
            ]
        ),
        variants=(lambda words, window: 2 * skip_gram_pairs(words, window),),
    ),
    Misconception(
        "the neighbors of a word stand together in one entry",
        "Append a tuple (word, neighbor) for each neighbor. CBOW is the one that takes them "
        "together.",
        each(lambda words, i, near: [(words[i], [words[j] for j in near])]),
        variants=(
            each(lambda words, i, near: [[(words[i], words[j]) for j in near]]),
            each(lambda words, i, near: [(words[i], tuple(words[j] for j in near))]),
            each(lambda words, i, near: [(words[i], *(words[j] for j in near))]),
        ),
    ),
    Misconception(
        "every other word of the sentence is a neighbor",
        "Use window: a neighbor stands at most so many places away.",
        lambda words, window: skip_gram_pairs(words, len(words)),
    ),
    Misconception(
        "each pair is a list or a text, not a tuple",
        "Put round brackets around the two words: (word, neighbor).",
        each(lambda words, i, near: [[words[i], words[j]] for j in near]),
        variants=(each(lambda words, i, near: [f"{words[i]} {words[j]}" for j in near]),),
    ),
    Misconception(
        "the pairs hold places, not words",
        "Look the words up: words[i] and words[j].",
        each(lambda words, i, near: [(i, j) for j in near]),
        variants=(each(lambda words, i, near: [(words[i], j) for j in near]),),
    ),
)
