"""Soft-Masked BERT beside a loop over places, and at the two ends of its mask."""

import pytest
import torch

from bertlab.model.tasks import BertForMaskedLM
from lessons.l16_what_to_mask.spelling.soft_masked import SoftMaskedBert
from tests.lessons.l16_what_to_mask.toys import IDS, TINY, VISIBLE

MASK = 4


def model(share=lambda p: p) -> SoftMaskedBert:
    torch.manual_seed(0)
    return SoftMaskedBert(BertForMaskedLM(TINY), MASK, 5, share).double().eval()


def by_hand(soft: SoftMaskedBert, ids: list[int]):
    """Return the logits of one sentence without padding, place by place."""
    bert = soft.corrector.bert
    tables = bert.embeddings

    def embed(word, place):
        return tables.norm(word + tables.position.weight[place] + tables.token_type.weight[0])

    embedded = [embed(tables.word.weight[i], place) for place, i in enumerate(ids)]
    states = soft.detector.gru(torch.stack(embedded)[None])[0][0]  # (T, 2 K)
    score = soft.detector.score
    detection = [score.weight[0] @ state + score.bias[0] for state in states]
    seen = []
    for place, (i, logit) in enumerate(zip(ids, detection, strict=True)):
        p = 1 / (1 + torch.exp(-logit))
        word = p * tables.word.weight[MASK] + (1 - p) * tables.word.weight[i]
        seen.append(embed(word, place))
    hidden = bert.encoder(torch.stack(seen)[None])[0]
    head, correction = soft.corrector.masked_lm, []
    for vector, own in zip(hidden, embedded, strict=True):
        changed = head.norm(
            torch.nn.functional.gelu(head.dense.weight @ (vector + own) + head.dense.bias)
        )
        correction.append(tables.word.weight @ changed + head.bias)
    return torch.stack(correction), torch.stack(detection)


@torch.no_grad()
def test_it_equals_a_loop_over_places_with_padding():
    soft = model()
    found = soft(IDS, attention_mask=VISIBLE)
    for row, length in enumerate(VISIBLE.sum(dim=1).tolist()):
        correction, detection = by_hand(soft, IDS[row, :length].tolist())
        assert torch.allclose(found.correction[row, :length], correction, rtol=0, atol=1e-10)
        assert torch.allclose(found.detection[row, :length], detection, rtol=0, atol=1e-10)
    assert 0.01 < found.detection.sigmoid().std()  # the mask is a soft one


@torch.no_grad()
def test_what_padding_holds_is_never_read():
    soft = model()
    other = torch.where(VISIBLE.bool(), IDS, 13)
    first, second = soft(IDS, None, VISIBLE), soft(other, None, VISIBLE)
    for one, two in zip(first, second, strict=True):
        assert torch.allclose(one[VISIBLE.bool()], two[VISIBLE.bool()], rtol=0, atol=1e-12)


@torch.no_grad()
def test_no_mask_is_the_plain_bert_with_its_residual():
    soft = model(torch.zeros_like)
    bert = soft.corrector.bert
    hidden = bert(IDS, None, VISIBLE).last_hidden_state
    hidden = hidden + bert.embeddings(IDS, torch.zeros_like(IDS))
    expected = soft.corrector.masked_lm(hidden, bert.embeddings.word.weight)
    assert torch.allclose(soft(IDS, None, VISIBLE).correction, expected, rtol=0, atol=1e-10)


@torch.no_grad()
def test_a_full_mask_hides_every_piece_and_leaves_the_residual():
    soft = model(torch.ones_like)
    bert = soft.corrector.bert
    hidden = bert(torch.full_like(IDS, MASK), None, VISIBLE).last_hidden_state
    hidden = hidden + bert.embeddings(IDS, torch.zeros_like(IDS))
    expected = soft.corrector.masked_lm(hidden, bert.embeddings.word.weight)
    assert torch.allclose(soft(IDS, None, VISIBLE).correction, expected, rtol=0, atol=1e-10)


def test_padding_before_the_end_and_wrong_inputs_are_refused():
    soft = model()
    with pytest.raises(ValueError, match="padding at the ends of rows only"):
        soft(IDS, None, 1 - VISIBLE + VISIBLE[:, :1] * torch.eye(1, 7).long())
    with pytest.raises(ValueError, match="padding at the ends"):
        soft(IDS[:1], None, torch.tensor([[1, 0, 1, 1, 1, 1, 1]]))
    with pytest.raises(ValueError, match=r"in \[0, 17\), got values from 17"):
        soft(torch.full((1, 2), 17))
    with pytest.raises(ValueError, match="up to 9 tokens, got 10"):
        soft(torch.ones(1, 10).long())


def test_the_soft_mask_lets_correction_teach_the_detector():
    soft = model()
    soft(IDS, None, VISIBLE).correction.sum().backward()
    assert soft.detector.score.weight.grad.abs().sum() > 0
    hard = model(lambda p: (p > 0.5).to(p.dtype))
    hard(IDS, None, VISIBLE).correction.sum().backward()
    assert hard.detector.score.weight.grad is None
