"""What the lesson on neural language models measures, on texts small enough to check by hand."""

import math

import numpy as np
import pytest
import torch
from torch import nn

from bertlab.before.ngrams.corpus import Vocabulary
from bertlab.before.nnlm.model import WindowNetwork
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


def test_rows_that_move_uninvited():
    first = torch.tensor([[1, 2]]), torch.tensor([3])
    second = torch.tensor([[2, 5]]), torch.tensor([4])
    both = network, first, second
    assert measure.moved_uninvited(*both, torch.optim.SGD, lr=0.1) == 0
    assert measure.moved_uninvited(*both, torch.optim.Adam, lr=0.1) == 1  # row 1
    decay = measure.moved_uninvited(*both, torch.optim.AdamW, lr=0.1, weight_decay=0.1)
    assert decay == 7  # all rows but 2 and 5


def test_perplexities_by_hand():
    text = torch.zeros(3, 2, dtype=torch.long), torch.tensor([0, 1, 2])
    found = measure.perplexities(Certain(), text)
    assert found.all == pytest.approx((2 * 4 * 4) ** (1 / 3))
    assert (found.known, found.unknown) == pytest.approx((4, 2))
    assert measure.unknown(text) == pytest.approx(1 / 3)


def test_a_first_pass_begins_anew_and_scores_both_texts():
    text = torch.tensor([[1, 2], [2, 5]]), torch.tensor([0, 4])
    seen = []

    def one_pass(model, optimizer):
        seen.append(model.embedding.weight.detach().clone())
        return math.log(7)

    again, other = (measure.first_pass(one_pass, network, seed, text, text) for seed in (0, 1))
    assert again.during == pytest.approx(7)
    assert again.again == again.validation != other.validation
    assert not torch.equal(*seen)


def test_tokens_are_sorted_by_what_was_seen():
    ids = WORDS.encode
    train, new = [ids(["it", "is", "so"])], [ids(["it", "is", "is", "so"])]
    found = measure.seen_groups(train, new, WORDS)
    #  <s> it, it is: seen; is is: not even the pair; is so: the pair; so </s>: seen
    assert found["trigram seen"].tolist() == [True, True, False, False, True]
    assert found["only its bigram"].tolist() == [False, False, False, True, False]
    assert sum(map(np.asarray, found.values())).tolist() == [1] * 5


def test_gaps_hold_the_right_and_the_wrong_word():
    sentence = WORDS.encode(["they", "are", "so", "so", "so", "so", "so"])
    found = measure.gaps(("is", "are"), [sentence, sentence[:2]], WORDS)
    are, is_ = WORDS.index("are"), WORDS.index("is")
    assert found.right == [sentence[:6], sentence[:2]]
    assert found.wrong == [[sentence[0], is_, *sentence[2:6]], [sentence[0], is_]]
    assert found.counted == [6, 3]  # </s> counts only where the sentence ends
    assert found.frequent.tolist() == [False, False]
    assert are not in found.wrong[0]


def test_each_chooser_answers_each_gap(monkeypatch):
    monkeypatch.setattr(measure, "PAIRS", (("is", "are"),))
    prefers = {WORDS.index("is"): -1.0, WORDS.index("are"): -2.0}

    def liking(sign):
        def model(sentences):
            logs = [
                [-3 + sign * (prefers.get(word, 0) + 1.5) for word in sentence] + [-1]
                for sentence in sentences
            ]
            return np.concatenate(logs)

        return model

    text = [WORDS.encode(["it", "is"]), WORDS.encode(["they", "are"])]
    found = measure.right_words(liking(1), liking(-1), 0.0, text, WORDS)
    assert {name: answers[0].tolist() for name, answers in found.items()} == {
        "more frequent word": [True, False],
        "trigram model": [True, False],
        "network": [False, True],
        "mixture": [True, False],  # the network has no weight
    }
    assert measure.lead(found, "mixture", "network") == (0, pytest.approx(1.96 / 2**0.5))


def test_followers_are_counted():
    text = [WORDS.encode(["it", "is", "is", "so"]), WORDS.encode(["they", "is"])]
    found = measure.followed_by("is", ["it", "is", "so"], text, WORDS)
    assert found == {"it": 1, "is": 1, "so": 0}
