"""Mutants of the references that are right as well, and the inputs on which they have to be."""

EQUIVALENT = {
    "best_pair": {
        "No two pairs have the same key, because the pair is part of it.": [
            "best_pair: min(counts, key=lambda pair: (-counts[pair], pair)) -> "
            "min(list(counts)[::-1], key=lambda pair: (-counts[pair], pair))"
        ],
    },
    "head_and_tail": {
        "[CLS] and [SEP] are always there: fewer ids are not legal.": [
            "head_and_tail: every input -> assert len(ids) != 0",
            "head_and_tail: every input -> assert len(ids) != 1",
        ],
        "Head and tail of a text that just fits are the whole text.": [
            "head_and_tail: len(ids) <= max_length -> len(ids) < max_length"
        ],
    },
    "longest_match": {
        "A vocabulary holds pieces: one of none is not legal.": [
            "longest_match: every input -> assert len(vocabulary) != 0"
        ],
        "A slice that ends behind the word is the rest of the word.": [
            "longest_match: range(len(word), start, -1) -> range(len(word) + 1, start, -1)"
        ],
        "No vocabulary holds a piece of no characters.": [
            "longest_match: range(len(word), start, -1) -> range(len(word), start - 1, -1)"
        ],
    },
    "pad_batch": {
        "No texts have no longest one: not legal.": [
            "pad_batch: every input -> assert len(rows) != 0"
        ],
    },
    "shorten_pair": {
        "The exercise leaves open which of two equal texts loses a piece; both do if it is even.": [
            "shorten_pair: len(first) > len(second) -> len(first) >= len(second)"
        ],
    },
}


def _word(generator, most):
    return "".join(generator.choice(list("abc"), generator.integers(1, most + 1)))


def _best_pair(generator):
    words = [_word(generator, 5) for _ in range(generator.integers(0, 6))]
    words.append("ab")  # one pair at least
    spelled = [(word[0], *("##" + character for character in word[1:])) for word in words]
    return ({pieces: int(generator.integers(1, 9)) for pieces in spelled},)


def _head_and_tail(generator):
    ids = [101, *generator.integers(1000, 1020, generator.integers(0, 12)).tolist(), 102]
    max_length = int(generator.integers(2, 16))
    return ids, max_length, int(generator.integers(0, max_length - 1))


def _longest_match(generator):
    pieces = [_word(generator, 3) for _ in range(generator.integers(1, 12))]
    marks = generator.choice(["", "##"], len(pieces))
    vocabulary = {mark + piece for mark, piece in zip(marks, pieces, strict=True)}
    return _word(generator, 8), frozenset(vocabulary)


def _pad_batch(generator):
    sizes = generator.integers(1, 6, generator.integers(1, 5))
    return [generator.integers(0, 9, size).tolist() for size in sizes], int(generator.integers(99))


def _shorten_pair(generator):
    """Draw an even room, or two texts that never become equally long."""
    room = int(generator.integers(0, 9))
    first, second = generator.integers(0, 12, 2).tolist()
    if room % 2 and 2 * min(first, second) >= room:
        room += 1
    return list(range(first)), list(range(100, 100 + second)), room + 3


INPUTS = {
    "best_pair": _best_pair,
    "head_and_tail": _head_and_tail,
    "longest_match": _longest_match,
    "pad_batch": _pad_batch,
    "shorten_pair": _shorten_pair,
}
