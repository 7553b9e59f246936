"""Mutants of the references that are right as well, and the inputs on which they have to be."""

import torch

from bertlab.finetuning.tagging import TAGS

EQUIVALENT = {
    "best_span": {
        "Every piece has a logit of both kinds.": ["best_span: start -> end"],
        "The flattened scores have one axis, which is both the first and the last.": [
            "best_span: 0 -> -1"
        ],
    },
    "entity_f1": {
        "A test set has sentences: none is not legal.": [
            "entity_f1: every input -> assert len(expected) != 0",
            "entity_f1: every input -> assert len(predicted) != 0",
        ],
        "What both have in common, and the sum of both, are the same the other way round.": [
            "entity_f1: (_names(expected), _names(predicted)) -> "
            "(_names(predicted), _names(expected))"
        ],
        "Every tag without a kind closes the names before it.": ["_names: 'O' -> 'O_'"],
        "Names are only compared, so the order of what they consist of does not count.": [
            "_names: (*name, place) -> (place, *name)"
        ],
    },
    "squad_f1": {
        "Every question has a right answer, if only the empty one: none is not legal.": [
            "squad_f1: every input -> assert len(answers) != 0"
        ],
        "What both have in common, and the sum of both, are the same the other way round.": [
            "squad_f1: f1(bag(predicted), bag(answer)) -> f1(bag(answer), bag(predicted))"
        ],
        "The articles are only looked up, so their order does not count.": [
            "bag: ('a', 'an', 'the') -> ('an', 'a', 'the')",
            "bag: ('a', 'an', 'the') -> ('a', 'the', 'an')",
        ],
    },
    "word_tags_to_pieces": {
        "[CLS] and [SEP] are always there: fewer pieces are not legal.": [
            "word_tags_to_pieces: every input -> assert len(words) != 0",
            "word_tags_to_pieces: every input -> assert len(words) != 1",
        ],
        "There is a tag for words outside of names: no tags at all are not legal.": [
            "word_tags_to_pieces: every input -> assert len(names) != 0"
        ],
        "The first piece is [CLS], which has no word, so nothing is compared there.": [
            "word_tags_to_pieces: before = None -> pass"
        ],
    },
}


def _best_span(generator):
    """Draw logits without equals, so that there is one best span."""
    question, passage, padding = generator.integers(0, 5, 3)
    T = question + passage + padding + 4
    places = torch.arange(T)
    inside = (places > question + 1) & (places < question + passage + 3)
    start, end = torch.from_numpy(generator.standard_normal((2, T)))
    return start, end, inside, int(generator.integers(1, 6)), float(generator.uniform(-2, 2))


def _entity_f1(generator):
    sizes = generator.integers(0, 7, generator.integers(1, 5))
    return tuple([generator.choice(TAGS, size).tolist() for size in sizes] for _ in range(2))


def _squad_f1(generator):
    words = ["a", "an", "the", "old", "town", "Old", "town.", "well-known", "(A)"]

    def text():
        return " ".join(generator.choice(words, generator.integers(0, 6)))

    return text(), [text() for _ in range(generator.integers(1, 4))]


def _word_tags_to_pieces(generator):
    sizes = generator.integers(0, 4, generator.integers(0, 7)).tolist()
    pieces = [number for number, size in enumerate(sizes) for _ in range(size)]
    names = generator.permutation(TAGS).tolist()
    padding = [None] * int(generator.integers(1, 4))
    return [None, *pieces, *padding], generator.choice(names, len(sizes)).tolist(), names


INPUTS = {
    "best_span": _best_span,
    "entity_f1": _entity_f1,
    "squad_f1": _squad_f1,
    "word_tags_to_pieces": _word_tags_to_pieces,
}
