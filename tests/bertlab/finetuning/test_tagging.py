"""Tags of words, of pieces, and of words again; names read and scored."""

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from bertlab.datasets import TaggedSentence, peoples_daily
from bertlab.finetuning.entities import EntityScore, NamedSpan, entity_scores, read_entities
from bertlab.finetuning.tagging import (
    IGNORED,
    TAGS,
    TaggedWords,
    TaggingData,
    TaggingObjective,
    encode_tagged,
    news_words,
    predict_tags,
    split_long,
)
from bertlab.model.config import BertConfig
from bertlab.model.tasks import BertForTokenClassification
from bertlab.text.wordpiece import SPECIALS, WordPieceTokenizer
from bertlab.training.loop import train

PIECES = ["ang", "##ela", "mer", "##kel", "visited", "par", "##is", "with", "bo", ".", ",", "a"]
OUT, B_PER, I_PER, B_LOC = 0, 1, 2, 3


@pytest.fixture
def tokenizer():
    return WordPieceTokenizer([*SPECIALS, *PIECES, *"江泽民在北京说，。"])


@pytest.fixture(scope="module")
def chinese():
    return WordPieceTokenizer.from_folder("bert-mini-zh")


ANGELA = TaggedWords(
    ("Angela", "Merkel", "visited", "Paris", "with", "Bo", "."),
    ("B-PER", "I-PER", "O", "B-LOC", "O", "B-PER", "O"),
)


def toy_model(tokenizer, scale=0.5):
    with torch.random.fork_rng():
        torch.manual_seed(3)
        config = BertConfig(len(tokenizer.vocabulary), 12, 2, 3, 20, 40)
        model = BertForTokenClassification(config, TAGS)
        with torch.no_grad():
            for parameter in model.parameters():
                parameter.add_(scale * torch.randn(parameter.shape))
    return model.eval()


def test_the_first_piece_of_a_word_has_its_tag(tokenizer):
    """ang ##ela | mer ##kel | visited | par ##is | with | bo | ."""
    found = encode_tagged(ANGELA, tokenizer)
    assert [tokenizer.vocabulary[i] for i in found.input_ids] == [
        *("[CLS]", "ang", "##ela", "mer", "##kel", "visited", "par", "##is", "with", "bo", "."),
        "[SEP]",
    ]
    x = IGNORED
    assert found.labels == [x, B_PER, x, I_PER, x, OUT, B_LOC, x, OUT, B_PER, OUT, x]
    assert found.firsts == [1, 3, 5, 6, 8, 9, 10]


@pytest.mark.parametrize("max_length", range(3, 14))
def test_truncation_keeps_ids_and_labels_in_step(tokenizer, max_length):
    whole = encode_tagged(ANGELA, tokenizer)
    found = encode_tagged(ANGELA, tokenizer, max_length)
    kept = min(max_length, 12) - 1
    assert found.input_ids == [*whole.input_ids[:kept], tokenizer.sep_id]
    assert found.labels == [*whole.labels[:kept], IGNORED]
    assert found.firsts == [i if i < kept else None for i in whole.firsts]
    # What a word's first piece is labelled with is the word's tag.
    for tag, first in zip(ANGELA.tags, found.firsts, strict=True):
        assert first is None or TAGS[found.labels[first]] == tag


def test_unknown_and_vanishing_words(tokenizer):
    """A word of unknown pieces is one [UNK] with a tag; a zero-width space is no piece at all."""
    tagged = TaggedWords(("Zürich", "\u200b", "Bo"), ("B-LOC", "I-LOC", "B-PER"))
    found = encode_tagged(tagged, tokenizer)
    assert found.input_ids[1:-1] == [tokenizer.unk_id, tokenizer.ids["bo"]]
    assert found.labels == [IGNORED, B_LOC, B_PER, IGNORED]
    assert found.firsts == [1, None, 2]


def test_news_is_tagged_by_character(chinese):
    """江泽民 is one name of two words in the corpus, three in the tokenizer."""
    words = ("江", "泽民", "１９９８年", "在", "北京", "说", "：", "ＯＫ")
    sentence = TaggedSentence(words, ("nr", "nr", "t", "p", "ns", "v", "w", "nx"))
    found = news_words(sentence, chinese)
    assert found.words == ("江", "泽", "民", "１９９８", "年", "在", "北", "京", "说", "：", "ＯＫ")
    assert found.tags == (
        *("B-PER", "I-PER", "I-PER", "O", "O", "O", "B-LOC", "I-LOC", "O", "O", "O"),
    )


