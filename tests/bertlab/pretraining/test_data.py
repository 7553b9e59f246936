"""Pairs of sentences and masked batches: who follows whom, and that no example is lost or moved."""

import hashlib
from collections import Counter

import numpy as np
import pytest
import torch
from scipy.stats import binomtest, chisquare

from bertlab.pretraining.data import (
    IS_NEXT,
    NOT_NEXT,
    PretrainingBatch,
    PretrainingData,
)
from bertlab.pretraining.maskers import Masker, SpanMasker
from bertlab.pretraining.masking import Unit
from bertlab.text.documents import cut_into_chunks
from tests.toy_pretraining import (
    NUM_SPECIALS,
    SPAN,
    document_of,
    numbered_documents,
    random_documents,
    toy_data,
    toy_tokenizer,
)

DOCUMENTS = numbered_documents(12)
TOKENIZER = toy_tokenizer(12 * SPAN)
SOURCES = ["a", "b", "b", "a", "a", "b", "a", "b", "b", "a", "b", "a"]
NO_ACCIDENT = 1e-5


def numbered_data(**options):
    return PretrainingData(DOCUMENTS, TOKENIZER, **{"max_length": 23, **options})


def pairs(data, epochs=30):
    names = [(epoch, place) for epoch in range(epochs) for place in range(len(data))]
    return [(place, data.pair(epoch, place)) for epoch, place in names]


def unmasked(masked):
    ids = masked.input_ids.copy()
    ids[masked.positions] = masked.targets
    return ids.tolist()


def by_name(batch):
    return {name: tensor.tolist() for name, tensor in batch._asdict().items()}


# --- stretches of text


def test_chunks_by_hand():
    sentences = [[9] * length for length in (3, 4, 2, 12, 1, 1, 5, 9)]
    assert cut_into_chunks(sentences, 8) == [(0, 3), (3, 5), (5, 8)]
    assert cut_into_chunks(sentences[:7], 7) == [(0, 2), (2, 4), (4, 7)]
    assert cut_into_chunks(sentences[:3], 7) == [(0, 3)], "one that is left joins the last"
    assert cut_into_chunks(sentences[:2], 99) == [(0, 2)]
    assert cut_into_chunks([[9] * 99, [9]], 5) == [(0, 2)]


@pytest.mark.parametrize("room", [1, 5, 20, 40, 1000])
def test_chunks_cover_a_document_in_order(room):
    for document in random_documents(60):
        chunks = cut_into_chunks(document, room)
        sentences = [number for start, end in chunks for number in range(start, end)]
        assert sentences == list(range(len(document)))
        assert all(end - start >= 2 for start, end in chunks)


def test_chunks_fill_a_sequence_but_for_the_last():
    for document in DOCUMENTS:
        *full, _ = cut_into_chunks(document, 20)
        for start, end in full:
            assert sum(map(len, document[start:end])) >= 20
            assert sum(map(len, document[start : end - 1])) < 20 or end - start == 2


# --- pairs


def test_half_of_the_pairs_are_true():
    drawn = pairs(numbered_data(), 150)
    true = sum(pair.is_next for _, pair in drawn)
    assert len(drawn) > 5000
    assert binomtest(true, len(drawn)).pvalue > NO_ACCIDENT


def test_a_true_pair_is_a_stretch_of_text():
    data = numbered_data()
    for place, pair in pairs(data, 8):
        document, start, end = data.chunks[place]
        text = [token for sentence in DOCUMENTS[document][start:end] for token in sentence]
        if pair.is_next:
            assert pair.first + pair.second == text
        assert pair.first == text[: len(pair.first)], "it begins the stretch"
        assert len(pair.first) in np.cumsum([len(s) for s in DOCUMENTS[document][start:end]])
        assert pair.second


def test_strangers_come_from_all_other_documents_of_the_collection():
    data = numbered_data(sources=SOURCES)
    seen = Counter()
    for _, pair in pairs(data):
        first, second = document_of(pair.first), document_of(pair.second)
        if pair.is_next:
            assert second == first
            assert pair.second[0] == pair.first[-1] + 1
        else:
            assert second != first
            assert SOURCES[second] == SOURCES[first]
            seen[first, second] += 1
    for first in range(12):
        fellows = [d for d in range(12) if SOURCES[d] == SOURCES[first] and d != first]
        counts = [seen[first, second] for second in fellows]
        assert chisquare(counts).pvalue > NO_ACCIDENT


def test_strangers_are_whole_sentences_about_as_long():
    data = numbered_data()
    ends = {sentence[-1] for document in DOCUMENTS for sentence in document}
    begins = {sentence[0] for document in DOCUMENTS for sentence in document}
    lengths = {True: [], False: []}
    for _, pair in pairs(data):
        lengths[pair.is_next].append(len(pair.second))
        if not pair.is_next:
            assert pair.second[0] in begins
            assert pair.second[-1] in ends
    assert abs(np.mean(lengths[True]) - np.mean(lengths[False])) < 3


