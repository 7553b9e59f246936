"""Masks: drawn by hand, and what a network under them depends on."""

from functools import partial

import pytest
import torch

from bertlab.model import BertConfig, BertModel
from bertlab.model.masks import (
    causal_mask,
    permutation_masks,
    prefix_mask,
    reach,
    two_sided_mask,
)

SEEN = torch.tensor([[1, 1, 1, 1, 0]])
TYPES = torch.tensor([[0, 0, 1, 1, 0]])
ORDER = torch.tensor([[1, 3, 0, 2, 4]])  # token 2 is guessed first, then 0, 3, 1


def drawn(mask: torch.Tensor) -> list[str]:
    assert mask.shape == (1, 1, 5, 5) and mask.dtype == torch.bool
    return ["".join(".x"[int(seen)] for seen in row) for row in mask[0, 0]]


def test_masks_by_hand() -> None:
    assert drawn(two_sided_mask(SEEN)) == ["xxxx.", "xxxx.", "xxxx.", "xxxx.", "xxxxx"]
    assert drawn(causal_mask(SEEN)) == ["x....", "xx...", "xxx..", "xxxx.", "xxxxx"]
    assert drawn(prefix_mask(TYPES, SEEN)) == ["xx...", "xx...", "xxx..", "xxxx.", "xx..x"]
    content, query = permutation_masks(ORDER, SEEN)
    assert drawn(content) == ["x.x..", "xxxx.", "..x..", "x.xx.", "xxxxx"]
    assert drawn(query) == ["..x..", "x.xx.", "..x..", "x.x..", "xxxxx"]


def network() -> BertModel:
    torch.manual_seed(0)
    sizes = {"hidden_size": 16, "num_layers": 3, "num_heads": 2, "intermediate_size": 32}
    return BertModel(BertConfig(vocab_size=20, max_positions=8, **sizes), with_pooler=False).eval()


def answers(bert: BertModel, mask: torch.Tensor, ids: torch.Tensor) -> torch.Tensor:
    return bert.encoder(bert.embeddings(ids, torch.zeros_like(ids)), mask)


IDS = torch.tensor([[3, 4, 5, 6, 7]])


@pytest.mark.parametrize(
    "mask",
    [
        two_sided_mask(torch.ones_like(SEEN)),
        causal_mask(torch.ones_like(SEEN)),
        prefix_mask(TYPES, torch.ones_like(SEEN)),
        permutation_masks(ORDER, torch.ones_like(SEEN))[0],
    ],
    ids=["two-sided", "causal", "prefix", "permutation"],
)
def test_a_network_depends_on_what_its_mask_shows_and_on_nothing_else(mask) -> None:
    found = reach(partial(answers, network(), mask), IDS, IDS + 1)
    assert torch.equal(found, mask[0, 0])


def test_a_leak_in_two_steps_is_found() -> None:
    planted = prefix_mask(TYPES, torch.ones_like(SEEN))
    planted[0, 0, :2, 3] = True  # the first text sees the second, where it goes on
    found = reach(partial(answers, network(), planted), IDS, IDS + 1)
    assert not planted[0, 0, 2, 3] and found[2, 3]


def test_an_exchange_for_the_same_id_is_refused() -> None:
    with pytest.raises(ValueError, match="expected another id at each place"):
        reach(lambda ids: ids, IDS, IDS)
