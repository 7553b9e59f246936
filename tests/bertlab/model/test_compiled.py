"""Nothing reads a value where that would wait for a GPU, or cut a compiled graph in two."""

import subprocess
import sys

import pytest
import torch

from bertlab.finetuning.classifier import ClassificationObjective
from bertlab.finetuning.labelled_texts import LabelledBatch
from bertlab.model.bert import BertModel
from bertlab.model.config import BertConfig
from bertlab.model.tasks import BertForMaskedLM, BertForPreTraining, BertForSequenceClassification
from bertlab.pretraining.data import PretrainingBatch
from bertlab.pretraining.objectives import MaskedLMObjective, PretrainingObjective

TINY = BertConfig(
    vocab_size=31, hidden_size=12, num_layers=2, num_heads=3, intermediate_size=20, max_positions=9
)
# In a process of its own: the checks of shapes that tests switch on would break graphs themselves.
BREAKS = """
import torch
from torch._dynamo import explain
from bertlab.model import *

config = BertConfig(31, 12, 2, 3, 20, 9)
ids, mask = torch.ones(2, 5, dtype=torch.int64), torch.tensor([[1, 1, 1, 0, 0], [1] * 5])
models = BertModel, BertForSequenceClassification, BertForMaskedLM, BertForPreTraining
calls = [(kind(config), (ids, ids * 0, mask)) for kind in models]
calls += [(BertModel(config), (ids,)), (BertModel(config).read, (torch.tensor([7, 0]), ids))]
print(*(explain(call)(*given).graph_break_count for call, given in calls))
from bertlab.model import bert
bert.is_readable = lambda tensor: True  # counterexample: values are read
print(explain(BertModel(config))(ids, ids * 0, mask).graph_break_count)
torch._dynamo.reset()
bert.is_readable = lambda tensor: False
model = BertModel(config).eval()
compiled = torch.compile(model, fullgraph=True, backend="eager")
print((compiled(ids, ids * 0, mask).pooled - model(ids, ids * 0, mask).pooled).abs().max() < 1e-6)
"""


def test_a_model_is_one_graph():
    done = subprocess.run([sys.executable, "-c", BREAKS], capture_output=True, text=True)
    breaks, planted, same = done.stdout.splitlines()
    assert breaks.split() == ["0"] * 6
    assert int(planted) > 0
    assert same == "tensor(True)"


@pytest.fixture(scope="module")
def ids():
    return torch.ones(2, 5, dtype=torch.int64, device="meta")


def test_no_value_is_read_off_the_processor(ids):
    """A tensor on the meta device has none: reading one raises, as ``.item()`` here."""
    with pytest.raises(RuntimeError):
        ids.sum().item()
    places = torch.ones(3, dtype=torch.int64, device="meta")
    with torch.device("meta"):
        model = BertModel(TINY)
        assert model(ids, ids, ids).last_hidden_state.shape == (2, 5, 12)
        assert model.read(places, ids, ids, ids).shape == (3, 12)
        assert model.summarize(ids, ids, ids).shape == (2, 12)
        labelled = LabelledBatch(ids, ids, ids, ids[:, 0])
        masked = PretrainingBatch(ids, ids, ids, places, places, ids[:, 0])
        steps = [
            (ClassificationObjective(BertForSequenceClassification(TINY)), labelled),
            (PretrainingObjective(BertForPreTraining(TINY)), masked),
            (MaskedLMObjective(BertForMaskedLM(TINY)), masked),
        ]
        for objective, batch in steps:
            sum(objective(batch).values()).backward()


@pytest.mark.usefixtures("without_annotations")
def test_shapes_are_checked_everywhere(ids):
    with torch.device("meta"):
        model = BertModel(TINY)
        with pytest.raises(ValueError, match="up to 9 tokens, got 10"):
            model(ids.repeat(1, 2))
        with pytest.raises(ValueError, match=r"attention_mask must have shape \(2, 5\)"):
            model.summarize(ids, None, ids[:, :4].clone())
