"""Writing with a cache: equal to the whole pass, to ``transformers`` and to all texts tried."""

from itertools import product

import pytest
import torch

from bertlab.model import BertConfig, BertForMaskedLM
from bertlab.model.masks import causal_mask, prefix_mask
from bertlab.model.writing import DecoderWriter, PrefixWriter, beam_search, greedy
from tests.bertlab.model.test_encoder_decoder import pair

END = 2


def bert() -> BertForMaskedLM:
    torch.manual_seed(1)
    model = BertForMaskedLM(BertConfig(6, 16, 3, 2, 32, 12, initializer_range=0.5))
    return model.double().eval()


@torch.no_grad()
def log_probabilities(
    model: BertForMaskedLM, first: list[int], second: list[int], causal: bool = False
) -> torch.Tensor:
    """Return (S, V): what follows the first text, and each token of the second, in one pass."""
    ids = torch.tensor([first + second])
    types = torch.tensor([[0] * len(first) + [1] * len(second)])
    seen = torch.ones_like(ids)
    mask = causal_mask(seen) if causal else prefix_mask(types, seen)
    hidden = model.bert.encoder(model.bert.embeddings(ids, types), mask)
    logits = model.masked_lm(hidden[0, len(first) - 1 :], model.bert.embeddings.word.weight)
    return logits.log_softmax(dim=1)


@pytest.mark.parametrize("causal", [False, True])
@torch.no_grad()
def test_a_cache_changes_nothing(causal: bool) -> None:
    model, first, second = bert(), [1, 3, 4, 5], [3, 5, 5]
    writer = PrefixWriter(model, causal)
    scores, cache = writer.read(torch.tensor([first]))
    found = [scores]
    for token in second:
        scores, cache = writer.write(cache, torch.tensor([token]))
        found.append(scores)
    difference = torch.cat(found).log_softmax(dim=1) - log_probabilities(
        model, first, second, causal
    )
    assert difference.abs().max() < 1e-12


@torch.no_grad()
def test_greedy_writes_what_transformers_writes() -> None:
    ours, theirs = pair()
    read = torch.randint(3, 23, (12, 5), generator=torch.Generator().manual_seed(0))
    found = greedy(DecoderWriter(ours, first_id=1), read, END, longest=9)
    wanted = theirs.generate(read, do_sample=False, num_beams=1, max_length=10)
    rows = [row[1:].tolist() for row in wanted]
    assert found == [row[: row.index(END)] if END in row else row for row in rows]
    assert len({tuple(row) for row in found}) > 3 and [] in found


def test_many_beams_find_the_likeliest_of_all_texts() -> None:
    model, first = bert(), [1, 3, 4]
    alike = {}
    for length in range(3):
        for text in product((0, 1, 3, 4, 5), repeat=length):
            found = log_probabilities(model, first, list(text))
            following = torch.tensor([*text, END])
            alike[text] = float(found[torch.arange(length + 1), following].sum())
    best = sorted(alike, key=alike.get, reverse=True)[:4]
    found = beam_search(PrefixWriter(model), torch.tensor([first]), END, longest=2, beams=40)
    assert [tuple(text) for text, _ in found[:4]] == best
    assert [p for _, p in found[:4]] == pytest.approx([alike[text] for text in best], abs=1e-9)
    assert [p for _, p in found] == sorted((p for _, p in found), reverse=True)


def test_one_beam_is_greedy() -> None:
    writer, first = PrefixWriter(bert()), torch.tensor([[1, 3, 4, 5]])
    (text, _), *_ = beam_search(writer, first, END, longest=8, beams=1)
    assert [text] == greedy(writer, first, END, longest=8)


def test_no_beams_are_refused() -> None:
    with pytest.raises(ValueError, match="expected at least 1 beam, got 0"):
        beam_search(PrefixWriter(bert()), torch.tensor([[1]]), END, longest=2, beams=0)
