"""Tags and spans beside transformers and tokenizers: losses, pipelines, offsets."""

import pytest
import torch
import transformers
from hypothesis import given
from hypothesis import strategies as st

from bertlab import datasets
from bertlab.datasets import peoples_daily
from bertlab.datasets.generated.passages import passage_questions
from bertlab.finetuning.entities import read_entities
from bertlab.finetuning.spans import SpanData, SpanObjective, encode_question
from bertlab.finetuning.tagging import (
    IGNORED,
    TAGS,
    TaggedWords,
    TaggingData,
    TaggingObjective,
    news_words,
    predict_tags,
)
from bertlab.model.config import BertConfig
from bertlab.model.tasks import BertForQuestionAnswering, BertForTokenClassification
from bertlab.text.offsets import piece_offsets
from bertlab.text.wordpiece import WordPieceTokenizer
from tests.parity.test_wordpiece import oracle


@pytest.fixture(scope="module")
def minilm():
    return WordPieceTokenizer.from_folder("minilm")


@pytest.fixture(scope="module")
def chinese():
    return WordPieceTokenizer.from_folder("bert-mini-zh")


def small(model_class, tokenizer, *options):
    """A tiny model with weights of ordinary size: in fresh ones mistakes hide."""
    with torch.random.fork_rng():
        torch.manual_seed(2)
        config = BertConfig(len(tokenizer.vocabulary), 12, 2, 3, 20, 300, 2, 0.0, 0.0)
        model = model_class(config, *options)
        with torch.no_grad():
            for parameter in model.parameters():
                parameter.add_(0.2 * torch.randn(parameter.shape))
    return model.eval()


def theirs_of(model, their_class, folder):
    model.save_pretrained(folder)
    return their_class.from_pretrained(
        folder, attn_implementation="eager", dtype=torch.float64
    ).eval()


@pytest.fixture(scope="module")
def news(chinese):
    return [news_words(sentence, chinese) for sentence in peoples_daily().validation[:5]]


def test_loss_of_tags(chinese, news, tmp_path):
    model = small(BertForTokenClassification, chinese, TAGS).double()
    theirs = theirs_of(model, transformers.BertForTokenClassification, tmp_path)
    data = TaggingData(news, chinese, 60)
    batch = data.batch(range(5))
    assert 0 in batch.attention_mask
    assert (batch.labels[batch.attention_mask == 1] == IGNORED).any()
    objective = TaggingObjective(model)
    ours = objective(batch)["tags"] / objective.counts(batch)["tags"]
    expected = theirs(
        input_ids=batch.input_ids,
        token_type_ids=batch.token_type_ids,
        attention_mask=batch.attention_mask,
        labels=batch.labels,
    )
    assert abs(ours.item() - expected.loss.item()) <= 1e-10
    ours.backward()
    expected.loss.backward()
    difference = model.classifier.dense.weight.grad - theirs.classifier.weight.grad
    assert difference.abs().max() <= 1e-10


def test_loss_of_spans(minilm, tmp_path):
    model = small(BertForQuestionAnswering, minilm).double()
    theirs = theirs_of(model, transformers.BertForQuestionAnswering, tmp_path)
    data = SpanData(passage_questions(16, 4, 4).train, minilm)
    batch = data.batch(range(7))
    assert 0 in batch.attention_mask
    assert 0 in batch.starts
    assert data.lost == 0
    objective = SpanObjective(model)
    ours = objective(batch)["span"] / objective.counts(batch)["span"]
    expected = theirs(
        input_ids=batch.input_ids,
        token_type_ids=batch.token_type_ids,
        attention_mask=batch.attention_mask,
        start_positions=batch.starts,
        end_positions=batch.ends,
    )
    assert abs(ours.item() - expected.loss.item()) <= 1e-10
    ours.backward()
    expected.loss.backward()
    difference = model.spans.dense.weight.grad - theirs.qa_outputs.weight.grad
    assert difference.abs().max() <= 1e-10


def test_a_saved_tagger_runs_in_a_pipeline(chinese, tmp_path):
    """Words of several pieces too (full-width figures): the pipeline takes their first piece."""
    model = small(BertForTokenClassification, chinese, TAGS)
    model.save_pretrained(tmp_path)
    chinese.save(tmp_path)
    pipeline = transformers.pipeline(
        "token-classification", model=str(tmp_path), aggregation_strategy="first"
    )
    lines = [line for line in peoples_daily().validation if len(line.text) < 90]
    lines = lines[:15] + [line for line in lines if "１９９７" in line.text][:5]
    words = [news_words(line, chinese) for line in lines]
    predicted = predict_tags(model, TaggingData(words, chinese, 128))
    seen = set()
    for line, one, tags in zip(lines, words, predicted, strict=True):
        expected = pipeline(line.text)
        starts = [0]
        for word in one.words:
            starts.append(starts[-1] + len(word))
        names = [(starts[a], starts[b], kind) for a, b, kind in read_entities(tags)]
        found = [(e["start"], e["end"], e["entity_group"]) for e in expected]
        assert names == found
        seen |= {kind for _, _, kind in names}
    assert len(seen) >= 2, "a model that says more than one thing"


