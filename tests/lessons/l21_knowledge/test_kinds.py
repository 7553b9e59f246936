"""A fact beside a noun: how it is laid out, what is learned from it, and what was recorded."""

from random import Random

import pytest
import torch
from safetensors.torch import load_file

from bertlab.datasets.generated.inference_kinds import KNOWN, NEW
from lessons.l21_knowledge import kinds, live
from lessons.l21_knowledge.exercises.wrong_facts.reference import wrong_facts
from lessons.l21_knowledge.experiments import reading
from lessons.l21_knowledge.nouns import KIND_OF
from workbook.records import recorded

FACT = {"cello": [["is", "an", "instrument"]]}
PARTS = reading.PARTS


@pytest.fixture(scope="module")
def model():
    return kinds.model()


def test_a_fact_is_a_branch_or_plain_words():
    tree, words = (
        kinds.laid_out("a cello is a [MASK] .", FACT, PARTS, one) for one in (True, False)
    )
    assert tree.pieces == words.pieces and tree.branches == words.branches
    assert tree.positions[:8] == [0, 1, 2, 3, 4, 5, 3, 4]  # [CLS] a cello is an instrument is a
    assert words.positions == list(range(len(words.pieces)))
    gap, fact = tree.pieces.index("[MASK]"), tree.pieces.index("instrument")
    assert words.visible.all() and not tree.visible[gap, fact]
    seen = kinds.laid_out("a cello is a [MASK] .", FACT, PARTS, hide=False)
    assert seen.positions == tree.positions and seen.visible.all()


@pytest.mark.parametrize("text", ["no gap", "[MASK] and [MASK]"])
def test_a_text_has_one_gap(text):
    with pytest.raises(ValueError, match=r"expected a text with one \[MASK\]"):
        kinds.laid_out(text, {}, PARTS)
    with pytest.raises(ValueError, match=r"expected a text with one"):
        kinds.laid_out("a cello is a [MASK] .", {"cello": [["[MASK]"]]}, PARTS)


def test_without_facts_a_row_is_what_bert_reads_and_padding_changes_nothing(model):
    short, long = (
        kinds.laid_out(text, {}, PARTS) for text in ("a [MASK] .", "the old [MASK] is big .")
    )
    with torch.no_grad():
        logits = kinds.gap_logits(model, [short, long])
        for row, own in zip((short, long), logits, strict=True):
            ids = torch.tensor([[kinds.tokenizer().ids[piece] for piece in row.pieces]])
            torch.testing.assert_close(
                model(ids)[0, row.pieces.index("[MASK]")], own, rtol=1e-4, atol=1e-4
            )


def test_the_library_reads_the_same_tree(model):
    row = kinds.laid_out("a rozuk is a [MASK] .", {"rozuk": [["is", "a", "fish"]]}, PARTS)
    theirs = live.library_logits(row, live.library_model(model))
    with torch.no_grad():
        ours = kinds.gap_logits(model, [row])[0]
    torch.testing.assert_close(theirs, ours, rtol=1e-4, atol=1e-4)
    flat = row._replace(visible=torch.ones_like(row.visible))
    assert (live.library_logits(flat, live.library_model(model)) - ours).abs().max() > 0.1


def test_next_nouns_are_of_another_kind():
    facts = live.facts()
    assert facts.keys() == KIND_OF.keys()
    for noun, some in wrong_facts(facts).items():
        (owner,) = (one for one, own in facts.items() if own == some)
        assert KIND_OF[owner] != KIND_OF[noun]


def test_invented_names_differ_and_are_no_nouns():
    names = kinds.invented(200, Random(0))
    assert len(set(names)) == 200 and not KIND_OF.keys() & set(names)


def test_a_model_learns_and_draws_known_nouns_alone():
    model = kinds.model()
    facts = {noun: own for noun, own in live.facts().items() if noun in kinds.NOUNS[KNOWN]}
    before = {name: one.clone() for name, one in model.state_dict().items()}
    losses = kinds.learn(model, facts, PARTS, invent=True, steps=2, batch_size=4)
    assert len(losses) == 2 and min(losses) > 0
    assert any(not torch.equal(one, before[name]) for name, one in model.state_dict().items())


def test_kinds_that_are_kept_have_the_recorded_accuracies():
    record, kept = recorded("reading"), load_file(reading.KEPT)
    assert kept.keys() == record["results"].keys()
    for kind, runs in record["results"].items():
        for own, one in zip(kept[kind], runs, strict=True):
            scores = [reading.accuracies(part.long()) for part in own]
            assert scores == list(one["right"].values())
            assert {KNOWN, NEW} == scores[0].keys()
