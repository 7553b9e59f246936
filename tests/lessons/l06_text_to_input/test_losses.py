"""The task of the loss names each slip, written here a second time."""

import pytest
import torch
from torch.nn.functional import cross_entropy, log_softmax

from lessons.l06_text_to_input import losses


def by_loops(asked, texts):
    total = 0
    for n in range(len(asked)):
        for side in range(2):
            scores = torch.stack([20 * asked[n, side] @ texts[n, other] for other in range(2)])
            total = total - log_softmax(scores, dim=0)[side]
    return total / (2 * len(asked))


def test_the_losses_by_hand():
    alike = torch.eye(2)[None]
    assert losses.two_way_loss(alike, alike).item() == pytest.approx(0, abs=1e-6)
    assert losses.two_way_loss(alike, alike.flip(1)).item() == pytest.approx(20)
    same = torch.ones(3, 2, 1)
    assert losses.two_way_loss(same, same).item() == pytest.approx(torch.tensor(2.0).log())
    assert losses.search_loss(same, same).item() == pytest.approx(torch.tensor(6.0).log())


def scores_of(asked, texts):
    return 20 * torch.einsum("nqd,nrd->nqr", asked, texts)


def no_scale(asked, texts):
    return cross_entropy((scores_of(asked, texts) / 20).reshape(-1, 2), truth(asked))


def truth(asked):
    return torch.tensor([0, 1] * len(asked))


def over_all(asked, texts):
    flat = texts.reshape(-1, texts.shape[-1])
    rows = [cross_entropy(20 * flat @ vector, torch.tensor(place))
            for place, vector in enumerate(asked.reshape(-1, texts.shape[-1]))]  # fmt: skip
    return torch.stack(rows).mean()


def over_smileys(asked, texts):
    logs = log_softmax(scores_of(asked, texts), dim=1)
    return -logs.diagonal(dim1=1, dim2=2).mean()


def other_reply(asked, texts):
    return cross_entropy(scores_of(asked, texts).reshape(-1, 2), 1 - truth(asked))


def summed(asked, texts):
    return cross_entropy(scores_of(asked, texts).reshape(-1, 2), truth(asked), reduction="sum")


def positive(asked, texts):
    return log_softmax(scores_of(asked, texts), dim=2).diagonal(dim1=1, dim2=2).mean()


def always_first(asked, texts):
    return -log_softmax(scores_of(asked, texts), dim=2)[:, :, 0].mean()


SLIPS = no_scale, over_all, over_smileys, other_reply, summed, positive, always_first


@pytest.mark.parametrize("right", [by_loops, losses.two_way_loss])
def test_a_right_loss_trains_the_rows(right, capsys):
    assert losses.trains_rows(right) is right
    assert capsys.readouterr().out == "reply_loss: right: it trains the two rows below.\n"


@pytest.mark.parametrize(
    ("slip", "named"), list(zip(SLIPS, losses.MISTAKES, strict=True)), ids=lambda each: ""
)
def test_slips_are_named(slip, named, capsys):
    assert losses.trains_rows(slip) is losses.two_way_loss
    assert named.advice in capsys.readouterr().out


def test_other_slips_get_a_number():
    assert "should be" in losses.mistake(lambda asked, texts: torch.tensor(7.0))
    assert "not of shape (3, 2, 2)" in losses.mistake(scores_of)
