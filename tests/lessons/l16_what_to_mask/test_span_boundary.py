"""SpanBERT's second loss: edges found by hand, and the loss once more as a loop in float64."""

import pytest
import torch

from bertlab.model.tasks import BertForMaskedLM
from bertlab.pretraining.maskers import span_bert
from lessons.l16_what_to_mask.span_boundary import (
    SpanBoundaryHead,
    SpanBoundaryObjective,
    boundaries,
)
from tests.toy_pretraining import tiny_config, toy_data, toy_tokenizer


def test_edges_by_hand():
    # Two rows of 8: tokens 2, 3 and 5 of the first, 1 to 3 and 6 of the second.
    positions = torch.tensor([2, 3, 5, 9, 10, 11, 14])
    found = boundaries(positions, 8)
    assert found.left.tolist() == [1, 1, 4, 8, 8, 8, 13]
    assert found.right.tolist() == [4, 4, 6, 12, 12, 12, 15]
    assert found.offset.tolist() == [0, 1, 0, 0, 1, 2, 0]


def test_spans_that_touch_are_one():
    assert boundaries(torch.tensor([3, 4, 5, 6]), 9).left.tolist() == [2] * 4


@pytest.mark.parametrize("positions", [[0, 1], [6, 7], [7, 8], [6, 8], [5, 6, 7, 8, 9]])
def test_a_span_at_the_end_of_a_row_has_no_edge(positions):
    with pytest.raises(ValueError, match=r"expected a token before and after in rows of 8, got"):
        boundaries(torch.tensor(positions), 8)


def test_positions_that_do_not_rise():
    with pytest.raises(ValueError, match=r"expected rising positions, got \[3, 2\]"):
        boundaries(torch.tensor([3, 2]), 8)


def test_both_losses_equal_a_loop():
    torch.manual_seed(0)
    model = BertForMaskedLM(tiny_config()).double().eval()
    head = SpanBoundaryHead(model.config).double()
    with torch.no_grad():
        for parameter in head.parameters():
            parameter.add_(torch.randn_like(parameter) * 0.3)
    data = toy_data(next_sentence=False, max_length=15).masked_by(span_bert(toy_tokenizer(30)))
    batch = data.batch([(0, index) for index in range(7)])
    assert (batch.attention_mask == 0).any(), "there is padding"
    found = SpanBoundaryObjective(model, head)(batch)
    hidden = model.bert(*batch[:3]).last_hidden_state
    own = edge = 0.0
    table = model.bert.embeddings.word.weight
    T = batch.input_ids.shape[1]
    chosen = {divmod(int(at), T): int(piece) for at, piece in zip(*batch[3:5], strict=True)}
    for (b, t), piece in chosen.items():
        logits = model.masked_lm(hidden[b, t], table)
        own -= logits.log_softmax(0)[piece]
        left, right = t, t
        while (b, left) in chosen:
            left -= 1
        while (b, right) in chosen:
            right += 1
        offset = head.offsets.weight[t - left - 1]
        x = torch.cat([hidden[b, left], hidden[b, right], offset])
        for dense, norm in ((head.first, head.first_norm), (head.second, head.second_norm)):
            x = torch.nn.functional.gelu(dense.weight @ x + dense.bias)
            x = (x - x.mean()) / (x.var(correction=0) + norm.eps).sqrt() * norm.weight + norm.bias
        edge -= (table @ x + head.bias).log_softmax(0)[piece]
    assert abs(found["masked_lm"] - own) < 1e-10
    assert abs(found["span_boundary"] - edge) < 1e-10
    objective = SpanBoundaryObjective(model, head)
    assert objective.counts(batch) == {"masked_lm": len(chosen), "span_boundary": len(chosen)}
