"""What is hidden and exchanged, what is learned from it, and that the judge knows who knows."""

from itertools import chain
from types import SimpleNamespace

import numpy as np
import pytest
import torch
from torch.nn.functional import one_hot

from lessons.l21_knowledge import judge
from lessons.l21_knowledge import names_experiment as names
from lessons.l21_knowledge.ways import (
    WAYS,
    Asking,
    Reader,
    ReaderObjective,
    sampler,
    with_name,
)
from lessons.l21_knowledge.world import HELD_OUT, TOWNS, make_world, state, town_counts

SETTINGS = {**names.CONFIGURATION, **names.SLICE}
TINY = {"hidden_size": 8, "num_layers": 1, "num_heads": 2, "intermediate_size": 8}


@pytest.fixture(scope="module")
def world():
    return make_world(**names.SLICE["world"])


@pytest.fixture(scope="module")
def asking(world):
    return Asking(world)


def every_question(world, asking, kind):
    generator = np.random.default_rng(0)
    for text in world.texts:
        yield text, asking.ask(kind, text, generator)


@pytest.mark.parametrize("kind", ["words", "names"])
def test_two_words_are_hidden_and_asked_for(world, asking, kind):
    for text, question in every_question(world, asking, kind):
        whole = asking.ids(text)
        assert len(question.hidden) == 2 and not question.names
        assert [whole[position] for position in question.hidden] == list(question.targets)
        changed = [i for i, (a, b) in enumerate(zip(whole, question.ids, strict=True)) if a != b]
        assert set(changed) <= set(question.hidden)


def test_names_are_hidden_as_a_whole_and_before_other_words(world, asking):
    partly = {"words": 0, "names": 0}
    for kind in partly:
        for text, question in every_question(world, asking, kind):
            hidden = [
                {unit.start + 1, unit.end}.intersection(question.hidden) for unit in text.names
            ]
            sizes = [unit.end - unit.start for unit in text.names]
            partly[kind] += any(0 < len(h) < n for h, n in zip(hidden, sizes, strict=True))
            assert kind == "words" or any(hidden)
    assert partly["names"] == 0 < partly["words"]


def test_one_name_is_exchanged_for_another_of_its_kind_half_of_the_time(world, asking):
    generator, number = np.random.default_rng(0), 0
    for text in world.texts:
        other, labels = asking.exchange(text, generator)
        assert len(labels) == len(other.names) == len(text.names) and sum(labels) <= 1
        for old, new, label in zip(text.names, other.names, labels, strict=True):
            assert old.kind == new.kind
            assert (text.name(old) != other.name(new)) == label
            assert other.name(new) in asking.occurrences[new.kind]
        number += sum(labels)
        asked = asking.ask("exchanged", text, generator)
        assert not asked.hidden and len(asked.names) == len(text.names)
    assert 0.4 < number / len(world.texts) < 0.6


@pytest.mark.parametrize("town", ["Tarn", "High Hill"])
@pytest.mark.parametrize("other", ["Kelby", "Long Ford"])
@pytest.mark.parametrize("wording", ["in {town} lives {person} .", "{person} came to {town} ."])
def test_a_longer_or_shorter_name_moves_the_others(wording, town, other):
    old = state(wording, town=town, person="Ada Bell")
    index = [unit.kind for unit in old.names].index("town")
    assert with_name(old, index, other) == state(wording, town=other, person="Ada Bell")


def test_an_unknown_question_is_refused(world, asking):
    with pytest.raises(ValueError, match=r"expected words, names or exchanged, got 'all'"):
        asking.ask("all", world.texts[0], np.random.default_rng(0))


def test_all_ways_read_as_many_texts_and_a_step_is_always_the_same(world, asking):
    for way, kinds in WAYS.items():
        draw = sampler(asking, world, kinds, seed=1, batch_size=8)
        (batch,), (again,), (other,) = draw(3), draw(3), draw(4)
        assert len(batch.texts.input_ids) == 8
        assert torch.equal(batch.texts.input_ids, again.texts.input_ids)
        assert not torch.equal(batch.texts.input_ids[:, :5], other.texts.input_ids[:, :5])
        filled = {"words": 16, "names": 16, "exchanged": 0, "both": 8}[way]
        assert len(batch.hidden) == len(batch.targets) == filled
        assert (len(batch.names) > 0) == ("exchanged" in kinds)
        rows = batch.texts.input_ids.flatten()
        starts = {
            asking.ids(state("{x}", x=name))[1] for name in chain(*asking.occurrences.values())
        }
        assert {int(one) for one in rows[batch.names]} <= starts


def reader(asking):
    config = names.BertConfig(**TINY, vocab_size=len(asking.tokenizer.vocabulary), max_positions=32)
    torch.manual_seed(0)
    return Reader(config).eval()


