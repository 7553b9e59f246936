"""The check of a student's ``forward``: right ones are accepted, and slips are named."""

import pytest
import torch

from lessons.l10_four_tasks import one_forward
from lessons.l10_four_tasks.one_encoder import OneEncoder


def by_branches(self, task, input_ids, token_type_ids, attention_mask):
    hidden, pooled = self.bert(input_ids, token_type_ids, attention_mask)
    if task == "tags":
        return self.tags(hidden)
    if task == "span":
        return hidden @ self.span.weight.T + self.span.bias
    return {"sentence": self.sentence, "pair": self.pair, "choice": self.choice}[task](pooled)


def changed(
    read=lambda task, hidden, pooled: hidden if task in ("span", "tags") else pooled,
    head=lambda self, task: dict(self.named_children())[task],
    inputs=lambda *given: given,
    end=lambda logits: logits,
):
    def forward(self, task, input_ids, token_type_ids, attention_mask):
        both = self.bert(*inputs(input_ids, token_type_ids, attention_mask))
        return end(head(self, task)(read(task, *both)))

    return forward


def test_right_ones_are_accepted(capsys):
    for function in (OneEncoder.forward, by_branches, changed()):
        assert one_forward.serves(function) is function
        assert "forward: right for five tasks." in capsys.readouterr().out


def test_an_open_one_is_filled_in(capsys):
    def forward(self, task, input_ids, token_type_ids, attention_mask): ...

    assert one_forward.serves(forward) is OneEncoder.forward
    assert "not filled in yet" in capsys.readouterr().out


SLIPS = {
    "All heads read the pooled": changed(read=lambda task, hidden, pooled: pooled),
    "All heads read every token": changed(read=lambda task, hidden, pooled: hidden),
    "The span head": changed(
        read=lambda task, hidden, pooled: hidden if task == "tags" else pooled
    ),
    "The tag head": changed(read=lambda task, hidden, pooled: hidden if task == "span" else pooled),
    "The heads for whole texts": changed(
        read=lambda task, hidden, pooled: hidden if task in ("tags", "span") else hidden[:, 0, :]
    ),
    "The same head": changed(
        head=lambda self, task: self.tags if task in ("tags", "span") else self.sentence
    ),
    "The token types": changed(inputs=lambda ids, types, mask: (ids, types * 0, mask)),
    "The mask does not": changed(inputs=lambda ids, types, mask: (ids, types, mask * 0 + 1)),
    "Token types and mask": changed(inputs=lambda ids, types, mask: (ids, mask, types)),
    "These are probabilities": changed(
        end=lambda logits: logits.exp() / logits.exp().sum(-1, True)
    ),
}


def test_each_slip_is_tried():
    assert len(SLIPS) == len(one_forward.MISTAKES)


@pytest.mark.parametrize("says", SLIPS)
def test_slips_are_named(says, capsys):
    assert one_forward.serves(SLIPS[says]) is OneEncoder.forward
    assert f"forward: not yet. {says}" in capsys.readouterr().out


def test_what_is_wrong_otherwise_is_located():
    other = changed(end=lambda logits: logits + (logits.shape[-1] == 2))
    assert one_forward.mistake(other) == "Another result is expected for: sentence."
    assert "RuntimeError" not in one_forward.mistake(lambda *given: torch.zeros(1))
