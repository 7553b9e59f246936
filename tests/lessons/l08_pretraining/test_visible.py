"""What is named of the words that a model sees, with models whose answers are known."""

from types import SimpleNamespace

import torch
from torch.nn.functional import one_hot

from lessons.l08_pretraining.stories import of_the_language, stories
from lessons.l08_pretraining.visible import first_guesses, words_named, words_read

SMALL = stories().tokenizer
THE = SMALL.vocabulary.index("the")


def copies(ids, types, mask):
    assert types.shape == mask.shape == ids.shape and not types.any() and mask.all()
    return SimpleNamespace(masked_lm=one_hot(ids, len(SMALL.vocabulary)).float())


def says_the(ids, types, mask):
    return copies(torch.full_like(ids, THE), types, mask)


def test_first_guesses_are_the_largest_scores():
    assert first_guesses(copies, torch.tensor([2, 9, 3])).tolist() == [2, 9, 3]
    assert first_guesses(says_the, torch.tensor([2, 9, 3])).tolist() == [THE] * 3


def test_one_who_copies_names_all_words_and_one_who_says_the_names_one_in_each():
    words = sum(len(SMALL.text_ids(text)) for text in of_the_language())
    assert words_named(copies, SMALL) == 1
    assert words_named(says_the, SMALL) == 40 / words


def bert_of(hidden_of):
    """A model whose last vectors are what a function makes of the ids."""
    return SimpleNamespace(
        bert=lambda ids, types, mask: SimpleNamespace(last_hidden_state=hidden_of(ids))
    )


def test_a_new_layer_reads_words_that_the_vectors_keep_and_no_others():
    told = stories()
    kept = bert_of(lambda ids: one_hot(ids, len(SMALL.vocabulary)).float())
    lost = bert_of(lambda ids: torch.zeros(*ids.shape, 3))
    assert words_read(kept, told) == 1
    assert words_read(lost, told) < 0.3