def test_losses_are_those_of_whole_texts_at_the_positions(world, asking):
    model = reader(asking)
    (batch,) = sampler(asking, world, WAYS["both"], seed=0, batch_size=6)(0)
    losses = ReaderObjective(model)(batch)
    logits = model(*batch.texts).flatten(0, 1)[batch.hidden]
    right = logits.log_softmax(1).gather(1, batch.targets[:, None])
    assert torch.allclose(losses["words"], -right.sum(), atol=1e-4)
    vectors = model.bert(*batch.texts).last_hidden_state.flatten(0, 1)[batch.names]
    chance = model.detection(vectors).sigmoid()
    truth = torch.where(batch.exchanged > 0, chance, 1 - chance)
    assert torch.allclose(losses["names"], -truth.log().sum(), atol=1e-4)
    assert ReaderObjective(model).counts(batch) == {"words": 6, "names": len(batch.names)}


def test_the_judges_score_each_town_by_its_words_and_by_the_fit_of_names(world, asking):
    model, person = reader(asking), 7
    filled, fit = (one(model, asking, world) for one in (judge.filled_in, judge.detected))
    assert filled.shape == fit.shape == (len(HELD_OUT), len(world.people), len(TOWNS))
    for row, wording in enumerate(HELD_OUT):
        for column in (0, len(TOWNS) - 1):
            said = state(wording, person=world.people[person].name, town=TOWNS[column])
            ids = torch.tensor([asking.ids(said)])
            unit = next(unit for unit in said.names if unit.kind == "town")
            place, shown = slice(unit.start + 1, unit.end + 1), ids.clone()
            shown[0, place] = asking.tokenizer.mask_id
            found = model(shown)[0, place].log_softmax(1).gather(1, ids[0, place, None]).sum()
            assert torch.allclose(found, filled[row, person, column], atol=1e-4)
            begins = [one.start + 1 for one in said.names]
            chance = model.detection(model.bert(ids).last_hidden_state[0, begins]).sigmoid()
            assert torch.allclose((1 - chance).log().sum(), fit[row, person, column], atol=1e-4)


def test_who_knows_all_is_always_right_and_who_counts_as_often_as_counting(world):
    homes = torch.tensor([person.town for person in world.people])
    knows = one_hot(homes, len(TOWNS)).float().numpy()[None]
    found = judge.summary(knows, world)
    assert all(value == 1 for group in found.values() for value in group.values())
    assert all(
        value == 0 for group in judge.summary(-knows, world).values() for value in group.values()
    )
    same = judge.summary(np.zeros_like(knows), world)["verification"]
    assert set(same.values()) == {0.5}
    counts = town_counts(world)
    found = judge.summary(counts, world)
    for number, group in ((1, "one word"), (2, "two words")):
        those = [c for c, town in enumerate(TOWNS) if len(town.split()) == number]
        most = max(those, key=lambda column: counts[0, column])
        of = [one.town for one in world.people if one.stated and one.town in those]
        assert found["completion"][group] == round(of.count(most) / len(of), 4)
    for group in ("stated", "unstated"):
        assert abs(found["verification"][group] - 0.5) < 0.05


def test_a_model_that_fills_in_what_is_true_is_judged_right(world, asking):
    """A model by hand: it finds the person in the text, and knows the town's words by heart."""
    pieces = asking.tokenizer.vocabulary

    def answers(asked):
        T, logits = asked.texts.input_ids.shape[1], []
        for number, position in enumerate(asked.hidden.tolist()):
            row = asked.texts.input_ids[position // T].tolist()
            text = " ".join(pieces[i] for i in row)
            one = next(one for one in world.people if f" {one.name.lower()} " in text)
            words = [asking.tokenizer.ids[w] for w in TOWNS[one.town].lower().split()]
            second = number and asked.hidden[number - 1] == position - 1
            logits.append(one_hot(torch.tensor(words[-1] if second else words[0]), len(pieces)))
        return 9.0 * torch.stack(logits), torch.empty(0)

    scores = judge.filled_in(SimpleNamespace(answers=answers), asking, world).numpy()
    assert judge.completed(scores, world).all() and judge.verified(scores, world).all()


@pytest.mark.parametrize("way", WAYS)
def test_every_way_learns(world, asking, way):
    training = {"steps": 20, "batch_size": 16, "learning_rate": 1e-2, "warmup": 0.1}
    settings = {**SETTINGS, "size": TINY, "training": training, "log_every": 20}
    model, history = names.taught(settings, world, asking, list(WAYS[way]), seed=0)
    (batch,) = sampler(asking, world, WAYS[way], seed=0, batch_size=64)(99)
    before, after = (ReaderObjective(one)(batch) for one in (reader(asking), model))
    asked = {name for name, number in ReaderObjective(model).counts(batch).items() if number}
    assert asked == {"exchanged": {"names"}, "both": {"words", "names"}}.get(way, {"words"})
    assert all(after[name] < before[name] for name in asked)
    assert [line["step"] for line in history] == [20]


def test_a_slice_scores_what_it_keeps():
    results = names.run({**names.CONFIGURATION, **names.SLICE})
    assert results["counting"].keys() == {"towns", "trade"}
    ((one,),) = results["ways"].values()
    assert one["judges"].keys() == {"filled in", "detected"}
    assert one["minutes"] >= 0 and [line["step"] for line in one["history"]] == [3]
