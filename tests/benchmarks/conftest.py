"""What several tests of benchmarks begin with."""

from dataclasses import replace

import pytest
import torch

from bertlab.model.bert import BertModel
from bertlab.model.config import BertConfig
from bertlab.text.wordpiece import WordPieceTokenizer


@pytest.fixture(scope="session")
def checkpoint(tmp_path_factory):
    """A small model with the published pieces, where benchmarks read their checkpoint from."""
    folder = tmp_path_factory.mktemp("checkpoint")
    sizes = {"hidden_size": 24, "num_layers": 2, "num_heads": 3, "intermediate_size": 40}
    torch.manual_seed(0)
    BertModel(replace(BertConfig.preset("minilm"), **sizes)).save_pretrained(folder)
    WordPieceTokenizer.from_folder("minilm").save(folder)
    return folder
