"""The detector beside ElectraForPreTraining: logits, loss, gradients, and folders of both."""

import json

import pytest
import torch
import transformers

from bertlab.model.config import BertConfig
from bertlab.model.detection import BertForTokenDetection
from bertlab.model.tasks import BertForTokenClassification
from bertlab.pretraining.data import PretrainingBatch
from bertlab.pretraining.replaced_tokens import ReplacedTokens, detection

TINY = BertConfig(
    vocab_size=61,
    hidden_size=24,
    num_layers=3,
    num_heads=4,
    intermediate_size=40,
    max_positions=17,
)


@pytest.fixture
def theirs(tmp_path):
    """A model of transformers with random weights of ordinary size, saved, in float64."""
    entries = {**TINY.to_hub(), "model_type": "electra", "embedding_size": TINY.hidden_size}
    config = transformers.ElectraConfig(**entries, attn_implementation="eager")
    with torch.random.fork_rng(), torch.no_grad():
        torch.manual_seed(3)
        model = transformers.ElectraForPreTraining(config).eval()
        for parameter in model.parameters():
            parameter.add_(0.3 * torch.randn(parameter.shape))
    model.save_pretrained(tmp_path)
    return model.double()


@pytest.fixture
def batch():
    generator = torch.Generator().manual_seed(7)
    ids = torch.randint(1, TINY.vocab_size, (5, 11), generator=generator)
    types, mask = torch.zeros_like(ids), torch.ones_like(ids)
    for row, length in enumerate((11, 9, 7, 3, 1)):
        ids[row, length:] = 0
        mask[row, length:] = 0
        types[row, length // 2 : length] = 1
    return PretrainingBatch(
        ids, types, mask, torch.tensor([1, 13]), torch.tensor([2, 4]), torch.zeros(5).long()
    )


def inputs_of(batch):
    return {
        "input_ids": batch.input_ids,
        "token_type_ids": batch.token_type_ids,
        "attention_mask": batch.attention_mask,
    }


def test_logits(theirs, batch, tmp_path):
    ours = BertForTokenDetection.from_pretrained(tmp_path).double()
    expected = theirs(**inputs_of(batch)).logits
    found = ours(**inputs_of(batch))
    seen = batch.attention_mask.bool()
    assert 0 in batch.attention_mask
    assert (found - expected)[seen].abs().max() <= 1e-10
    assert expected.std() > 0.1, "of ordinary size"


def test_loss_and_gradients_at_all_tokens(theirs, batch, tmp_path):
    ours = BertForTokenDetection.from_pretrained(tmp_path).double()
    replaced = torch.rand(batch.input_ids.shape, generator=torch.Generator().manual_seed(1)) < 0.3
    logits, labels = detection(ours, batch, ReplacedTokens(batch.input_ids, replaced))
    assert len(labels) == batch.attention_mask.sum()
    loss = torch.nn.functional.binary_cross_entropy_with_logits(logits, labels.double())
    said = theirs(**inputs_of(batch), labels=replaced.long())
    assert abs(loss.item() - said.loss.item()) <= 1e-6, "it computes the loss in float32"
    terms = torch.where(replaced, -said.logits.sigmoid().log(), -(-said.logits).sigmoid().log())
    expected = terms[batch.attention_mask.bool()].mean()
    assert abs(loss.item() - expected.item()) <= 1e-10
    loss.backward()
    expected.backward()
    pairs = [
        (ours.bert.embeddings.word.weight, theirs.electra.embeddings.word_embeddings.weight),
        (ours.detection.dense.weight, theirs.discriminator_predictions.dense.weight),
        (ours.detection.output.bias, theirs.discriminator_predictions.dense_prediction.bias),
    ]
    for mine, other in pairs:
        assert (mine.grad - other.grad).abs().max() <= 1e-10


def test_what_we_save_they_load(batch, tmp_path):
    with torch.random.fork_rng():
        torch.manual_seed(5)
        ours = BertForTokenDetection(TINY).eval()
        with torch.no_grad():
            for parameter in ours.parameters():
                parameter.add_(0.3 * torch.randn(parameter.shape))
    ours.save_pretrained(tmp_path)
    loaded, said = transformers.ElectraForPreTraining.from_pretrained(
        tmp_path, attn_implementation="eager", output_loading_info=True
    )
    assert not any(said[kind] for kind in ("missing_keys", "unexpected_keys", "mismatched_keys"))
    assert isinstance(transformers.AutoModelForPreTraining.from_pretrained(tmp_path), type(loaded))
    expected = loaded.double().eval()(**inputs_of(batch)).logits
    found = ours.double()(**inputs_of(batch))
    assert (found - expected)[batch.attention_mask.bool()].abs().max() <= 1e-10
    again = BertForTokenDetection.from_pretrained(tmp_path)
    assert all(map(torch.equal, again.float().parameters(), ours.float().parameters()))


def test_an_encoder_that_detected_becomes_a_tagger(batch, tmp_path):
    """The encoder is BERT's: another head is put on the same folder."""
    BertForTokenDetection(TINY).save_pretrained(tmp_path)
    labels = ("O", "B-PER", "I-PER")
    tagger = BertForTokenClassification.from_pretrained(tmp_path, new_heads=True, labels=labels)
    detector = BertForTokenDetection.from_pretrained(tmp_path)
    for mine, other in zip(tagger.bert.parameters(), detector.bert.parameters(), strict=True):
        assert torch.equal(mine, other)


def test_embeddings_of_another_length_are_refused(tmp_path):
    BertForTokenDetection(TINY).save_pretrained(tmp_path)
    path = tmp_path / "config.json"
    entries = json.loads(path.read_text())
    assert entries["embedding_size"] == 24
    path.write_text(json.dumps(entries | {"embedding_size": 12}))
    with pytest.raises(ValueError, match="embedding_size must be 24, got 12"):
        BertForTokenDetection.from_pretrained(tmp_path)
