"""Sentence trees: the example of the paper by hand, who sees whom, and what is refused."""

import pytest
import torch

from bertlab.knowledge.trees import Branch, find_branches, sentence_tree, visible_matrix

TEXT = "[CLS] Tim Cook is visiting Beijing now"
TRUNK = TEXT.split()
FACTS = {
    ("Tim", "Cook"): [("CEO", "Apple")],
    ("Beijing",): [("capital", "China"), ("is_a", "City")],
    ("Cook",): [("is_a", "Job")],  # the longer subject goes first
    ("now", "and", "then"): [("means", "sometimes")],
}
TREE = sentence_tree(TRUNK, find_branches(TRUNK, FACTS))
ROW = "[CLS] Tim Cook CEO Apple is visiting Beijing capital China is_a City now"
TOKENS = ROW.split()
VISIBLE = visible_matrix(torch.tensor(TREE.branches), torch.tensor(TREE.hosts))


def test_the_figure_of_the_paper():
    """Figure 2 of Liu et al. 2020, without the word that was left out of it here."""
    assert TREE.pieces == TOKENS
    assert TREE.position_ids == [0, 1, 2, 3, 4, 3, 4, 5, 6, 7, 6, 7, 6]
    assert TREE.branches == [0, 0, 0, 1, 1, 0, 0, 0, 2, 2, 3, 3, 0]
    assert TREE.hosts == [(0, 0)] * 3 + [(1, 3)] * 2 + [(0, 0)] * 3 + [(7, 8)] * 4 + [(0, 0)]
    assert TREE.sources == [0, 1, 2, 2, 2, 3, 4, 5, 5, 5, 5, 5, 6]


@pytest.mark.parametrize(
    ("token", "others"),
    [
        ("[CLS]", TEXT),
        ("Tim", "[CLS] Tim Cook CEO Apple is visiting Beijing now"),
        ("Apple", "Tim Cook CEO Apple"),
        ("China", "Beijing capital China"),
        ("City", "Beijing is_a City"),
        ("Beijing", "[CLS] Tim Cook is visiting Beijing capital China is_a City now"),
    ],
)
def test_who_sees_whom(token, others):
    seen = VISIBLE[TOKENS.index(token)].tolist()
    assert [one for one, here in zip(TOKENS, seen, strict=True) if here] == others.split()
    assert torch.equal(VISIBLE, VISIBLE.T)


def test_without_facts_the_text_stays_as_it_is():
    tree = sentence_tree(TRUNK, find_branches(TRUNK, {}))
    assert tree.pieces == TRUNK and tree.position_ids == list(range(7))
    assert visible_matrix(torch.tensor(tree.branches), torch.tensor(tree.hosts)).all()


def test_a_subject_is_no_part_of_a_word_and_comes_as_often_as_it_stands_there():
    facts = {("car",): [("x",)], ("car", "##pet"): [("y",)]}
    trunk = ["car", "##s", "car", "car", "##pet"]
    assert find_branches(trunk, facts, 10) == [Branch(12, 13, ("x",)), Branch(13, 15, ("y",))]


@pytest.mark.parametrize(
    ("branches", "message"),
    [
        ([Branch(0, 1, ())], "expected pieces"),
        ([Branch(1, 1, ("x",))], "expected pieces"),
        ([Branch(2, 4, ("x",))], "expected pieces that hang on some of 3"),
        ([Branch(1, 2, ("x",)), Branch(0, 1, ("x",))], "from left to right"),
        ([Branch(0, 2, ("x",)), Branch(1, 3, ("x",))], "from left to right"),
    ],
)
def test_branches_that_hang_nowhere_are_refused(branches, message):
    with pytest.raises(ValueError, match=message):
        sentence_tree(["a", "b", "c"], branches)