def test_a_saved_span_model_gives_the_same_logits(minilm, tmp_path):
    model = small(BertForQuestionAnswering, minilm)
    model.save_pretrained(tmp_path)
    theirs = transformers.AutoModelForQuestionAnswering.from_pretrained(tmp_path).eval()
    batch = SpanData(passage_questions(16, 4, 4).train, minilm).batch(range(6))
    with torch.no_grad():
        ours = model(batch.input_ids, batch.token_type_ids, batch.attention_mask)
        expected = theirs(
            input_ids=batch.input_ids,
            token_type_ids=batch.token_type_ids,
            attention_mask=batch.attention_mask,
        )
    torch.testing.assert_close(ours.start, expected.start_logits, rtol=0, atol=1e-5)
    torch.testing.assert_close(ours.end, expected.end_logits, rtol=0, atol=1e-5)
    again = BertForQuestionAnswering.from_pretrained(tmp_path)
    with torch.no_grad():
        found = again(batch.input_ids, batch.token_type_ids, batch.attention_mask)
    assert torch.equal(found.start, ours.start)


TEXTS = {
    "passages": lambda: {q.passage for part in passage_questions(400, 4, 4) for q in part},
    "wiki": lambda: [p for d in datasets.wiki().test for p in d.paragraphs[:10]],
    "tweets": lambda: [text.text for text in datasets.tweets().test],
    "peoples_daily": lambda: [line.text for line in datasets.peoples_daily().test[:100]],
}


@pytest.mark.parametrize("lowercase", [True, False], ids=["uncased", "cased"])
@pytest.mark.parametrize("name", TEXTS)
def test_offsets_are_those_of_tokenizers(name, lowercase):
    ours = WordPieceTokenizer.from_folder("minilm", lowercase)
    texts = list(TEXTS[name]())
    assert len(texts) > 90
    encodings = oracle(ours).encode_batch(texts, add_special_tokens=False)
    for text, expected in zip(texts, encodings, strict=True):
        found = piece_offsets(text, ours)
        assert [piece.id for piece in found] == expected.ids
        assert [(piece.start, piece.end) for piece in found] == expected.offsets


@pytest.fixture(scope="module")
def both(minilm):
    return minilm, oracle(minilm)


@given(text=st.text(st.sampled_from("aéÉñ ﬁß각京,.-[]\u200b\u0301\tX９"), max_size=12))
def test_offsets_of_odd_texts(both, text):
    ours, theirs = both
    expected = theirs.encode(text, add_special_tokens=False)
    found = piece_offsets(text, ours)
    assert [piece.id for piece in found] == expected.ids == ours.text_ids(text)
    assert [(piece.start, piece.end) for piece in found] == expected.offsets


def test_places_are_those_of_char_to_token(minilm):
    """Start and end as transformers' users find them: through the fast tokenizer's offsets."""
    fast = transformers.PreTrainedTokenizerFast(
        tokenizer_object=oracle(minilm), cls_token="[CLS]", sep_token="[SEP]", pad_token="[PAD]"
    )
    for question in passage_questions(40, 4, 4).train:
        found = encode_question(question, minilm)
        expected = fast(question.question, question.passage)
        assert found.input_ids == expected["input_ids"]
        if question.answer:
            text, start = question.answer
            assert found.start == expected.char_to_token(start, sequence_index=1)
            assert found.end == expected.char_to_token(start + len(text) - 1, sequence_index=1)


def test_labels_are_those_of_word_ids(minilm):
    """First pieces as in transformers' recipe: where ``word_ids`` changes."""
    fast = transformers.PreTrainedTokenizerFast(
        tokenizer_object=oracle(minilm), cls_token="[CLS]", sep_token="[SEP]", pad_token="[PAD]"
    )
    words = ("Angela", "Schwarzenberger", "visited", "St.", "Petersburgh", ",", "Kyrgyzstan")
    tags = ("B-PER", "I-PER", "O", "B-LOC", "I-LOC", "O", "B-LOC")
    for max_length in (None, 9, 7):
        data = TaggingData([TaggedWords(words, tags)], minilm, max_length or 512)
        expected = fast(
            list(words), is_split_into_words=True, truncation=True, max_length=max_length or 512
        )
        ids = expected.word_ids()
        labels = [
            IGNORED if word is None or word == before else TAGS.index(tags[word])
            for word, before in zip(ids, [None, *ids], strict=False)
        ]
        assert data.inputs[0].input_ids == expected["input_ids"]
        assert data.inputs[0].labels == labels


def test_stride_makes_windows_only_with_overflowing_tokens():
    """What lesson 10 says, at work: else the rest of a long passage is cut off silently."""
    theirs = transformers.AutoTokenizer.from_pretrained(datasets.minilm_folder())
    options = {"max_length": 64, "truncation": True, "stride": 16}
    assert len(theirs("one word " * 100, **options).input_ids) == 64
    windows = theirs("one word " * 100, return_overflowing_tokens=True, **options).input_ids
    assert len(windows) > 3 and windows[0][-17:-1] == windows[1][1:17]
