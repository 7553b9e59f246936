"""Search: the nearest by cosine, in blocks of any size; a second look reorders, no more."""

import pytest
import torch
from torch.nn.functional import normalize

from bertlab.model.tasks import BertForSequenceClassification
from bertlab.vectors.search import cross_scores, nearest, reranked
from tests.bertlab.vectors.toys import tiny_config, tokenizer_of


@pytest.mark.parametrize("block", [1, 3, 1024])
def test_nearest_is_sorting_by_cosine(block):
    generator = torch.Generator().manual_seed(0)
    queries = torch.randn(7, 4, generator=generator, dtype=torch.float64)
    documents = 5 * torch.randn(9, 4, generator=generator, dtype=torch.float64)
    found = nearest(queries, documents, 3, block)
    cosines = normalize(queries, dim=1) @ normalize(documents, dim=1).T
    assert found.places.tolist() == cosines.argsort(dim=1, descending=True)[:, :3].tolist()
    torch.testing.assert_close(found.cosines, cosines.gather(1, found.places))


def test_nearest_needs_as_many_documents():
    with pytest.raises(ValueError, match=r"expected k in \[1, 2\].*got 3"):
        nearest(torch.ones(1, 4), torch.ones(2, 4), 3)
    with pytest.raises(ValueError, match="block of at least 1, got 1 and 0"):
        nearest(torch.ones(1, 4), torch.ones(2, 4), 1, 0)


def test_a_second_look_orders_the_candidates_and_adds_none():
    documents, queries = ["a", "bbb", "cc", "dddd"], ["x", "y"]
    found = torch.tensor([[0, 2, 1], [3, 0, 2]])
    seen = []

    def score(pairs):
        seen.extend(pairs)
        return torch.tensor([float(len(document)) for _, document in pairs])

    order = reranked(queries, documents, found, score)
    assert order.tolist() == [[1, 2, 0], [3, 2, 0]]
    assert seen[:3] == [("x", "a"), ("x", "cc"), ("x", "bbb")] and seen[3] == ("y", "dddd")
    same = reranked(queries, documents, found, lambda pairs: torch.zeros(len(pairs)))
    assert torch.equal(same, found)
    with pytest.raises(ValueError, match="expected a query for each of 2 rows, got 1"):
        reranked(["x"], documents, found, score)


def test_cross_scores_read_each_pair_together():
    words = ["who", "let", "the", "dogs", "out", "of", "house"]
    tokenizer = tokenizer_of(words)
    torch.manual_seed(0)
    config = tiny_config(tokenizer)
    model = BertForSequenceClassification(config, labels=("other", "same")).train()
    pairs = [("who", "the dogs out of the house"), ("the dogs", "out"), ("who", "who")]
    found = cross_scores(model, tokenizer, pairs, batch_size=2)
    assert model.training  # as it was
    model.eval()
    for score, (first, second) in zip(found, pairs, strict=True):
        with torch.no_grad():
            logits = model(*tokenizer.batch([first], [second]))[0]
        assert score.item() == pytest.approx((logits[1] - logits[0]).item(), abs=1e-5)
