"""A new head reads a frozen encoder: the vectors are those at [CLS], and the encoder stays."""

import numpy as np
import pytest
import torch

from bertlab.model.tasks import BertForPreTraining
from bertlab.probing.probe import LinearProbe
from lessons.l17_what_to_predict.learning import frozen
from lessons.l17_what_to_predict.pairs import NAME, asked, tokenizer


@pytest.fixture(scope="module")
def model():
    return BertForPreTraining.from_pretrained(NAME).eval()


@torch.no_grad()
def test_vectors_stand_in_the_order_of_the_pairs(model):
    some = asked("validation", most=40)[:7]
    found = frozen._vectors(model, some, size=3)
    for n, (first, second) in enumerate(
        [(one.first, one.second) for one in some] + [(one.first, one.stranger) for one in some]
    ):
        batch = tokenizer().pad([tokenizer().encode(first, second)])
        expected = model.bert(*batch).last_hidden_state[0, 0]
        assert torch.allclose(found[n], expected, atol=1e-5)


def test_a_head_is_fitted_to_one_part_and_asked_about_the_other(model):
    train, test = asked("validation", most=40)[:30], asked("test", most=20)[:9]
    before = {name: tensor.clone() for name, tensor in model.state_dict().items()}
    right = frozen.strangers_told(model, train, test)
    assert right.shape == (18,)
    assert all(torch.equal(model.state_dict()[name], before[name]) for name in before)
    labels = ["next"] * 30 + ["stranger"] * 30
    probe = LinearProbe().fit(frozen._vectors(model, train), labels)
    wanted = np.repeat(["next", "stranger"], 9)
    said = np.array(probe.labels)[probe(frozen._vectors(model, test)).argmax(dim=1).numpy()]
    assert np.array_equal(right, said == wanted)
    assert frozen.strangers_told(model, train, train).mean() > 0.9, "what it was fitted to"
