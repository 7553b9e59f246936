"""Multiple choice: the scores of endings."""

import pytest
import torch
import transformers

from bertlab.model.config import BertConfig
from bertlab.text.wordpiece import SPECIALS, WordPieceTokenizer
from lessons.l10_four_tasks.choices import (
    BertForMultipleChoice,
    ChoiceData,
    ChoiceObjective,
    ChoiceQuestion,
    predict_choices,
)


@pytest.fixture
def tokenizer():
    return WordPieceTokenizer([*SPECIALS, *"abcdefgh"])


@pytest.fixture
def data(tokenizer):
    rows = [("a b", "c", "d e f", 1), ("b", "a", "h", 0), ("c c c d", "e", "f", 0)]
    return ChoiceData([ChoiceQuestion(c, (x, y), answer) for c, x, y, answer in rows], tokenizer)


def toy_model(dropout=0.0):
    with torch.random.fork_rng():
        torch.manual_seed(4)
        model = BertForMultipleChoice(BertConfig(13, 12, 2, 3, 20, 40, 2, dropout, dropout))
        with torch.no_grad():
            for parameter in model.parameters():
                parameter.add_(0.3 * torch.randn(parameter.shape))
    return model.eval()


def test_batches(data, tokenizer):
    assert data.lengths.tolist() == [8, 5, 8]
    batch = data.batch([1, 0]).to("cpu")
    assert batch.input_ids.shape == (2, 2, 8)
    assert tokenizer.decode(batch.input_ids[1, 1].tolist()) == "a b d e f"
    assert batch.answers.tolist() == [0, 1]
    assert batch.attention_mask.sum(dim=2).tolist() == [[5, 5], [6, 8]]
    assert batch.token_type_ids[1, 1].tolist() == [0, 0, 0, 0, 1, 1, 1, 1]


def test_each_ending_is_scored_by_itself(data, tokenizer):
    model = toy_model().double()
    batch = data.batch([0, 1, 2])
    logits = model(batch.input_ids, batch.token_type_ids, batch.attention_mask)
    surprise = 0.0
    for row, question in enumerate(data.questions):
        for column, ending in enumerate(question.endings):
            pooled = model.bert(*tokenizer.batch([question.context], [ending])).pooled
            expected = model.classifier(pooled).item()
            assert logits[row, column].item() == pytest.approx(expected, abs=1e-10)
        surprise -= logits[row].log_softmax(dim=0)[question.answer].item()
    objective = ChoiceObjective(model)
    assert objective(batch)["choice"].item() == pytest.approx(surprise, abs=1e-10)
    assert objective.counts(batch) == {"choice": 3}


def test_predictions_keep_the_order(data, tokenizer):
    turned = [one._replace(endings=one.endings[::-1]) for one in data.questions[:1]]
    data = ChoiceData([*data.questions[1:], *turned, data.questions[1]], tokenizer)
    model = toy_model(dropout=0.5).train()
    found = predict_choices(model, data, batch_size=2)
    assert model.training
    model.eval()
    batch = data.batch(range(4))
    logits = model(batch.input_ids, batch.token_type_ids, batch.attention_mask)
    assert found == logits.argmax(dim=1).tolist()
    assert len(set(found)) == 2


def test_transformers_gives_the_same_logits_and_loss(data, tmp_path):
    model = toy_model().double()
    model.save_pretrained(tmp_path)
    theirs = transformers.BertForMultipleChoice.from_pretrained(tmp_path, dtype=torch.float64)
    batch = data.batch([0, 1, 2])
    expected = theirs.eval()(
        input_ids=batch.input_ids,
        token_type_ids=batch.token_type_ids,
        attention_mask=batch.attention_mask,
        labels=batch.answers,
    )
    found = model(batch.input_ids, batch.token_type_ids, batch.attention_mask)
    assert (found - expected.logits).abs().max() <= 1e-10
    loss = ChoiceObjective(model)(batch)["choice"].item() / 3
    assert abs(loss - expected.loss.item()) <= 1e-10


@pytest.mark.parametrize(
    ("questions", "message"),
    [
        ([], "two or more, got no questions"),
        ([ChoiceQuestion("a", ("b",), 0)], r"two or more, got \[1\]"),
        (
            [ChoiceQuestion("a", ("b", "c"), 0), ChoiceQuestion("a", ("b", "c", "d"), 0)],
            r"the same number of endings, two or more, got \[2, 3\]",
        ),
        ([ChoiceQuestion("a", ("b", "c"), 2)], r"expected answers in \[0, 2\), got 2"),
    ],
)
def test_questions_that_are_refused(questions, message, tokenizer):
    with pytest.raises(ValueError, match=message):
        ChoiceData(questions, tokenizer)
