"""Fine-tuning beside transformers: loss, gradients and updates in float64; its pipeline in use."""

import pytest
import torch
import transformers

from bertlab.finetuning.classifier import ClassificationObjective, fine_tune, logits_of
from bertlab.finetuning.labelled_texts import LabelledTexts
from bertlab.model.checkpoint import to_hub
from bertlab.model.config import BertConfig
from bertlab.model.tasks import BertForSequenceClassification
from bertlab.text.wordpiece import SPECIALS, WordPieceTokenizer
from bertlab.training.loop import train

WORDS = ("good", "bad", "film", "a", "the", "very", "dull", "##er", "fine")
TOKENIZER = WordPieceTokenizer((*SPECIALS, *WORDS))
LABELS = ("bad", "so-so", "good")
CONFIG = BertConfig(
    vocab_size=len(TOKENIZER.vocabulary),
    hidden_size=12,
    num_layers=2,
    num_heads=3,
    intermediate_size=20,
    max_positions=17,
    hidden_dropout=0.0,
    attention_dropout=0.0,
)
TEXTS = ["A good film.", "Dull", "the film very very bad a film", "fine", "Duller the very film"]
SECOND = ["very good", "the", "a", "bad film", "fine fine"]
CLASSES = [2, 0, 0, 1, 0]


def our_model(dtype=torch.float64):
    torch.manual_seed(3)
    model = BertForSequenceClassification(CONFIG, LABELS).to(dtype)
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.add_(0.2 * torch.randn(parameter.shape).to(dtype))
    return model.eval()


def their_model(ours, folder, dtype=torch.float64):
    ours.save_pretrained(folder)
    return transformers.BertForSequenceClassification.from_pretrained(
        folder, attn_implementation="eager", dtype=dtype
    ).eval()


def their_loss(reference, batch):
    return reference(
        input_ids=batch.input_ids,
        token_type_ids=batch.token_type_ids,
        attention_mask=batch.attention_mask,
        labels=batch.labels,
    ).loss


def compare(ours, theirs):
    ours = to_hub(ours, CONFIG.num_layers)
    assert ours.keys() == theirs.keys()
    for name, tensor in ours.items():
        scale = max(1.0, theirs[name].abs().max().item())
        assert (tensor - theirs[name]).abs().max() <= 1e-10 * scale, name


@pytest.mark.parametrize("pairs", [None, SECOND], ids=["texts", "pairs"])
def test_loss_and_gradients(tmp_path, pairs):
    ours = our_model()
    reference = their_model(ours, tmp_path)
    batch = LabelledTexts(TEXTS, CLASSES, TOKENIZER, 3, pairs=pairs).batch(range(5))
    assert batch.attention_mask.min() == 0
    assert batch.token_type_ids.max() == (0 if pairs is None else 1)
    objective = ClassificationObjective(ours)
    loss = objective(batch)["classification"] / objective.counts(batch)["classification"]
    expected = their_loss(reference, batch)
    assert abs(loss.item() - expected.item()) <= 1e-10
    loss.backward()
    expected.backward()
    compare(
        {name: parameter.grad for name, parameter in ours.named_parameters()},
        {name: parameter.grad for name, parameter in reference.named_parameters()},
    )


def test_updates_are_those_of_a_plain_loop(tmp_path):
    """Layer-wise rates, decay, clipping, warm-up, micro-batches: as a loop of torch's parts."""
    ours = our_model()
    reference = their_model(ours, tmp_path)
    data = LabelledTexts(TEXTS, CLASSES, TOKENIZER, 3)
    options = {"learning_rate": 3e-3, "weight_decay": 0.1, "warmup": 0.25, "max_grad_norm": 0.5}
    config = data.config(4, batch_size=3, micro_batch_size=2, **options)
    groups = []
    for name, parameter in reference.named_parameters():
        factor = 0.25 if ".embeddings." in name else 0.5 if ".layer.0." in name else 1.0
        decay = 0.0 if name.endswith("bias") or "LayerNorm" in name else 0.1
        groups.append({"params": [parameter], "lr": 3e-3 * factor, "weight_decay": decay})
    optimizer = torch.optim.AdamW(groups, eps=1e-6)
    shares = [1 / 2, 1, 1, 5 / 6, 4 / 6, 3 / 6, 2 / 6, 1 / 6]
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: (*shares, 0)[step])
    losses = []
    for step in range(8):
        batch = data.batch(data.epoch(step // 2, 3, config.seed)[step % 2])
        loss = their_loss(reference, batch)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(reference.parameters(), 0.5)
        optimizer.step()
        schedule.step()
        optimizer.zero_grad()
        losses.append(loss.item())
    objective = ClassificationObjective(ours, layer_factor=0.5)
    history = train(objective, data.batch_sampler(config), config)
    assert [line["loss"] for line in history] == pytest.approx(losses[1::2], rel=1e-6)
    compare(dict(ours.named_parameters()), dict(reference.named_parameters()))


def test_the_pipeline_of_transformers_gives_the_same(tmp_path):
    model = our_model(torch.float32)
    data = LabelledTexts(TEXTS, CLASSES, TOKENIZER, 3)
    fine_tune(model, data, data, data.config(1, batch_size=2, learning_rate=1e-3))
    model.save_pretrained(tmp_path)
    TOKENIZER.save(tmp_path)
    pipeline = transformers.pipeline("text-classification", model=str(tmp_path), device="cpu")
    answers = pipeline(TEXTS, top_k=None)
    for row, answer in zip(logits_of(model, data).softmax(dim=1), answers, strict=True):
        found = {entry["label"]: entry["score"] for entry in answer}
        assert found == pytest.approx(dict(zip(LABELS, row.tolist(), strict=True)), abs=1e-5)
    again = BertForSequenceClassification.from_pretrained(tmp_path)
    assert again.labels == LABELS
    assert torch.equal(logits_of(again, data), logits_of(model, data))


def test_trainer_warms_up_and_decays_only_when_told():
    """What lesson 09 says of ``Trainer``'s defaults, at work."""
    fields = transformers.TrainingArguments.__dataclass_fields__
    names = "warmup_steps", "weight_decay", "max_grad_norm", "learning_rate", "lr_scheduler_type"
    assert [fields[name].default for name in names] == [0, 0.0, 1.0, 5e-5, "linear"]
