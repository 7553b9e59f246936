"""What the path computes is right, by hand and planted."""

import math
from types import SimpleNamespace

import numpy as np
import pytest
import torch

from bertlab.pretraining.objectives import PretrainingObjective
from bertlab.training.config import TrainConfig
from bertlab.training.loop import train
from lessons.l08_pretraining import distributions, exercises, figures, live, stories
from lessons.l08_pretraining.experiments import approach
from tests.toy_pretraining import toy_data, toy_objective
from workbook.exercises import load
from workbook.exercises.edits import build, source_of

sentence_pair, choose_and_mask = (
    load(getattr(exercises, name)).reference for name in ("sentence_pair", "choose_and_mask")
)
TOLD = stories.language()


def test_pairs_of_a_function_are_measured_by_hand():
    def pair(texts, index, split, coin, which, where):
        assert len(texts) == 2 and all(len(text) == 4 for text in texts) and 1 <= split <= 3
        return [1] * split, [2, 2], int(coin >= 0.5)

    document = [[1], [2], [3], [4], [5], [6], [7], [8], [9]]  # two texts, and one sentence over
    found = distributions.pair_lengths(pair, [document, document[:3]], num_pairs=50)
    assert {first for first, _, _ in found} == {1, 2, 3} and {x for _, x, _ in found} == {2}
    assert {follows for _, _, follows in found} == {True, False} and len(found) == 50


def test_lengths_of_examples_leave_specials_where_they_are():
    data = toy_data()
    found = distributions.matched_lengths(data, epochs=1)
    masked, types, follows = data.example(0, 0)
    assert found[0] == (types.count(0), types.count(1), follows) and len(found) == len(data)
    assert sum(found[0][:2]) == len(masked.input_ids)


def test_lengths_that_give_pairs_away_are_found():
    generator = np.random.default_rng(0)
    true = [(10, int(n), True) for n in generator.integers(5, 40, 200)]
    alike = [(10, int(n), False) for n in generator.integers(5, 40, 200)]
    longer = [(10, int(n), False) for n in generator.integers(30, 60, 200)]
    assert distributions.told_apart_by_length(true + alike) < 0.58
    assert distributions.told_apart_by_length(true + longer) > 0.8


@pytest.mark.parametrize(
    ("edit", "name", "proportion"),
    [
        ([], "chosen, of the words", 0.15),
        (["0.15 * len(candidates)", "0.15 * len(ids)"], "chosen, of the words", 0.2),
        (["draws[positions]", "scores[positions]"], "become [MASK]", 1),
        (["< 0.9", "< 0.95"], "become another piece", 0.15),
        (["ids.clone()", "ids"], "true answers", 0.1),  # read too late
    ],
)
def test_a_wrong_mask_shows_in_a_proportion(edit, name, proportion):
    source = source_of(choose_and_mask)
    mask = build(source, "choose_and_mask", edit) if edit else choose_and_mask
    assert distributions.proportions(mask)[name] == pytest.approx(proportion, abs=0.02)


def test_a_batch_is_the_same_whenever_it_is_asked():
    batch_of = live.batches(TOLD, sentence_pair, choose_and_mask)
    for ours, again, other in zip(batch_of(1, 2), batch_of(1, 2), batch_of(1, 3), strict=True):
        assert torch.equal(ours, again)
        assert ours.shape != other.shape or not torch.equal(ours, other)


def test_a_batch_shows_the_text_but_for_the_chosen_positions():
    tokenizer = TOLD.tokenizer
    batch_of = live.batches(TOLD, sentence_pair, choose_and_mask)
    shown, types, ids, chosen, labels = batch_of(0, 0)
    assert shown.shape == types.shape == ids.shape == chosen.shape and labels.shape == (32,)
    assert torch.equal(shown[~chosen], ids[~chosen])
    assert (ids[chosen] >= 5).all() and not (shown[chosen] == tokenizer.pad_id).any()
    assert 0.3 < labels.double().mean() < 0.7
    known = [[*map(tuple, story)] for story in TOLD.documents]
    for row, kinds, label in zip(ids.tolist(), types.tolist(), labels.tolist(), strict=True):
        length = len(row) - row[::-1].index(tokenizer.sep_id)
        first_end = row.index(tokenizer.sep_id)
        assert not any(row[length:]) and row[0] == tokenizer.cls_id
        assert kinds[: first_end + 1] == [0] * (first_end + 1)
        assert kinds[first_end + 1 : length] == [1] * (length - first_end - 1)
        story = [tuple(row[1:first_end]), tuple(row[first_end + 1 : length - 1])]
        assert label or story in known


