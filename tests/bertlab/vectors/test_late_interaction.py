"""Late interaction: equal to its definition in loops; padding and specials match nothing."""

import pytest
import torch
from torch.nn.functional import normalize

from bertlab.model.bert import BertModel
from bertlab.vectors.late_interaction import max_sim, token_vectors
from tests.bertlab.vectors.toys import tiny_config, tokenizer_of


def test_max_sim_is_the_sum_of_best_matches():
    generator = torch.Generator().manual_seed(0)
    query = normalize(torch.randn(3, 5, generator=generator), dim=-1)
    documents = normalize(torch.randn(2, 4, 5, generator=generator), dim=-1)
    mask = torch.tensor([[1, 1, 0, 0], [0, 1, 1, 1]])
    expected = [
        sum(max((q @ t).item() for t, on in zip(d, m, strict=True) if on) for q in query)
        for d, m in zip(documents, mask, strict=True)
    ]
    assert max_sim(query, documents, mask).tolist() == pytest.approx(expected, abs=1e-6)


def test_a_document_scores_its_own_length_on_itself():
    words = ["who", "let", "the", "dogs", "out"]
    tokenizer = tokenizer_of(words)
    torch.manual_seed(0)
    config = tiny_config(tokenizer)
    bert = BertModel(config)
    vectors, mask = token_vectors(bert, tokenizer, ["who let the dogs out", "the dogs"])
    assert mask.tolist() == [[0, 1, 1, 1, 1, 1, 0], [0, 1, 1, 0, 0, 0, 0]]
    query = vectors[1][mask[1] == 1]
    scores = max_sim(query, vectors, mask)
    assert scores[1].item() == pytest.approx(2, abs=1e-5) and scores[0] < 2