def test_every_name_of_the_news_comes_back(chinese):
    """Words and pieces are those of the running text, and read again give the corpus's names."""
    for sentence in peoples_daily().validation[:600]:
        found = news_words(sentence, chinese)
        encoded = encode_tagged(found, chinese)
        assert encoded.input_ids == chinese.encode(sentence.text).input_ids
        assert "".join(found.words) == sentence.text
        starts = [0]
        for word in found.words:
            starts.append(starts[-1] + len(word))
        names = [(starts[a], starts[b], kind) for a, b, kind in read_entities(found.tags)]
        assert names == [tuple(name) for name in sentence.entities()]
        marked = [label for label in encoded.labels if label != IGNORED]
        assert [TAGS[label] for label in marked] == list(found.tags)


def test_long_lines_are_cut_at_marks(tokenizer):
    """Room for six words: behind the full stop, then behind the comma, then where the room ends."""
    words = tuple("江泽民，在。北京说，江泽民在北京说北京")
    found = split_long(TaggedWords(words, ("O",) * len(words)), tokenizer, 8)
    texts = ["".join(part.words) for part in found]
    assert texts == ["江泽民，在。", "北京说，", "江泽民在北京", "说北京"]
    words = tuple("江。在。北京说江泽民")
    found = split_long(TaggedWords(words, ("O",) * len(words)), tokenizer, 8)
    assert ["".join(part.words) for part in found] == ["江。在。", "北京说江泽民"]  # the last mark


def test_no_name_is_cut_apart_and_nothing_lost(chinese):
    parts = []
    for sentence in peoples_daily().validation[:600]:
        whole = news_words(sentence, chinese)
        found = split_long(whole, chinese, 128)
        assert tuple(word for part in found for word in part.words) == whole.words
        assert tuple(tag for part in found for tag in part.tags) == whole.tags
        assert not any(part.tags[0].startswith("I-") for part in found)
        parts += found
    data = TaggingData(parts, chinese, 128)
    assert data.lost == 0
    assert 120 < max(data.lengths) <= 128


def test_a_word_longer_than_the_room_is_a_part_by_itself(tokenizer):
    tagged = TaggedWords(("Bo", "bo bo bo bo", "Bo"), ("O", "O", "O"))
    parts = split_long(tagged, tokenizer, 5)
    assert [part.words for part in parts] == [("Bo",), ("bo bo bo bo",), ("Bo",)]
    assert TaggingData(parts, tokenizer, 5).lost == 0


def test_batches_are_padded_with_ignored_labels(tokenizer):
    short = TaggedWords(("Bo", "visited"), ("B-PER", "O"))
    data = TaggingData([ANGELA, short], tokenizer, max_length=8)
    assert data.lengths.tolist() == [8, 4]
    assert data.lost == 3  # with Bo .
    batch = data.batch([1, 0])
    x = IGNORED
    assert batch.labels.tolist() == [
        [x, B_PER, OUT, x, x, x, x, x],
        [x, B_PER, x, I_PER, x, OUT, B_LOC, x],
    ]
    assert batch.attention_mask.tolist() == [[1] * 4 + [0] * 4, [1] * 8]
    assert not batch.token_type_ids.any()
    assert batch.to("cpu").input_ids[0].tolist() == [*data.inputs[1].input_ids, 0, 0, 0, 0]


def test_the_loss_is_surprise_at_the_tags(tokenizer):
    model = toy_model(tokenizer).double()
    short = TaggedWords(("Bo", "visited"), ("B-PER", "O"))
    data = TaggingData([ANGELA, short], tokenizer)
    objective = TaggingObjective(model)
    batch = data.batch([0, 1])
    surprise = 0.0
    for one in data.inputs:  # one by one, without padding
        logits = model(torch.tensor([one.input_ids]))[0].log_softmax(dim=-1)
        surprise -= sum(logits[i, n].item() for i, n in enumerate(one.labels) if n != IGNORED)
    assert objective(batch)["tags"].item() == pytest.approx(surprise, abs=1e-10)
    assert objective.counts(batch) == {"tags": 9}


def test_a_step_with_nothing_to_predict_is_passed_over(tokenizer):
    texts = [TaggedWords(("\u200b",), ("O",)), TaggedWords(("a",), ("B-PER",))]
    data, model = TaggingData(texts, tokenizer, 16), toy_model(tokenizer)
    config = data.config(epochs=1, batch_size=1, log_every=1, warmup=0.0)
    history = train(TaggingObjective(model), data.batch_sampler(config), config)
    nothing = [line for line in history if line["tags"] == 0.0]
    assert len(history) == 2 and len(nothing) == 1
    assert nothing[0]["grad_norm"] == 0.0


