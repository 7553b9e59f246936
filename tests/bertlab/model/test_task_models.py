"""Tags, spans and pairs from a checkpoint of the Hub: loaded by name, fine-tuned, handed back."""

import pytest
import torch
import transformers

from bertlab.datasets.generated.inference_kinds import kind_pairs
from bertlab.datasets.generated.inference_pairs import LABELS
from bertlab.datasets.generated.passages import passage_questions
from bertlab.finetuning.classifier import fine_tune, logits_of
from bertlab.finetuning.labelled_texts import LabelledTexts
from bertlab.finetuning.spans import SpanData, SpanObjective
from bertlab.finetuning.tagging import (
    TAGS,
    TaggedWords,
    TaggingData,
    TaggingObjective,
    predict_tags,
)
from bertlab.model.tasks import (
    BertForQuestionAnswering,
    BertForSequenceClassification,
    BertForTokenClassification,
)
from bertlab.text.wordpiece import SPECIALS, WordPieceTokenizer
from bertlab.training.loop import train

NAME = "someone/tiny-bert"
TAGGED = [
    TaggedWords(("anna", "in", "rome"), ("B-PER", "O", "B-LOC")),
    TaggedWords(("in", "rome"), ("O", "B-LOC")),
]


@pytest.fixture(scope="module")
def published(tmp_path_factory):
    """A folder as the Hub has them: a pre-trained model of transformers, and its vocabulary."""
    folder = tmp_path_factory.mktemp("hub")
    letters = "abcdefghijklmnopqrstuvwxyz0123456789.,;?"
    tokenizer = WordPieceTokenizer([*SPECIALS, *letters, *(f"##{letter}" for letter in letters)])
    config = transformers.BertConfig(
        vocab_size=len(tokenizer.vocabulary),
        hidden_size=24,
        num_hidden_layers=2,
        num_attention_heads=3,
        intermediate_size=40,
        max_position_embeddings=512,
    )
    with torch.random.fork_rng():
        torch.manual_seed(4)
        model = transformers.BertForPreTraining(config)
    model.save_pretrained(folder)
    tokenizer.save(folder)
    return folder


@pytest.fixture(autouse=True)
def hub(published, monkeypatch):
    def download(name, allow_patterns):
        assert name == NAME
        return str(published)

    monkeypatch.setattr("huggingface_hub.snapshot_download", download)


@pytest.fixture(scope="module")
def tokenizer(published):
    return WordPieceTokenizer.from_folder(published)


def fresh(model_class, **options):
    with torch.random.fork_rng():
        torch.manual_seed(5)
        return model_class.from_pretrained(NAME, new_heads=True, **options)


def losses(objective, data, rate=3e-3):
    config = data.config(epochs=8, batch_size=4, learning_rate=rate)
    return [line["loss"] for line in train(objective, data.batch_sampler(config), config)]


def test_the_encoder_is_the_published_one(published):
    theirs = transformers.BertModel.from_pretrained(published).state_dict()
    model = fresh(BertForTokenClassification, labels=TAGS)
    ours = model.bert.embeddings.word.weight.data
    torch.testing.assert_close(ours, theirs["embeddings.word_embeddings.weight"], atol=0, rtol=0)


def test_tags(tokenizer, tmp_path):
    data, model = TaggingData(TAGGED, tokenizer), fresh(BertForTokenClassification, labels=TAGS)
    found = losses(TaggingObjective(model), data, 1e-2)
    assert found[-1] < 0.8 * found[0]
    model.save_pretrained(tmp_path)
    again = BertForTokenClassification.from_pretrained(tmp_path)
    assert predict_tags(again, data) == predict_tags(model, data)


def test_spans(tokenizer, tmp_path):
    questions = passage_questions(8, 4, 4, groups=1).train
    data, model = SpanData(questions, tokenizer, 512), fresh(BertForQuestionAnswering)
    found = losses(SpanObjective(model), data)
    assert found[-1] < found[0]
    model.save_pretrained(tmp_path)
    theirs = transformers.AutoModelForQuestionAnswering.from_pretrained(tmp_path).eval()
    ids, types, mask, *_ = data.batch(range(4))
    with torch.no_grad():
        output, ours = theirs(ids, mask, types), model.eval()(ids, types, mask)
    torch.testing.assert_close(output.start_logits, ours.start, atol=1e-5, rtol=0)
    torch.testing.assert_close(output.end_logits, ours.end, atol=1e-5, rtol=0)


SIDES = ("premise", "hypothesis", "label")


def test_pairs(tokenizer, tmp_path):
    pairs = kind_pairs(48, 48, 96).train
    premises, hypotheses, labels = ([getattr(p, n) for p in pairs] for n in SIDES)
    data = LabelledTexts(premises, labels, tokenizer, 3, 256, hypotheses)
    model = fresh(BertForSequenceClassification, labels=LABELS)
    (line,) = fine_tune(model, data, data, data.config(epochs=1, batch_size=16))
    assert 0 <= line["validation_accuracy"] <= 1
    model.save_pretrained(tmp_path)
    tokenizer.save(tmp_path)
    pipe = transformers.pipeline("text-classification", model=str(tmp_path), top_k=None)
    said = pipe([{"text": p.premise, "text_pair": p.hypothesis} for p in pairs[:3]])
    for shares, expected in zip(said, logits_of(model, data)[:3].softmax(dim=1), strict=True):
        by_name = {share["label"]: share["score"] for share in shares}
        assert [by_name[label] for label in LABELS] == pytest.approx(expected.tolist(), abs=1e-5)


def test_more_tags_than_logits(tokenizer):
    data = TaggingData(TAGGED, tokenizer)
    model = fresh(BertForTokenClassification, labels=("O", "B-PER"))
    with pytest.raises(ValueError, match=r"logit for each tag, got 2 \(O, B-PER\) .* number 3"):
        losses(TaggingObjective(model), data)


@pytest.mark.parametrize("task", ["tags", "spans"])
def test_a_loss_that_is_no_number(tokenizer, task):
    if task == "tags":
        data, model = TaggingData(TAGGED, tokenizer), fresh(BertForTokenClassification, labels=TAGS)
        objective = TaggingObjective(model)
    else:
        data = SpanData(passage_questions(8, 4, 4, groups=1).train, tokenizer, 512)
        objective = SpanObjective(model := fresh(BertForQuestionAnswering))
    with torch.no_grad():
        next(model.parameters()).fill_(float("nan"))
    with pytest.raises(FloatingPointError, match="loss"):
        losses(objective, data)