def test_long_texts_are_cut_around_the_seam():
    documents = [[list(range(5, 95)), list(range(105, 195))]] * 2
    long = live.Language(SimpleNamespace(vocabulary=range(200), cls_id=2, sep_id=3, mask_id=4),
                         documents, [])  # fmt: skip
    _, _, ids, _, labels = live.batches(long, sentence_pair, choose_and_mask)(0, 0)
    true = ids[labels == 0][0].tolist()
    assert true == [2, *range(65, 95), 3, *range(105, 135), 3]


def test_the_frequencies_by_hand():
    language = SimpleNamespace(tokenizer=SimpleNamespace(vocabulary=range(4)))
    ids, chosen = torch.tensor([[1, 1, 1, 2]]), torch.ones(1, 4, dtype=torch.bool)
    batch = (ids, ids, ids, chosen, ids)
    found = live.unigram_entropy(language, [batch], [batch])  # counts 1, 4, 2, 1 of 8
    assert found == pytest.approx(-(3 * math.log(4 / 8) + math.log(2 / 8)) / 4)


def test_answers_at_the_chosen_positions_by_hand():
    shown = torch.tensor([[2, 4, 6, 0]])
    ids, chosen = torch.tensor([[2, 5, 7, 0]]), torch.tensor([[False, True, True, False]])

    def model(given, types, mask):
        assert torch.equal(given, shown) and mask.tolist() == [[1, 1, 1, 0]]
        return torch.zeros(1, 4, 8).index_fill(2, torch.tensor([5]), math.log(9)), None

    found = live.answers(model, [(shown, shown * 0, ids, chosen, torch.tensor([0]))])
    assert found.shown.tolist() == [4, 6] and found.answers.tolist() == [5, 7]
    assert found.surprisals.exp().tolist() == pytest.approx([16 / 9, 16])
    assert found.right.tolist() == [1, 0]


def test_a_letter_gap_hides_one_letter_of_held_out_text():
    language = live.english()
    held_out = {tuple(s[:28]) for document in language.held_out for s in document}
    gaps = live.letter_gaps(language, 20)
    for gap in gaps:
        ids = gap.ids[0].tolist()
        assert ids[gap.position] == language.tokenizer.mask_id and gap.text.count("▢") == 1
        whole = language.tokenizer.text_ids(gap.text.replace("▢", gap.answer))
        assert tuple(whole) in held_out
        assert [i for i, (a, b) in enumerate(zip(ids[1:-1], whole, strict=True)) if a != b] == [
            gap.position - 1
        ]
    knows = {tuple(gap.ids[0].tolist()): gap for gap in gaps}

    def model(ids, types, mask):
        piece = knows[tuple(ids[0].tolist())].answer
        i = language.tokenizer.vocabulary.index(piece)
        return (torch.zeros(1, ids.shape[1], 121).index_fill(2, torch.tensor([i]), 1.0),)

    assert live.guesses(model, gaps, language) == [gap.answer for gap in gaps]


def test_the_students_loop_does_what_bertlabs_does():
    data, objective = toy_data(), toy_objective()
    start = {name: tensor.clone() for name, tensor in objective.model.state_dict().items()}
    batches = [data.batch(data.order(step, 4)) for step in range(4)]
    config = TrainConfig(steps=4, batch_size=4, learning_rate=1e-3, warmup=0.5, log_every=1)
    theirs = [line["loss"] for line in train(objective, lambda step, *_: [batches[step]], config)]
    model, ours = objective.model, []
    model.load_state_dict(start)

    def batch_of(seed, step):
        batch = batches[step]
        chosen, ids = torch.zeros_like(batch.input_ids).bool(), batch.input_ids.clone()
        chosen.view(-1)[batch.positions], ids.view(-1)[batch.positions] = True, batch.targets
        return batch.input_ids, batch.token_type_ids, ids, chosen, batch.next_labels

    plan = approach.Plan(steps=4, planned=4, warmup=2, highest=1e-3)
    approach.pretrain(model, batch_of, 0, plan, lambda step, loss: ours.append(loss))
    assert ours == pytest.approx(theirs, abs=1e-5)
    assert isinstance(objective, PretrainingObjective)


