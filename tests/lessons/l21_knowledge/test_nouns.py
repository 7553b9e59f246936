"""The graph of nouns: whole, with kinds named once, and wrong where it shall be wrong."""

import pytest

from bertlab.datasets.generated.inference_kinds import KINDS, KNOWN, MIDDLE, NEW, kind_pairs
from bertlab.text.wordpiece import WordPieceTokenizer
from lessons.l21_knowledge.nouns import (
    KIND_OF,
    MANY,
    NONE,
    RIGHT,
    WRONG,
    exchanged,
    facts_of,
    graph,
)

NAMES = {*KINDS, *MIDDLE, *KIND_OF}
TOKENIZER = WordPieceTokenizer.from_folder("minilm")


def words(fact) -> set[str]:
    """The words of a fact, and each without the s of a plural."""
    found = TOKENIZER.words(" ".join(fact))
    return {*found, *(word.removesuffix("s") for word in found)}


def test_every_narrow_noun_has_four_facts():
    assert graph().keys() == KIND_OF.keys() and len(KIND_OF) == 64
    for facts in graph().values():
        assert len(set(facts)) == 4


@pytest.mark.parametrize("noun", KIND_OF)
def test_the_first_fact_names_the_kind_and_the_others_no_kind(noun):
    first, *others = graph()[noun]
    assert words(first) & NAMES == {KIND_OF[noun]}
    assert first.object != KIND_OF[noun], "the kind as a graph has it"
    assert not any(words(other) & NAMES for other in others)


def test_wrong_facts_are_a_permutation_and_wrong():
    found = exchanged()
    assert sorted(found) == sorted(found.values()) == sorted(KIND_OF)
    assert all(KIND_OF[noun] != KIND_OF[other] for noun, other in found.items())
    assert found == exchanged.__wrapped__(0) != exchanged.__wrapped__(1)
    for noun, (wrong,) in facts_of(WRONG).items():
        assert wrong == graph()[found[noun]][0] != graph()[noun][0]


def test_new_nouns_occur_in_no_text_of_training_and_are_no_source_of_its_wrong_facts():
    pairs, new = kind_pairs(), {words[-1] for kinds in KINDS.values() for words in kinds.values()}
    for part in (pairs.train, pairs.validation):
        assert not any(new & set(TOKENIZER.words(pair.premise)) for pair in part)
    assert {noun for noun, other in exchanged().items() if other in new} == new
    for pair in pairs.test:
        here = KIND_OF.keys() & set(TOKENIZER.words(pair.premise))
        assert here <= (new if pair.family == NEW else KIND_OF.keys() - new)
    assert {pair.family for pair in pairs.test} == {KNOWN, NEW}


def test_what_a_model_reads():
    assert facts_of(NONE) == {}
    assert facts_of(MANY) == graph()
    assert facts_of(RIGHT) == {noun: facts[:1] for noun, facts in graph().items()}
    with pytest.raises(ValueError, match="expected none, right, wrong, many, got 'true'"):
        facts_of("true")


def test_wrong_facts_are_about_as_long_as_right_ones():
    lengths = [
        [len(TOKENIZER.tokenize(" ".join(fact))) for (fact,) in facts_of(name).values()]
        for name in (RIGHT, WRONG)
    ]
    assert sorted(lengths[0]) == sorted(lengths[1])
    assert max(lengths[0]) <= 9
