"""What is named of the words that a model sees, with models whose answers are known."""

from types import SimpleNamespace

import torch
from torch.nn.functional import one_hot

from lessons.l08_pretraining import stories
from lessons.l08_pretraining.visible import words_named, words_read

TOLD = stories.language()
V = len(TOLD.tokenizer.vocabulary)
THE = TOLD.tokenizer.vocabulary.index("the")


def copies(ids, types, mask):
    assert types.shape == mask.shape == ids.shape and not types.any() and mask.all()
    return one_hot(ids, V).float(), None


def says_the(ids, types, mask):
    return copies(torch.full_like(ids, THE), types, mask)


def test_one_who_copies_names_all_words_and_one_who_says_the_names_one_in_each():
    read, left = stories.plots()
    words = sum(len(ids) - 2 for ids in stories.first_sentences([*read, *left], TOLD))
    assert words_named(copies, TOLD) == 1
    assert words_named(says_the, TOLD) == 40 / words


def bert_of(hidden_of):
    """A model whose last vectors are what a function makes of the ids."""
    return SimpleNamespace(
        bert=lambda ids, types, mask: SimpleNamespace(last_hidden_state=hidden_of(ids))
    )


def test_a_new_layer_reads_words_that_the_vectors_keep_and_no_others():
    kept = bert_of(lambda ids: one_hot(ids, V).float())
    lost = bert_of(lambda ids: torch.zeros(*ids.shape, 3))
    assert words_read(kept, TOLD) == 1
    assert words_read(lost, TOLD) < 0.3