def test_each_thing_is_held_out_twice_and_no_such_sentence_is_read():
    read, left = stories.plots()
    assert len(read) == 32 and sorted(thing for _, thing in left) == sorted(2 * [*stories.THINGS])
    assert not {*read} & {*left}
    assert len(TOLD.tokenizer.vocabulary) == 45
    assert TOLD.tokenizer.unk_id not in {i for story in TOLD.documents for s in story for i in s}


def test_the_opening_is_not_read():
    left = {gap.text.lower() for gap in stories.gaps()}
    assert {text.lower() for text in figures.OPENING} <= left


def test_pairs_are_divided_by_hand():
    left = stories.plots()[1]
    door, book = (TOLD.held_out[left.index(("he", thing))] for thing in ("door", "book"))
    other = TOLD.held_out[left.index(("she", "door"))]
    pairs = [(door[1], 0), ([*book[0], *book[1]], 1), (book[1], 1), (other[1], 1)]
    for number, (second, label) in enumerate(pairs):
        ids = torch.tensor([[2, *door[0], 3, *second, 3, 0]])
        types = torch.tensor([[0] * (len(door[0]) + 2) + [1] * (len(second) + 1) + [0]])
        batch = (ids, types, ids, ids > 0, torch.tensor([label]))
        sizes = [len(given) for given in stories.kinds_of_pairs(TOLD, [batch]).values()]
        assert sizes == [int(kind == number) for kind in range(4)]


def test_left_to_right_nothing_is_seen_of_what_follows():
    model = live.left_to_right(stories.new_model(TOLD, 0)).eval()
    ids = torch.tensor([[2, 10, 11, 12, 3], [2, 10, 11, 20, 3]])
    mask = torch.tensor([[1, 1, 1, 1, 1], [1, 1, 1, 1, 0]])
    first, second = model(ids, torch.zeros_like(ids), mask)[0]
    assert torch.allclose(first[:3], second[:3], atol=1e-6)
    assert not torch.allclose(first[3], second[3], atol=1e-3)


def test_a_watch_notes_the_loss_before_some_updates(monkeypatch):
    monkeypatch.setattr(
        live, "answers", lambda model, batches: SimpleNamespace(surprisals=torch.tensor([model]))
    )
    watched, curve = live.watch(lambda seed, step: (seed, step), 2.5, [], every=3)
    assert [watched(7, step) for step in range(5)] == [(7, step) for step in range(5)]
    assert curve == {0: 2.5, 3: 2.5}


def test_weights_of_neighbors_by_hand():
    weights = torch.zeros(1, 2, 4, 4)
    weights[0, 0, 1] = torch.tensor([0.7, 0.0, 0.1, 0.2])
    weights[0, 1, 1] = torch.tensor([0.3, 0.0, 0.6, 0.1])
    layers = [SimpleNamespace(weights=weights)]
    bert = SimpleNamespace(inspect=lambda *inputs: SimpleNamespace(layers=layers))
    shown = torch.tensor([[2, 4, 6, 3]])
    found = live.neighbor_weights(SimpleNamespace(bert=bert), [(shown, *[shown] * 4)], 4)
    assert found == pytest.approx((0.7, 0.6))


def test_the_left_side_fits_every_thing():
    lefts = {gap.cut() for gap in stories.gaps()}
    assert lefts <= {f"{name} opened the [MASK]" for name in stories.NAMES}


def test_gaps_that_are_filled_are_counted(monkeypatch):
    def fill(model, tokenizer, text, top):
        return [[SimpleNamespace(piece="door" if " in" in text else "book")] * top]

    monkeypatch.setattr(stories, "fill_mask", fill)
    gaps = [stories.Gap("a [MASK] in", "door"), stories.Gap("a [MASK] out", "book"),
            stories.Gap("a [MASK] in", "book")]  # fmt: skip
    assert stories.filled(None, TOLD, gaps) == 2
