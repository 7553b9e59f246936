"""What the references give: the examples of the texts, and bertlab's own."""

import pytest
import torch

from bertlab.model import BertConfig, BertForMaskedLM, masks
from bertlab.model.writing import PrefixWriter, greedy
from bertlab.pretraining.many_masks import pairs_of, to_answer, to_continue
from lessons.l18_masks import exercises
from workbook.exercises import load

(
    prefix_mask,
    reach,
    friends_mask,
    next_tokens,
    update,
    pronounce,
    best_letter,
    permutation_masks,
) = (load(package).reference for package in exercises.EXERCISES)

PAIRS = pairs_of([([1, 8, 2], [40, 2]), ([1, 7, 9, 2], [2]), ([1], [5, 6, 4, 2])])


def test_the_examples_of_the_texts():
    mask = prefix_mask(torch.tensor([[0, 0, 1, 1]]))
    assert mask.int().tolist() == [[[1, 1, 0, 0], [1, 1, 0, 0], [1, 1, 1, 0], [1, 1, 1, 1]]]
    ids, others = torch.tensor([[4, 5, 6]]), torch.tensor([[1, 2, 3]])
    heard = reach(lambda ids: ids.cumsum(1)[..., None], ids, others)
    assert heard.int().tolist() == [[1, 0, 0], [1, 1, 0], [1, 1, 1]]
    ids, asked = torch.tensor([[1, 8, 2, 40, 2]]), torch.tensor([[0, 0, 0, 1, 1]])
    assert next_tokens(ids, asked).tolist() == [[-100, -100, 40, 2, -100]]
    content, query = permutation_masks(torch.tensor([[2, 0, 1]]))
    assert content.int().tolist() == [[[1, 1, 1], [0, 1, 0], [0, 1, 1]]]
    assert query.int().tolist() == [[[0, 1, 1], [0, 0, 0], [0, 1, 0]]]


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
def test_the_example_of_letters_has_a_tie_in_each_precision(dtype):
    probabilities = torch.tensor([[0.5, 0.5, 0.0], [0.125, 0.25, 0.625]], dtype=dtype)
    chances = 1 - (1 - probabilities).prod(dim=0)
    assert chances.tolist() == [0.5625, 0.625, 0.625]
    assert [best_letter(probabilities, tried) for tried in (set(), {1}, {1, 2})] == [1, 2, 0]


def test_masks_and_targets_equal_those_of_bertlab():
    """PAIRS has no padding; with padding, what padding sees would differ."""
    answer, go_on = to_answer(PAIRS), to_continue(PAIRS)
    assert torch.equal(prefix_mask(PAIRS.types), answer.visible[:, 0])
    assert torch.equal(friends_mask(PAIRS.types), answer.visible[:, 0])
    assert torch.equal(next_tokens(PAIRS.ids, PAIRS.types), answer.targets)
    assert torch.equal(next_tokens(PAIRS.ids, PAIRS.seen), go_on.targets)
    order = torch.tensor([[2, 0, 4, 1, 3]])
    content, query = masks.permutation_masks(order, torch.ones_like(order))
    mine = permutation_masks(order)
    assert torch.equal(mine[0], content[:, 0])
    assert torch.equal(mine[1] | torch.diag_embed(order == 0), query[:, 0])


def _scores(model, ids, types, mask):
    vectors = model.bert.encoder(model.bert.embeddings(ids, types), mask[:, None])
    return model.masked_lm(vectors, model.bert.embeddings.word.weight)


@pytest.fixture
def network():
    with torch.random.fork_rng():
        torch.manual_seed(3)
        config = BertConfig(41, 16, 2, 2, 32, 40, initializer_range=0.5)
        return BertForMaskedLM(config).eval()


def test_pronounce_writes_what_a_writer_with_a_cache_writes(network):
    first = [1, 8, 30, 2]
    with torch.no_grad():
        mine = pronounce(network, _scores, first, 2)
        (written,) = greedy(PrefixWriter(network), torch.tensor([first]), 2, 16)
    assert mine == written and mine


def test_reach_finds_the_leak_of_the_friend(network):
    ids, types = PAIRS.ids[:1], PAIRS.types[:1]
    leaky = (types == 0)[:, :, None] | torch.ones(5, 5, dtype=torch.bool).tril()
    heard = []
    for mask in (leaky, friends_mask(types)):
        with torch.no_grad():
            heard.append(
                reach(lambda ids, m=mask: _scores(network, ids, types, m), ids, (ids + 3) % 41)
            )
    assert heard[0][3, 4] and not leaky[0, 3, 4]
    assert torch.equal(heard[1], friends_mask(types)[0])


def test_update_lowers_the_loss(network):
    optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
    task = PAIRS.ids, prefix_mask(PAIRS.types), next_tokens(PAIRS.ids, PAIRS.types)
    losses = [update(network, optimizer, _scores, PAIRS.types, task) for _ in range(5)]
    assert losses == sorted(losses, reverse=True)