def test_predictions_are_those_of_first_pieces(tokenizer):
    model = toy_model(tokenizer).train()
    gone = TaggedWords(("Bo", "\u200b", "Paris"), ("B-PER", "O", "B-LOC"))
    texts = [ANGELA, gone, TaggedWords(ANGELA.words[::-1], ANGELA.tags)]
    data = TaggingData(texts, tokenizer, max_length=9)
    found = predict_tags(model, data, batch_size=2)
    assert model.training
    model.eval()
    for text, one, tags in zip(texts, data.inputs, found, strict=True):
        best = model(torch.tensor([one.input_ids]))[0].argmax(dim=-1)
        assert tags == tuple("O" if i is None else TAGS[best[i]] for i in one.firsts)
        assert len(tags) == len(text.words)
    assert found[1][1] == "O"
    assert len({tag for tags in found for tag in tags}) > 2, "a model that says more than one thing"


def test_names_are_read_from_tags():
    tags = ["B-PER", "I-PER", "B-PER", "O", "B-LOC", "I-ORG", "I-ORG", "O", "I-PER"]
    assert read_entities(tags) == [
        NamedSpan(0, 2, "PER"),
        NamedSpan(2, 3, "PER"),
        NamedSpan(4, 5, "LOC"),
        NamedSpan(5, 7, "ORG"),
        NamedSpan(8, 9, "PER"),
    ]
    assert read_entities([]) == []


def test_scores_worked_by_hand():
    """Four names to find; three are found, two of them right: a half is no name."""
    expected = [["B-PER", "I-PER", "O", "B-LOC"], ["B-PER", "O", "B-ORG", "I-ORG"]]
    predicted = [["B-PER", "I-PER", "O", "B-LOC"], ["O", "O", "B-ORG", "O"]]
    found = entity_scores(expected, predicted)
    assert found == {
        "PER": EntityScore(1.0, 0.5, pytest.approx(2 / 3), 2),
        "LOC": EntityScore(1.0, 1.0, 1.0, 1),
        "ORG": EntityScore(0.0, 0.0, 0.0, 1),
        "all": EntityScore(pytest.approx(2 / 3), 0.5, pytest.approx(4 / 7), 4),
    }


@given(st.data())
def test_scores_are_those_of_sets(data):
    """Precision and recall by the definition, from sets of names."""
    sizes = data.draw(st.lists(st.integers(1, 6), min_size=1, max_size=4))
    lists = [st.lists(st.sampled_from(TAGS), min_size=n, max_size=n) for n in sizes]
    expected, predicted = data.draw(st.tuples(*lists)), data.draw(st.tuples(*lists))
    right, found = (
        {(i, *name) for i, tags in enumerate(texts) for name in read_entities(tags)}
        for texts in (expected, predicted)
    )
    if right | found:
        score = entity_scores(expected, predicted)["all"]
        common = len(right & found)
        assert score.precision == pytest.approx(common / len(found) if found else 0)
        assert score.recall == pytest.approx(common / len(right) if right else 0)
        assert score.f1 == pytest.approx(2 * common / (len(right) + len(found)))
        assert score.support == len(right)


@pytest.mark.parametrize(
    ("tagged", "message"),
    [
        (TaggedWords((), ()), "expected at least one word, got none"),
        (TaggedWords(("a", "b"), ("O",)), r"expected a tag for each of 2 words, got \('O',\)"),
        (TaggedWords(("a",), ("B-DAY",)), r"expected tags among O, B-PER, .*, got 'B-DAY'"),
    ],
)
def test_texts_that_are_refused(tokenizer, tagged, message):
    with pytest.raises(ValueError, match=message):
        encode_tagged(tagged, tokenizer)
    with pytest.raises(ValueError, match=message):
        split_long(tagged, tokenizer, 8)


def test_data_and_model_that_do_not_fit(tokenizer):
    data = TaggingData([ANGELA], tokenizer, labels=TAGS[::-1])
    with pytest.raises(ValueError, match=r"expected a model of the tags I-ORG, .*, got O, B-PER"):
        predict_tags(toy_model(tokenizer), data)
    with pytest.raises(ValueError, match="expected at least one text, got none"):
        TaggingData([], tokenizer)


def test_no_room(tokenizer):
    with pytest.raises(ValueError, match=r"max_length must be at least 3 .*, got 2"):
        encode_tagged(ANGELA, tokenizer, max_length=2)


def test_scores_that_are_refused():
    with pytest.raises(ValueError, match="expected tags for 2 texts, got 1"):
        entity_scores([["O"], ["O"]], [["O"]])
    with pytest.raises(ValueError, match="text 1: expected 2 tags, got 1"):
        entity_scores([["O"], ["O", "O"]], [["O"], ["O"]])
    with pytest.raises(ValueError, match="expected names to find or found, got 1 texts of O alone"):
        entity_scores([["O"]], [["O"]])
    with pytest.raises(ValueError, match="expected O, B-KIND or I-KIND, got 'PER' at word 1"):
        read_entities(["O", "PER"])
