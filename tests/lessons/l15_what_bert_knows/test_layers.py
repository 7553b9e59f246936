"""Vectors of single tokens, encoders without training, and characters that are drawn."""

import pytest
import torch

from bertlab.datasets.chinese import TaggedSentence
from bertlab.model.bert import BertModel
from lessons.l15_what_bert_knows.characters import TASKS, draw_characters
from lessons.l15_what_bert_knows.layers import layer_vectors, randomly_initialized
from tests.bertlab.vectors.toys import tiny_config, tokenizer_of

LINE = TaggedSentence(
    ("上海", "的", "王", "小明", "去", "过", "北京大学", "，", "2000", "年"),
    ("ns", "u", "nr", "nr", "v", "u", "nt", "w", "m", "q"),
)
OTHER = TaggedSentence(("我们", "今天", "开会", "，", "天气", "很", "好", "。"),
                       ("r", "t", "v", "w", "n", "d", "a", "w"))  # fmt: skip


@pytest.fixture(scope="module")
def tokenizer():
    return tokenizer_of(sorted({*LINE.text, *OTHER.text, "2000"}))


@pytest.fixture
def model(tokenizer):
    torch.manual_seed(0)
    return BertModel(tiny_config(tokenizer, num_layers=2)).double()


def test_vectors_are_those_of_each_text_alone(model, tokenizer):
    texts, lines, places = [LINE.text, OTHER.text, "天"], [2, 0, 1, 0], [1, 3, 2, 1]
    found = layer_vectors(model, tokenizer, texts, lines, places, batch_size=2)
    assert found.shape == (3, 4, 8)
    for number, (line, place) in enumerate(zip(lines, places, strict=True)):
        ids = torch.tensor([tokenizer.encode(texts[line]).input_ids])
        with torch.no_grad():
            alone = model.eval().inspect(ids).hidden_states
        for layer, states in enumerate(alone):
            torch.testing.assert_close(found[layer, number], states[0, place])


def test_the_mode_of_the_model_comes_back(model, tokenizer):
    model.train()
    layer_vectors(model, tokenizer, ["天"], [0], [1])
    assert model.training


@pytest.mark.parametrize(("line", "place"), [(1, 1), (0, 3), (0, -1)])
def test_a_token_that_no_text_has_is_refused(model, tokenizer, line, place):
    with pytest.raises(ValueError, match="expected tokens of 1 texts"):
        layer_vectors(model, tokenizer, ["天"], [line], [place])


def test_random_weights_have_the_sizes_and_another_seed_gives_others(model):
    first, again, other = (randomly_initialized(model, seed) for seed in (1, 1, 2))
    weights = [each.encoder.state_dict() for each in (first, again, other)]
    name = next(name for name, value in weights[0].items() if value.ndim == 2)
    assert torch.equal(weights[0][name], weights[1][name])
    assert not torch.equal(weights[0][name], weights[2][name])
    assert weights[0][name].shape == model.encoder.state_dict()[name].shape
    assert first.config.initializer_range == 0.02 and not first.training


ANSWERS = {
    "word boundary": {"上": "begins a word", "海": "inside a word", "王": "begins a word",
                      "小": "begins a word", "学": "inside a word"},
    "part of speech": {"上": "noun", "的": "particle", "去": "verb", "明": "noun"},
    "kind of name": {"上": "LOC", "王": "PER", "明": "PER", "北": "ORG"},
    "place": {"上": "characters 1 to 8", "京": "characters 9 to 16"},
    "length": {"上": "under 20", "学": "under 20"},
}  # fmt: skip


@pytest.mark.parametrize("task", TASKS)
def test_every_question_has_the_answer_of_the_corpus(task, tokenizer):
    found = draw_characters(task, [LINE], tokenizer, lines=1, per_line=20, seed=0)
    answers = dict(zip(found.characters, found.labels, strict=True))
    assert {one: answers[one] for one in ANSWERS[task]} == ANSWERS[task]
    assert "，" not in answers and "2" not in answers
    ids = tokenizer.encode(LINE.text).input_ids
    pieces = [tokenizer.vocabulary[ids[place]] for place in found.places]
    assert pieces == found.characters and found.places == sorted(found.places)


def test_only_characters_in_names_have_a_kind_of_name(tokenizer):
    found = draw_characters("kind of name", [OTHER, LINE], tokenizer, 1, 20, seed=0)
    assert found.texts == [LINE.text] and len(found.labels) == 9


def test_lines_are_drawn_by_the_seed(tokenizer):
    drawn = [draw_characters("place", [LINE, OTHER], tokenizer, 1, 2, seed) for seed in range(8)]
    assert {one.texts[0] for one in drawn} == {LINE.text, OTHER.text}
    assert all(len(one.labels) == 2 for one in drawn)


def test_what_cannot_be_drawn_is_refused(tokenizer):
    with pytest.raises(ValueError, match="expected a task among place"):
        draw_characters("meaning", [LINE], tokenizer, 1, 1, 0)
    with pytest.raises(ValueError, match="expected 3 lines with an answer, found 2"):
        draw_characters("place", [LINE, OTHER], tokenizer, 3, 1, 0)
