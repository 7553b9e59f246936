"""What the lesson on neural language models measures, on texts small enough to check by hand."""

import math

import numpy as np
import pytest
import torch
from torch import nn

from bertlab.predecessors.ngrams.corpus import Vocabulary
from bertlab.predecessors.nnlm.model import WindowNetwork
from lessons.l02_nnlm import measure

WORDS = Vocabulary.from_sentences([["is", "is", "are", "it", "they", "so"]])


def network() -> nn.Module:
    return WindowNetwork(9, 2, 3, 4)


class Certain(nn.Module):
    """Gives word 0 the probability 1/2, whatever the window, and shares the rest among two."""

    def forward(self, windows: torch.Tensor) -> torch.Tensor:
        return torch.tensor([0.5, 0.25, 0.25]).log().expand(len(windows), 3)


def test_only_rows_that_were_looked_up_have_a_gradient():
    torch.manual_seed(0)
    batch = torch.tensor([[1, 2], [2, 5]]), torch.tensor([3, 4])
    of_c, of_u = measure.rows_with_gradient(network(), batch)
    assert of_c.nonzero().flatten().tolist() == [1, 2, 5]
    assert of_u.all()


def test_perplexities_by_hand():
    text = torch.zeros(3, 2, dtype=torch.long), torch.tensor([0, 1, 2])
    found = measure.perplexities(Certain(), text)
    assert found.all == pytest.approx((2 * 4 * 4) ** (1 / 3))
    assert found.known == pytest.approx(4)
    assert measure.unknown(text) == pytest.approx(1 / 3)


def test_a_first_pass_begins_anew_and_scores_both_texts():
    text = torch.tensor([[1, 2], [2, 5]]), torch.tensor([0, 4])
    seen = []

    def one_pass(model, optimizer):
        seen.append(model.embedding.weight.detach().clone())
        return [math.log(5), math.log(20)]

    texts = measure.Texts(text, (text[0], torch.tensor([4, 0])))
    one, other = (measure.first_pass(one_pass, network, seed, texts) for seed in (0, 1))
    assert one.batches == pytest.approx([5, 20])
    assert one.during == pytest.approx(10)
    assert one.training != one.validation
    assert one.training != other.training
    assert not torch.equal(*seen)


def test_followers_are_counted():
    text = [WORDS.encode(["it", "is", "is", "so"]), WORDS.encode(["they", "is"])]
    found = measure.followed_by("is", ["it", "is", "so"], text, WORDS)
    assert found == {"it": 1, "is": 1, "so": 0}


def test_tokens_are_sorted_by_the_two_words_before_them():
    train, new = [[5, 6]] * 12 + [[5, 7]], [[5, 6, 8], [7]]
    found = measure.groups_by_context(train, new)
    #  <s> <s>: 13 times; <s> 5: 13; 5 6: 12; 6 8: never; <s> <s>: 13; <s> 7: never
    assert found["never"].tolist() == [False, False, False, True, False, True]
    assert found["10 to 99"].tolist() == [True, True, True, False, True, False]
    assert sum(map(np.asarray, found.values())).tolist() == [1] * 6
    assert measure.groups_by_context([[5, 7]], [[5]])["1 to 9"].all()