def test_splits_fall_after_every_sentence_but_the_last():
    data = numbered_data()
    for place in range(0, len(data), 5):
        document, start, end = data.chunks[place]
        edges = np.cumsum([len(s) for s in DOCUMENTS[document][start:end]])[:-1]
        cuts = [len(data.pair(epoch, place).first) for epoch in range(200)]
        assert set(cuts) == set(edges.tolist())
        assert chisquare([cuts.count(edge) for edge in edges]).pvalue > NO_ACCIDENT


# --- examples


@pytest.mark.parametrize("max_length", [5, 6, 11, 23, 24, 200])
def test_an_example_is_a_pair_with_specials(max_length):
    data = numbered_data(max_length=max_length)
    longest = 0
    for place in range(len(data)):
        masked, types, is_next = data.example(3, place)
        ids, pair = unmasked(masked), data.pair(3, place)
        assert is_next == pair.is_next
        assert len(ids) == len(types) <= max_length
        longest = max(longest, len(ids))
        assert ids[0] == TOKENIZER.cls_id
        assert ids[-1] == TOKENIZER.sep_id
        middle = ids.index(TOKENIZER.sep_id)
        first, second = ids[1:middle], ids[middle + 1 : -1]
        assert first and second
        assert types == [0] * (middle + 1) + [1] * (len(ids) - middle - 1)
        assert first == pair.first[-len(first) :], "it loses its beginning"
        assert second == pair.second[: len(second)], "it loses its end"
        assert is_next == (second[0] == first[-1] + 1), "so the second still follows the first"
        if len(pair.first) + len(pair.second) + 3 <= max_length:
            assert (first, second) == (pair.first, pair.second)
        else:
            assert len(ids) == max_length, "cut no more than needed"
    assert longest == max_length or max_length == 200


def test_a_single_text_has_no_second_part():
    data = numbered_data(next_sentence=False)
    for place in range(len(data)):
        masked, types, is_next = data.example(0, place)
        ids = unmasked(masked)
        document, start, _ = data.chunks[place]
        assert is_next
        assert not any(types)
        assert ids[0] == TOKENIZER.cls_id
        assert ids.index(TOKENIZER.sep_id) == len(ids) - 1 <= 22
        assert document_of(ids[1:-1]) == document
        assert ids[1] == DOCUMENTS[document][start][0]


@pytest.mark.parametrize("next_sentence", [True, False])
def test_masks_spare_specials_and_use_words_only(next_sentence):
    data = toy_data(next_sentence=next_sentence, max_length=11)
    replaced = Counter()
    for epoch in range(60):
        for place in range(len(data)):
            masked, _, _ = data.example(epoch, place)
            number = len(masked.input_ids) - (3 if next_sentence else 2)
            assert len(masked.positions) == max(1, round(0.15 * number))
            assert (masked.targets >= NUM_SPECIALS).all()
            shown = masked.input_ids[masked.positions]
            replaced.update(shown[(shown != 4) & (shown != masked.targets)].tolist())
    assert set(replaced) == set(range(NUM_SPECIALS, 35))
    assert chisquare(list(replaced.values())).pvalue > NO_ACCIDENT


def test_mask_pieces_in_the_text_are_not_chosen():
    words = [[4, 0, 7], [2, 3, 4, 4]]  # pieces named in the text are read as specials
    data = PretrainingData([words, words], toy_tokenizer(9))
    for epoch in range(40):
        for place in range(2):
            masked, _, _ = data.example(epoch, place)
            assert set(masked.targets.tolist()) <= {7}


# --- batches


@pytest.mark.parametrize("next_sentence", [True, False])
def test_a_batch_holds_its_examples(next_sentence):
    data = toy_data(next_sentence=next_sentence, max_length=60)
    names = [(0, 3), (2, 0), (1, 7), (0, 9), (2, 11)]
    batch = data.batch(names)
    assert {tensor.dtype for tensor in batch} == {torch.int64}
    rows, width = batch.input_ids.shape
    assert len({len(data.example(*name)[1]) for name in names}) > 1, "some padding is needed"
    places = iter(zip(batch.positions.tolist(), batch.targets.tolist(), strict=True))
    for row, name in enumerate(names):
        masked, types, is_next = data.example(*name)
        padding = width - len(types)
        assert batch.input_ids[row].tolist() == masked.input_ids.tolist() + [0] * padding
        assert batch.token_type_ids[row].tolist() == types + [0] * padding
        assert batch.attention_mask[row].tolist() == [1] * len(types) + [0] * padding
        assert batch.next_labels[row] == (IS_NEXT if is_next else NOT_NEXT)
        for place, target in zip(masked.positions, masked.targets, strict=True):
            assert next(places) == (row * width + place, target)
    assert next(places, None) is None
    assert rows == len(names)
    assert width == max(len(data.example(*name)[1]) for name in names) < 60


