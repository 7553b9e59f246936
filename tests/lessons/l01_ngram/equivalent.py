"""Mutants of the references that are right as well, and the inputs on which they have to be."""

EQUIVALENT = {
    "encode_held_out": {
        "A list of the words answers `in` as the set does.": [
            "encode_held_out: "
            "set(sorted(counts, key=lambda word: (-counts[word], word))[:size]) -> "
            "sorted(counts, key=lambda word: (-counts[word], word))[:size]"
        ],
        "No two words have the same key, because the word is part of it.": [
            "encode_held_out: sorted(counts, key=lambda word: (-counts[word], word)) -> "
            "sorted(list(counts)[::-1], key=lambda word: (-counts[word], word))"
        ],
    },
    "kneser_ney": {
        "A text without a sentence has no pairs, so there is nothing to divide by: not legal.": [
            "kneser_ney: every input -> assert len(sentences) != 0"
        ],
        "A pair that never occurs counts 0 or -1: less than the discount, so nothing is kept.": [
            "kneser_ney: 0 -> -1"
        ],
    },
    "perplexity": {
        "No predictions have no mean: not legal.": [
            "perplexity: every input -> assert len(probabilities) != 0"
        ],
    },
}


def _sentences(generator, least=0):
    """Draw sentences of few different words, so that pairs occur again."""
    lengths = generator.integers(0, 7, generator.integers(least, 5))
    return [generator.choice(list("abcdef"), length).tolist() for length in lengths]


def _encode_held_out(generator):
    return _sentences(generator), _sentences(generator), int(generator.integers(1, 7))


def _kneser_ney(generator):
    history = str(generator.choice([*"abcdefg", "<s>"]))
    word = str(generator.choice([*"abcdefg", "</s>"]))
    return _sentences(generator, 1), history, word, float(generator.uniform(0.05, 0.95))


def _perplexity(generator):
    sizes = [1, *generator.integers(0, 6, generator.integers(0, 4)).tolist()]
    return ([generator.uniform(0.01, 1, size).tolist() for size in sizes],)


INPUTS = {
    "encode_held_out": _encode_held_out,
    "kneser_ney": _kneser_ney,
    "perplexity": _perplexity,
}
