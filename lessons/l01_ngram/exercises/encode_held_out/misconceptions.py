"""The misconceptions about ``encode_held_out``, each a wrong function with advice."""

from lessons.l01_ngram.exercises.encode_held_out.reference import Sentences, replace, top

from workbook.exercises import Misconception


def _first_words(train: Sentences, held_out: Sentences, size: int) -> list[list[str]]:
    seen = dict.fromkeys(word for sentence in train for word in sentence)
    return replace(held_out, set(list(seen)[:size]))


MISCONCEPTIONS = (
    Misconception(
        "the held-out text leaks into the vocabulary",
        "Count the training text only: words that were chosen by looking at the held-out text "
        "hide how often a model meets words it does not know.",
        lambda train, held_out, size: replace(held_out, top([*train, *held_out], size)),
    ),
    Misconception(
        "the vocabulary is the held-out text's own",
        "Choose the words from the training text: the model has to be finished before it sees "
        "a held-out word.",
        lambda train, held_out, size: replace(held_out, top(held_out, size)),
        variants=(lambda train, held_out, size: [list(s) for s in held_out],),
    ),
    Misconception(
        "every training word is kept",
        "Keep the `size` most frequent words only: rare ones become <unk>, which is how the "
        "model learns what an unknown word is surrounded by.",
        lambda train, held_out, size: replace(held_out, top(train, None)),
    ),
    Misconception(
        "the first words are kept instead of the most frequent",
        "Sort the words by their count before cutting: the order in which they turn up says "
        "little about how often they will be needed.",
        _first_words,
        variants=(
            lambda train, held_out, size: replace(
                held_out, set(sorted({w for s in train for w in s})[:size])
            ),
        ),
    ),
    Misconception(
        "unknown words are dropped",
        "Put <unk> in their place: dropping them makes the text shorter and easier, and brings "
        "words together that were not neighbors.",
        lambda train, held_out, size: [
            [word for word in sentence if word in top(train, size)] for sentence in held_out
        ],
    ),
    Misconception(
        "sentences with an unknown word are dropped",
        "Keep every sentence, with <unk> in it: the hard sentences are part of the test.",
        lambda train, held_out, size: [
            list(sentence) for sentence in held_out if set(sentence) <= top(train, size)
        ],
    ),
)