def test_labels_are_those_of_published_models():
    assert (IS_NEXT, NOT_NEXT) == (0, 1)


def test_to_moves_all_tensors():
    batch = toy_data().batch([(0, 0)])
    moved = batch.to("meta")
    assert isinstance(moved, PretrainingBatch)
    assert {tensor.device.type for tensor in moved} == {"meta"}


# --- repeating


def test_an_example_does_not_depend_on_what_was_drawn_before():
    one, other = toy_data(), toy_data()
    for step in range(5):
        one.batch(one.order(step, 4))
    names = [(3, 1), (0, 2), (1, 1)]
    assert by_name(one.batch(names)) == by_name(other.batch(names))
    for name in reversed(names):
        alone, among = one.example(*name), other.example(*name)
        assert unmasked(alone[0]) == unmasked(among[0])
        assert alone[0].input_ids.tolist() == among[0].input_ids.tolist()


def test_numpy_and_torch_random_states_are_not_touched():
    states = np.random.get_state()[1].tolist(), torch.get_rng_state().tolist()
    data = toy_data()
    data.batch(data.order(0, 5))
    assert (np.random.get_state()[1].tolist(), torch.get_rng_state().tolist()) == states


def test_seeds_differ():
    names = [(0, place) for place in range(12)]
    assert by_name(toy_data(seed=1).batch(names)) != by_name(toy_data(seed=2).batch(names))
    assert toy_data(seed=1).order(0, 12) != toy_data(seed=2).order(0, 12)


def test_dynamic_masks_change_and_static_ones_stay():
    def shown(data, epoch):
        return [data.example(epoch, place)[0].input_ids.tolist() for place in range(len(data))]

    static, dynamic = toy_data(dynamic=False), toy_data()
    assert shown(static, 0) == shown(static, 1) == shown(static, 7)
    assert shown(static, 0) == shown(dynamic, 0)
    same = [a == b for a, b in zip(shown(dynamic, 0), shown(dynamic, 1), strict=True)]
    assert np.mean(same) < 0.1
    single = toy_data(next_sentence=False)
    masks = [single.example(epoch, 0)[0].positions.tolist() for epoch in range(20)]
    assert len({tuple(places) for places in masks}) > 5, "the text is the same, the masks are not"


def test_the_order_changes_even_when_masks_stay():
    data = toy_data(dynamic=False)
    assert [p for _, p in data.order(0, len(data))] != [p for _, p in data.order(1, len(data))]


