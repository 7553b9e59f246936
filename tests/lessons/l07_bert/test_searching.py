"""Questions to the news, and the searches that a BERT's is compared with."""

import pytest
import torch
from torch import nn

from bertlab.datasets import lee
from bertlab.text import WordPieceTokenizer
from lessons.l07_bert import searching


def test_common_words_know_endings():
    assert searching.common_words("An animal in the sea", "The animals of heavy seas") == {
        "anima",
        "sea",
    }
    assert searching.common_words("Dishonest cops", "The police and a cop's son") == {"cop"}
    assert not searching.common_words("the cat is in it", "the dog is in it")


def test_questions_share_no_word_with_their_articles():
    rows = searching.questions()
    assert len(rows) == 12
    for row in rows:
        assert not searching.common_words(row.question, lee().documents[row.article])


def test_rank_counts_from_one():
    assert searching.rank([5, 3, 4], 3) == 2


def test_of_equal_cosines_the_place_is_the_last():
    asked = torch.tensor([[1.0, 0.0], [0.0, 1.0]])
    articles = torch.tensor([[2.0, 0.0], [3.0, 1.0], [5.0, 0.0]])
    assert searching.places(asked, articles, [1, 1]) == [3, 1]
    assert searching.places(asked, articles, [0, 2]) == [2, 3]


SPECIALS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
TOKENIZER = WordPieceTokenizer([*SPECIALS, "cops", "police", "net"])


def table(*rows):
    """Return a table with rows for the three words; those of the specials are large."""
    return nn.Embedding.from_pretrained(torch.tensor([[9.0, 9.0]] * len(SPECIALS) + list(rows)))


def test_mean_rows_are_of_words_alone():
    rows = table([2.0, 0.0], [4.0, 1.0], [0.0, 0.0])
    found = searching.mean_rows(["cops police", "police"], TOKENIZER, rows)
    assert found.tolist() == [[3.0, 0.5], [4.0, 1.0]]


def test_a_neighbor_in_the_table_has_a_place():
    rows = table([1.0, 0.0], [1.0, 2.0], [2.0, 0.1])
    near, place = searching.cosine_in_table("cops", "police", TOKENIZER, rows)
    assert near == pytest.approx(0.2**0.5) and place == 2 + len(SPECIALS)
    assert searching.cosine_in_table("cops", "net", TOKENIZER, rows)[1] == 1