@pytest.mark.parametrize("batch_size", [1, 3, 6, 8, 64, 1000])
def test_each_epoch_visits_every_example_once(batch_size):
    data = numbered_data()
    assert len(data) % 3 and len(data) % 8
    steps = -(-3 * len(data) // batch_size)
    names = [name for step in range(steps) for name in data.order(step, batch_size)]
    assert len(names) == steps * batch_size
    for epoch in range(3):
        seen = names[epoch * len(data) : (epoch + 1) * len(data)]
        assert [number for number, _ in seen] == [epoch] * len(data)
        assert sorted(place for _, place in seen) == list(range(len(data)))


def test_a_step_can_be_asked_for_in_any_order():
    data = numbered_data()
    forward = [data.order(step, 7) for step in range(40)]
    assert forward == [numbered_data().order(step, 7) for step in reversed(range(40))][::-1]


def test_batches_hold_texts_of_similar_length():
    data = PretrainingData(random_documents(400), toy_tokenizer(30), max_length=60)

    def padding(batches):
        shapes = [[len(data.example(*name)[1]) for name in names] for names in batches]
        return sum(max(lengths) * len(lengths) - sum(lengths) for lengths in shapes)

    count = len(data) // 8
    shuffled = np.random.default_rng(0).permutation(len(data))
    at_random = [[(0, int(p)) for p in shuffled[i * 8 : i * 8 + 8]] for i in range(count)]
    assert padding([data.order(step, 8) for step in range(count)]) < 0.7 * padding(at_random)


# --- what is refused


@pytest.mark.parametrize(
    ("documents", "message"),
    [
        ([], "two documents or more .*got 0 among 0"),
        ([[[7, 8]], [[9]]], "got 0 among 2"),
        ([[[7], [8]], [[9]]], r"got \{'text': 1\} among 2"),
        ([[[7], []], [[8], [9]]], r"got \{'text': 1\} among 2"),
        ([[[7], [8]], [[9], [14]]], r"ids must be in \[0, 14\), got 14 to 14"),
        ([[[7], [8, -1]], [[9], [10]]], r"ids must be in \[0, 14\), got -1 to 8"),
    ],
)
def test_documents_that_give_no_pairs(documents, message):
    with pytest.raises(ValueError, match=message):
        PretrainingData(documents, toy_tokenizer(9))


def test_a_collection_of_one_document():
    with pytest.raises(ValueError, match=r"got \{'a': 1, 'b': 2\} among 3"):
        PretrainingData([[[7], [8]]] * 3, toy_tokenizer(9), sources=["a", "b", "b"])


def test_short_documents_are_left_out():
    data = PretrainingData([[[7], [8]], [[9]], [[10], [11]]], toy_tokenizer(9))
    assert data.documents == [[[7], [8]], [[10], [11]]]
    strangers = {tuple(pair.second) for _, pair in pairs(data)}
    assert (9,) not in strangers


@pytest.mark.parametrize("max_length", [4, 0, -1])
def test_a_length_without_room(max_length):
    with pytest.raises(ValueError, match=f"at least 5 .*, got {max_length}"):
        toy_data(max_length=max_length)


def test_sources_for_each_document():
    with pytest.raises(ValueError, match="zip"):
        toy_data(sources=["a"])


# --- maskers and units


def digest(data):
    sha = hashlib.sha256()
    for step in range(6):
        for tensor in data.batch(data.order(step, 5)):
            sha.update(tensor.numpy().tobytes())
    return sha.hexdigest()[:16]


@pytest.mark.parametrize(
    ("pairs", "wanted"), [(True, "9fdcb578abd13e2c"), (False, "d6f44f6a417937b9")]
)
def test_without_a_masker_batches_are_those_that_checkpoints_were_trained_on(pairs, wanted):
    assert digest(toy_data(next_sentence=pairs)) == wanted
    assert digest(toy_data(next_sentence=pairs).masked_by(Masker(toy_tokenizer(30)))) == wanted


def units_by_hand(document):
    """Two words to a sentence, and a name that is the second of them."""
    found = []
    for sentence in document:
        half, end = (len(sentence) + 1) // 2, len(sentence)
        units = [Unit(0, half), Unit(half, end), Unit(half, end, "name")]
        found.append([unit for unit in units if unit.start < unit.end])
    return found


def data_in_words(**options):
    documents = [*random_documents(20), [[7, 8, 9]], [[7], [], [8, 9]]]
    units = [units_by_hand(document) for document in documents]
    units[-1][1] = []
    options = {"max_length": 17, "seed": 5, "next_sentence": False, **options}
    return PretrainingData(documents, toy_tokenizer(30), units=units, **options), documents, units


def test_units_of_an_example_are_those_of_its_sentences():
    data, documents, units = data_in_words()
    kept = [d for d, document in enumerate(documents) if sum(map(bool, document)) >= 2]
    assert len(kept) < len(documents)
    cut = 0
    for place, (number, start, end) in enumerate(data.chunks):
        pairs = [p for p in zip(documents[kept[number]], units[kept[number]], strict=True) if p[0]]
        text = [data.tokenizer.cls_id, *(t for sentence, _ in pairs[start:end] for t in sentence)]
        wanted = []
        position = 1
        for sentence, found in pairs[start:end]:
            for a, b, kind in found:
                tokens = [t for t in range(position + a, position + b) if t < 16]
                wanted += [(tokens[0], tokens[-1] + 1, kind)] if tokens else []
            position += len(sentence)
        assert [tuple(unit) for unit in data.units(place)] == wanted
        masked, _, _ = data.example(0, place)
        assert unmasked(masked)[:-1] == text[:16]
        cut += len(text) > 16
    assert cut, "some examples are cut"


def test_whole_words_are_hidden_whole():
    data, _, _ = data_in_words()
    words = data.masked_by(SpanMasker(data.tokenizer))
    assert words.order(3, 4) == data.order(3, 4), "the same examples in the same order"
    assert words.masker is not data.masker
    for place in range(len(words)):
        masked, _, _ = words.example(1, place)
        assert unmasked(masked) == unmasked(data.example(1, place)[0])
        hidden = set(masked.positions.tolist())
        for start, end, kind in words.units(place):
            if kind == "word":
                assert len(hidden & set(range(start, end))) in (0, end - start)


def test_units_that_do_not_go_with_the_text():
    with pytest.raises(ValueError, match="expected next_sentence=False where units are given"):
        data_in_words(next_sentence=True)
    documents, tokenizer = [[[7], [8]]] * 2, toy_tokenizer(9)
    for units, got in (([[[]], [[], []]], "1, 2"), ([[[], []]], "2")):
        with pytest.raises(ValueError, match=rf"documents of \[2, 2\] sentences, got \[{got}\]"):
            PretrainingData(documents, tokenizer, next_sentence=False, units=units)
